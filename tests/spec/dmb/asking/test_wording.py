"""Conditions and happenings in a player's words."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.asking import FieldChange
from rulehound.spec.dmb.asking import asking
from rulehound.spec.dmb.asking.wording import WAITING, condition, ending, happenings, in_effect
from rulehound.spec.dmb.model import Stage, model
from rulehound.spec.dmb.reading.cards import number_of

CARD = {"number": number_of("Ash"), "circle": 300}
ASH = {"top": CARD, "hp": 500, "abnormal": False}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (FieldChange("me.active", ASH, "abnormal", True, False), "Ash were not abnormal"),
        (FieldChange("me.active", ASH, "", None, None), "Ash were not active"),
        (FieldChange("opponent.active", None, "", [ASH], []), "the opponent's active zone were empty"),
        (FieldChange("me.dp", None, "", 10, 20, True), "your DP Zone came up to 20 or more"),
        (FieldChange("me.hand", None, "", 0, 2, False), "your hand held 2"),
        (FieldChange("opponent.deck", None, "", 3, 2, True), "the opponent's deck held 2 or less"),
        (FieldChange("me.chosen", None, "", "circle", "none"), "you had not chosen yet"),
        (FieldChange("opponent.chosen", None, "", "none", "cross"), "the opponent had chosen Cross"),
        (FieldChange("stage", None, "", "rack", "evolve"), "it were time to evolve"),
        (FieldChange("stage", None, "", "rack", "partner"), "a Partner had just been placed"),
        (FieldChange("stage", None, "", "rack", "support-theirs"), ""),
        (FieldChange("racked", None, "", 1, 0), "you had put 0 into the DP Zone this turn"),
        (FieldChange("", CARD, "cost", 30, 10, True), "the cost of Ash were 10 or less"),
        (FieldChange("", CARD, "level", "r", "c"), "Ash were level C"),
        (FieldChange("", CARD, "kind", "option", "evolution"), "Ash were a card of the kind evolution"),
        (FieldChange("", CARD, "support", False, True), "Ash could support"),
        (FieldChange("", CARD, "types", ["first"], ["second"]), ""),
    ],
)
def test_a_condition_in_words(change: FieldChange, words: str) -> None:
    assert condition(change, 0, {}) == words


def test_the_turn_player_is_the_opponent_in_the_turn_of_the_opponent() -> None:
    change = FieldChange("me.dp", None, "", 10, 20)
    assert condition(change, 1, {}) == "the opponent's DP Zone came up to 20"
    assert condition(FieldChange("racked", None, "", 1, 0), 1, {}) == ""


def states(before: dict[str, Any], after: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two readable states of the model with these fields."""
    one, other = (model.as_dict(model.from_dict(values)) for values in (before, after))
    return one, other


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({"me.hand": 2}, {"me.hand": 1, "me.trash": 1}, ["your hand 2 → 1", "your trash 0 → 1"]),
        ({"opponent.dp": 30}, {}, ["the opponent's DP 30 → 0"]),
        ({}, {"me.chosen": 1}, ["you have chosen Circle, secretly"]),
        ({}, {"opponent.chosen": 3}, ["the opponent has chosen Cross, secretly"]),
        ({"me.chosen": 1}, {"me.chosen": 1, "me.shown": 1}, ["your attack is shown: Circle"]),
        ({}, {"me.face_down": True}, ["your support lies there face down"]),
        ({}, {"opponent.voided": True}, ["the opponent's support is void"]),
        ({"me.ko_points": 2}, {"me.ko_points": 4, "winner": 1}, ["your KO points 2 → 4", "you win"]),
        ({}, {"winner": 2}, ["the opponent wins"]),
        ({}, {"winner": 3}, ["both players have the points at once"]),
        ({}, {"second_players_turn": True}, ["it is the opponent's turn"]),
    ],
)
def test_happenings_in_words(before: dict[str, Any], after: dict[str, Any], words: list[str]) -> None:
    assert happenings(*states(before, after), 0, {}) == words


def test_what_becomes_of_a_digimon() -> None:
    whole, empty = states({}, {})
    hurt = {**ASH, "hp": 200}
    burn = {"top": {"number": number_of("Burn"), "circle": 0}, "hp": 900, "abnormal": False}
    told = [
        happenings({**whole, "me.active": old}, {**empty, "me.active": new}, 0, {})
        for old, new in (
            ([ASH], [hurt]),
            ([ASH], []),
            ([{**ASH, "partners": 1}], []),
            ([], [ASH]),
            ([ASH], [burn]),
        )
    ]
    assert told == [
        ["your Ash: 500 HP → 200 HP"],
        ["your Ash leaves the active zone"],
        ["your Ash leaves the active zone", "your Partner goes back to the deck, which is shuffled"],
        ["Ash enters your active zone"],
        ["your Ash becomes Burn", "your Burn: 500 HP → 900 HP"],
    ]


def test_every_stage_at_which_somebody_decides_is_waited_at() -> None:
    names = {stage.name.lower().replace("_", "-") for stage in Stage}
    assert set(WAITING) <= names
    for name in WAITING:
        mine, theirs = (asking.waiting({"stage": name}, turn) for turn in (0, 1))
        assert "{" not in mine + theirs
    assert asking.waiting({"stage": "evolve"}, 1) == "the opponent may evolve"
    assert asking.waiting({"stage": "support-theirs"}, 0) == "the opponent may support"
    assert asking.waiting({"stage": "over"}, 0) == "the game is over"


def test_a_support_that_is_void_has_no_effect() -> None:
    shown = {"stage": "resolve-mine", "me.support": CARD, "me.voided": False}
    assert in_effect(shown)
    assert not in_effect({**shown, "me.voided": True})
    assert not in_effect({**shown, "me.support": {"number": 0}})
    assert not in_effect({**shown, "stage": "battle"})


@pytest.mark.parametrize(
    ("observation", "says", "rule"),
    [
        ({"winner": "both"}, "both players have reached the KO points", "ko.win"),
        ({"winner": 0, "mine": {"ko_points": 4}}, "you win by KO points", "ko.win"),
        ({"winner": 1, "theirs": {"ko_points": 4}, "turn": 1}, "the opponent wins by KO points", "ko.win"),
        (
            {"winner": 1, "theirs": {"ko_points": 2}},
            "the opponent wins, since you had no Digimon to place",
            "prep.loss",
        ),
    ],
)
def test_how_a_game_has_ended(observation: dict[str, Any], says: str, rule: str) -> None:
    seats = [observation.pop("mine", {}), observation.pop("theirs", {})]
    told = ending({"turn": 0, "players": seats, **observation})
    assert told is not None
    assert (told.says, told.rule) == (says, rule)


def test_a_game_that_goes_on_has_not_ended() -> None:
    assert ending({"turn": 0, "players": [{}, {}], "winner": None}) is None
