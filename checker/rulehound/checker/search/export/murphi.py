"""A model under one configuration in Murphi, so that rumur can confirm our counts.

Each way to take an action is one rule; its guard is a function, and what it does are the statements of the rule.
All that a step needs besides the state is local, and every number is declared with its bounds: rumur stops
where one is left.

rumur 2022.08, https://github.com/Smattr/rumur (doc/vs-cmurphi.rst, doc/bitwise-operators.rst).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any

from rulehound.checker.search.arithmetic import NO, bounds_of, truth
from rulehound.checker.search.export.arrays import (
    arrays_of,
    bag_arrays,
    identifiers,
    number_arrays,
    slot_cells,
    start_cells,
)
from rulehound.checker.search.lowering import build_program
from rulehound.checker.search.program import (
    Action,
    After,
    Assign,
    Bag,
    Body,
    Cell,
    Condition,
    Constant,
    Emit,
    Expression,
    If,
    Local,
    Lookup,
    Loop,
    Operation,
    Program,
    SameSlot,
    Statement,
)
from rulehound.spec.language import Configuration, Model

HEAD = """\
-- {name}, written by rulehound for rumur.
--
--     rumur --deadlock-detection off -o model.c THIS-FILE
--     cc -std=c11 -O3 -march=native -o model model.c -lpthread; ./model
--
-- A step that would leave the bounds of the configuration leaves the state as it is, and counts as fired.
-- States outside the bounds are not judged.
"""

_TRUTHS = {"eq": " = ", "lt": " < ", "le": " <= ", "and": " & ", "or": " | "}
_NUMBERS = {
    "add": "({} + {})",
    "sub": "({} - {})",
    "neg": "(-{})",
    "min": "smaller({}, {})",
    "max": "larger({}, {})",
    "bits-and": "({} & {})",
    "bits-or": "({} | {})",
    "bits-without": "({} & ~{})",
}

Lines = Iterator[str]


def murphi(model: Model, values: Mapping[str, Any], configuration: Configuration) -> str:
    """The text of a Murphi model.

    Raises MissingValue where a fact, switch or setting has no value, BoundExceeded where the start lies
    outside the bounds, and ValueError where a bound is missing or numbers leave 32 bits.
    """
    program = build_program(model, values, configuration)
    start = start_cells(model, values, configuration, program.state)
    return "\n".join(_Printer(program, start).lines()) + "\n"


class _Printer:
    """One program as it is printed."""

    def __init__(self, program: Program, start: Mapping[str, list[int]]) -> None:
        self.program, self.start = program, start
        self.numbers = {number.name: number for number in program.state.numbers}
        self.bags = {bag.name: bag for bag in program.state.bags}
        singles = [array.name for number in program.state.numbers for array in number_arrays(number)]
        self.now = identifiers([*singles, *self.bags], "now_")
        self.next = identifiers([*singles, *self.bags], "next_")
        self.may = identifiers([action.name for action in program.actions], "may_")
        self.tables = dict(program.tables)
        self.bag_types: dict[str, str] = {}
        """The types of bags: what they are, and their names."""
        self.low, self.high = 0, 1

    def lines(self) -> Lines:
        rules = [line for action in self.program.actions for line in self.rules(action)]
        invariants = [line for number, each in enumerate(self.program.invariants) for line in self.invariant(number, each)]
        state = list(self.state())
        ordering = [line for bag in self.program.state.bags ...]
