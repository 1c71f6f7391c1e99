"""Comparing a faulty step with the sound one by the solver, from any state in which the invariants hold."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import z3

from rulehound.checker.model.prove.compared_model import SLOTS, ComparedModel
from rulehound.checker.model.prove.solving import limited_solver
from rulehound.checker.model.prove.translation import Frame
from rulehound.checker.model.prove.unequal import unequal_states
from rulehound.spec.language import Model, TracedAction

EFFORT = 20_000_000
"""z3 steps for one question."""


class Comparison:
    """The sound step of one action as the solver sees it, to compare faulty steps with."""

    def __init__(
        self, model: Model, values: Mapping[str, Any], action: TracedAction, slots: int = SLOTS
    ) -> None:
        sound, self._faulty = (ComparedModel(name, model, values, slots) for name in ("sound", "faulty"))
        self.slots = slots
        self.action = action
        self._state = sound.state("s")
        self._frame, self._conditions, self._after = sound.step(self._state, action, "p")
        self._before = _invariants(sound, self._state)
        self._kept = _invariants(sound, self._after)
        self._given = [*sound.well_formed(self._state), *self._before.values()]
        self._keeps: dict[str, bool] = {}

    def broken_invariants(self, faulty: TracedAction) -> Iterator[str]:
        """The invariants that induction proves of the sound step and refutes of the faulty one."""
        side = copy.copy(self._faulty)
        _, conditions, after = side.step(self._state, faulty, "p")
        solver = self._solver(conditions)
        for name, holds in _invariants(side, after).items():
            same = holds.eq(self._before[name]) or (
                holds.eq(self._kept[name]) and faulty.guards == self.action.guards
            )
            if not same and solver.check(z3.Not(holds)) == z3.sat and self._is_kept(name):
                yield name

    def same(self, faulty: TracedAction) -> bool:
        """Whether the faulty step is proved to equal the sound one, wherever the invariants hold.

        That a bag has a free slot for what a step adds is a bound of the proof, and counts as no difference;
        but some step must be possible within it.
        """
        frame, conditions, after = copy.copy(self._faulty).step(self._state, faulty, "p")
        legal, allowed = z3.And(*self._conditions), z3.And(*conditions)
        solver = self._solver([*self._frame.side, *frame.side])
        if solver.check(z3.Or(legal, allowed)) == z3.sat:
            differs = z3.Or(legal != allowed, z3.And(legal, allowed, unequal_states(self._after, after)))
            return bool(solver.check(differs) == z3.unsat)
        guards = (_guards(self._frame, self._conditions), _guards(frame, conditions))
        return bool(self._solver([z3.Or(*guards)]).check() == z3.unsat)  # no state allows either

    def _is_kept(self, name: str) -> bool:
        """Whether the sound step is proved to keep an invariant. Only then can it expose a faulty step."""
        if name not in self._keeps:
            answer = self._solver(self._conditions).check(z3.Not(self._kept[name]))
            self._keeps[name] = bool(answer == z3.unsat)
        return self._keeps[name]

    def _solver(self, conditions: list[Any]) -> Any:
        solver = limited_solver(EFFORT)
        solver.add(*self._given, *conditions)
        return solver


def _guards(frame: Frame, conditions: list[Any]) -> Any:
    """The conditions of a step without those for free slots, which come last."""
    return z3.And(*conditions[: len(conditions) - len(frame.side)])


def _invariants(side: ComparedModel, state: Mapping[str, Any]) -> dict[str, Any]:
    frame = Frame(state)
    return {name: side.term(frame, each.condition) for name, each in side.model.invariants.items()}
