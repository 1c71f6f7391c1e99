"""Small models for searches, with the room that they need."""

from __future__ import annotations

import dataclasses
from typing import Any

from rulehound.checker.model.search import Counterexample
from rulehound.spec.language import By, Configuration, Interpreter, Model, State, negate, require
from rulehound_testing.made_up_model import Board, Piece


def replayed(interpreter: Interpreter, found: Counterexample) -> State:
    """The last state of a counterexample whose every step the interpreter takes too."""
    state = found.start
    assert state == interpreter.initial()
    for name, parameters, after in found.steps:
        action = interpreter.model.actions[name]
        assert not interpreter.failed_guards(state, action, parameters)
        assert interpreter.apply(state, action, parameters) == after
        state = after
    return state


def counter(limit: int = 100, by: By = By.PLAYER) -> Model:
    """A counter that goes up by one, and is over nowhere."""
    model = Model("counter", Board, round_field="turn", over=lambda s: s.score == 1000)
    model.initial(lambda _: None)

    @model.action("up", by)
    def up(s: Board) -> None:
        require(s.score < limit, "limit")
        s.score += 1

    return model


def bounded(high: int, **changed: Any) -> Configuration:
    """Room for a score up to there."""
    room = {"Board.score": (0, high), "Side.coins": (0, 3), "Piece.size": (0, 3)}
    return dataclasses.replace(Configuration("bounded", "", room, {"Side.pieces": 1}, settings={}), **changed)


def wide(words: int) -> tuple[Model, Configuration]:
    """Counters side by side that all go up together: states of so many words, in which each bit matters."""
    model = Model("wide", Board, round_field="turn", over=lambda s: s.score == 99)
    model.initial(lambda _: None)

    @model.action("up")
    def up(s: Board) -> None:
        s.score += 1

    @model.action("coin")
    def coin(s: Board) -> None:
        s.me.coins += 1

    @model.action("turn")
    def turn(s: Board) -> None:
        s.turn = negate(s.turn)

    @model.action("grow")
    def grow(s: Board) -> None:
        s.me.pieces.add(Piece(size=1))

    room = {
        "Board.score": (0, 9),
        "Side.coins": (-(1 << 30), 3) if words > 1 else (0, 3),
        "Piece.size": (0, (1 << 30) - 1 if words > 1 else 1),
    }
    slots = 3 * words if words > 1 else 3
    return model, Configuration("wide", "", room, {"Side.pieces": slots}, settings={})
