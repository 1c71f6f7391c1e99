"""One conversation with an adapter, whose every answer is held against the schema of its message."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from rulehound.checker.engines.channels import Channel
from rulehound.checker.engines.messages import result_fault
from rulehound.checker.engines.misbehaviour import UNREADABLE, quoted
from rulehound.checker.engines.opening import open_channel
from rulehound.checker.engines.pipe import EngineLimits
from rulehound.spec.formats import METHODS, PROTOCOL, Action, Handshake, Observation, Setup
from rulehound.spec.game import Game

NONSENSE: Action = {"action": "x-no-such-action"}
"""An action that no game has."""


class Unfit(Exception):
    """An answer that is not as the schema of its message has it."""

    def __init__(self, method: str, what: str, message: str) -> None:
        super().__init__(f"the answer to {method}: {what}")
        self.method, self.message = method, message


@dataclass
class Talk:
    """A conversation. Every question raises Unfit, and Refused and EngineError as a channel does."""

    channel: Channel
    game: Game
    wire: bool
    """It goes over a pipe, and not to an engine in this process."""
    asked: str = "handshake"
    """The method asked last."""

    def ask(self, method: str, **parameters: Any) -> Any:
        """The answer to a question, as JSON values."""
        self.asked = method
        result = self.channel.call(method, parameters)
        if method in METHODS:
            what = result_fault(self.game, method, result)
            if what:
                raise Unfit(method, quoted(what), shown(result))
        return result

    def greet(self, **more: Any) -> Handshake:
        """The handshake, with parameters that nobody knows."""
        params = {"protocol": PROTOCOL, "game": self.game.name, **more} if self.wire else {}
        return msgspec.convert(self.ask("handshake", **params), Handshake)

    def begin(self, setup: Setup) -> Observation:
        """A new game."""
        shown_first: Observation = self.ask("new_game", setup=setup)
        return shown_first

    def offered(self) -> list[Action]:
        """What the engine offers now."""
        actions: list[Action] = self.ask("legal_actions")
        return actions


def shown(value: Any) -> str:
    """A message as it may stand in a report."""
    return quoted(msgspec.json.encode(value).decode("utf-8", "replace"))


SHORT = 0.2
"""Seconds to end for an engine that is known not to."""


@dataclass
class TriedAdapter:
    """An adapter that is tried: each trial talks to a process of its own."""

    engine: str
    game: Game
    limits: EngineLimits
    rules: Collection[str]
    """The ids of all rules."""
    setup: Callable[[int], Setup]
    """A legal game by its number."""

    @contextmanager
    def silence(self) -> Iterator[Talk]:
        """A conversation in which nothing has been said. Raises EngineStartError: it does not start."""
        channel, local = open_channel(self.engine, self.game.name, self.limits)
        try:
            yield Talk(channel, self.game, wire=not local)
        finally:
            channel.close()
            if channel.ending:  # one that did not end by itself once is not waited for again
                self.limits = replace(self.limits, ending=min(self.limits.ending, SHORT))

    @contextmanager
    def talk(self) -> Iterator[Talk]:
        """A conversation whose handshake is complete."""
        with self.silence() as talk:
            talk.greet()
            yield talk


def not_offered(
    adapter: TriedAdapter, seen: Observation, offered: list[Action], setup: Setup
) -> list[Action]:
    """Actions that a player could think of here, and that the engine does not offer."""
    try:
        thinkable = adapter.game.reader.candidates(seen, {card.number: card for card in setup.cards})
    except UNREADABLE:
        return []
    known = [adapter.game.reader.identity(action) for action in offered]
    return [action for action in thinkable if action not in known]
