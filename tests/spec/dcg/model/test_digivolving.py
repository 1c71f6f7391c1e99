"""Digivolving, Digisorption and DNA digivolution in the model: short lines of play, and what is refused."""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.line import Line, card, stack

OLD, NEW = "manual-2.3", "comprehensive-4.0"
ROOKIE = card(1, level=3, dp=2)
CHAMPION = card(2, level=4, dp=4)
WAY = {"card": 2, "level": 3, "colours": ("red",), "cost": 2}
SORBING = {**CHAMPION, "digisorption": 3}
RED = card(3, level=5, dp=6)
BLUE = card(4, level=5, dp=7, colours=("blue",))
FUSED = card(5, level=6, dp=12, keywords=("blitz",))
HALVES = {"left_level": 5, "left_colours": ("red",), "right_level": 5, "right_colours": ("blue",)}
DNA = {"card": 5, "cost": 0, **HALVES}


@pytest.mark.parametrize(
    ("edition", "steps", "between"),
    [
        (OLD, ["place-digivolved", "pay"], ("placed", 5, 2, 1)),
        (NEW, ["pay", "place-digivolved"], ("paid", 3, 1, 1)),
    ],
)
def test_a_digivolution_pays_before_or_after_laying_the_card(
    edition: str, steps: list[str], between: tuple[str, int, int, int]
) -> None:
    base = stack(ROOKIE, dp=3, suspended=True, played_this_turn=True)
    line = Line(edition, memory=5, me__hand=2, me__deck=3, me__battle=[base])
    line.do("digivolve", card=CHAMPION, way=WAY, onto=1)
    assert line.follow() == steps[0]
    assert (line["stage"], line["memory"], line.top("me.battle"), line["me.hand"]) == between
    assert line.follow() == steps[1]
    assert (line["stage"], line["memory"], line["me.hand"], line["me.deck"]) == ("main", 3, 2, 2)
    (now,) = line["me.battle"]
    assert (now["dp"], now["suspended"], now["played_this_turn"]) == (5, True, True), "what it was it stays"
    assert ([under["number"] for under in now["under"]], now["role"]) == ([1], "none")
    assert {"digivolve.stack", "digivolve.cost", "digivolve.draw"} <= set(line.rules)


def test_the_breeding_area_digivolves_too_and_an_empty_deck_gives_no_bonus() -> None:
    egg = stack(card(6, "digi-egg", level=2))
    line = Line(NEW, memory=5, me__hand=1, me__breeding=[egg], me__security=1, me__egg_deck=1)
    line.do("digivolve-in-breeding", card=ROOKIE, way={**WAY, "card": 1, "level": 2, "cost": 0}, onto=6)
    assert (line.settle()["me.hand"], line.top("me.breeding"), line["stage"]) == (0, 1, "main")


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_the_breeding_area_brings_the_bonus_too(edition: str) -> None:
    line = Line(edition, memory=5, me__hand=1, me__deck=2, me__breeding=[stack(ROOKIE)])
    line.do("digivolve-in-breeding", card=CHAMPION, way=WAY, onto=1).settle()
    (now,) = line["me.breeding"]
    assert (line["me.hand"], line["me.deck"], line["memory"], now["role"]) == (1, 1, 3, "none")


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_what_is_left_with_no_dp_after_digivolving_is_deleted(edition: str) -> None:
    """The Digimon keeps what it lost: 4 printed on the new card, 4 lost before."""
    base = stack({**ROOKIE, "dp": 6}, dp=2)
    line = Line(edition, memory=5, me__hand=1, me__deck=1, me__battle=[base])
    line.do("digivolve", card=CHAMPION, way=WAY, onto=1).settle()
    assert (line["me.battle"], line["me.trash"], line["me.hand"], line["stage"]) == ([], 2, 1, "main")


@pytest.mark.parametrize("area", ["battle", "breeding"])
def test_a_digivolution_that_cannot_be_paid_leaves_everything_as_it_was(area: str) -> None:
    line = Line(NEW, me__hand=1, **{f"me__{area}": [stack(ROOKIE, dp=4, suspended=True)]})
    before = line[f"me.{area}"]
    action = "digivolve" if area == "battle" else "digivolve-in-breeding"
    line.do(action, card=CHAMPION, way={**WAY, "cost": 10}, onto=1).do("effect-cost", amount=1)
    assert line[f"me.{area}"] != before, "it is about to digivolve"
    assert line.follow() == "fail"
    assert (line[f"me.{area}"], line["me.hand"], line["memory"], line["stage"]) == (before, 1, 0, "main")


@pytest.mark.parametrize(
    ("change", "guard"),
    [
        ({"level": 4}, "digivolve.requirement"),
        ({"colours": ("blue",)}, "digivolve.requirement"),
        ({"card": 1}, "digivolve.requirement"),
        ({"cost": 11}, "memory.affordable"),
    ],
)
def test_a_requirement_is_met_by_level_and_colour(change: dict[str, object], guard: str) -> None:
    line = Line(me__hand=1, me__battle=[stack(ROOKIE)])
    assert line.refused("digivolve", card=CHAMPION, way=WAY | change, onto=1) == [guard]


def test_what_cannot_digivolve() -> None:
    tamer = stack(card(7, "tamer", level=3))
    token = stack(ROOKIE, token=True)
    line = Line(me__hand=1, me__battle=[tamer, token])
    assert line.refused("digivolve", card=CHAMPION, way=WAY, onto=7) == ["digivolve.digimon-only"]
    assert line.refused("digivolve", card=CHAMPION, way=WAY, onto=1) == ["token.no-stack"]
    option = card(2, "option")
    assert "digivolve.digimon-only" in line.refused("digivolve", card=option, way=WAY, onto=1)
    empty = Line(me__battle=[stack(ROOKIE)])
    assert empty.refused("digivolve", card=CHAMPION, way=WAY, onto=1) == ["digivolve.from-hand"]


