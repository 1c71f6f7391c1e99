"""A game that is played by immutable states: taking back, copying, and doing the same again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

State = TypeVar("State")

Past = tuple[State, Any, "Past[State]"] | None
"""The state before this one, what was done then, and what was before that; shared between clones."""


class PlayedGame(ABC, Generic[State]):
    """A state, and what has led to it. A state is never changed once something has been carried out, so that
    `undo` goes back to the very state that there was before.
    """

    __slots__ = ("_past", "state")

    def __init__(self, state: State, past: Past[State] = None) -> None:
        self.state = state
        self._past = past

    @abstractmethod
    def apply(self, action: Any) -> None:
        """Carry out an action."""

    @abstractmethod
    def effect(self, effect: Any) -> None:
        """Let the effect of some card resolve."""

    def moved(self, state: State, done: Any) -> None:
        """Go to a new state, to which something done has led."""
        self._past = (self.state, done, self._past)
        self.state = state

    def undo(self) -> None:
        """Go back to the state before the last action or effect. Raises IndexError where there is none."""
        if self._past is None:
            raise IndexError("nothing to undo")
        self.state, _, self._past = self._past

    def history(self) -> list[dict[str, Any]]:
        """The actions and effects that have led here, the first one first, in their JSON forms.

        It begins where the game was set up or restored. The same setup and the same history make the same
        game: see `replay`.
        """
        done = []
        past = self._past
        while past is not None:
            _, move, past = past
            done.append(msgspec.to_builtins(move))
        return done[::-1]

    def replay(self, history: Iterable[Mapping[str, Any]]) -> None:
        """Carry out actions and effects as `history` gives them, one after the other.

        Raises a refusal at the first that cannot be carried out; what came before it stays done.
        """
        for done in history:
            (self.effect if "effect" in done and "action" not in done else self.apply)(done)
