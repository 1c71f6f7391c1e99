"""What exports share: the program of a model, the arrays of its state, and what they hold at the start."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulehound.checker.model.search.program.packing import (
    PackedBag,
    PackedPart,
    PackedValue,
    Packing,
    Stacked,
)
from rulehound.checker.model.search.program.syntax import (
    BagLayout,
    FieldLayout,
    NumberLayout,
    Program,
    StateLayout,
)
from rulehound.checker.model.search.program.translation import translated
from rulehound.spec.language import Configuration, Interpreter, Model


@dataclass(frozen=True)
class Array:
    """One array: its name in the program, how many cells, and the least and largest that each can hold."""

    name: str
    cells: int
    low: int
    high: int


def program_with_start(
    model: Model, values: Mapping[str, Any], configuration: Configuration
) -> tuple[Program, Mapping[str, list[int]]]:
    """The program of a model under one configuration, and what each array of its state holds at the start.

    Raises MissingValue where a fact, switch or setting has no value, BoundExceeded where the start lies
    outside the bounds, and ValueError where a bound is missing or numbers leave 32 bits.
    """
    program = translated(model, values, configuration, Packing(model, configuration))
    return program, start_cells(model, values, configuration, program.state)


def arrays_of(layout: StateLayout) -> Iterator[Array]:
    """Every array of a state."""
    for number in layout.numbers:
        yield from number_arrays(number)
    for bag in layout.bags:
        yield from bag_arrays(bag)


def number_arrays(number: NumberLayout) -> Iterator[Array]:
    """The arrays of a number or pile, each of one cell."""
    for name in _cell_names(number):
        yield Array(name, 1, number.low, number.high)


def bag_arrays(bag: BagLayout) -> Iterator[Array]:
    """The arrays of a bag, with a cell for each slot; those of an empty slot hold 0."""
    for name, low, high in slot_cells(bag):
        yield Array(f"{bag.name}.{name}", bag.capacity, low, high)


def slot_cells(bag: BagLayout) -> Iterator[tuple[str, int, int]]:
    """The cells of one slot: name, least and largest, 0 (for an empty slot) among what they can hold."""
    yield "here", 0, 1
    for part in bag.parts:
        for name in _cell_names(part):
            yield name, min(part.low, 0), max(part.high, 0)


def _cell_names(field: NumberLayout | FieldLayout) -> list[str]:
    if field.cells is None:
        return [field.name]
    return [f"{field.name}.{number}" for number in range(field.cells)]


def identifier(name: str, prefix: str) -> str:
    """A name that a language takes; the prefix keeps it apart from the language's own words."""
    return prefix + re.sub(r"[^A-Za-z0-9_]", "_", name)


def identifiers(names: Iterable[str], prefix: str) -> Mapping[str, str]:
    """An identifier for each name, all different."""
    chosen: dict[str, str] = {}
    for name in names:
        made = identifier(name, prefix)
        while made in chosen.values():
            made += "_"
        chosen[name] = made
    return chosen


def start_cells(
    model: Model, values: Mapping[str, Any], configuration: Configuration, layout: StateLayout
) -> Mapping[str, list[int]]:
    """The cells of every array at the start.

    Slots stand in the order that the exports keep: the largest first, compared cell by cell. Raises
    BoundExceeded where the start lies outside the bounds, MissingValue where it needs a fact that has no
    value.
    """
    start = Interpreter(model, values, configuration).initial()
    packing = Packing(model, configuration)
    packing.pack(start)
    every: tuple[NumberLayout | BagLayout, ...] = (*layout.numbers, *layout.bags)
    fields = {field.name: field for field in every}
    cells_of: dict[str, list[int]] = {}
    for path, packed, value in zip(layout.paths, packing.layout, start, strict=True):
        field = fields[path]
        if isinstance(field, BagLayout):
            assert isinstance(packed, PackedBag)
            names = [array.name for array in bag_arrays(field)]
            slots = sorted((_slot(packed, element) for element in value), reverse=True)
            slots += [[0] * len(names)] * (field.capacity - len(slots))
            cells_of |= {name: [slot[at] for slot in slots] for at, name in enumerate(names)}
        else:
            cells = zip(_cell_names(field), _cells(packed, value), strict=True)
            cells_of |= {name: [cell] for name, cell in cells}
    return cells_of


def _slot(slots: PackedBag, element: tuple[Any, ...]) -> list[int]:
    cells = (_cells(part, value) for part, value in zip(slots.parts, element, strict=True))
    return [1, *(cell for row in cells for cell in row)]


def _cells(packed: PackedPart, value: Any) -> list[int]:
    """The cells of a field; a value is written as its place in the pool."""
    if isinstance(packed, PackedValue):
        return [packed.codes[value]]
    if isinstance(packed, Stacked):
        indices = [packed.each.codes[each] for each in value]
        return indices + [0] * (packed.capacity - len(indices))
    return [int(value)]
