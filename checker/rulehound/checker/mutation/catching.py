"""Which mutants are caught, and by what: a search that finds something, or a proof that fails.

First a faulty action is tried in the states that the sound model reaches. Where it takes another step there,
the model with the fault is searched within the same bounds, and what that finds and counts is compared. What
no search breaks is put to the solver: does the step leave an invariant, or is it provably the sound one?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rulehound.checker.mutation.comparison import Comparison
from rulehound.checker.mutation.ground import Ground
from rulehound.checker.mutation.mutants import Mutant
from rulehound.checker.search import Limits, SearchResult, search
from rulehound.spec.language import Configuration, Model


class Outcome(StrEnum):
    """What became of a mutant."""

    SEARCH = "search"
    """A search of it breaks an invariant, ends in a deadlock, or never meets what the sound model meets."""
    PROOF = "proof"
    """Its step leaves an invariant that the sound step is proved to keep: the proof fails."""
    COUNTS = "counts"
    """A search of it differs in its counts alone from one of the sound model, within the same bounds: seen by
    whoever knows the numbers of the sound one."""
    SAME = "same"
    """It cannot matter: wherever the invariants hold its step is proved to be the sound one, with so many in
    a bag or a pile."""
    OPEN = "open"
    """Nothing caught it within the bounds."""


SMALL = Limits(states=20_000)
"""Of a search with an action let in that its configuration leaves out."""

FEW = 10_000
"""States that a faulty model may always reach."""

CAUGHT = (Outcome.SEARCH, Outcome.PROOF, Outcome.COUNTS)


@dataclass(frozen=True)
class Catch:
    """What became of one mutant, and what says so: an invariant, or where a search differs and how."""

    mutant: str
    rules: tuple[str, ...]
    outcome: Outcome
    shown: str


class Catcher:
    """Catches mutants of one model; what the sound model does is found out once.

    Mutants of one action are best asked for one after the other.
    """

    def __init__(
        self,
        model: Model,
        values: Mapping[str, Any],
        configurations: Sequence[Configuration],
        limits: Limits | None = None,
    ) -> None:
        self.model, self.values, self.configurations = model, values, configurations
        self.limits = limits or Limits()
        self._known: dict[str, Ground] = {}
        self._comparison: Comparison | None = None
        self._let_in: tuple[str, dict[str, Ground]] = ("", {})

    def catch(self, mutant: Mutant) -> Catch:
        """What becomes of a mutant. Raises MissingValue."""
        outcome, shown = self._caught(mutant)
        return Catch(mutant.name, mutant.rules, outcome, shown)

    def _caught(self, mutant: Mutant) -> tuple[Outcome, str]:
        searched = self._by_search(mutant, self._grounds(mutant.action))
        comparison = self._comparison_of(mutant.action)
        if searched is None:
            if comparison.same(mutant.faulty):
                return Outcome.SAME, f"with at most {comparison.slots} in a bag or a pile"
            searched = self._by_search(mutant, self._wider_grounds(mutant.action))
        if searched is None or searched[0] is not Outcome.SEARCH:
            left = next(comparison.left(mutant.faulty), None)
            if left is not None:
                return Outcome.PROOF, f"invariant {left}"
        if searched is not None:
            return searched
        return Outcome.OPEN, "; ".join(self._unmoved(mutant))

    def _unmoved(self, mutant: Mutant) -> Iterator[str]:
        """What each search says of a mutant that none of them catches."""
        sound = self.model.actions[mutant.action]
        for ground in (*self._grounds(mutant.action), *self._wider_grounds(mutant.action)):
            differs = ground.differs(sound, mutant.faulty)
            yield f"{'other steps, but the same counts,' if differs else 'the same steps'} in {ground.scope}"

    def _by_search(self, mutant: Mutant, grounds: Iterable[Ground]) -> tuple[Outcome, str] | None:
        """What a search shows, within the first bounds where the fault makes a difference to its counts."""
        sound = self.model.actions[mutant.action]
        for ground in grounds:
            if not ground.differs(sound, mutant.faulty):
                continue
            planted = mutant.plant(self.model)
            faulty = search(planted, self.values, ground.configuration, _enough(ground))
            found = _finds(faulty, ground.sound)
            if found:
                return Outcome.SEARCH, f"{ground.name}: {', '.join(found)}"
            if _counts(faulty) != _counts(ground.sound):
                return Outcome.COUNTS, f"{ground.name}: {_told(faulty)} for {_told(ground.sound)}"
        return None

    def _grounds(self, action: str) -> Iterator[Ground]:
        """The configurations that do not leave the action out."""
        for configuration in self.configurations:
            if action not in configuration.without:
                yield self._ground(configuration)

    def _wider_grounds(self, action: str) -> Iterator[Ground]:
        """The configurations that leave the action out, with it let in."""
        for configuration in self.configurations:
            if action in configuration.without:
                yield self._with(configuration, action)

    def _ground(self, configuration: Configuration) -> Ground:
        if configuration.name not in self._known:
            self._known[configuration.name] = Ground(self.model, self.values, configuration, self.limits)
        return self._known[configuration.name]

    def _with(self, configuration: Configuration, action: str) -> Ground:
        if self._let_in[0] != action:
            self._let_in = action, {}
        known = self._let_in[1]
        if configuration.name not in known:
            wider = replace(
                configuration,
                name=f"{configuration.name} with {action}",
                without=configuration.without - {action},
            )
            known[configuration.name] = Ground(self.model, self.values, wider, SMALL)
        return known[configuration.name]

    def _comparison_of(self, action: str) -> Comparison:
        sound = self.model.actions[action]
        if self._comparison is None or self._comparison.action is not sound:
            self._comparison = Comparison(self.model, self.values, sound)
        return self._comparison


def _enough(ground: Ground) -> Limits:
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
