"""Boundary inputs: for each guard of an action, situations in which it holds only just and fails only just.

Everything else about the action is legal there, so that an engine's answer rests on this one guard. A
comparison gives the last value that is allowed and the first that is not, a conjunction gives one input for
each part that fails alone; the branches of the arithmetic in a guard are tried on both sides and in between.
The idea is that of boundary tests derived from a specification's conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import z3

from rulehound.checker.model.prove.answers import parameter_terms, read_parameters, read_state
from rulehound.checker.model.prove.possible import Possible, possible
from rulehound.checker.model.prove.solving import Counted
from rulehound.checker.model.prove.symbolic import Frame, SymbolicModel, Term
from rulehound.spec.language import By, Guard, Model
from rulehound.spec.language.nodes import Node, Sort, walk

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
    """Inputs at the edges of guards, and each (action, guard, case) for which the solver found none.

    The solver has a limited effort. Actions that the edition does not have are left out.
    """

    inputs: list[Boundary]
    none: list[tuple[str, str, str]]
    not_in_edition: list[str]


Small = Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[Any]]
"""Conditions that keep inputs small and printable, from the terms of state and parameters."""


def boundaries(
    model: Model,
    values: Mapping[str, Any],
    small: Small,
    slots: int = 2,
    sweep: str = "",
    sweep_range: Sequence[int] = (),
    wishes: Sequence[Small] = (),
    capacities: Mapping[str, int] | None = None,
) -> BoundaryResult:
    """Boundary inputs of every guard of every action that a player takes.

    Settings are the facts of the same names. `wishes` are dropped from the last on where an input does not
    allow them. `sweep`: for guards that compare this field with a parameter, one input a case for each value
    of `sweep_range`. `capacities`: the most that bags (else `slots`) and piles (else any height) hold, by the
    name of the field. Raises MissingValue.
    """
    symbolic = SymbolicModel(model, values, slots, capacities)
    state = symbolic.state("s")
    frame = Frame(state)
    conditions_before = [
        *symbolic.well_formed(state),
        *(symbolic.term(frame, invariant.condition) for invariant in model.invariants.values()),
    ]
    result = BoundaryResult([], [], [])
    for action in model.actions.values():
        if action.by is not By.PLAYER:
            continue
        step = symbolic.choice(state, action, action.name)
        terms = parameter_terms(action, step)
        limits = small(state, terms)
        wished = [list(wish(state, terms)) for wish in wishes]
        guards = {guard.name: symbolic.term(step, guard.condition) for guard in action.guards}
        dealt = settings(symbolic)
        anything = small_solver()
        anything.add(*conditions_before, *dealt, *step.choices, *guards.values(), *limits)
        if anything.check() != z3.sat:
            invariants = list(model.invariants)
            step, _, _ = symbolic.step(state, action, action.name)
            if possible(symbolic, state, action, step, invariants, EFFORT) is Possible.NOT_IN_EDITION:
                result.not_in_edition.append(action.name)
                continue
        for guard in action.guards:
            others = [term for name, term in guards.items() if name != guard.name]
            solver = small_solver()
            solver.add(*conditions_before, *dealt, *step.choices, *others, *limits)
            values_swept = sweep_range if sweep and _compares(guard.condition, sweep) else ()
            for situation in _situations(symbolic, step, guard, sweep, values_swept):
                for name, conditions in situation.inputs(solver):
                    answer = _answer(solver, conditions, wished)
                    if answer is None:
                        result.none.append((action.name, guard.name, name))
                        continue
                    parameters = read_parameters(symbolic, answer, action, step)
                    before = read_state(symbolic, answer, state)
                    legal = situation.legal
                    result.inputs.append(
                        Boundary(
                            model.name, action.name, guard.name, guard.rule, name, legal, before, parameters
                        )
                    )
    return result


@dataclass(frozen=True)
class _Situation:
    """One case of a guard, and the finer cases within it, which are asked for only where this case is
    possible.
    """

    name: str
    legal: bool
    condition: Term
    finer: Sequence[tuple[str, Term]]

    def inputs(self, solver: Any) -> Iterator[tuple[str, list[Term]]]:
        """(name, conditions) of the inputs wanted: the finer ones, or the case itself."""
        if not self.finer or _answer(solver, [self.condition], []) is None:
            yield self.name, [self.condition]
            return
        for name, condition in self.finer:
            yield f"{self.name}, {name}", [self.condition, condition]


def _situations(
    symbolic: SymbolicModel, step: Frame, guard: Guard, sweep: str, values: Sequence[int]
) -> Iterator[_Situation]:
    """Every situation that is wanted for a guard.

    First its own boundaries, from each of the swept values. Then, at its boundaries, those of every branch of
    the arithmetic in it (a reduction below 0, a cost that is lowered by the last card that counts): what is
    computed wrongly on one side of a branch shows there.
    """
    of_guard = cases(symbolic, step, guard.condition)
    swept = [(f"{sweep} {value}", step.state[sweep] == value) for value in values]
    for case, legal, condition in of_guard:
        yield _Situation(case, legal, condition, swept)
    branching = branches(symbolic, step, guard.condition)
    if branching:
        for case, legal, condition in of_guard:
            yield _Situation(case, legal, condition, branching)


def _answer(solver: Any, conditions: Sequence[Term], wished: Sequence[Sequence[Term]]) -> Any:
    """The solver's answer under these conditions and as many wishes as possible; None where there is none."""
    for kept in range(len(wished), -1, -1):
        solver.push()
        solver.add(*conditions, *chain.from_iterable(wished[:kept]))
        answer = solver.model() if solver.check() == z3.sat else None
        solver.pop()
        if answer is not None:
            return answer
    return None


