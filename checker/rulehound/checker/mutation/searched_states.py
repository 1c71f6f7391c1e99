"""Comparing a faulty action with the sound one, in the states that a search of the sound model reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from rulehound.checker.model.search import BoundExceeded, SearchLimits, SearchResult, search
from rulehound.checker.model.search.plain.generate import Generator
from rulehound.spec.language import Configuration, Model, State, TracedAction

COMPARED_STATES = 40_000
"""How many states a faulty action is tried in at most, those nearest to the start first."""

Steps = list[tuple[int, str]]
"""The steps out of one state, in order: the packed state after each, or the bound that the step leaves."""


class SearchedStates:
    """The states of one configuration, searched with the sound model."""

    def __init__(
        self, model: Model, values: Mapping[str, Any], configuration: Configuration, limits: SearchLimits
    ) -> None:
        self.configuration, self.limits = configuration, limits
        self.sound: SearchResult = search(model, values, configuration, limits)
        self._generator = Generator(model, values, configuration)
        self._steps: tuple[TracedAction, list[Steps]] | None = None

    @property
    def name(self) -> str:
        """The name of the configuration."""
        return self.configuration.name

    @property
    def scope(self) -> str:
        """The states in which actions are compared, in words."""
        if self.sound.complete and self.sound.states <= COMPARED_STATES:
            return f"all {self.sound.states:,} states of {self.name}"
        return f"the first {min(self.sound.states, COMPARED_STATES):,} states of {self.name}"

    def differs(self, sound: TracedAction, faulty: TracedAction) -> bool:
        """Whether the faulty action takes other steps than the sound one in some of the states.

        If so, the faulty model reaches the nearest such state, since all steps on a path there are the same.
        If not, and these are all states, both models have the same states and steps.
        """
        if self._steps is None or self._steps[0] is not sound:
            self._steps = sound, list(self._taken(sound))
        pairs = zip(self._steps[1], self._taken(faulty), strict=True)
        return any(one != other for one, other in pairs)

    @cached_property
    def _states(self) -> list[State]:
        packing, packed = self.sound.packing, self.sound.packed
        return [packing.unpack(packed[number]) for number in range(min(len(packed), COMPARED_STATES))]

    def _taken(self, action: TracedAction) -> Iterator[Steps]:
        successors = self._generator.action(action)
        for state in self._states:
            yield sorted(self._packed(after) for _, after in successors(state))

    def _packed(self, state: State) -> tuple[int, str]:
        try:
            return self.sound.packing.pack(state), ""
        except BoundExceeded as outside:
            return -1, outside.bound
