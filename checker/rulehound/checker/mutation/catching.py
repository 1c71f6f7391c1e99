"""Catching mutants of a model: by random games, by a search, or by a proof that fails.

A faulty action is first compared with the sound one in the states of random games of the sound model: does it
take other steps, and does one of them break an invariant? Where games show no difference, the solver is asked
whether the faulty step is provably the sound one. If it is not, both are compared in the states that searches
reach. Where it takes other steps there, the faulty model is searched within the same bounds, and findings and
counts are compared. Where nothing breaks, the solver is asked whether the step breaks an invariant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from rulehound.checker.model.search import SearchLimits, SearchResult, search
from rulehound.checker.mutation.comparison import Comparison
from rulehound.checker.mutation.mutants import Mutant
from rulehound.checker.mutation.random_games import RandomGames
from rulehound.checker.mutation.searched_states import SearchedStates
from rulehound.spec.language import Configuration, Model


class ModelOutcome(StrEnum):
    """The outcome of a mutant."""

    SEARCH = "search"
    """A search or a random game breaks an invariant, or a search has a new deadlock, or never meets a
    property that the sound model meets."""
    PROOF = "proof"
    """Its step breaks an invariant that the sound step is proved to keep, so the proof fails."""
    COUNTS = "counts"
    """A search differs from one of the sound model only in its counts, within the same bounds. It is seen by
    comparing these numbers."""
    STEPS = "steps"
    """It takes other steps in states of random games of the sound model, and breaks nothing. It is seen by
    comparing such games with the sound model."""
    SAME = "same"
    """It cannot matter: its step is proved to be the sound one wherever the invariants hold, by the edition
    at hand and those of the games, up to a size of bags and piles.
    """
    OPEN = "open"
    """Nothing caught it within the bounds."""


FEW = 10_000
"""The least limit of states for a search of a faulty model."""

CAUGHT = (ModelOutcome.SEARCH, ModelOutcome.PROOF, ModelOutcome.COUNTS, ModelOutcome.STEPS)


@dataclass(frozen=True)
class Catch:
    """The outcome of one mutant with its reason: an invariant, or how a search differs."""

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
        limits: SearchLimits | None = None,
        games: Sequence[RandomGames] = (),
    ) -> None:
        self.model, self.values, self.configurations = model, values, configurations
        self.limits, self.games = limits or SearchLimits(), games
        self._known: dict[str, SearchedStates] = {}
        self._compared: tuple[str, dict[int, Comparison]] = ("", {})

    def catch(self, mutant: Mutant) -> Catch:
        """The outcome of a mutant. Raises MissingValue."""
        outcome, reason = self._caught(mutant)
        return Catch(mutant.name, mutant.rules, outcome, reason)

    def _caught(self, mutant: Mutant) -> tuple[ModelOutcome, str]:
        result = self._by_games(mutant)
        comparison = self._comparison(mutant.action, 0)
        if result is None:
            editions = range(len(self._editions))
            if all(self._comparison(mutant.action, at).same(mutant.faulty) for at in editions):
                return ModelOutcome.SAME, f"with at most {comparison.slots} in a bag or a pile"
            result = self._by_search(mutant)
        if result is not None and result[0] is ModelOutcome.SEARCH:
            return result
        broken = next(comparison.broken_invariants(mutant.faulty), None)
        if broken is not None:
            return ModelOutcome.PROOF, f"invariant {broken}"
        return result or (ModelOutcome.OPEN, "; ".join(self._results_in_words(mutant)))

    def _results_in_words(self, mutant: Mutant) -> Iterator[str]:
        """For a mutant that nothing catches, the results of each search and of the games, in words."""
        sound = self.model.actions[mutant.action]
        for searched in self._searches(mutant.action):
            differs = searched.differs(sound, mutant.faulty)
            result = "other steps, but the same counts," if differs else "the same steps"
            yield f"{result} in {searched.scope}"
        for games in self.games:
            yield f"the same steps in {games.scope}"

    def _by_games(self, mutant: Mutant) -> tuple[ModelOutcome, str] | None:
        """The result of random games, by the first edition where the fault makes a difference."""
        for games in self.games:
            differs, broken = games.compared(self.model.actions[mutant.action], mutant.faulty)
            if broken is not None:
                return ModelOutcome.SEARCH, f"{games.name}: invariant {broken}"
            if differs:
                return ModelOutcome.STEPS, f"other steps among {games.scope}"
        return None

    def _by_search(self, mutant: Mutant) -> tuple[ModelOutcome, str] | None:
        """The result of a search, within the first bounds where the fault changes the findings or counts."""
        sound = self.model.actions[mutant.action]
        for searched in self._searches(mutant.action):
            if not searched.differs(sound, mutant.faulty):
                continue
            planted = mutant.plant(self.model)
            faulty = search(planted, self.values, searched.configuration, _enough(searched))
            findings = _new_findings(faulty, searched.sound)
            if findings:
                return ModelOutcome.SEARCH, f"{searched.name}: {', '.join(findings)}"
            if _counts(faulty) != _counts(searched.sound):
                return (
                    ModelOutcome.COUNTS,
                    f"{searched.name}: {_size_in_words(faulty)} for {_size_in_words(searched.sound)}",
                )
        return None

    def _searches(self, action: str) -> Iterator[SearchedStates]:
        """The configurations that do not leave the action out."""
        for configuration in self.configurations:
            if action not in configuration.without:
                yield self._search(configuration)

    def _search(self, configuration: Configuration) -> SearchedStates:
        if configuration.name not in self._known:
            self._known[configuration.name] = SearchedStates(
                self.model, self.values, configuration, self.limits
            )
        return self._known[configuration.name]

    @cached_property
    def _editions(self) -> Sequence[Mapping[str, Any]]:
        """The facts and switches at hand, then those of the games where they differ."""
        every = [self.values, *(games.values for games in self.games)]
        return [values for at, values in enumerate(every) if values not in every[:at]]

    def _comparison(self, action: str, edition: int) -> Comparison:
        """The comparison with the sound step by one of the editions."""
        if self._compared[0] != action:
            self._compared = action, {}
        known = self._compared[1]
        if edition not in known:
            known[edition] = Comparison(self.model, self._editions[edition], self.model.actions[action])
        return known[edition]


def _enough(searched: SearchedStates) -> SearchLimits:
    """The limits for a search of the faulty model.

    Where the sound one was complete, twice its size suffices.
    """
    if not searched.sound.complete:
        return searched.limits
    return replace(searched.limits, states=max(2 * searched.sound.states, FEW))


def _new_findings(faulty: SearchResult, sound: SearchResult) -> list[str]:
    """The findings in the faulty model that the sound one does not have, in words.

    Unmet properties count only where the search was complete.
    """
    findings = [f"invariant {name}" for name in faulty.counterexamples if name not in sound.counterexamples]
    if faulty.complete:
        findings += [f"never meets {name}" for name in faulty.unmet if name not in sound.unmet]
    if sound.complete and faulty.deadlocks > sound.deadlocks:
        findings.append(f"{faulty.deadlocks:,} deadlocks for {sound.deadlocks:,}")
    return findings


def _counts(result: SearchResult) -> tuple[object, ...]:
    return result.states, result.taken, result.cut, result.levels


def _size_in_words(result: SearchResult) -> str:
    states = f"{result.states:,} states" if result.complete else f"more than {result.states:,} states"
    return f"{states} and {result.transitions:,} steps"
