"""Statements unrolled to expressions over the state, for languages in which a guard must be an expression.

Each turn of a loop is carried out; both branches of a condition are carried out, and what they leave
different becomes a `select`. Parameters and loop variables have known values, so that much folds away.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from rulehound.checker.model.search.program.arithmetic import NO, bounds_of, operation, truth
from rulehound.checker.model.search.program.syntax import (
    Assign,
    Body,
    Constant,
    Expression,
    If,
    Local,
    Lookup,
    Loop,
    Operation,
    SameSlot,
    StateCell,
)

Place: TypeAlias = tuple[str, int | None]
"""A local by its name, or a cell of a local bag by array and slot."""


class Unrolled:
    """The values of locals after the statements that were carried out."""

    def __init__(self, bags: Mapping[str, Collection[str]], tables: Mapping[str, Sequence[int]]) -> None:
        """`bags`: the bags of the state by name, each with the names of its arrays."""
        self.bags, self.tables = bags, tables
        self.held: dict[Place, Expression] = {}

    def copy(self) -> Unrolled:
        """A copy that goes on from here on its own."""
        other = Unrolled(self.bags, self.tables)
        other.held = dict(self.held)
        return other

    def give(self, variable: Local, value: int) -> None:
        """Give a parameter or loop variable a value."""
        self.held[variable.name, None] = Constant(value)

    def carry_out(self, body: Body) -> None:
        """Carry out statements, none of which ends a step."""
        for statement in body:
            if isinstance(statement, Assign):
                value = self.expression(statement.value)
                self.held[self._place(statement.target)] = value
            elif isinstance(statement, Loop):
                for turn in range(statement.count):
                    self.give(statement.variable, turn)
                    self.carry_out(statement.body)
            else:
                assert isinstance(statement, If)
                self._branch(self.expression(statement.condition), statement)

    def expression(self, expression: Expression) -> Expression:
        """The same expression over cells of the state alone."""
        match expression:
            case Constant():
                return expression
            case Local(name):
                return self.held[name, None]
            case StateCell(array, index, low, high):
                return expression if index is None else self._cell(array, self.expression(index), low, high)
            case Lookup(table, index, low, high):
                at = self.expression(index)
                if isinstance(at, Constant):
                    return Constant(self.tables[table][at.value])
                return Lookup(table, at, low, high)
            case SameSlot(bag, first, second):
                slots = self.expression(first), self.expression(second)
                cells = (tuple(StateCell(array, slot, 0, 0) for slot in slots) for array in self.bags[bag])
                return operation("and", *(Operation("eq", pair, 0, 1) for pair in cells))
        return _made(expression.kind, *map(self.expression, expression.args))

    def _place(self, target: Local | StateCell) -> Place:
        if isinstance(target, Local):
            return target.name, None
        assert target.index is not None
        slot = self.expression(target.index)
        assert isinstance(slot, Constant)  # parameters and loop variables are all that a slot is told by
        return target.array, slot.value

    def _cell(self, array: str, slot: Expression, low: int, high: int) -> Expression:
        assert isinstance(slot, Constant)
        if any(array in arrays for arrays in self.bags.values()):
            return StateCell(array, slot, low, high)
        # a cell that was given nothing belongs to an empty slot, and nothing hangs on it
        return self.held.get((array, slot.value), NO)

    def _branch(self, condition: Expression, rows: If) -> None:
        known = truth(condition)
        if known is not None:
            self.carry_out(rows.then if known else rows.otherwise)
            return
        before = self.held
        self.held = dict(before)
        self.carry_out(rows.then)
        one, self.held = self.held, dict(before)
        self.carry_out(rows.otherwise)
        for place, yes in one.items():
            no = self.held.get(place, yes)  # what one row alone gives is read in that row alone
            self.held[place] = yes if yes is no else _chosen(condition, yes, no)


def _made(kind: str, *args: Expression) -> Expression:
    return _chosen(*args) if kind == "select" else operation(kind, *args)


def _chosen(condition: Expression, yes: Expression, no: Expression) -> Expression:
    for kind in ("add", "bits-or"):
        if isinstance(yes, Operation) and yes.kind == kind and yes.args[0] is no:
            # a sum as it grows: written twice at every turn it would double with each
            return operation(kind, no, operation("select", condition, yes.args[1], NO, bits=kind != "add"))
    both_masks = min(bounds_of(yes)[0], bounds_of(no)[0]) >= 0  # what is none has wider bounds by this alone
    return operation("select", condition, yes, no, bits=both_masks)