def test_one_of_several_requirements_is_chosen() -> None:
    base = stack(card(1, level=3, colours=("red", "blue")))
    for colour, cost in (("red", 2), ("blue", 4)):
        line = Line(memory=5, me__hand=1, me__battle=[base])
        line.do("digivolve", card=CHAMPION, way={**WAY, "colours": (colour,), "cost": cost}, onto=1)
        assert line.settle()["memory"] == 5 - cost


def test_digisorption_suspends_one_and_lowers_the_cost_to_zero_at_least() -> None:
    """The second ruling: onto a suspended Digimon, which stays suspended; another one is suspended for it."""
    bases = [stack(ROOKIE, suspended=True), stack(card(9, level=4, dp=3))]
    line = Line(memory=5, me__hand=1, me__battle=bases).do("digivolve", card=SORBING, way=WAY, onto=1)
    assert line.due() == [], "the player chooses"
    assert line.refused("digisorb", ally=1) == ["digisorption.suspend"]
    line.do("digisorb", ally=9).settle()
    assert line["memory"] == 5, "2 less 3 is 0"
    assert [entry["suspended"] for entry in line["me.battle"]] == [True, True]
    assert {"digisorption.suspend", "digisorption.cost"} <= set(line.rules)


def test_digisorption_may_suspend_what_digivolves_and_may_be_left() -> None:
    line = Line(memory=5, me__hand=1, me__battle=[stack(ROOKIE)]).do(
        "digivolve", card=SORBING, way=WAY, onto=1
    )
    left = Line(memory=5, me__hand=1, me__battle=[stack(ROOKIE)]).do(
        "digivolve", card=SORBING, way=WAY, onto=1
    )
    line.do("digisorb", ally=1)
    assert line.settle()["memory"] == 5
    assert line["me.battle"][0]["suspended"]
    assert left.do("settle").settle()["memory"] == 3
    assert not left["me.battle"][0]["suspended"]


def test_digisorption_is_once_and_not_for_the_breeding_area() -> None:
    two = [stack(ROOKIE), stack(card(9, level=4))]
    line = Line(memory=5, me__hand=1, me__battle=two).do("digivolve", card=SORBING, way=WAY, onto=1)
    line.do("digisorb", ally=9)
    assert line.refused("digisorb", ally=1) == ["digisorption.has"]
    breeding = Line(memory=5, me__hand=1, me__battle=[stack(card(9, level=4))], me__breeding=[stack(ROOKIE)])
    breeding.do("digivolve-in-breeding", card=SORBING, way=WAY, onto=1)
    assert breeding.refused("digisorb", ally=9) == ["digisorption.has"]
    assert breeding.settle()["memory"] == 3


def test_a_digivolution_whose_base_is_gone_is_taken_back() -> None:
    line = Line(NEW, memory=5, me__hand=1, me__battle=[stack(ROOKIE, card(8, level=2))])
    line.do("digivolve", card=CHAMPION, way=WAY, onto=1).do("effect-return-to-hand-mine", target=1)
    assert line.follow() == "fail"
    assert (line["me.hand"], line["me.trash"], line["memory"], line["stage"]) == (2, 1, 5, "main")


def dna(edition: str = NEW, **fields: object) -> Line:
    left = stack(RED, ROOKIE, CHAMPION, dp=1, suspended=True, played_this_turn=True, gained=("rush",))
    right = stack(BLUE, card(8, level=4), suspended=True)
    return Line(edition, memory=3, me__hand=1, me__deck=2, me__battle=[left, right], **fields)


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_dna_digivolution_makes_one_new_digimon(edition: str) -> None:
    line = dna(edition).do("dna-digivolve", card=FUSED, way=DNA, left=3, right=4).settle()
    (now,) = line["me.battle"]
    assert [entry["number"] for entry in (now["top"], *now["under"])] == [5, 3, 1, 2, 4, 8]
    assert (now["dp"], now["suspended"], now["played_this_turn"], now["gained"]) == (12, False, False, [])
    assert (now["role"], now["may_blitz"], line["me.hand"], line["me.deck"]) == ("none", True, 1, 1)
    assert {"dna.new", "dna.stack", "digivolve.draw"} <= set(line.rules)
    assert line.refused("attack-player", attacker=5) == [], "though one of the two was played this turn"


def test_dna_is_refused_in_the_wrong_order_with_too_little_and_to_early_editions() -> None:
    assert dna().refused("dna-digivolve", card=FUSED, way=DNA, left=4, right=3) == ["dna.requirement"]
    assert dna("detailed-1.0").refused("dna-digivolve", card=FUSED, way=DNA, left=3, right=4) == ["dna.two"]
    dear = {**DNA, "cost": 14}
    assert dna().refused("dna-digivolve", card=FUSED, way=dear, left=3, right=4) == ["memory.affordable"]


def test_dna_pays_its_cost_and_digisorption_lowers_it() -> None:
    line = dna().do("dna-digivolve", card=FUSED, way={**DNA, "cost": 3}, left=3, right=4).settle()
    assert line["memory"] == 0
    assert "dna.cost" in line.rules
    ready = Line(NEW, memory=3, me__hand=1, me__battle=[stack(RED), stack(BLUE)])
    ready.do("dna-digivolve", card={**FUSED, "digisorption": 2}, way={**DNA, "cost": 3}, left=3, right=4)
    assert ready.do("digisorb", ally=3).settle()["memory"] == 2
    assert not ready["me.battle"][0]["suspended"], "a new Digimon"
