"""An engine in a fork of this process, used as if it were here; faults planted here later are not there."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from rulehound.checker.engines import EngineError, Misbehaviour
from rulehound.extract.processes.confinement import end_with
from rulehound.spec.formats import (
    Action,
    Adapter,
    Card,
    Deck,
    Effect,
    Handshake,
    Observation,
    Position,
    Quote,
    Reason,
    Refused,
    Setup,
    Value,
)


class ForkedEngine:
    """An engine that was opened in a fork of this process. It ends with the process that made it.

    A fork that ends before it answers raises EngineError, as an engine does that ends.
    """

    def __init__(self, opened: Callable[[], Adapter]) -> None:
        self._messages, theirs = Pipe()
        parent = os.getpid()
        self._number = os.fork()
        if self._number == 0:
            self._messages.close()
            _serve(opened, parent, theirs)
        theirs.close()

    def handshake(self) -> Handshake:
        """As the engine does, like all below."""
        greeting: Handshake = self._ask("handshake")
        return greeting

    def new_game(self, setup: Setup) -> Observation:
        return self._observation("new_game", setup)

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        return self._observation("position", list(cards), position, edition)

    def observe(self, player: int | None = None) -> Observation:
        return self._observation("observe", *(() if player is None else (player,)))

    def legal_actions(self) -> list[Action]:
        actions: list[Action] = self._ask("legal_actions")
        return actions

    def apply(self, action: Action) -> Observation:
        return self._observation("apply", action)

    def effect(self, effect: Effect) -> Observation:
        return self._observation("effect", effect)

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        reasons: tuple[Reason, ...] = self._ask("validate_deck", list(cards), deck, edition)
        return reasons

    def quote(self, action: Action) -> Quote:
        quote: Quote = self._ask("quote", action)
        return quote

    def save(self) -> Value:
        return self._ask("save")

    def restore(self, token: Value) -> Observation:
        return self._observation("restore", token)

    def close(self) -> None:
        """It stays open for whoever else asks it; `end` ends it."""

    def end(self) -> None:
        """End the process of the engine."""
        self._messages.close()
        with suppress(ChildProcessError):
            os.waitpid(self._number, 0)

    def _observation(self, method: str, *arguments: Any) -> Observation:
        observation: Observation = self._ask(method, *arguments)
        return observation

    def _ask(self, method: str, *arguments: Any) -> Any:
        try:
            self._messages.send((method, arguments))
            answered, answer = self._messages.recv()
        except (EOFError, OSError):
            raise EngineError(Misbehaviour.CRASHED, "the process beside this one has ended") from None
        if not answered:
            raise Refused(answer)
        return answer


def _serve(opened: Callable[[], Adapter], parent: int, messages: Connection) -> None:
    """Answer until nobody asks any more, and end this process without a way back into its parent's code."""
    try:
        end_with(parent)
        adapter = opened()
        while True:
            method, arguments = messages.recv()
            try:
                messages.send((True, getattr(adapter, method)(*arguments)))
            except Refused as refusal:
                messages.send((False, refusal.reasons))
    finally:
        os._exit(0)
