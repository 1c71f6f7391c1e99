"""States as single integers: exact, in bit fields whose widths follow the configuration's bounds.

Bags are packed element by element in sorted order, which makes equal multisets equal integers.
"""

from __future__ import annotations

from typing import Any

from rulehound.spec.language import Configuration, Model, State
from rulehound.spec.language.nodes import Sort
from rulehound.spec.language.records import BagField, Field, NumberField, Record, SubsetField


class BoundExceeded(Exception):
    """A state lies outside the configuration: `bound` names the field, or the bag that is full."""

    def __init__(self, bound: str) -> None:
        super().__init__(bound)
        self.bound = bound


class Packing:
    """The layout of one model under one configuration. Raises ValueError where a bound is missing."""

    def __init__(self, model: Model, configuration: Configuration) -> None:
        self.layout: list[_Scalar | _Slots] = []
        for path in model.paths:
            declared, name = model.fields[path]
            self.layout.append(
                _slots(declared, name, configuration)
                if isinstance(declared, BagField)
                else _scalar(declared, name, configuration)
            )
        self.bits = sum(part.bits for part in self.layout)

    def pack(self, state: State) -> int:
        """The integer of a state. Raises BoundExceeded."""
        packed = 0
        for part, value in zip(self.layout, state, strict=True):
            packed = packed << part.bits | part.pack(value)
        return packed

    def unpack(self, packed: int) -> State:
        """The state of an integer that `pack` gave."""
        values: list[Any] = []
        for part in reversed(self.layout):
            values.append(part.unpack(packed & part.mask))
            packed >>= part.bits
        return tuple(reversed(values))


class _Scalar:
    """One number, truth value or subset."""

    def __init__(self, name: str, low: int, high: int, truth: bool) -> None:
        self.name, self.low, self.high, self.truth = name, low, high, truth
        self.bits = (high - low).bit_length()
        self.mask = (1 << self.bits) - 1

    def pack(self, value: int) -> int:
        if not self.low <= value <= self.high:
            raise BoundExceeded(self.name)
        return int(value) - self.low

    def unpack(self, code: int) -> Any:
        return bool(code) if self.truth else code + self.low


class _Slots:
    """A bag of so many slots; a slot's code is 0 where it is empty, else 1 + the element's code.

    Elements repeat, so their codes are remembered.
    """

    def __init__(self, name: str, capacity: int, parts: list[_Scalar]) -> None:
        self.name, self.capacity, self.parts = name, capacity, parts
        self.slot = (1 << sum(part.bits for part in parts)).bit_length()
        self.slot_mask = (1 << self.slot) - 1
        self.bits = self.slot * capacity
        self.mask = (1 << self.bits) - 1
        self._codes: dict[tuple[Any, ...], int] = {}
        self._elements: dict[int, tuple[Any, ...]] = {}

    def pack(self, elements: tuple[tuple[Any, ...], ...]) -> int:
        if len(elements) > self.capacity:
            raise BoundExceeded(self.name)
        packed = 0
        for element in elements:
            code = self._codes.get(element)
            packed = packed << self.slot | (self._code(element) if code is None else code)
        return packed

    def unpack(self, packed: int) -> tuple[tuple[Any, ...], ...]:
        elements = []
        while packed:
            elements.append(self._elements[packed & self.slot_mask])
            packed >>= self.slot
        return tuple(reversed(elements))

    def _code(self, element: tuple[Any, ...]) -> int:
        code = 0
        for part, value in zip(self.parts, element, strict=True):
            code = code << part.bits | part.pack(value)
        code += 1
        self._codes[element] = code
        self._elements[code] = element
        return code


def _scalar(declared: Field, name: str, configuration: Configuration) -> _Scalar:
    if declared.sort is Sort.BOOLEAN:
        return _Scalar(name, 0, 1, truth=True)
    if isinstance(declared, SubsetField):
        return _Scalar(name, 0, (1 << len(declared.names)) - 1, truth=False)
    if isinstance(declared, NumberField) and declared.names is not None:
        return _Scalar(name, 0, max(declared.names), truth=False)
    if name not in configuration.bounds:
        raise ValueError(
            f"configuration {configuration.name}: no bounds for {name}; state its least and largest value"
        )
    low, high = configuration.bounds[name]
    return _Scalar(name, low, high, truth=False)


def _slots(declared: BagField[Any], name: str, configuration: Configuration) -> _Slots:
    if name not in configuration.capacities:
        raise ValueError(
            f"configuration {configuration.name}: no capacity for {name}; state how many it holds"
        )
    element: type[Record] = declared.element
    parts = [
        _scalar(inner, f"{element.__name__}.{inner_name}", configuration)
        for inner_name, inner in element.fields()
    ]
    return _Slots(name, configuration.capacities[name], parts)
