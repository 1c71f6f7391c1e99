"""Playing, DigiXros and Assembly in the model: short lines of play, and what is refused under which guard."""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.line import Line, card, stack

OLD, NEW = "manual-2.3", "comprehensive-4.0"
ROOKIE = card(1, level=3, play_cost=3)
XROS = card(9, level=6, play_cost=9, digixros=2, listed=3)
SET = card(8, level=6, play_cost=9, assembly=5, listed=2)
PARTS = {number: card(number, level=3) for number in (11, 12, 13, 21, 22)}


def material(of: int, place: int, named: int) -> dict[str, int]:
    return {"card": of, "place": place, "named": named}


@pytest.mark.parametrize(
    ("edition", "steps", "between"),
    [(OLD, ["place-played", "pay"], ("placed", 5, 1)), (NEW, ["pay", "place-played"], ("paid", 2, 0))],
)
def test_a_play_pays_before_or_after_placing(
    edition: str, steps: list[str], between: tuple[str, int, int]
) -> None:
    line = Line(edition, memory=5, me__hand=2)
    line.do("play", card=ROOKIE)
    assert (line["stage"], line["memory"], line["me.hand"], line["me.battle"]) == ("shown", 5, 1, [])
    assert line.follow() == steps[0]
    assert (line["stage"], line["memory"], len(line["me.battle"])) == between
    assert line.follow() == steps[1]
    assert (line["stage"], line["memory"], line["shown"]) == ("main", 2, [])
    (played,) = line["me.battle"]
    assert (played["played_this_turn"], played["suspended"], played["dp"]) == (True, False, 5)
    assert {"play.cost", "memory.pay", "play.battle-area"} <= set(line.rules)


def test_a_tamer_is_played_and_a_digi_egg_or_an_option_is_not() -> None:
    line = Line(memory=5, me__hand=2)
    assert line.refused("play", card=card(2, "option")) == ["play.kinds"]
    assert line.refused("play", card=card(2, "digi-egg")) == ["play.kinds"]
    assert line.do("play", card=card(2, "tamer", play_cost=2)).settle()["memory"] == 3
    assert Line(memory=5).refused("play", card=ROOKIE) == ["play.from-hand"]
    assert Line(memory=5, me__hand=1, stage="breeding").refused("play", card=ROOKIE) == ["turn.main-phase"]


@pytest.mark.parametrize(("memory", "cost", "after"), [(0, 10, -10), (10, 20, -10), (3, 3, 0), (5, 0, 5)])
def test_memory_may_be_overspent_to_the_end_of_the_gauge(memory: int, cost: int, after: int) -> None:
    """Ruling 8 of the main phase among them: from 0 a cost of 11 is refused."""
    line = Line(memory=memory, me__hand=1)
    dearer = card(1, play_cost=max(cost, memory + 10) + 1)
    assert line.refused("play", card=dearer) == ["memory.affordable"]
    line.do("play", card=card(1, play_cost=cost))
    while line["shown"]:
        line.follow()
    assert line["memory"] == after
    assert line["stage"] == ("ending" if after < 0 else "main")


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_a_digimon_without_dp_left_is_deleted_as_soon_as_it_is_played(edition: str) -> None:
    line = Line(edition, memory=5, me__hand=1).do("play", card={**ROOKIE, "dp": 0}).settle()
    assert (line["me.battle"], line["me.trash"], line["memory"], line["stage"]) == ([], 1, 2, "main")


def test_nothing_else_can_be_done_while_a_card_is_shown() -> None:
    line = Line(memory=5, me__hand=2, me__battle=[stack(ROOKIE)])
    line.do("play", card=ROOKIE)
    assert line.refused("play", card=ROOKIE) == ["turn.main-phase"]
    assert line.refused("pass") == ["turn.main-phase"]
    assert line.refused("settle") == ["showing.choice"]
    assert [action.name for action, _ in line.due()] == ["place-played"]


def test_effects_on_the_cost_come_between_showing_and_paying() -> None:
    line = Line(NEW, memory=5, me__hand=1)
    line.do("play", card=ROOKIE).do("effect-cost", amount=2).do("effect-cost", amount=-9)
    assert line.settle()["memory"] == 5, "3 + 2 - 9 counts as 0 only after all is summed"
    late = Line(NEW, memory=5, me__hand=1).do("play", card=ROOKIE)
    late.follow()
    with pytest.raises(ValueError, match="not enough values"):
        Line(NEW, memory=5).refused("effect-cost", amount=1)
    assert late.refused("effect-cost", amount=1) == ["showing.answers"]
    assert late.refused("effect-lose-memory", amount=1) == ["effects.timing"]


