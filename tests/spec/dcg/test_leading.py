"""What engines are led past: effects that may make a difference there, and cards that nothing lets lie so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rulehound.spec.dcg.leading.effects import WAKES, Step, asks_more, wakes
from rulehound.spec.dcg.leading.growing import can_grow, with_requirements
from rulehound.spec.dcg.leading.seats import seats
from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.reading.cards import number_of
from rulehound.spec.formats import Card

MINE = {"kind": ["digimon"]}


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
    ],
)
def test_an_effect_that_asks_nothing_of_hands_and_piles_is_the_same(effect: Mapping[str, Any]) -> None:
    assert not asks_more([effect], played=True, trashed=True)


@pytest.mark.parametrize(
    "effect",
    [
        steps({"do": "put", "target": {"area": "hand"}, "to": "trash"}),
        steps({"do": "memory", "amount": {"each": 1, "per": 2, "which": {"area": "security"}}}),
        steps({"do": "reveal", "count": 3, "steps": [], "rest": "deck-bottom"}),
        steps({"do": "digivolve", "target": MINE, "into": {"area": "trash"}}),
        steps({"do": "a word to come"}),
        steps({"do": "delete", "target": {"number": "RH-01"}}),
        {**steps({"do": "draw"}), "if": {"counts": [{"which": {"area": "deck"}, "at_most": 5}]}},
        {**steps({"do": "draw"}), "cost": [{"do": "put", "target": {"area": "hand"}, "to": "trash"}]},
        {"timing": "continuous", "gives": {"effects": [steps({"do": "put", "target": {"area": "hand"}})]}},
    ],
)
def test_an_effect_that_asks_for_what_there_is_more_of_is_not(effect: Mapping[str, Any]) -> None:
    assert asks_more([steps({"do": "draw"}), effect], played=False, trashed=False)


def test_tamers_and_a_trash_beyond_the_position_count_where_they_are_there() -> None:
    any_kind, tamers = ({"do": "delete"}, {"do": "delete", "target": {"kind": ["digimon", "tamer"]}})
    for step in (any_kind, tamers):
        assert asks_more([steps(step)], played=True, trashed=False)
        assert not asks_more([steps(step)], played=False, trashed=True)
    play = steps({"do": "play", "target": {"area": "trash"}, "free": True})
    assert asks_more([play], played=False, trashed=True)
    assert not asks_more([play], played=True, trashed=False)


THIS, OTHER = 5, 6
PLAYED: Sequence[Step] = (("play", THIS), ("place-played", None), ("pay", None))
TURN: Sequence[Step] = (("end-turn", None), ("unsuspend", None), ("draw", None), ("skip", None))


@pytest.mark.parametrize(
    ("effect", "way", "awake"),
    [
        ({"timing": "main"}, [*PLAYED, *TURN], False),
        ({"timing": "security"}, [*PLAYED, *TURN], False),
        ({"timing": "continuous"}, [*PLAYED, *TURN], False),
        ({"timing": "on-play"}, PLAYED, True),
        ({"timing": "on-play"}, [("digivolve", THIS), ("play", OTHER), ("place-played", None)], False),
        ({"timing": "when-digivolving"}, [("play", THIS), ("digivolve", OTHER)], False),
        ({"timing": "when-digivolving"}, [("play", OTHER), ("digivolve", THIS)], True),
        ({"timing": "when-digivolving", "inherited": True}, [("play", THIS), ("digivolve", OTHER)], True),
        ({"timing": "end-of-turn"}, PLAYED, False),
        ({"timing": "end-of-turn"}, [*TURN, *PLAYED], False),
        ({"timing": "end-of-turn"}, [*PLAYED, *TURN], True),
        ({"timing": "when", "event": {"happens": "unsuspended"}}, [*PLAYED, *TURN], True),
        ({"timing": "when", "event": {"happens": "deleted"}}, [*PLAYED, *TURN], False),
        ({"timing": "would", "event": {"happens": "played"}}, [*PLAYED, *TURN], True),
        ({"timing": "when-attacking"}, [*PLAYED, *TURN], False),
        ({"timing": "when-attacking"}, [*PLAYED, *TURN, ("attack-player", None)], True),
        ({"timing": "continuous"}, [*PLAYED, ("check", OTHER)], True),
        ({"timing": "end-of-turn"}, TURN, False),
    ],
)
def test_an_effect_is_awake_where_a_step_may_have_brought_it_up(
    effect: Mapping[str, Any], way: Sequence[Step], awake: bool
) -> None:
    assert wakes([{"timing": "main"}, effect], THIS, way) is awake


def test_every_step_that_wakes_little_is_one_of_the_model() -> None:
    assert WAKES.keys() <= model.actions.keys()


def card(number: str, level: int, **more: Any) -> Card:
    return Card(number, number, {"kind": "digimon", "level": level, "colors": ["red"], **more})


EGG = Card("RH-00", "RH-00", {"kind": "digi-egg", "level": 2, "colors": ["red"]})
OPTION = Card("RH-04", "RH-04", {"kind": "option", "play_cost": 2, "colors": ["red"]})


@pytest.mark.parametrize(
    ("given", "grows"),
    [
        ({"battle": [{"cards": ["RH-01"]}]}, True),
        ({"battle": [{"cards": ["RH-02", "RH-01"]}]}, True),
        ({"battle": [{"cards": ["RH-01", "RH-00"]}], "breeding": {"cards": ["RH-00"]}}, False),
        ({"battle": [{"cards": ["RH-02"]}]}, False),
        ({"battle": [{"cards": ["RH-04"]}]}, False),
        ({"breeding": {"cards": ["RH-01"]}}, False),
        ({"breeding": {"cards": ["RH-00"]}}, True),
    ],
    ids=["played", "digivolved", "no requirement", "no cost", "an Option", "not hatched", "hatched"],
)
def test_a_stack_grows_from_what_can_be_played_or_hatched(given: Mapping[str, Any], grows: bool) -> None:
    asked = [{"level": 3, "color": "red", "cost": 2}]
    cards = {
        one.number: one
        for one in (EGG, OPTION, card("RH-01", 3, play_cost=3), card("RH-02", 4, digivolve=asked))
    }
    assert can_grow(cards, seats({"players": [{}, given]}, cards)) is grows


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
