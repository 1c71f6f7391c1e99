"""Where a faulty action takes other steps than the sound one, among the states that the sound one reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from rulehound.checker.model.search import BoundExceeded, Limits, SearchResult, search
from rulehound.checker.model.search.plain.generate import Generator
from rulehound.spec.language import Configuration, Model, State, TracedAction

TRIED = 40_000
"""States of a configuration, the nearest to its start, in which a faulty action is tried."""

Steps = list[tuple[int, str]]
"""Out of one state, in order: the packed state after, or the bound that a step leaves."""


class Ground:
    """One configuration, searched with the sound model."""

    def __init__(
        self, model: Model, values: Mapping[str, Any], configuration: Configuration, limits: Limits
    ) -> None:
        self.configuration, self.limits = configuration, limits
        self.sound: SearchResult = search(model, values, configuration, limits)
        self._generator = Generator(model, values, configuration)
        self._steps: tuple[TracedAction, list[Steps]] | None = None

    @property
    def name(self) -> str:
        """Of the configuration."""
        return self.configuration.name

    @property
    def scope(self) -> str:
        """The states tried, in words."""
        if self.sound.complete and self.sound.states <= TRIED:
            return f"all {self.sound.states:,} states of {self.name}"
        return f"the first {min(self.sound.states, TRIED):,} states of {self.name}"

    def differs(self, sound: TracedAction, faulty: TracedAction) -> bool:
        """Whether in some state tried the faulty action takes other steps than the sound one.

        If so the faulty model comes to such a state: the nearest to the start, for on a way there all steps
        are the same. If not, and the states are all that there are, it has the same states and steps.
        """
        if self._steps is None or self._steps[0] is not sound:
            self._steps = sound, list(self._taken(sound))
        pairs = zip(self._steps[1], self._taken(faulty), strict=True)
        return any(one != other for one, other in pairs)

    @cached_property
    def _states(self) -> list[State]:
        packing, packed = self.sound.packing, self.sound.packed
        return [packing.unpack(packed[number]) for number in range(min(len(packed), TRIED))]

    def _taken(self, action: TracedAction) -> Iterator[Steps]:
        successors = self._generator.action(action)
        for state in self._states:
            yield sorted(self._packed(after) for _, after in successors(state))

    def _packed(self, state: State) -> tuple[int, str]:
        try:
            return self.sound.packing.pack(state), ""
        except BoundExceeded as outside:
            return -1, outside.bound
