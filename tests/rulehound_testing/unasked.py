"""Engines that do not ask for what has one answer alone: any engine, with that habit put before it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from rulehound.spec.formats import Action, Adapter, Handshake, Observation

IN_A_ROW = 100
"""Answers given without asking, at most: a turn that goes on whenever it is passed would never end."""


class Unasked:
    """An engine that gives the only answer to these decisions by itself; with none named, to every decision.

    With `tells` it reports all that happened meanwhile, else nothing that ever happens.
    """

    def __init__(self, inner: Adapter, decisions: Collection[str] = (), *, tells: bool = True) -> None:
        self.inner, self.decisions, self.tells = inner, decisions, tells
        self.shown: Observation = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def handshake(self) -> Handshake:
        greeting = self.inner.handshake()
        able = [name for name in greeting.capabilities if self.tells or name != "events"]
        return msgspec.structs.replace(greeting, capabilities=able)

    def new_game(self, *given: Any, **named: Any) -> Observation:
        return self.gone_on(self.inner.new_game(*given, **named))

    def position(self, *given: Any, **named: Any) -> Observation:
        return self.gone_on(self.inner.position(*given, **named))

    def apply(self, action: Action) -> Observation:
        return self.gone_on(self.inner.apply(action))

    def effect(self, effect: Action) -> Observation:
        return self.gone_on(self.inner.effect(effect))

    def restore(self, token: Any) -> Observation:
        return self.gone_on(self.inner.restore(token))

    def observe(self, player: int | None = None) -> Observation:
        return self.shown if player is None else self.inner.observe(player)

    def gone_on(self, seen: Observation) -> Observation:
        """Where the game is once everything that has one answer alone is answered."""
        events = list(seen["events"])
        for _ in range(IN_A_ROW):
            if seen["winner"] is not None or (self.decisions and seen["decision"] not in self.decisions):
                break
            offered = self.inner.legal_actions()
            if len(offered) != 1:
                break
            seen = self.inner.apply(offered[0])
            events += seen["events"]
        whole = {**seen, "events": events}
        self.shown = whole if self.tells else {name: it for name, it in whole.items() if name != "events"}
        return self.shown


def unasked(make: Callable[..., Adapter], *decisions: str, tells: bool = True) -> Callable[..., Unasked]:
    """The same engine with that habit."""
    return lambda *given: Unasked(make(*given), decisions, tells=tells)
