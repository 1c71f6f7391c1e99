"""States of a model as people read them."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.checker.model.state_lines import described, phrase, state_changes, state_lines
from rulehound_testing.made_up_model import model_with

PIECE = {"size": 2, "tired": True, "colours": []}


@pytest.mark.parametrize(
    ("state", "lines"),
    [
        ({}, ["all zero, false and empty"]),
        ({"memory": 0, "late": False, "hand": []}, ["all zero, false and empty"]),
        ({"memory": 3, "late": True, "stage": "first"}, ["memory 3, late, stage first"]),
        ({"memory": -1, "me.life_points": 4, "other.life_points": 0}, ["memory -1", "me: life points 4"]),
        (
            {"me.coins": 1, "me.pieces": [PIECE, {"size": 0, "tired": False, "colours": []}]},
            ["me: coins 1", "  pieces: (size 2, tired)", "  pieces: (nothing)"],
        ),
        ({"me.pieces": [PIECE]}, ["me: nothing else", "  pieces: (size 2, tired)"]),
        ({"pieces": [PIECE]}, ["pieces: (size 2, tired)"]),
        ({"me.coins": 1, "memory": 2}, ["memory 2", "me: coins 1"]),
    ],
)
def test_lines_of_a_state(state: dict[str, Any], lines: list[str]) -> None:
    assert state_lines(state) == lines


def test_the_lines_of_a_state_of_a_model() -> None:
    model = model_with(lambda s: None)
    state = model.as_dict(model.from_dict({"stage": "SECOND", "me.coins": 3}))
    assert state_lines(state) == [f"stage {state['stage']}", "me: coins 3"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (3, "3"),
        ("second", "second"),
        ({}, "(nothing)"),
        ({"size": 0}, "(nothing)"),
        ([], ""),
        (["red", "blue"], "red + blue"),
        ([PIECE, {}], "(size 2, tired) + (nothing)"),
        ({"top": PIECE}, "(top (size 2, tired))"),
    ],
)
def test_values(value: Any, words: str) -> None:
    assert described(value) == words


def test_a_field_with_its_value() -> None:
    assert phrase("life_points", 3) == "life points 3"
    assert phrase("tired", True) == "tired"
    assert phrase("tired", False) == "tired False"
    assert phrase("size", 1) == "size 1"


def test_changes_are_told_field_by_field() -> None:
    before = {"memory": 3, "hand": ["red"], "late": False, "turn": 1}
    after = {"memory": 0, "hand": [], "late": True, "turn": 1}
    assert state_changes(before, after) == ["memory: 3 → 0", "hand: red → empty", "late: False → True"]
    assert state_changes(before, before) == []
