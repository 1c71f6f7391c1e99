"""Which mutants are caught, and by what: random games, a search that finds something, or a proof that fails.

First a faulty action is tried in the states that random games of the sound model come to: does it take other
steps there, and does one of them break an invariant? Where games show no difference, the solver is asked
whether the step is provably the sound one. If it is not, it is tried in the states that searches reach; where
it takes other steps there, the model with the fault is searched within the same bounds, and what that finds
and counts is compared. What breaks nothing is put to the solver again: does the step leave an invariant?
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from rulehound.checker.model.search import Limits, SearchResult, search
from rulehound.checker.mutation.comparison import Comparison
from rulehound.checker.mutation.games import RandomGames
from rulehound.checker.mutation.mutants import Mutant
from rulehound.checker.mutation.searched_states import SearchedStates
from rulehound.spec.language import Configuration, Model


class ModelOutcome(StrEnum):
    """What became of a mutant."""

    SEARCH = "search"
    """A search or random game of it breaks an invariant, or a search of it ends in a deadlock or never meets
    what the sound model meets."""
    PROOF = "proof"
    """Its step leaves an invariant that the sound step is proved to keep: the proof fails."""
    COUNTS = "counts"
    """A search of it differs in its counts alone from one of the sound model, within the same bounds: seen by
    whoever knows the numbers of the sound one."""
    STEPS = "steps"
    """It takes other steps in states that random games of the sound model come to, and breaks nothing: seen
    by whoever plays such a game by the sound one."""
    SAME = "same"
    """It cannot matter: wherever the invariants hold its step is proved to be the sound one, by the edition
    at hand and those of the games, with so many in a bag or a pile."""
    OPEN = "open"
    """Nothing caught it within the bounds."""


FEW = 10_000
"""States that a faulty model may always reach."""

CAUGHT = (ModelOutcome.SEARCH, ModelOutcome.PROOF, ModelOutcome.COUNTS, ModelOutcome.STEPS)


@dataclass(frozen=True)
class Catch:
    """What became of one mutant, and what says so: an invariant, or where a search differs and how."""

    mutant: str
    rules: tuple[str, ...]
    outcome: ModelOutcome
    shown: str


class ModelCatcher:
    """Catches mutants of one model; what the sound model does is found out once.

    Mutants of one action are best asked for one after the other. `games` may be by other editions than
    `values`.
    """

    def __init__(
        self,
        model: Model,
        values: Mapping[str, Any],
        configurations: Sequence[Configuration],
        limits: Limits | None = None,
        games: Sequence[RandomGames] = (),
    ) -> None:
        self.model, self.values, self.configurations = model, values, configurations
        self.limits, self.games = limits or Limits(), games
        self._known: dict[str, SearchedStates] = {}
        self._compared: tuple[str, dict[int, Comparison]] = ("", {})

    def catch(self, mutant: Mutant) -> Catch:
        """What becomes of a mutant. Raises MissingValue."""
        outcome, shown = self._caught(mutant)
        return Catch(mutant.name, mutant.rules, outcome, shown)

    def _caught(self, mutant: Mutant) -> tuple[ModelOutcome, str]:
        found = self._by_games(mutant)
        comparison = self._comparison(mutant.action, 0)
        if found is None:
            editions = range(len(self._editions))
            if all(self._comparison(mutant.action, at).same(mutant.faulty) for at in editions):
                return ModelOutcome.SAME, f"with at most {comparison.slots} in a bag or a pile"
            found = self._by_search(mutant)
        if found is not None and found[0] is ModelOutcome.SEARCH:
            return found
        left = next(comparison.broken_invariants(mutant.faulty), None)
        if left is not None:
            return ModelOutcome.PROOF, f"invariant {left}"
        return found or (ModelOutcome.OPEN, "; ".join(self._unmoved(mutant)))

    def _unmoved(self, mutant: Mutant) -> Iterator[str]:
        """What each search and the games say of a mutant that none of them catches."""
        sound = self.model.actions[mutant.action]
        for ground in self._grounds(mutant.action):
            differs = ground.differs(sound, mutant.faulty)
            yield f"{'other steps, but the same counts,' if differs else 'the same steps'} in {ground.scope}"
        for games in self.games:
            yield f"the same steps in {games.scope}"

    def _by_games(self, mutant: Mutant) -> tuple[ModelOutcome, str] | None:
        """What random games show, by the first edition where the fault makes a difference."""
        for games in self.games:
            differs, broken = games.compared(self.model.actions[mutant.action], mutant.faulty)
            if broken is not None:
                return ModelOutcome.SEARCH, f"{games.name}: invariant {broken}"
            if differs:
                return ModelOutcome.STEPS, f"other steps among {games.scope}"
        return None

    def _by_search(self, mutant: Mutant) -> tuple[ModelOutcome, str] | None:
        """What a search shows, within the first bounds where the fault makes a difference to its counts."""
        sound = self.model.actions[mutant.action]
        for ground in self._grounds(mutant.action):
            if not ground.differs(sound, mutant.faulty):
                continue
            planted = mutant.plant(self.model)
            faulty = search(planted, self.values, ground.configuration, _enough(ground))
            found = _finds(faulty, ground.sound)
            if found:
                return ModelOutcome.SEARCH, f"{ground.name}: {', '.join(found)}"
            if _counts(faulty) != _counts(ground.sound):
                return ModelOutcome.COUNTS, f"{ground.name}: {_told(faulty)} for {_told(ground.sound)}"
        return None

    def _grounds(self, action: str) -> Iterator[SearchedStates]:
        """The configurations that do not leave the action out."""
        for configuration in self.configurations:
            if action not in configuration.without:
                yield self._ground(configuration)

    def _ground(self, configuration: Configuration) -> SearchedStates:
        if configuration.name not in self._known:
            self._known[configuration.name] = SearchedStates(
                self.model, self.values, configuration, self.limits
            )
        return self._known[configuration.name]

    @cached_property
    def _editions(self) -> Sequence[Mapping[str, Any]]:
        """The facts and switches at hand, then those of the games that are others."""
        every = [self.values, *(games.values for games in self.games)]
        return [values for at, values in enumerate(every) if values not in every[:at]]

    def _comparison(self, action: str, edition: int) -> Comparison:
        """With the sound step by one of these."""
        if self._compared[0] != action:
            self._compared = action, {}
        known = self._compared[1]
        if edition not in known:
            known[edition] = Comparison(self.model, self._editions[edition], self.model.actions[action])
        return known[edition]


def _enough(ground: SearchedStates) -> Limits:
    """Of a search of a faulty model: where the sound one came to an end, one much larger differs enough."""
    if not ground.sound.complete:
        return ground.limits
    return replace(ground.limits, states=max(2 * ground.sound.states, FEW))


def _finds(faulty: SearchResult, sound: SearchResult) -> list[str]:
    """What is wrong with the faulty model beyond what is with the sound one; what never happens only where
    all was searched."""
    found = [f"invariant {name}" for name in faulty.found if name not in sound.found]
    if faulty.complete:
        found += [f"never meets {name}" for name in faulty.unmet if name not in sound.unmet]
    if sound.complete and faulty.deadlocks > sound.deadlocks:
        found.append(f"{faulty.deadlocks:,} deadlocks for {sound.deadlocks:,}")
    return found


def _counts(result: SearchResult) -> tuple[object, ...]:
    return result.states, result.taken, result.cut, result.levels


def _told(result: SearchResult) -> str:
    states = f"{result.states:,} states" if result.complete else f"more than {result.states:,} states"
    return f"{states} and {result.transitions:,} steps"
