"""Options, Delay and Digi-Burst in the model: short lines of play, and what is refused under which guard."""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.line import Line, card, stack

OLD, NEW, FIRST = "manual-2.3", "comprehensive-4.0", "fan-2020"
OPTION = card(1, "option", play_cost=2)
RED = card(2, level=4)
BURSTING = card(3, level=5, digi_burst=2)
DELAYED = card(4, "option", keywords=("delay",), colours=("purple",))
PLACES = {FIRST: ["pay", "place-option"], OLD: ["place-option", "pay"], NEW: ["pay"]}


@pytest.mark.parametrize("edition", PLACES)
def test_where_an_option_is_while_it_is_used(edition: str) -> None:
    """On the field from paying or from its placing on; by the latest edition in no area."""
    line = Line(edition, memory=5, me__hand=2, me__battle=[stack(RED)]).do("use-option", card=OPTION)
    assert [line.follow() for _ in PLACES[edition]] == PLACES[edition]
    assert (line["stage"], line["memory"]) == ("effect", 3)
    assert len(line["me.battle"]) == (1 if edition == NEW else 2)
    line.do("effect-gain-memory", amount=1).do("effect-draw-mine", amount=1)
    assert line.follow() == "end-effect"
    assert (line["stage"], line["me.trash"], len(line["me.battle"]), line["shown"]) == ("main", 1, 1, [])
    assert {"option.cost", "option.effect", "option.trash"} <= set(line.rules)


@pytest.mark.parametrize("edition", [OLD, NEW])
def test_the_effect_runs_before_the_turn_ends(edition: str) -> None:
    """Ruling 19 of the main phase: though the counter has crossed, the effect is carried out."""
    line = Line(edition, me__hand=1, me__battle=[stack(RED)]).do("use-option", card=OPTION)
    while line["stage"] != "effect":
        line.follow()
    assert line["memory"] == -2
    line.do("effect-gain-memory", amount=2).follow()
    assert (line["stage"], line["memory"]) == ("main", 0)


BOTH = ("red", "blue")


@pytest.mark.parametrize(
    ("edition", "colours", "battle", "breeding", "legal"),
    [
        (NEW, ("red",), [stack(RED)], [], True),
        (NEW, ("blue",), [stack(RED)], [], False),
        (NEW, BOTH, [stack(RED)], [], False),
        (FIRST, BOTH, [stack(RED)], [], True),
        (FIRST, ("blue",), [stack(RED)], [], False),
        (NEW, BOTH, [stack(RED), stack(card(7, "tamer", colours=("blue",)))], [], True),
        (NEW, BOTH, [stack(RED)], [stack(card(8, "digi-egg", level=2, colours=("blue",)))], True),
        (NEW, BOTH, [stack(card(7, level=3, colours=("blue", "red", "green")))], [], True),
        (NEW, BOTH, [stack(RED), stack({**OPTION, "colours": ("blue",)})], [], False),
        (NEW, BOTH, [stack(RED, card(9, level=3, colours=("blue",)))], [], False),
        (NEW, ("red",), [], [], False),
    ],
)  # fmt: skip
def test_colours(
    edition: str, colours: tuple[str, ...], battle: list[object], breeding: list[object], legal: bool
) -> None:
    """Own Digimon and Tamers in both areas count by their top card; Options that lie there do not."""
    line = Line(edition, me__hand=1, me__battle=battle, me__breeding=breeding)
    refused = line.refused("use-option", card={**OPTION, "colours": colours})
    assert refused == ([] if legal else ["option.colours"])


def test_what_is_no_use_of_an_option() -> None:
    field = [stack(RED)]
    assert Line(me__hand=1, me__battle=field).refused("use-option", card=RED) == ["option.kind"]
    assert Line(me__battle=field).refused("use-option", card=OPTION) == ["option.from-hand"]
    dear = {**OPTION, "play_cost": 11}
    assert Line(me__hand=1, me__battle=field).refused("use-option", card=dear) == ["memory.affordable"]


@pytest.mark.parametrize("edition", PLACES)
def test_an_option_that_its_effect_places_stays_and_waits_with_delay(edition: str) -> None:
    field = [stack(card(5, level=3, colours=("purple",)))]
    line = Line(edition, memory=5, me__hand=1, me__battle=field).do("use-option", card=DELAYED)
    while line["stage"] != "effect":
        line.follow()
    line.do("effect-place-option").follow()
    assert (line["stage"], line["me.trash"], len(line["me.battle"]), line["shown"]) == ("main", 0, 2, [])
    assert line.refused("delay", option=4) == ["delay.not-same-turn"]
    assert line.refused("attack-player", attacker=4)[0] == "attack.digimon"


def test_delay_costs_nothing_asks_no_colour_and_comes_one_after_the_other() -> None:
    line = Line(memory=1, me__battle=[stack(DELAYED), stack({**DELAYED, "number": 6})])
    line.do("delay", option=4)
    assert (line["stage"], line["memory"], line["me.trash"]) == ("effect", 1, 1)
    assert line.refused("delay", option=6) == ["turn.main-phase"]
    line.do("effect-lose-memory", amount=1)
    assert line.follow() == "end-effect"
    line.do("delay", option=6)
    assert (line.follow(), line["me.trash"], line["stage"]) == ("end-effect", 2, "main")
    assert {"delay.trash", "delay.effect"} <= set(line.rules)


def test_delay_needs_the_keyword_and_an_option() -> None:
    line = Line(me__battle=[stack(OPTION), stack(card(6, level=3, keywords=("delay",)))])
    assert line.refused("delay", option=1) == line.refused("delay", option=6) == ["delay.option"]


def test_digi_burst_takes_all_of_its_cards_as_often_as_they_last() -> None:
    """Any kind of card pays for it, the Digimon stays as it is, and may be suspended."""
    unders = [card(number, level=3) for number in (11, 12, 13)] + [card(14, "tamer"), card(15, level=2)]
    line = Line(memory=1, me__battle=[stack(BURSTING, *unders, suspended=True)])
    for left in (3, 1):
        line.do("digi-burst", digimon=3)
        assert (line["stage"], len(line["me.battle"][0]["under"])) == ("effect", left)
        line.follow()
    assert [entry["number"] for entry in line["me.battle"][0]["under"]] == [15]
    assert (line["me.trash"], line["me.battle"][0]["suspended"], line["memory"]) == (4, True, 1)
    assert line.refused("digi-burst", digimon=3) == ["digi-burst.cards"]
    assert {"digi-burst.cards", "digi-burst.effect"} <= set(line.rules)


def test_digi_burst_needs_the_keyword_and_its_own_cards() -> None:
    line = Line(me__battle=[stack(BURSTING), stack(RED, card(9, level=3), card(10, level=3))])
    assert line.refused("digi-burst", digimon=3) == ["digi-burst.cards"]
    assert line.refused("digi-burst", digimon=2) == ["digi-burst.has"]
