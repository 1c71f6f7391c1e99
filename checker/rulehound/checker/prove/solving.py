"""Solvers that give up after so many steps, and answers small enough to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from rulehound.checker.prove.terms import Slots

WIDTHS = (1, 3, 10, 100)
"""How far from 0 numbers may lie, tried in turn."""


def limited_solver(effort: int) -> Any:
    """A solver that gives up after so many of z3's own steps: not by time, so two runs give one answer."""
    solver = z3.Solver()
    solver.set("rlimit", effort)
    solver.set("random_seed", 0)
    return solver


def smallest(solver: Any, assumptions: Sequence[Any], terms: Sequence[Any], bags: Sequence[Slots]) -> Any:
    """The solver's answer with as few elements in bags as can be, then with the smallest numbers.

    The solver has just said that there is an answer; its assertions are left as they were.
    """
    occupied = [(here, 1) for bag in bags for here in bag.occupied]
    numbers = [term for term in terms if z3.is_int(term)]
    limits = [[z3.PbLe(occupied, count)] for count in range(len(occupied))] if occupied else []
    widths = [[z3.And(-width <= term, term <= width) for term in numbers] for width in WIDTHS]
    found = solver.model()
    depth = solver.num_scopes()
    for tried in (limits, widths):
        for conditions in tried:
            solver.push()
            solver.add(*conditions)
            if solver.check(*assumptions) == z3.sat:
                found = solver.model()
                break
            solver.pop()
    solver.pop(solver.num_scopes() - depth)
    return found
