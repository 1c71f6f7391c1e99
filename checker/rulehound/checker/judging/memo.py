"""What was made of the last observations: a game is looked at several times before and after each step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from rulehound.spec.formats import Observation

Made = TypeVar("Made")

KEPT = 2
"""Observations: those before and after a step."""


class LastResults(Generic[Made]):
    """A function of observations that remembers its last results, by the objects that it was given."""

    def __init__(self, make: Callable[[Observation], Made]) -> None:
        self._make = make
        self._kept: list[tuple[Observation, Made]] = []

    def __call__(self, observation: Observation) -> Made:
        for seen, made in self._kept:
            if seen is observation:
                return made
        made = self._make(observation)
        self._kept = [(observation, made), *self._kept[: KEPT - 1]]
        return made
