"""Runs a program statement by statement, in Python: the check on lowering that needs no compiler.

It also holds every expression against its bounds and refuses to read what was never given a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rulehound.checker.model.search.program.arithmetic import bounds_of
from rulehound.checker.model.search.program.packing import (
    PackedBag,
    PackedPart,
    PackedSubset,
    PackedValue,
    Packing,
    Scalar,
    Stacked,
)
from rulehound.checker.model.search.program.syntax import (
    Action,
    After,
    Assign,
    BagLayout,
    Body,
    Condition,
    Constant,
    Cut,
    Emit,
    Expression,
    If,
    Level,
    Local,
    Lookup,
    Loop,
    Operation,
    Program,
    ProgramGuard,
    SameSlot,
    StateCell,
    StateLayout,
)
from rulehound.spec.language import State

Cells = dict[str, list[int | None]]
"""The cells of every array; None was never given a value."""


@dataclass
class Steps:
    """What one action does in one state."""

    within: list[State] = field(default_factory=list)
    outside: list[tuple[str, State]] = field(default_factory=list)
    """The bound that is left first, and the state after."""
    held: set[int] = field(default_factory=set)
    failed: set[int] = field(default_factory=set)
    broken_outside: set[str] = field(default_factory=set)


def run_action(program: Program, packing: Packing, action: Action, state: State) -> Steps:
    """Every step of an action out of a state."""
    run = _Run(program, packing, cells_of(program.state, packing, state))
    run.declare(action.bags)
    run.levels(action, action.levels)
    return run.steps


def holds(program: Program, packing: Packing, condition: Condition, state: State) -> bool:
    """Whether a condition over states within the bounds holds."""
    return _Run(program, packing, cells_of(program.state, packing, state)).condition(condition)


def cells_of(layout: StateLayout, packing: Packing, state: State) -> Cells:
    """The cells of a state."""
    cells: Cells = {}
    bags = {bag.name: bag for bag in layout.bags}
    for path, packed, value in zip(layout.paths, packing.layout, state, strict=True):
        if not isinstance(packed, PackedBag):
            cells.update({name: [cell] for name, cell in _numbers(path, packed, value)})
            continue
        bag = bags[path]
        cells.update({array: [None] * bag.capacity for array in arrays(bag)})
        for slot, element in enumerate(sorted(value, key=packed.code, reverse=True)):
            cells[f"{path}.here"][slot] = 1
            for part, inner, held in zip(bag.parts, packed.parts, element, strict=True):
                for name, cell in _numbers(f"{path}.{part.name}", inner, held):
                    cells[name][slot] = cell
        for slot in range(len(value), bag.capacity):
            cells[f"{path}.here"][slot] = 0
    return cells


def arrays(bag: BagLayout) -> list[str]:
    """The names of the arrays of a bag."""
    found = [f"{bag.name}.here"]
    for part in bag.parts:
        name = f"{bag.name}.{part.name}"
        found += [name] if part.cells is None else [f"{name}.{k}" for k in range(part.cells)]
    return found


def _numbers(name: str, packed: Scalar | Stacked, value: Any) -> Iterator[tuple[str, int]]:
    if isinstance(packed, Stacked):
        for k in range(packed.capacity):
            yield f"{name}.{k}", packed.each.code(value[k]) if k < len(value) else 0
    else:
        yield name, packed.code(value) if isinstance(packed, PackedValue) else int(value)


class _Run:
    """One action or condition as it runs."""

    def __init__(self, program: Program, packing: Packing, cells: Cells) -> None:
        self.program, self.cells = program, cells
        self.packed: Mapping[str, PackedPart] = dict(zip(program.state.paths, packing.layout, strict=True))
        self.bags = {bag.name: bag for bag in program.state.bags}
        self.packing = packing
        self.locals: dict[str, int] = {}
        self.steps = Steps()
        self.ended = 0

    def declare(self, bags: tuple[BagLayout, ...]) -> None:
        self.bags |= {bag.name: bag for bag in bags}
        for bag in bags:
            self.cells |= {array: [None] * bag.capacity for array in arrays(bag)}

    def levels(self, action: Action, levels: tuple[Level, ...]) -> None:
        if not levels:
            before = self.ended
            self.body(action.effect)
            assert self.ended == before + 1, "every way through an effect ends in one Emit or Cut"
            return
        level, *inner = levels
        for value in level.choice.values if level.choice else (0,):
            if level.choice:
                self.locals[level.choice.variable.name] = value
                if not self.value(level.choice.condition):
                    continue
            if self.guards(level.guards):
                self.levels(action, tuple(inner))

    def guards(self, guards: tuple[ProgramGuard, ...]) -> bool:
        for guard in guards:
            self.body(guard.before)
            if not self.value(guard.condition):
                self.steps.failed.add(guard.number)
                return False
            self.steps.held.add(guard.number)
        return True

    def condition(self, condition: Condition) -> bool:
        self.declare(condition.bags)
        self.body(condition.before)
        return bool(self.value(condition.value))

    def body(self, body: Body) -> None:
        for statement in body:
            match statement:
                case Assign(Local(name), value):
                    self.locals[name] = self.value(value)
                case Assign(StateCell(array, Local() as slot), StateCell(source, index)) if index == slot:
                    # a copied slot may be an empty one
                    self.cells[array][self.value(slot)] = self.cells[source][self.value(slot)]
                case Assign(StateCell(array, index), value):
                    assert index is not None
                    self.cells[array][self.value(index)] = self.value(value)
                case If(condition, then, otherwise):
                    self.body(then if self.value(condition) else otherwise)
                case Loop(variable, count, inner):
                    for number in range(count):
                        self.locals[variable.name] = number
                        self.body(inner)
                case Emit(after):
                    self.ended += 1
                    self.steps.within.append(self.after(after, self.program.state))
                case Cut(bound, after):
                    self.ended += 1
                    self.cut(self.program.bounds[self.value(bound)], after)

    def after(self, after: After, layout: StateLayout) -> State:
        """The state after a step, whether within the bounds or not."""
        numbers = {path: [self.value(cell) for cell in cells] for path, cells in after.numbers}
        sources = dict(after.bags)
        state: list[Any] = []
        for path in layout.paths:
            packed = self.packed[path]
            if isinstance(packed, PackedBag):
                state.append(self.elements(sources.get(path, path), packed))
            else:
                cells = numbers[path] if path in numbers else self.held(path, packed)
                state.append(_decoded(packed, cells))
        return tuple(state)

    def held(self, path: str, packed: Scalar | Stacked) -> list[int]:
        size = packed.capacity if isinstance(packed, Stacked) else None
        return (
            [self.cell(f"{path}.{k}", 0) for k in range(size)] if size is not None else [self.cell(path, 0)]
        )

    def elements(self, name: str, packed: PackedBag) -> tuple[Any, ...]:
        bag = self.bags[name]
        found = []
        for slot in range(bag.capacity):
            if self.cell(f"{name}.here", slot):
                fields = []
                for part, inner in zip(bag.parts, packed.parts, strict=True):
                    array = f"{name}.{part.name}"
                    held = [array] if part.cells is None else [f"{array}.{k}" for k in range(part.cells)]
                    values = [self.cell(each, slot) for each in held]
                    if part.bits:
                        assert all(not value & ~part.high for value in values)
                    else:
                        assert all(part.low <= value <= part.high for value in values)
                    fields.append(_decoded(inner, values))
                found.append(tuple(fields))
        return tuple(sorted(found))

    def cut(self, bound: str, after: After) -> None:
        state = self.after(after, self.program.outside)
        self.steps.outside.append((bound, state))
        outside = _Run(self.program, self.packing, self.cells_outside(after))
        for condition in self.program.invariants_outside:
            if not outside.condition(condition):
                self.steps.broken_outside.add(condition.name)

    def cells_outside(self, after: After) -> Cells:
        numbers, sources = dict(after.numbers), dict(after.bags)
        cells: Cells = {}
        for number in self.program.outside.numbers:
            names = (
                [number.name] if number.cells is None else [f"{number.name}.{k}" for k in range(number.cells)]
            )
            if number.name in numbers:
                given = [self.value(cell) for cell in numbers[number.name]]
            else:
                given = [held for name in names if name in self.cells for held in self.cells[name]]
            for name, held in zip(names, given + [0] * len(names), strict=False):
                cells[name] = [held]
        for bag in self.program.outside.bags:
            source = sources.get(bag.name, bag.name)
            for array in arrays(bag):
                held = list(self.cells.get(source + array.removeprefix(bag.name), []))
                missing = bag.capacity - len(held)
                cells[array] = held + [0] * missing
        return cells

    def cell(self, array: str, slot: int) -> int:
        value = self.cells[array][slot]
        assert value is not None, f"{array}[{slot}] was never given a value"
        return value

    def value(self, expression: Expression) -> int:
        value = self.computed(expression)
        low, high = bounds_of(expression)
        assert low <= value <= high, f"{value} is not within {low} to {high}: {expression}"
        return value

    def computed(self, expression: Expression) -> int:
        match expression:
            case Constant(value):
                return value
            case Local(name):
                return self.locals[name]
            case StateCell(array, index):
                return self.cell(array, 0 if index is None else self.value(index))
            case Lookup(table, index):
                return self.program.tables[table][self.value(index)]
            case SameSlot(bag, first, second):
                one, other = self.value(first), self.value(second)
                assert self.cell(f"{bag}.here", one)
                assert self.cell(f"{bag}.here", other)
                return int(
                    all(
                        self.cells[array][one] == self.cells[array][other] for array in arrays(self.bags[bag])
                    )
                )
            case Operation("and" | "or" as kind, args):
                decides = kind == "or"
                return int(decides if any(bool(self.value(a)) is decides for a in args) else not decides)
            case Operation("select", (condition, yes, no)):
                return self.value(yes if self.value(condition) else no)
            case Operation(kind, args):
                return _VALUES[kind](*map(self.value, args))
        raise AssertionError(expression)


_VALUES: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "neg": lambda a: -a,
    "min": min,
    "max": max,
    "eq": lambda a, b: int(a == b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "not": lambda a: int(not a),
    "bits-and": lambda a, b: a & b,
    "bits-or": lambda a, b: a | b,
    "bits-without": lambda a, b: a & ~b,
}


def _decoded(packed: Scalar | Stacked, cells: list[int]) -> Any:
    """What cells stand for; the index after the last of a pool is nothing as it lies in a pile."""
    if isinstance(packed, Stacked):
        assert not any(later for cell, later in pairwise(cells) if not cell)
        return tuple(packed.each.values[cell % len(packed.each.values)] for cell in cells if cell)
    (cell,) = cells
    if isinstance(packed, PackedValue):
        return packed.values[cell]
    return cell if isinstance(packed, PackedSubset) else type(packed.value(0))(cell)
