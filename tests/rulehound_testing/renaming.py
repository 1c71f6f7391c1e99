"""Engines that give other ids to all things in every game: any engine, with that habit put before it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from rulehound.checker.judging.names import Names, renamed
from rulehound.spec.formats import Action, Adapter, Observation


class Renaming:
    """An engine whose ids count on for ever, in whichever process or game."""

    games = count(1)

    def __init__(self, inner: Adapter) -> None:
        self.inner, self.names, self.game = inner, Names(), 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def new_game(self, *given: Any) -> Observation:
        self.names, self.game = Names(), next(self.games)
        return self.seen(self.inner.new_game(*given))

    def position(self, *given: Any) -> Observation:
        self.names, self.game = Names(), next(self.games)
        return self.seen(self.inner.position(*given))

    def apply(self, action: Action) -> Observation:
        return self.seen(self.inner.apply(self.meant(action)))

    def effect(self, effect: Action) -> Observation:
        return self.seen(self.inner.effect(self.meant(effect)))

    def restore(self, token: Any) -> Observation:
        return self.seen(self.inner.restore(token))

    def observe(self, player: int | None = None) -> Observation:
        return self.seen(self.inner.observe(player))

    def legal_actions(self) -> list[Action]:
        actions: list[Action] = renamed(self.inner.legal_actions(), self.outer)
        return actions

    def seen(self, observation: Observation) -> Observation:
        self.names.see(observation)
        told: Observation = renamed(observation, self.outer)
        return told

    def meant(self, action: Action) -> Action:
        inner: Action = renamed(action, {name: own for own, name in self.outer.items()})
        return inner

    @property
    def outer(self) -> dict[str, str]:
        return {name: f"{self.game}/{name}" for name in self.names.numbers}


def renaming(make: Callable[..., Adapter]) -> Callable[..., Renaming]:
    """The same engine with that habit."""
    return lambda *given: Renaming(make(*given))
