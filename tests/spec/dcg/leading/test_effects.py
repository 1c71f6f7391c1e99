"""What engines are led past: effects that may make a difference there, and cards that nothing lets lie so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rulehound.spec.dcg.leading.added_requirements import why_not, with_requirements
from rulehound.spec.dcg.leading.bystanders import Bystanders, kinds, may_be
from rulehound.spec.dcg.leading.effects import WAKES, PathStep, Surplus, asks_more, takes_from_decks, wakes
from rulehound.spec.dcg.leading.wanted_position import seats
from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.reading.cards import number_of
from rulehound.spec.formats import Card

MINE = {"kind": ["digimon"]}


TAMERS, OPTIONS, DIGIMON = kinds({"memory.max": 10}, ["red"])


def surplus(company: Bystanders, *areas: str) -> Surplus:
    """Fillers in hands and piles, and such bystanders in these areas."""
    return {
        **dict.fromkeys(("hand", "deck", "security"), company.fillers),
        **dict.fromkeys(areas, company.spent),
    }


def steps(*done: Mapping[str, Any]) -> dict[str, Any]:
    return {"timing": "main", "steps": list(done)}


@pytest.mark.parametrize(
    "effect",
    [
        steps({"do": "memory", "amount": 2}, {"do": "draw"}),
        steps({"do": "delete", "target": {"of": "opponent", **MINE}}),
        steps({"do": "put", "target": MINE, "to": "deck-bottom"}),
        steps({"do": "suspend", "target": {"role": "this"}}),
        {"timing": "continuous", "target": MINE, "gives": {"dp": 1000}},
        steps({"do": "digivolve", "target": MINE, "into": {"area": "hand", **MINE}}),
        steps({"do": "play", "target": {"area": "hand", "level_at_most": 4}, "free": True}),
        steps({"do": "put", "target": {"area": "security", "top": 1}, "to": "hand"}),
        {**steps({"do": "draw"}), "timing": "when", "event": {"happens": "drawn", "which": {"area": "hand"}}},
    ],
)
def test_an_effect_that_asks_nothing_of_hands_and_piles_is_the_same(effect: Mapping[str, Any]) -> None:
    assert not asks_more([effect], surplus(TAMERS, "battle"))


@pytest.mark.parametrize(
    "effect",
    [
        steps({"do": "put", "target": {"area": "hand"}, "to": "trash"}),
        steps({"do": "memory", "amount": {"each": 1, "per": 2, "which": {"area": "security"}}}),
        steps({"do": "reveal", "count": 3, "steps": [], "rest": "deck-bottom"}),
        steps({"do": "put", "target": {"area": "hand", "kind": ["tamer"]}, "to": "trash"}),
        {**steps({"do": "draw"}), "if": {"counts": [{"which": {"area": "security", "top": 1}}]}},
        steps({"do": "a word to come"}),
        steps({"do": "delete", "target": {"number": "RH-01"}}),
        {**steps({"do": "draw"}), "if": {"counts": [{"which": {"area": "deck"}, "at_most": 5}]}},
        {**steps({"do": "draw"}), "cost": [{"do": "put", "target": {"area": "hand"}, "to": "trash"}]},
        {"timing": "continuous", "gives": {"effects": [steps({"do": "put", "target": {"area": "hand"}})]}},
    ],
)
def test_an_effect_that_asks_for_what_there_is_more_of_is_not(effect: Mapping[str, Any]) -> None:
    assert asks_more([steps({"do": "draw"}), effect], surplus(TAMERS))


def test_bystanders_count_where_they_are() -> None:
    any_kind, tamers = ({"do": "delete"}, {"do": "delete", "target": {"kind": ["digimon", "tamer"]}})
    for step in (any_kind, tamers):
        assert asks_more([steps(step)], surplus(TAMERS, "battle"))
        assert not asks_more([steps(step)], surplus(OPTIONS, "trash"))
    play = steps({"do": "play", "target": {"area": "trash"}, "free": True})
    assert asks_more([play], surplus(OPTIONS, "trash"))
    assert not asks_more([play], surplus(TAMERS, "battle"))


@pytest.mark.parametrize(
    ("which", "tamer", "option", "digimon"),
    [
        ({}, True, True, True),
        ({"kind": ["option", "digimon"]}, False, True, True),
        ({"colors": ["red"]}, False, True, False),
        ({"level": 3}, False, False, True),
        ({"level_at_most": 3}, False, False, True),
        ({"dp_at_most": 3000}, False, False, True),
        ({"dp_at_least": 1}, False, False, False),
        ({"cost_at_most": 1}, True, True, True),
        ({"cost_at_least": 2}, False, False, False),
        ({"name_has": "Bystander"}, True, True, True),
        ({"name_has": "mon"}, False, False, False),
        ({"name": "Agumon"}, False, False, False),
        ({"trait": "Dragon"}, False, False, False),
        ({"suspended": True}, False, False, False),
        ({"suspended": False}, True, True, True),
        ({"token": False}, True, True, True),
    ],
)
def test_what_an_effect_speaks_of_may_be_a_bystander(
    which: Mapping[str, Any], tamer: bool, option: bool, digimon: bool
) -> None:
    """Those that cost 1."""
    found = [may_be(which, company.spent[0]) for company in (TAMERS, OPTIONS, DIGIMON)]
    assert found == [tamer, option, digimon]


@pytest.mark.parametrize(
    ("effect", "takes"),
    [
        (steps({"do": "memory", "amount": 1}), False),
        (steps({"do": "draw"}), False),
        ({**steps({"do": "memory"}), "cost": [{"do": "draw"}]}, True),
        (steps({"do": "may", "steps": [{"do": "recovery"}]}), True),
        (steps({"do": "put", "target": {"area": "deck", "top": 1}, "to": "trash"}), True),
        ({**steps({"do": "memory"}), "timing": "when", "event": {"happens": "drawn"}}, True),
    ],
)
def test_an_effect_is_known_that_misses_a_deck(effect: Mapping[str, Any], takes: bool) -> None:
    assert takes_from_decks([effect]) is takes


THIS, OTHER = Card("RH-01", "", {"kind": "digimon"}), Card("RH-02", "", {"kind": "digimon"})
BYSTANDER = TAMERS.spent[0]


def mine(action: str, card: Card | None = None, *under: str) -> PathStep:
    return PathStep(action, 0, card, frozenset(under))


def turn_of(player: int) -> Sequence[PathStep]:
    return [PathStep(name, player) for name in ("unsuspend", "draw", "skip", "end-turn")]


PLAYED: Sequence[PathStep] = (mine("play", THIS), mine("place-played"), mine("pay"))
ON_TOP: Sequence[PathStep] = (*PLAYED, mine("digivolve", OTHER, "RH-01"))
BESIDE: Sequence[PathStep] = (mine("digivolve", THIS), mine("play", BYSTANDER))
ROUND: Sequence[PathStep] = (mine("end-turn"), *turn_of(1), *turn_of(0))
ATTACK: Sequence[PathStep] = (mine("attack-player", THIS), mine("check", BYSTANDER), mine("end-attack", THIS))


INHERITED = {"timing": "when-digivolving", "inherited": True}
GIVEN = {"timing": "continuous", "gives": {"effects": [{"timing": "end-of-turn"}]}}


def when(happens: str, **which: Any) -> dict[str, Any]:
    return {"timing": "when", "event": {"happens": happens, **({"which": which} if which else {})}}


@pytest.mark.parametrize(
    ("effect", "way", "awake"),
    [
        ({"timing": "main"}, [*PLAYED, *ROUND], False),
        ({"timing": "security"}, [*PLAYED, *ROUND], False),
        ({"timing": "security"}, [mine("check", THIS)], True),
        ({"timing": "continuous"}, [*PLAYED, *ROUND], False),
        (GIVEN, [*PLAYED, *ROUND], True),
        ({"timing": "on-play"}, PLAYED, True),
        ({"timing": "on-play"}, [mine("digivolve", THIS), mine("play", OTHER)], False),
        ({"timing": "when-digivolving"}, ON_TOP, False),
        ({"timing": "when-digivolving"}, [mine("play", OTHER), mine("digivolve", THIS, "RH-02")], True),
        (INHERITED, ON_TOP, True),
        (INHERITED, [*PLAYED, mine("digivolve", OTHER, "RH-03")], False),
        ({"timing": "end-of-turn"}, PLAYED, False),
        ({"timing": "end-of-turn"}, [*turn_of(1), *PLAYED], False),
        ({"timing": "end-of-turn"}, [*PLAYED, *ROUND], True),
        ({"timing": "end-of-turn", "turn": "opponent"}, [*PLAYED, mine("end-turn")], False),
        ({"timing": "end-of-turn", "turn": "opponent"}, [*PLAYED, *ROUND], True),
        ({"timing": "start-of-turn", "turn": "me"}, [*PLAYED, mine("end-turn"), *turn_of(1)], False),
        ({"timing": "start-of-turn", "turn": "me"}, [*PLAYED, *ROUND], True),
        ({"timing": "start-of-main-phase"}, [*PLAYED, *ROUND], True),
        (when("unsuspended"), [*PLAYED, *ROUND], True),
        (when("deleted"), [*PLAYED, *ROUND], False),
        (when("deleted", role=""), [*PLAYED, mine("delete")], True),
        (when("played"), [*PLAYED, mine("play", OTHER)], True),
        (when("played"), [mine("digivolve", THIS), mine("play", OTHER)], False),
        (when("played", role=""), [mine("digivolve", THIS), mine("play", OTHER)], True),
        (when("played", role="", kind=["digimon"]), BESIDE, False),
        (when("played", role="", kind=["tamer"]), BESIDE, True),
        ({"timing": "would", "event": {"happens": "played"}}, [*PLAYED, *ROUND], True),
        ({"timing": "when-attacking"}, [*PLAYED, *ROUND], False),
        ({"timing": "when-attacking"}, [*PLAYED, *ATTACK], True),
        ({"timing": "when-attacking"}, [*PLAYED, mine("attack-player", OTHER)], False),
        ({"timing": "when-attacking", "inherited": True}, [*PLAYED, mine("attack", OTHER, "RH-01")], True),
        ({"timing": "end-of-attack"}, [*PLAYED, *ATTACK], True),
        ({"timing": "end-of-attack"}, [*PLAYED, mine("end-attack", OTHER)], False),
        (when("security-checked", role=""), [*PLAYED, *ATTACK], True),
        ({"timing": "continuous"}, [*PLAYED, mine("battle")], True),
        ({"timing": "end-of-turn"}, ROUND, False),
    ],
)
def test_an_effect_is_awake_where_a_step_may_have_brought_it_up(
    effect: Mapping[str, Any], way: Sequence[PathStep], awake: bool
) -> None:
    assert wakes([{"timing": "main"}, effect], "RH-01", {0}, way) is awake


def test_every_step_that_wakes_little_is_one_of_the_model() -> None:
    assert WAKES.keys() <= model.actions.keys()


def card(number: str, level: int, **more: Any) -> Card:
    return Card(number, number, {"kind": "digimon", "level": level, "colors": ["red"], **more})


EGG = Card("RH-00", "RH-00", {"kind": "digi-egg", "level": 2, "colors": ["red"]})
TAMER = Card("RH-05", "RH-05", {"kind": "tamer", "play_cost": 2, "colors": ["red"]})
OPTION = Card("RH-04", "RH-04", {"kind": "option", "play_cost": 2, "colors": ["red"]})


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"battle": [{"cards": ["RH-01"]}]}, ""),
        ({"battle": [{"cards": ["RH-02", "RH-01"]}]}, ""),
        ({"battle": [{"cards": ["RH-01", "RH-00"]}], "breeding": {"cards": ["RH-00"]}}, "nothing printed"),
        ({"battle": [{"cards": ["RH-02"]}]}, "cannot be played"),
        ({"battle": [{"cards": ["RH-04"]}]}, "an Option lies"),
        ({"battle": [{"cards": ["RH-05"]}, {"cards": ["RH-01"], "suspended": True}]}, ""),
        ({"battle": [{"cards": ["RH-05"], "suspended": True}]}, "a Tamer is suspended"),
        ({"breeding": {"cards": ["RH-01"]}}, "was not hatched"),
        ({"hand": ["RH-00"]}, "a Digi-Egg lies in a hand"),
        ({"egg_deck": ["RH-00"]}, ""),
        ({"breeding": {"cards": ["RH-00"], "suspended": True}}, "suspended in the breeding area"),
        ({"breeding": {"cards": ["RH-00"]}}, ""),
    ],
)
def test_a_stack_grows_from_what_can_be_played_or_hatched(given: Mapping[str, Any], reason: str) -> None:
    asked = [{"level": 3, "color": "red", "cost": 2}]
    cards = {
        one.number: one
        for one in (EGG, OPTION, TAMER, card("RH-01", 3, play_cost=3), card("RH-02", 4, digivolve=asked))
    }
    why = why_not(cards, seats({"players": [{}, given]}, cards))
    assert reason in why
    assert bool(why) is bool(reason)


def test_what_lies_on_another_card_has_a_requirement_for_it() -> None:
    low, high = card("RH-01", 3), card("RH-02", 5)
    fitting = card("RH-03", 4, digivolve=[{"level": 3, "color": "red", "cost": 2}])
    cards = {one.number: one for one in (low, high, fitting)}
    stacks = [{"cards": ["RH-02", "RH-03", "RH-01"]}, {"cards": ["RH-03"]}]

    def made(**more: Any) -> Mapping[str, Card]:
        position = {"players": [{"battle": stacks, **more}, {}]}
        return with_requirements(cards, seats(position, cards))

    assert made()["RH-02"].facts["digivolve"] == [{"level": 4, "color": "red", "cost": 0}]
    assert made()["RH-01"] is low, "it lies on nothing"
    assert made()["RH-03"] is fitting, "it has one"
    assert number_of(made()["RH-02"]) == number_of(high)
    for pile in ("hand", "deck", "security"):
        assert made(**{pile: ["RH-02"]})["RH-02"] is high, "it could be digivolved into"
