"""What positions ask for that play without effects cannot bring about."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.leading.wanted_position import seats
from rulehound.spec.formats import Card

CARDS = {"A": Card("RH-00", "A", {"kind": "digimon", "level": 3})}


def position(turn: int, **stack: Any) -> dict[str, Any]:
    return {"turn": turn, "players": [{"battle": [{"cards": ["A"], **stack}]}, {}]}


def test_a_stack_that_came_into_play_this_turn_is_wanted_of_the_turn_player() -> None:
    mine, other = seats(position(0, played_this_turn=True), CARDS)
    assert [stack.played_this_turn for stack in mine.battle] == [True]
    assert other.battle == ()


def test_only_effects_bring_something_into_play_in_the_opponents_turn() -> None:
    with pytest.raises(ValueError, match="comes into play in the opponent's turn"):
        seats(position(1, played_this_turn=True), CARDS)
    mine, _ = seats(position(1), CARDS)
    assert [stack.played_this_turn for stack in mine.battle] == [False]


def test_what_else_is_given_on_the_field_and_a_trash_are_told() -> None:
    with pytest.raises(ValueError, match="something on the field is given dp_change"):
        seats(position(0, dp_change=1000), CARDS)
    with pytest.raises(ValueError, match="cards lie in the trash"):
        seats({"players": [{"trash": ["A"]}, {}]}, CARDS)
