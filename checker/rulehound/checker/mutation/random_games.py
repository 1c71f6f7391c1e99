"""Random games of the sound model, in whose states a faulty action is compared with the sound one.

They reach states that no search within small bounds reaches, in the middle of nested effects for example.
Each step takes the action that was taken least often so far.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from rulehound.checker.model.search.plain.generate import Generator, Successors
from rulehound.spec.language import By, Configuration, Interpreter, Model, State, TracedAction

STATES = 15_000
"""How many states are tried."""

GAMES = 1_000
"""How many games are played at most, where they reach few states."""

LONGEST = 80
"""How many states a game has at most."""

JUDGED = 200
"""How many states with other steps are searched for a step that breaks an invariant."""


class RandomGames:
    """The states that random games of a model reach within a configuration. They are always the same."""

    def __init__(
        self,
        model: Model,
        values: Mapping[str, Any],
        configuration: Configuration,
        edition: str = "",
        count: int = STATES,
    ) -> None:
        self.model, self.values, self.configuration, self.count = model, values, configuration, count
        self.name = f"{configuration.name} by {edition}" if edition else configuration.name
        self._generator = Generator(model, values, configuration)

    @property
    def scope(self) -> str:
        """The states tried, in words."""
        return f"{len(self.states):,} states of {self.name}"

    def compared(self, sound: TracedAction, faulty: TracedAction) -> tuple[bool, str | None]:
        """Whether the faulty action takes other steps in some state, and an invariant that such a step
        breaks.

        The invariant is None where none is broken. A game of the faulty model can reach the first such state,
        since all steps on a path there are the same.
        """
        differing = 0
        for steps in self._other_steps(sound, faulty):
            differing += 1
            for after in steps:
                for name, holds in self._invariants.items():
                    if not holds(after):
                        return True, name
            if differing == JUDGED:
                break
        return bool(differing), None

    def steps(self) -> Mapping[str, int]:
        """For each action, how many steps it has from all states together."""
        actions = self._successors.items()
        return {name: sum(len(list(each(state))) for state in self.states) for name, each in actions}

    def _other_steps(self, sound: TracedAction, faulty: TracedAction) -> Iterator[Sequence[State]]:
        """For each state with other steps, the states that the faulty action alone leads to."""
        allowed, faulty_steps = self._successors[sound.name], self._generator.action(faulty)
        for state in self.states:
            expected, actual = ([after for _, after in steps(state)] for steps in (allowed, faulty_steps))
            if expected != actual:
                expected_counts = Counter(expected)
                if expected_counts != Counter(actual):
                    yield [after for after in actual if after not in expected_counts]

    @cached_property
    def _successors(self) -> Mapping[str, Successors]:
        return {name: self._generator.action(action) for name, action in self.model.actions.items()}

    @cached_property
    def _of_effects(self) -> frozenset[str]:
        return frozenset(name for name, each in self.model.actions.items() if each.by is By.ENVIRONMENT)

    @cached_property
    def _invariants(self) -> Mapping[str, Any]:
        invariants = self.model.invariants.items()
        return {name: self._generator.predicate(invariant.condition) for name, invariant in invariants}

    @cached_property
    def states(self) -> Sequence[State]:
        """The states, in the order in which games reached them."""
        chance = random.Random(0)
        counts: Counter[str] = Counter()
        reached: dict[State, None] = {}
        start = Interpreter(self.model, self.values, self.configuration).initial()
        for game in range(GAMES):
            effects = game % 5 / 8  # how often an effect comes in, where something else can go on
            state: State | None = start
            for _ in range(LONGEST):
                if state is None:
                    break
                reached[state] = None
                if len(reached) == self.count:
                    return list(reached)
                state = self._next(state, counts, chance, chance.random() < effects)
        return list(reached)

    def _next(self, state: State, counts: Counter[str], chance: random.Random, effect: bool) -> State | None:
        """The state after the next step of a game; None where there is no step. Counts it in `counts`."""
        order = sorted(
            self._successors, key=lambda name: ((name in self._of_effects) != effect, counts[name])
        )
        for name in order:
            steps = [after for _, after in self._successors[name](state)]
            if steps:
                counts[name] += 1
                return chance.choice(steps)
        return None
