"""Solvers with a limit of steps, and answers small enough to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import z3

from rulehound.checker.model.prove.terms import Fields, SymbolicBag, SymbolicPile, truth_value
from rulehound.spec.language import Record
from rulehound.spec.language.fields import BagField, NumberField, PileField, ValueField
from rulehound.spec.language.records import Field

WIDTHS = (1, 3, 10, 100)
"""Greatest distances of numbers from 0, tried in turn."""


class Counted(z3.Solver):  # type: ignore[misc]  # z3 is not typed
    """A solver that gives up after so many of z3's own steps. Steps, unlike time, make two runs give one
    answer.

    An interrupt from the keyboard is left to Python, which ends the program once the check is over; z3 would
    take it, answer "unknown" and let the program go on.
    """

    def __init__(self, effort: int) -> None:
        super().__init__()
        self.set("rlimit", effort)
        self.set("random_seed", 0)
        self.set("ctrl_c", False)

    def add(self, *conditions: Any) -> None:
        """Assert truth values of z3. Raises TypeError for anything else."""
        context = self.ctx.ref()
        for condition in conditions:
            z3.Z3_solver_assert(context, self.solver, truth_value(condition))


def limited_solver(effort: int) -> Any:
    """A counted solver for proofs."""
    solver = Counted(effort)
    solver.set("arith.solver", 2)  # the older simplex: twice as fast on sums over the slots of bags
    return solver


def numbers(declared: Field, term: Any) -> Iterator[Any]:
    """The numbers in a field, its bags, piles and values included. Members of an enumeration are none."""
    if isinstance(term, SymbolicBag):
        assert isinstance(declared, BagField)
        for fields in term.fields:
            yield from numbers_of(declared.element, fields)
    elif isinstance(term, SymbolicPile):
        assert isinstance(declared, PileField)
        yield term.height
        for value in term.known:
            yield from numbers_of(declared.kind, value)
    elif isinstance(declared, ValueField):
        yield from numbers_of(declared.kind, term)
    elif isinstance(declared, NumberField) and declared.names is None:
        yield term


def numbers_of(kind: type[Record], fields: Fields) -> Iterator[Any]:
    """The numbers in a record."""
    for (_, declared), term in zip(kind.fields(), fields, strict=True):
        yield from numbers(declared, term)


def smallest(
    solver: Any, assumptions: Sequence[Any], terms: Sequence[Any], bags: Sequence[SymbolicBag]
) -> Any:
    """The solver's answer with the fewest elements in these bags, then with the smallest numbers.

    The solver has just found that there is an answer. Its assertions are left as they were.
    """
    occupied = [(here, 1) for bag in bags for here in bag.occupied]
    limits = [[z3.PbLe(occupied, count)] for count in range(len(occupied))] if occupied else []
    widths = [[z3.And(-width <= term, term <= width) for term in terms] for width in WIDTHS]
    answer = solver.model()
    depth = solver.num_scopes()
    for tried in (limits, widths):
        for conditions in tried:
            solver.push()
            solver.add(*conditions)
            if solver.check(*assumptions) == z3.sat:
                answer = solver.model()
                break
            solver.pop()
    solver.pop(solver.num_scopes() - depth)
    return answer