@pytest.mark.parametrize("spoil", [("effect-cost", 1), ("effect-lose-memory", 1)])
def test_a_play_that_can_no_longer_be_paid_is_taken_back(spoil: tuple[str, int]) -> None:
    line = Line(NEW, memory=0, me__hand=1)
    line.do("play", card=card(1, play_cost=10)).do(spoil[0], amount=spoil[1])
    memory = line["memory"]
    assert line.follow() == "fail"
    assert (line["me.hand"], line["me.battle"], line["memory"], line["shown"]) == (1, [], memory, [])
    assert "showing.failure" in line.rules


def test_digixros_places_listed_cards_and_pays_the_rest() -> None:
    line = Line(NEW, memory=0, me__hand=3, me__battle=[stack(PARTS[12], PARTS[21], dp=7, suspended=True)])
    line.do("play", card=XROS)
    assert line.due() == [], "the player chooses"
    first, second = material(9, 1, 11), material(9, 2, 12)
    assert line.refused("digixros-from-hand", listed=first, card=PARTS[12]) == ["digixros.listed"]
    assert line.refused("digixros-from-hand", listed=material(8, 1, 11), card=PARTS[11]) == [
        "digixros.listed"
    ]
    line.do("digixros-from-hand", listed=first, card=PARTS[11])
    assert line.refused("digixros-from-hand", listed=first, card=PARTS[11]) == ["digixros.once"]
    line.do("digixros-from-battle", listed=second, digimon=12)
    assert (line["me.hand"], line["me.trash"], line["me.battle"]) == (1, 1, [])
    line.do("settle")
    assert (line.follow(), line["memory"], line.follow()) == ("pay", -5, "place-played")
    (played,) = line["me.battle"]
    assert [entry["number"] for entry in (played["top"], *played["under"])] == [9, 11, 12]
    assert (played["dp"], played["suspended"], played["played_this_turn"]) == (5, False, True)
    assert {"digixros.cost", "digixros.rest", "digixros.stack"} <= set(line.rules)


def test_digixros_may_skip_cards_but_not_go_back_to_the_left() -> None:
    line = Line(NEW, memory=0, me__hand=4)
    line.do("play", card=XROS).do("digixros-from-hand", listed=material(9, 2, 12), card=PARTS[12])
    assert line.refused("digixros-from-hand", listed=material(9, 1, 11), card=PARTS[11]) == ["digixros.once"]
    line.do("digixros-from-hand", listed=material(9, 3, 13), card=PARTS[13])
    assert [action.name for action, _ in line.due()] == ["pay"], "the list is used up"
    assert line.settle()["memory"] == 5, "9 less 2 for each of two, seen from the other side"


def test_a_reduction_past_zero_counts_as_zero() -> None:
    cheap = {**XROS, "play_cost": 3}
    line = Line(NEW, memory=1, me__hand=4)
    line.do("play", card=cheap)
    for place, number in ((1, 11), (2, 12), (3, 13)):
        line.do("digixros-from-hand", listed=material(9, place, number), card=PARTS[number])
    assert line.settle()["memory"] == 1


@pytest.mark.parametrize(("edition", "legal"), [(OLD, True), (NEW, True), ("detailed-1.0", False)])
def test_what_digixros_could_lower_counts_when_the_card_is_shown(edition: str, legal: bool) -> None:
    """Three listed cards at 2 each, but only so many as there can be at hand."""
    dear = {**XROS, "play_cost": 16}
    assert (Line(edition, me__hand=4).refused("play", card=dear) == []) is legal
    assert Line(edition, me__hand=3).refused("play", card=dear) == ["memory.affordable"]
    in_battle = [stack(PARTS[11], token=True)]
    assert Line(edition, me__hand=3, me__battle=in_battle).refused("play", card=dear) == ["memory.affordable"]


