"""Boundary inputs: for each guard of an action, situations in which it holds only just and fails only just.

Everything else about the action is legal there, so that an engine's answer rests on this one guard. A
comparison gives the last value that is allowed and the first that is not, a conjunction gives one input for
each part that fails alone. The idea is that of boundary tests derived from a specification's conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from rulehound.checker.prove.answers import parameter_terms, read_parameters, read_state
from rulehound.checker.prove.symbolic import Frame, SymbolicModel, Term
from rulehound.spec.language import By, Model
from rulehound.spec.language.nodes import Node, walk

EFFORT = 5_000_000
"""z3 steps for one input; what takes more is left out and counted."""


@dataclass(frozen=True)
class Boundary:
    """One input: a state and parameters as people read them, and whether the action is legal there."""

    model: str
    action: str
    guard: str
    rule: str
    case: str
    legal: bool
    state: Mapping[str, Any]
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class BoundaryResult:
    """The inputs found, and the (action, guard, case) for which the solver found none within its effort."""

    found: list[Boundary]
    none: list[tuple[str, str, str]]


Small = Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Any]]
"""Conditions that keep inputs small and printable, from the terms of state and parameters."""


def boundaries(
    model: Model,
    values: Mapping[str, Any],
    small: Small,
    slots: int = 2,
    sweep: str = "",
    sweep_range: Sequence[int] = (),
) -> BoundaryResult:
    """Boundary inputs of every guard of every action that a player takes.

    `sweep`: for guards that read this field, one input a case for each value of `sweep_range`. Raises
    MissingValue.
    """
    symbolic = SymbolicModel(model, values, slots)
    state = symbolic.state("s")
    frame = Frame(state)
    given = [
        *symbolic.well_formed(state),
        *(symbolic.term(frame, invariant.condition) for invariant in model.invariants.values()),
    ]
    result = BoundaryResult([], [])
    for action in model.actions.values():
        if action.by is not By.PLAYER:
            continue
        step, _, _ = symbolic.step(state, action, action.name)
        limits = small(state, parameter_terms(action, step))
        guards = {guard.name: symbolic.term(step, guard.condition) for guard in action.guards}
        for guard in action.guards:
            others = [term for name, term in guards.items() if name != guard.name]
            swept = _reads(guard.condition, sweep) if sweep else False
            for case, legal, condition in cases(symbolic, step, guard.condition):
                for value in sweep_range if swept else (None,):
                    pinned = [] if value is None else [state[sweep] == value]
                    name = case if value is None else f"{case}, {sweep} {value}"
                    solver = small_solver()
                    solver.add(*given, *step.choices, *others, *limits, *pinned, condition)
                    if solver.check() == z3.sat:
                        found = solver.model()
                        shown = read_parameters(symbolic, found, action, step)
                        result.found.append(
                            Boundary(
                                model.name,
                                action.name,
                                guard.name,
                                guard.rule,
                                name,
                                legal,
                                read_state(symbolic, found, state),
                                shown,
                            )
                        )
                    else:
                        result.none.append((action.name, guard.name, name))
    return result


def small_solver() -> Any:
    """A solver for one input, limited in z3's own steps."""
    solver = z3.Solver()
    solver.set("rlimit", EFFORT)
    solver.set("random_seed", 0)
    return solver


def _reads(node: Node, path: str) -> bool:
    return any(inner.op == "read" and inner.args[0] == path for inner in walk([node]))


def cases(symbolic: SymbolicModel, frame: Frame, node: Node) -> list[tuple[str, bool, Term]]:
    """(name, whether the guard holds, condition) of each boundary of a guard."""
    if node.op == "and":
        parts = [symbolic.term(frame, part) for part in node.nodes]
        found = [("all parts hold", True, z3.And(*parts))]
        for number, part in enumerate(node.nodes):
            rest = [term for other, term in enumerate(parts) if other != number]
            found += [
                (f"part {number + 1} {name}", False, z3.And(*rest, condition))
                for name, legal, condition in cases(symbolic, frame, part)
                if not legal
            ]
        return found
    if node.op in ("le", "lt"):
        low, high = (symbolic.term(frame, part) for part in node.nodes)
        last = 0 if node.op == "le" else 1
        return [
            ("at the bound", True, high - low == last),
            ("one past the bound", False, high - low == last - 1),
        ]
    if node.op == "eq" and node.nodes[0].sort.value == "integer":
        one, other = (symbolic.term(frame, part) for part in node.nodes)
        return [
            ("equal", True, one == other),
            ("one below", False, one == other - 1),
            ("one above", False, one == other + 1),
        ]
    holds = symbolic.term(frame, node)
    return [("holds", True, holds), ("fails", False, z3.Not(holds))]
