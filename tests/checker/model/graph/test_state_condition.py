"""Conditions on states as a person writes them."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.model.graph import state_condition
from rulehound.spec.language import (
    Configuration,
    Model,
    Record,
    bag_field,
    choice_field,
    flag_field,
    number_field,
    part_field,
    pile_field,
    subset_field,
    value_field,
)


class Stage(IntEnum):
    """Stages of a game."""

    BEGIN = 0
    MAIN_PHASE = 1
    END = 2


class Tile(Record):
    """A tile with a number."""

    number = number_field()
    round = flag_field()


class Side(Record):
    """What a player has."""

    hand = bag_field(Tile)


class Board(Record):
    """Everything."""

    stage = choice_field(Stage)
    then = choice_field(Stage)
    late = flag_field()
    score = number_field()
    me = part_field(Side)
    heap = pile_field(Tile)
    shown = value_field(Tile)
    colours = subset_field("red", "blue", "green")


MODEL = Model("board", Board, round_field="late", over=lambda s: s.score >= 10)
MODEL.sometimes("late.score")(lambda s: s.score >= 5)
CONFIGURATION = Configuration("board", "a board", {})


def meets(text: str, **fields: Any) -> bool:
    """Whether a state with these fields (`me__hand` for me.hand) meets a condition."""
    state = MODEL.from_dict({name.replace("__", "."): value for name, value in fields.items()})
    return state_condition(text, MODEL, {}, CONFIGURATION)(state)


@pytest.mark.parametrize(
    ("text", "yes", "no"),
    [
        ("stage=main-phase", {"stage": "main-phase"}, {"stage": "end"}),
        ("stage!=main-phase", {"stage": "end"}, {"stage": "main-phase"}),
        ("main-phase", {"stage": "main-phase"}, {"then": "main-phase"}),
        ("stage>=1", {"stage": "end"}, {"stage": "begin"}),
        ("then=begin", {"stage": "end"}, {"then": "end"}),
        ("late=yes", {"late": True}, {}),
        ("late=false", {}, {"late": True}),
        ("late=1", {"late": True}, {}),
        ("score=-3", {"score": -3}, {"score": 3}),
        (" score <= 2 , late = no ", {"score": 2}, {"score": 2, "late": True}),
        ("score>2,score<4", {"score": 3}, {"score": 4}),
        ("me.hand=2", {"me__hand": [{"number": 1}, {"number": 1}]}, {"me__hand": [{"number": 2}]}),
        ("heap>0", {"heap": [{"number": 1}]}, {}),
        ("shown.number=4", {"shown": {"number": 4}}, {"score": 4}),
        ("shown.round=yes", {"shown": {"number": 4, "round": True}}, {"shown": {"number": 4}}),
        ("colours=2", {"colours": ["red", "green"]}, {"colours": ["green"]}),
        ("late.score", {"score": 5}, {"score": 4}),
        ("over", {"score": 10}, {"score": 9}),
        ("over, end", {"score": 10, "stage": "end"}, {"score": 10}),
    ],
)
def test_conditions(text: str, yes: dict[str, Any], no: dict[str, Any]) -> None:
    assert meets(text, **yes)
    assert not meets(text, **no)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "--to : nothing is no condition; write FIELD=VALUE"),
        ("stage=end,", "--to stage=end,: nothing is no condition; "),
        ("stage==end", "stage==end is no condition; "),
        ("stage=", "stage= is no condition; "),
        ("=end", "=end is no condition; "),
        ("a b", "a b is no condition; "),
        (
            "size=1",
            "a state has no field size; use one of stage, then, late, score, me.hand, heap, shown.number",
        ),
        ("shown=1", "a state has no field shown; "),
        ("stage=middle", "stage is never middle; use one of begin, main-phase, end"),
        ("score=many", "score is never many; compare it with a number"),
        ("score=1.5", "score is never 1.5; "),
        ("late=maybe", "late is never maybe; use one of yes, true, no, false"),
        ("middle", "middle names no property and no value of states; write FIELD=VALUE"),
        ("yes", "yes names no property and no value of states; "),
    ],
)
def test_what_is_no_condition(text: str, says: str) -> None:
    with pytest.raises(UserError) as error:
        state_condition(text, MODEL, {}, CONFIGURATION)
    assert says in str(error.value)
    assert str(error.value).startswith(f"--to {text}: ")