def test_what_was_placed_for_a_play_that_fails_is_trashed_or_taken_back() -> None:
    dear = {**XROS, "play_cost": 14}
    last = material(9, 3, 13)
    line = Line(NEW, me__hand=4).do("play", card=dear).do("digixros-from-hand", listed=last, card=PARTS[13])
    assert line.follow() == "fail"
    assert (line["me.hand"], line["me.trash"], line["me.battle"], line["memory"]) == (3, 1, [], 0)
    assert "digixros.failure" in line.rules
    early = Line(OLD, me__hand=4).do("play", card=dear).do("digixros-from-hand", listed=last, card=PARTS[13])
    assert early.follow() == "fail"
    assert (early["me.hand"], early["me.trash"], early["shown"], early["memory"]) == (4, 0, [], 0)


def test_a_digixros_with_nothing_placed_is_for_early_editions() -> None:
    early = Line(OLD, memory=5, me__hand=2).do("play", card=XROS).do("digixros-nothing")
    assert early.settle()["memory"] == 4, "9 paid from 5, seen from the other side"
    assert early["opponent.hand"] == 1
    late = Line(NEW, memory=5, me__hand=2).do("play", card=XROS)
    assert late.refused("digixros-nothing") == ["digixros.none-chosen"]
    assert late.do("settle").settle()["memory"] == 4, "declined: 9 paid from 5, seen from the other side"


def test_no_effect_answers_once_cards_are_placed() -> None:
    line = Line(NEW, me__hand=4).do("play", card=XROS)
    line.do("digixros-from-hand", listed=material(9, 1, 11), card=PARTS[11])
    assert line.refused("effect-cost", amount=-1) == ["showing.answers"]


def test_a_token_is_no_material() -> None:
    line = Line(NEW, me__hand=2, me__battle=[stack(PARTS[11], token=True)]).do("play", card=XROS)
    assert line.refused("digixros-from-battle", listed=material(9, 1, 11), digimon=11) == ["token.no-stack"]


def test_assembly_takes_the_whole_set_from_the_trash() -> None:
    line = Line(NEW, memory=0, me__hand=1, me__trash=2).do("play", card=SET)
    assert line.refused("assemble", listed=material(8, 2, 22), card=PARTS[22]) == ["assembly.whole"]
    line.do("assemble", listed=material(8, 1, 21), card=PARTS[21])
    assert line.refused("settle") == ["assembly.whole"]
    assert line.due() == []
    line.do("assemble", listed=material(8, 2, 22), card=PARTS[22])
    assert (line.follow(), line["memory"], line.follow()) == ("pay", -4, "place-played")
    (played,) = line["me.battle"]
    assert [entry["number"] for entry in (played["top"], *played["under"])] == [8, 21, 22]
    assert line["me.trash"] == 0
    assert {"assembly.cost", "assembly.areas", "assembly.stack"} <= set(line.rules)


def test_assembly_needs_as_many_cards_in_the_trash_and_an_edition_that_has_it() -> None:
    for edition, trash in ((NEW, 1), (OLD, 2)):
        line = Line(edition, memory=0, me__hand=1, me__trash=trash).do("play", card=SET)
        assert line.refused("assemble", listed=material(8, 1, 21), card=PARTS[21]) == ["assembly.has"]
        assert line.settle()["memory"] == 9
    dear = {**SET, "play_cost": 15}
    assert Line(NEW, me__hand=1, me__trash=2).refused("play", card=dear) == []
    assert Line(NEW, me__hand=1, me__trash=1).refused("play", card=dear) == ["memory.affordable"]


def test_an_effect_plays_with_an_assembly_and_without_paying() -> None:
    line = Line(NEW, memory=1, me__hand=1, me__trash=2).do("effect-show-to-play", card=SET)
    for place, number in ((1, 21), (2, 22)):
        line.do("assemble", listed=material(8, place, number), card=PARTS[number])
    assert (line.settle()["memory"], line["stage"], len(line["me.battle"][0]["under"])) == (1, "main", 2)
    assert line.refused("effect-show-to-play", card=SET) == ["from-hand"]
    assert Line(me__hand=1).refused("effect-show-to-play", card=card(1, "option")) == ["play.kinds"]
    assert Line(me__hand=1, stage="block").refused("effect-show-to-play", card=SET) == ["effects.timing"]


def test_assembly_may_be_declined() -> None:
    line = Line(NEW, memory=0, me__hand=1, me__trash=2).do("play", card=SET).do("settle")
    assert (line.follow(), line["memory"]) == ("pay", -9)
