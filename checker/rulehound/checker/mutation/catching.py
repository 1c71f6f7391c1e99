"""Which mutants are caught, and by what: a proof that fails, or a search that finds something.

A mutant is first put to the solver: does its step keep every invariant, and is it another step than the sound
one at all? Where it is another one that keeps them, the configurations are searched with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import z3

from rulehound.checker.mutation.mutants import Mutant
from rulehound.checker.prove.solving import limited_solver
from rulehound.checker.prove.symbolic import SymbolicModel
from rulehound.checker.prove.translation import Frame
from rulehound.checker.prove.unequal import unequal_states
from rulehound.checker.search import Limits, SearchResult, search
from rulehound.spec.language import Configuration, Model
from rulehound.spec.language.records import PileField

EFFORT = 20_000_000
"""z3 steps for one question."""


class Outcome(StrEnum):
    """What became of a mutant."""

    PROOF = "proof"
    """Its step leaves an invariant, so that the proof of it fails."""
    SEARCH = "search"
    """A search of it breaks an invariant, ends in a deadlock, or never meets what the sound model meets."""
    COUNTS = "counts"
    """A search of it differs in its counts alone: from the numbers that tests pin."""
    SAME = "same"
    """It cannot matter: wherever the invariants hold its step is the sound one, which is proved."""
    OPEN = "open"
    """Nothing caught it within the bounds."""


CAUGHT = (Outcome.PROOF, Outcome.SEARCH, Outcome.COUNTS)


@dataclass(frozen=True)
class Catch:
    """What became of one mutant, and what says so: an invariant, or where a search differs and how."""

    mutant: str
    rules: tuple[str, ...]
    outcome: Outcome
    shown: str


class Catcher:
    """Catches mutants of one model; what the sound model does is found out once."""

    def __init__(
        self,
        model: Model,
        values: Mapping[str, Any],
        configurations: Sequence[Configuration],
        limits: Limits | None = None,
    ) -> None:
        self.model, self.values, self.configurations = model, values, configurations
        self.limits = limits or Limits()
        self._sound: dict[str, SearchResult] = {}

    def catch(self, mutant: Mutant) -> Catch:
        """What becomes of a mutant. Raises MissingValue."""
        outcome, shown = self._by_proof(mutant) or self._by_search(mutant) or (Outcome.OPEN, self._scope())
        return Catch(mutant.name, mutant.rules, outcome, shown)

    def _by_proof(self, mutant: Mutant) -> tuple[Outcome, str] | None:
        """Whether the faulty step leaves an invariant, or is proved to be the sound one."""
        one, other = (_Side(name, self.model, self.values) for name in ("sound", "faulty"))
        state = one.state("s")
        sound, sound_conditions, sound_after = one.step(state, self.model.actions[mutant.action], "p")
        frame, conditions, after = other.step(state, mutant.faulty, "p")
        before = _invariants(one, state)
        solver = limited_solver(EFFORT)
        solver.add(*one.well_formed(state), *before.values())
        solver.push()
        solver.add(*conditions)
        kept = _invariants(other, after)
        for name, holds in kept.items():
            if not holds.eq(before[name]) and solver.check(z3.Not(holds)) == z3.sat:
                return Outcome.PROOF, f"invariant {name}"
        solver.pop()
        legal = (z3.And(*sound_conditions), z3.And(*conditions))
        differs = z3.Or(legal[0] != legal[1], z3.And(*legal, unequal_states(sound_after, after)))
        # a free slot for what is added is a bound of the proof, no difference
        room = z3.And(*sound.side, *frame.side)
        if solver.check(room, differs) == z3.unsat:
            return Outcome.SAME, f"the same step wherever the invariants hold, with {one.slots} in a bag"
        return None

    def _by_search(self, mutant: Mutant) -> tuple[Outcome, str] | None:
        planted = mutant.plant(self.model)
        counted: tuple[Outcome, str] | None = None
        for configuration in self.configurations:
            sound = self._searched(configuration)
            if mutant.action not in sound.taken:
                continue
            faulty = search(planted, self.values, configuration, self.limits)
            found = [f"invariant {name}" for name in faulty.found if name not in sound.found]
            found += [f"never meets {name}" for name in faulty.unmet if name not in sound.unmet]
            if faulty.deadlocks > sound.deadlocks:
                found.append(f"{faulty.deadlocks} deadlocks")
            if found:
                return Outcome.SEARCH, f"{configuration.name}: {', '.join(found)}"
            if counted is None and _counts(faulty) != _counts(sound):
                said = f"{faulty.states:,} states for {sound.states:,}"
                said += f", {faulty.transitions:,} transitions for {sound.transitions:,}"
                counted = Outcome.COUNTS, f"{configuration.name}: {said}"
        return counted

    def _searched(self, configuration: Configuration) -> SearchResult:
        if configuration.name not in self._sound:
            found = search(self.model, self.values, configuration, self.limits)
            self._sound[configuration.name] = found
        return self._sound[configuration.name]

    def _scope(self) -> str:
        return f"searched {', '.join(configuration.name for configuration in self.configurations)}"


SLOTS = 2
"""Elements of a bag, and values of a pile, in what is put to the solver."""


class _Side(SymbolicModel):
    """A symbolic model with names of its own for what it makes up; piles are exact."""

    def __init__(self, side: str, model: Model, values: Mapping[str, Any]) -> None:
        kinds = SymbolicModel(model, values, SLOTS).records.values()
        fields = [*model.fields.values()]
        fields += [(inner, f"{kind.__name__}.{name}") for kind in kinds for name, inner in kind.fields()]
        piles = {name: SLOTS for declared, name in fields if isinstance(declared, PileField)}
        super().__init__(model, values, SLOTS, piles)
        self.side = side

    def fresh(self, name: str) -> str:
        return f"{self.side}.{super().fresh(name)}"


def _invariants(symbolic: SymbolicModel, state: Mapping[str, Any]) -> dict[str, Any]:
    frame = Frame(state)
    return {
        name: symbolic.term(frame, invariant.condition)
        for name, invariant in symbolic.model.invariants.items()
    }


def _counts(result: SearchResult) -> tuple[object, ...]:
    return result.states, result.transitions, result.taken, result.cut, result.levels
