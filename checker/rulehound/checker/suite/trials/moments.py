"""Comparing two moments of games, where an engine may give other names to the same things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulehound.checker.engines.misbehaviour import UNREADABLE, quoted
from rulehound.checker.judging.names import Names
from rulehound.checker.judging.observations.json_paths import changes
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.reading import Reader


@dataclass(frozen=True)
class Moment:
    """The observation and the offers of an engine at one point of a game."""

    observation: Observation
    offered: list[Action]


@dataclass(frozen=True)
class Alike:
    """A comparison of two games with one start, moment by moment."""

    reader: Reader
    cards: Mapping[str, Card]
    one: Names = field(default_factory=Names)
    other: Names = field(default_factory=Names)

    def differ(self, was: Moment, now: Moment) -> str:
        """How two moments differ, in words; '' where they do not.

        Ids may differ, and so may fields that nobody reads, such as a clock.
        """
        differences = changes(self.one.neutral(was.observation), self.other.neutral(now.observation))
        offered = changes(self.one.neutral(was.offered), self.other.neutral(now.offered), "what it offers")
        if not offered and (not differences or self._read_alike(was, now)):
            return ""
        path, (before, after) = next(iter({**differences, **offered}.items()))
        return f"{quoted(path)} was {quoted(repr(before))} and is {quoted(repr(after))}"

    def _read_alike(self, was: Moment, now: Moment) -> bool:
        """Whether the game reads the same state from both observations."""
        try:
            states = [
                self.reader.view(observation, self.cards).state
                for observation in (was.observation, now.observation)
            ]
        except UNREADABLE:
            return False
        return bool(states[0] == states[1])
