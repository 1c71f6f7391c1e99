"""A made-up model with a field of every kind, to try the language on."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

from rulehound.spec.language import (
    Interpreter,
    Member,
    Model,
    Record,
    State,
    TracedAction,
    TracingError,
    bag_field,
    choice_field,
    flag_field,
    number_field,
    part_field,
    subset_field,
)


class Stage(IntEnum):
    """A choice of three."""

    FIRST = 0
    SECOND = 1
    THIRD = 2


class Piece(Record):
    """What stands in a bag."""

    size = number_field()
    tired = flag_field()
    colours = subset_field("red", "blue")


class Side(Record):
    """A part of the state."""

    coins = number_field()
    pieces = bag_field(Piece)


class Board(Record):
    """The state."""

    stage = choice_field(Stage)
    turn = flag_field()
    score = number_field()
    colours = subset_field("red", "blue")
    me = part_field(Side)
    other = part_field(Side)


MINE, THEIRS = Member("me.pieces"), Member("other.pieces")


def model_with(
    function: Callable[..., None], start: Callable[[Any], None] = lambda _: None, **parameters: Any
) -> Model:
    """A model whose one action, `act`, is this function."""
    model = Model("made-up", Board, round_field="turn", over=lambda s: s.score == 100)
    model.initial(start)
    model.action("act", **parameters)(function)
    return model


def traced(function: Callable[..., None], **parameters: Any) -> TracedAction:
    """The function as a traced action."""
    return model_with(function, **parameters).actions["act"]


def piece(size: int = 0, tired: bool = False, colours: int = 0) -> tuple[int, bool, int]:
    """A concrete piece."""
    return (size, tired, colours)


def after(
    function: Callable[..., None],
    before: dict[str, Any],
    chosen: dict[str, Any] | None = None,
    **parameters: Any,
) -> dict[str, Any]:
    """The state after the action, as people read it. `before` gives bags as concrete pieces."""
    model = model_with(function, **parameters)
    bags = {path: tuple(sorted(value)) for path, value in before.items() if path.endswith("pieces")}
    rest = model.from_dict({path: value for path, value in before.items() if path not in bags})
    state: State = tuple(bags.get(path, value) for path, value in zip(model.paths, rest, strict=True))
    interpreter = Interpreter(model, {})
    reached = interpreter.apply(state, model.actions["act"], chosen or {})
    return dict(zip(model.paths, reached, strict=True))


def assert_refused(function: Callable[..., Any], what: str, remedy: str, **parameters: Any) -> None:
    """Tracing the function fails; the message names a line of the function, what is wrong and what to do."""
    with pytest.raises(TracingError) as caught:
        traced(function, **parameters)
    place, _, message = str(caught.value).partition(": ")
    said, _, advised = message.partition("; ")
    lines, first = inspect.getsourcelines(function)
    name, _, number = place.rpartition(":")
    assert name == Path(inspect.getsourcefile(function) or "").name
    assert first <= int(number) < first + len(lines)
    assert what in said
    assert remedy in advised
