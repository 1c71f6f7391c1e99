"""Random games of the sound model with everything let in, and where a faulty action takes other steps there.

They come to places that no search within small bounds comes to, in the middle of an effect, say, that itself
came before something. Each choice falls on the action that was taken least often so far.
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
"""How many are tried."""

GAMES = 1_000
"""That are played at the most, where they come to few states."""

LONGEST = 80
"""States of a game."""

JUDGED = 200
"""States with other steps that are looked at for an invariant that those break."""


class RandomGames:
    """The states that random games of a model come to within a configuration; always the same ones."""

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
        """Whether the faulty action takes other steps in some state tried, and an invariant that such a step
        breaks, where one does.

        A game of the faulty model can come to such a state: the first on a way there is at the end of steps
        that are those of the sound one.
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
        """Action to how many steps it has from all states tried."""
        actions = self._successors.items()
        return {name: sum(len(list(each(state))) for state in self.states) for name, each in actions}

    def _other_steps(self, sound: TracedAction, faulty: TracedAction) -> Iterator[Sequence[State]]:
        """Of each state in which not all steps are the same: those of the faulty action that are new."""
        allowed, tried = self._successors[sound.name], self._generator.action(faulty)
        for state in self.states:
            expected, found = ([after for _, after in steps(state)] for steps in (allowed, tried))
            if expected != found:
                known = Counter(expected)
                if known != Counter(found):
                    yield [after for after in found if after not in known]

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
        """The states that are tried, in the order in which games came to them."""
        chance = random.Random(0)
        taken: Counter[str] = Counter()
        found: dict[State, None] = {}
        start = Interpreter(self.model, self.values, self.configuration).initial()
        for game in range(GAMES):
            effects = game % 5 / 8  # how often an effect comes in, where something else can go on
            state: State | None = start
            for _ in range(LONGEST):
                if state is None:
                    break
                found[state] = None
                if len(found) == self.count:
                    return list(found)
                state = self._next(state, taken, chance, chance.random() < effects)
        return list(found)

    def _next(self, state: State, taken: Counter[str], chance: random.Random, effect: bool) -> State | None:
        """The state after a step; None where there is none."""
        order = sorted(self._successors, key=lambda name: ((name in self._of_effects) != effect, taken[name]))
        for name in order:
            steps = [after for _, after in self._successors[name](state)]
            if steps:
                taken[name] += 1
                return chance.choice(steps)
        return None