def branches(symbolic: SymbolicModel, frame: Frame, root: Node) -> list[tuple[str, Term]]:
    """(name, condition) of both sides and the border of each branch of a number below a node.

    Branches that only switches decide have one side in an edition, and are none.
    """
    labelled: list[tuple[str, Term]] = []
    for node in walk([root]):
        if node.free or node.sort is not Sort.INTEGER or node.op not in ("min", "max", "if"):
            continue
        label = f"branch {1 + len({name.split(',')[0] for name, _ in labelled})}"
        if node.op == "if":
            test = z3.simplify(symbolic.term(frame, node.nodes[0]))
            if z3.is_true(test) or z3.is_false(test):
                continue
            labelled += [
                (f"{label}, {case}", term) for case, _, term in cases(symbolic, frame, node.nodes[0])
            ]
            continue
        one, other = (symbolic.term(frame, part) for part in node.nodes)
        sides = (("one below", -1), ("equal", 0), ("one above", 1))
        labelled += [(f"{label}, {side}", one - other == apart) for side, apart in sides]
    return labelled


def settings(symbolic: SymbolicModel) -> list[Term]:
    """Conditions: every setting met so far has the value of the fact of its name, as in a real game."""
    values = symbolic.values
    return [term == values[name] for name, term in symbolic.settings.items() if name in values]


def small_solver() -> Any:
    """A solver for one input.

    It decides only what matters to what is asked, of which there is little in a state with room for much:
    twice as fast. Proofs, which have no answer to complete, take longer that way.
    """
    solver = Counted(EFFORT)
    solver.set("auto_config", False)  # which would choose another way to split cases
    solver.set("case_split", 3)
    return solver


def _compares(node: Node, path: str) -> bool:
    """Whether a guard compares a field with a parameter of the action."""
    below = walk([node])
    has_parameter = any(inner.op in ("param", "field") for inner in below)
    return has_parameter and any(inner.op == "read" and inner.args[0] == path for inner in below)


def cases(symbolic: SymbolicModel, frame: Frame, node: Node) -> list[tuple[str, bool, Term]]:
    """(name, whether the guard holds, condition) of each boundary of a guard."""
    if node.op == "and":
        parts = [symbolic.term(frame, part) for part in node.nodes]
        labelled = [("all parts hold", True, z3.And(*parts))]
        for number, part in enumerate(node.nodes):
            rest = [term for other, term in enumerate(parts) if other != number]
            labelled += [
                (f"part {number + 1} {name}", False, z3.And(*rest, condition))
                for name, legal, condition in cases(symbolic, frame, part)
                if not legal
            ]
        return labelled
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
