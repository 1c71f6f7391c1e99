"""Labels of states: what is not nothing, what differs, and the stage as headline."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.checker.model.graph.labels import change_words, headline, short, state_words
from rulehound.spec.language import State
from rulehound_testing.made_up_model import model_with
from rulehound_testing.toy.game import model as heap

MODEL = model_with(lambda s: None)
NOTHING = MODEL.from_dict({})


def state(**fields: Any) -> State:
    return MODEL.from_dict({name.replace("__", "."): value for name, value in fields.items()})


def piece(size: int = 0, tired: bool = False) -> dict[str, Any]:
    return {"size": size, "tired": tired, "colours": []}


def test_the_headline_is_the_first_field_with_names() -> None:
    first, third = (MODEL.as_dict(state(stage=stage))["stage"] for stage in ("FIRST", "THIRD"))
    assert headline(MODEL, NOTHING) == first
    assert headline(MODEL, state(stage="THIRD", score=7)) == third != first


def test_a_model_without_named_values_has_no_headline() -> None:
    assert headline(heap, heap.from_dict({"count": 3})) == ""


def test_what_is_zero_false_or_empty_is_left_out() -> None:
    assert state_words(MODEL, NOTHING) == []
    words = state_words(MODEL, state(score=3, turn=True, me__coins=2, me__pieces=[piece(1), piece(2)]))
    assert words == ["turn", "score 3", "me.coins 2", "me.pieces: 2"]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({"turn": True}, {"turn": False}, ["not turn"]),
        ({"score": 3}, {"score": 0}, ["score 0"]),
        ({"me__pieces": [piece(1)]}, {"me__pieces": []}, ["me.pieces: 0"]),
        ({"me__pieces": [piece(1)]}, {"me__pieces": [piece(1), piece(1)]}, ["me.pieces: 2"]),
        ({"me__pieces": [piece(1)]}, {"me__pieces": [piece(1, True)]}, ["me.pieces: tired"]),
        ({"me__pieces": [piece(1, True)]}, {"me__pieces": [piece(1)]}, ["me.pieces: not tired"]),
        (
            {"me__pieces": [piece(1), piece(5)]},
            {"me__pieces": [piece(2), piece(5)]},
            ["me.pieces: size 2"],
        ),
        (
            {"me__pieces": [piece(1), piece(3)]},
            {"me__pieces": [piece(1), piece(4)]},
            ["me.pieces: size 4"],
        ),
        ({"score": 1, "turn": True}, {"score": 1, "turn": True}, []),
    ],
)
def test_what_a_step_changes(before: dict[str, Any], after: dict[str, Any], words: list[str]) -> None:
    assert change_words(MODEL, state(**before), state(**after)) == words


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, 0),
        ("none", "none"),
        ({"size": 0, "tired": False, "top": "none", "under": []}, {}),
        ({"size": 1, "top": {"cost": 0, "dp": 3}}, {"size": 1, "top": {"dp": 3}}),
        ([{"size": 0}, {"size": 1}], [{}, {"size": 1}]),
    ],
)
def test_values_without_what_says_nothing(value: Any, shown: Any) -> None:
    assert short(value) == shown
