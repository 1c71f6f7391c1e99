"""Conditions and happenings in a player's words."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.asking import FieldChange
from rulehound.spec.dcg.asking import asking
from rulehound.spec.dcg.asking.wording import WAITING, condition, ending, happenings
from rulehound.spec.dcg.model import Stage, model
from rulehound.spec.dcg.reading.cards import number_of
from rulehound.spec.formats import Card

ASH = Card("A", "Ash", {"kind": "digimon"})
TOP = {"top": {"number": number_of(ASH)}}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (FieldChange("me.battle", TOP, "suspended", True, False), "Ash were not suspended"),
        (FieldChange("me.battle", TOP, "gained", [], ["rush"]), "Ash had rush"),
        (FieldChange("me.battle", TOP, "top.colours", ["red"], []), "Ash were not red"),
        (FieldChange("me.battle", TOP, "top.level", 2, 3, True), "Ash were level 3 or more"),
        (FieldChange("me.battle", TOP, "top.level", 2, 3, False), "Ash were level 3"),
        (FieldChange("me.battle", TOP, "kept", True, False), ""),
        (FieldChange("me.battle", TOP, "", None, None), "Ash were not in your battle area"),
        (FieldChange("opponent.breeding", None, "", [TOP], []), "the opponent's breeding area were empty"),
        (FieldChange("memory", None, "", 1, 5, True), "the memory counter stood at 5 or more on your side"),
        (FieldChange("memory", None, "", 1, -3, True), "stood at 3 or more on the opponent's side"),
        (FieldChange("me.hand", None, "", 0, 1, True), "your hand held 1 or more"),
        (FieldChange("shown", {"card": TOP["top"], "cost": 3}, "cost", 3, 0), ""),
        (FieldChange("stage", None, "", "breeding", "main"), "it were the main phase"),
        (FieldChange("stage", None, "", "main", "effect"), ""),
    ],
)
def test_conditions(change: FieldChange, words: str) -> None:
    said = condition(change, 0, {"A": ASH})
    assert said.endswith(words)
    assert bool(said) == bool(words)


def test_in_the_opponents_turn_the_sides_are_the_other_way_round() -> None:
    change = FieldChange("me.hand", None, "", 0, 1, True)
    assert condition(change, 1, {}) == "the opponent's hand held 1 or more"


def changed(values: dict[str, Any], turn: int = 0) -> list[str]:
    """What is said where a state of nothing becomes this one."""
    nothing = model.as_dict(model.from_dict({}))
    return list(happenings(nothing, model.as_dict(model.from_dict(values)), turn, {"A": ASH}))


def test_happenings_are_told_of_players_and_not_of_sides() -> None:
    counter, hand = "memory 0 \u2192 2 (the opponent)", "your hand 0 \u2192 1"
    assert changed({"me.hand": 1, "memory": -2}) == [counter, hand]
    assert changed({"me.hand": 1}, turn=1) == ["the opponent's hand 0 \u2192 1"]
    assert changed({"me.hand": 1, "second_players_turn": True}) == [
        "the opponent's hand 0 \u2192 1",
        "it is the opponent's turn",
    ]
    assert changed({"winner": "turn-player"}) == ["you win"]
    assert changed({"winner": "turn-player"}, turn=1) == ["the opponent wins"]


def test_every_stage_at_which_the_model_waits_has_words() -> None:
    stages = {stage.name.lower().replace("_", "-") for stage in Stage}
    assert set(WAITING) <= stages
    assert asking.waiting({"stage": "main"}, 0) == "you decide in your main phase"
    assert asking.waiting({"stage": "main"}, 1) == "the opponent decides in their main phase"
    assert asking.waiting({"stage": "block"}, 0) == "the opponent may block"
    assert asking.waiting({"stage": "over"}, 0) == "the game is over"


@pytest.mark.parametrize(
    ("winner", "ended_by", "words", "rule"),
    [
        (0, "attack", "you win by an attack on a player without security", "game.win-attack"),
        (1, "deck-out", "the opponent wins since you had no card to draw", "game.deck-out"),
        (0, "deck-out", "you win since the opponent had no card to draw", "game.deck-out"),
        (None, "endless-loop", "nobody wins since the effects of cards would go on for ever", "game.endless"),
    ],
)
def test_an_end_says_who_wins_and_by_which_rule(
    winner: int | None, ended_by: str, words: str, rule: str
) -> None:
    assert ending({"winner": winner, "ended_by": ended_by}) == (words, rule)


def test_a_game_that_goes_on_has_no_end() -> None:
    assert ending({"winner": None, "ended_by": None}) is None
    assert ending({}) is None
