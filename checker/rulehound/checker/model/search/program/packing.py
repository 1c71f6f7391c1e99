"""States as single integers: exact, in bit fields whose widths follow the configuration's bounds.

The layout is what every backend reads and writes. An integer is a row of 64-bit words, word 0 its lowest
bits; each part stands in one word, the first that has room for it, so that no part straddles two.

- A number, truth value, subset or value (`Scalar`) is stored as a code: a number as what it is above `low`, a
  subset with one bit for each name that it may hold, a value as its place in the configured pool, counted
  from 1, or 0 for nothing.
- A pile (`Stacked`) is so many values, the top first, zeros after the last.
- A bag (`Slots`) is so many slots, each 0 where it is empty, else with its lowest bit set and the fields of
  the element above that. Slots are sorted, the largest first, so that equal multisets are equal integers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rulehound.spec.language import Configuration, Model, Record, State, record
from rulehound.spec.language.fields import BagField, NumberField, PileField, SubsetField, ValueField
from rulehound.spec.language.nodes import Sort
from rulehound.spec.language.records import Field

WORD = 64


class BoundExceeded(Exception):
    """A state lies outside the configuration. `bound` names the field, or the bag or pile that is full."""

    def __init__(self, bound: str) -> None:
        super().__init__(bound)
        self.bound = bound


class Packing:
    """The layout of one model under one configuration. Raises ValueError where a bound is missing.

    `layout` has a part for every path of the model, in their order; `words` is how many words a state takes,
    `bits` where the last of them ends.
    """

    def __init__(self, model: Model, configuration: Configuration) -> None:
        room = _Room()
        bounds = _Bounds(configuration)
        self.layout: tuple[PackedPart, ...] = tuple(
            bounds.part(declared, name, room) for declared, name in model.fields.values()
        )
        self.words = max(len(room.used), 1)
        self.bits = max((WORD * word + used for word, used in enumerate(room.used)), default=0)

    def pack(self, state: State) -> int:
        """The integer of a state. Raises BoundExceeded."""
        packed = 0
        for part, value in zip(self.layout, state, strict=True):
            packed |= part.pack(value)
        return packed

    def unpack(self, packed: int) -> State:
        """The state of an integer that `pack` gave."""
        return tuple(part.unpack(packed) for part in self.layout)


@dataclass(frozen=True)
class Scalar:
    """A number from `low` to `high`, stored as what it is above `low` in `bits` bits from `offset` on.

    Truth values, subsets and values are kinds of it: their codes go from 0 to `high`.
    """

    name: str
    offset: int
    low: int
    high: int

    @property
    def bits(self) -> int:
        """How many bits the code takes; 0 where there is only one value."""
        return (self.high - self.low).bit_length()

    def code(self, value: Any) -> int:
        """The code of a value. Raises BoundExceeded."""
        if not self.low <= value <= self.high:
            raise BoundExceeded(self.name)
        return int(value) - self.low

    def value(self, code: int) -> Any:
        """The value of a code."""
        return code + self.low

    def pack(self, value: Any) -> int:
        """The code of a value, where it stands. Raises BoundExceeded."""
        return self.code(value) << self.offset

    def unpack(self, packed: int) -> Any:
        """The value that stands here."""
        return self.value(packed >> self.offset & (1 << self.bits) - 1)


@dataclass(frozen=True)
class Flag(Scalar):
    """A truth value."""

    def value(self, code: int) -> bool:
        return bool(code)


@dataclass(frozen=True)
class PackedSubset(Scalar):
    """A subset: bit i of its code stands for name `names[i]` of the field; it can hold no other."""

    names: tuple[int, ...]

    def code(self, value: int) -> int:
        if value & ~sum(1 << name for name in self.names):
            raise BoundExceeded(self.name)
        return sum((value >> name & 1) << bit for bit, name in enumerate(self.names))

    def value(self, code: int) -> int:
        return sum((code >> bit & 1) << name for bit, name in enumerate(self.names))


@dataclass(frozen=True)
class PackedValue(Scalar):
    """A value. Code 0 is nothing, code i + 1 is entry i of the pool; `values` lists them by code."""

    values: tuple[tuple[Any, ...], ...]
    codes: Mapping[tuple[Any, ...], int]

    def code(self, value: tuple[Any, ...]) -> int:
        code = self.codes.get(value)
        if code is None:
            raise BoundExceeded(self.name)
        return code

    def value(self, code: int) -> tuple[Any, ...]:
        return self.values[code]


@dataclass(frozen=True)
class Stacked:
    """A pile of at most `capacity` values, the top first: codes of `each`, one at each of the `offsets`."""

    name: str
    offsets: tuple[int, ...]
    each: PackedValue

    @property
    def capacity(self) -> int:
        """How many values it holds."""
        return len(self.offsets)

    def pack(self, values: tuple[tuple[Any, ...], ...]) -> int:
        """The codes of the values, where they stand. Raises BoundExceeded."""
        if len(values) > len(self.offsets):
            raise BoundExceeded(self.name)
        packed = 0
        for value, offset in zip(values, self.offsets, strict=False):
            code = self.each.code(value)
            if not code:  # it would read back as the end of the pile
                raise BoundExceeded(self.each.name)
            packed |= code << offset
        return packed

    def unpack(self, packed: int) -> tuple[tuple[Any, ...], ...]:
        """The values that stand here."""
        mask = (1 << self.each.bits) - 1
        codes = (packed >> offset & mask for offset in self.offsets)
        return tuple(self.each.value(code) for code in codes if code)


@dataclass(frozen=True)
class PackedBag:
    """A bag of at most `capacity` elements, in slots of `slot` bits, each at its offset of `offsets`.

    The offsets of `parts`, the fields of an element, are within its slot. Elements repeat, so their codes are
    remembered.
    """

    name: str
    offsets: tuple[int, ...]
    slot: int
    parts: tuple[Scalar | Stacked, ...]
    _codes: dict[tuple[Any, ...], int] = field(default_factory=dict, compare=False, repr=False)
    _elements: dict[int, tuple[Any, ...]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def capacity(self) -> int:
        """How many elements it holds."""
        return len(self.offsets)

    def code(self, element: tuple[Any, ...]) -> int:
        """The code of an element's slot. Raises BoundExceeded."""
        code = self._codes.get(element)
        if code is None:
            code = 1
            for part, value in zip(self.parts, element, strict=True):
                code |= part.pack(value)
            self._codes[element] = code
            self._elements[code] = element
        return code

    def element(self, code: int) -> tuple[Any, ...]:
        """The element of a slot that is not empty."""
        element = self._elements.get(code)
        if element is None:
            element = self._elements[code] = tuple(part.unpack(code) for part in self.parts)
        return element

    def pack(self, elements: tuple[tuple[Any, ...], ...]) -> int:
        """The codes of the elements, the largest first, where they stand. Raises BoundExceeded."""
        if len(elements) > len(self.offsets):
            raise BoundExceeded(self.name)
        packed = 0
        codes = sorted(map(self.code, elements), reverse=True)
        for code, offset in zip(codes, self.offsets, strict=False):
            packed |= code << offset
        return packed

    def unpack(self, packed: int) -> tuple[tuple[Any, ...], ...]:
        """The elements that stand here, in the order of a state."""
        mask = (1 << self.slot) - 1
        codes = (packed >> offset & mask for offset in self.offsets)
        return tuple(sorted(self.element(code) for code in codes if code))


PackedPart: TypeAlias = Scalar | Stacked | PackedBag


class _Room:
    """Where the next bits stand: in the first word that has room for them."""

    def __init__(self, used: Sequence[int] = ()) -> None:
        self.used = list(used)

    def place(self, bits: int) -> int:
        if not bits:  # what is always the same is read anywhere
            return 0
        for word, used in enumerate(self.used):
            if used + bits <= WORD:
                self.used[word] += bits
                return WORD * word + used
        self.used.append(bits)
        return WORD * (len(self.used) - 1)


class _Bounds:
    """Makes the parts of a layout from what a configuration states. Raises ValueError."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration

    def part(self, declared: Field, name: str, room: _Room) -> PackedPart:
        """The part of a field, placed where there is room for it."""
        if isinstance(declared, BagField):
            return self._slots(declared, name, room)
        return self._plain(declared, name, room)

    def _plain(self, declared: Field, name: str, room: _Room) -> Scalar | Stacked:
        """The part of a field that an element of a bag may have as well."""
        if isinstance(declared, ValueField):
            return self._value(declared.kind, name, room)
        if isinstance(declared, PileField):
            each = self._value(declared.kind, name, _Room())
            offsets = tuple(room.place(each.bits) for _ in range(self._capacity(name)))
            return Stacked(name, offsets, each)
        if declared.sort is Sort.BOOLEAN:
            return Flag(name, room.place(1), 0, 1)
        if isinstance(declared, SubsetField):
            every = (1 << len(declared.names)) - 1
            mask = every & self.configuration.bounds.get(name, (0, every))[1]
            names = tuple(number for number in range(len(declared.names)) if mask >> number & 1)
            return PackedSubset(name, room.place(len(names)), 0, (1 << len(names)) - 1, names)
        if isinstance(declared, NumberField) and declared.names is not None:
            low, high = 0, int(max(declared.names))
        elif name in self.configuration.bounds:
            low, high = self.configuration.bounds[name]
        else:
            raise self._wrong(f"no bounds for {name}; state its least and largest value")
        return Scalar(name, room.place((high - low).bit_length()), low, high)

    def _value(self, kind: type[Record], name: str, room: _Room) -> PackedValue:
        values = self._pool(kind)
        codes = {value: code for code, value in enumerate(values)}
        return PackedValue(
            name, room.place((len(values) - 1).bit_length()), 0, len(values) - 1, values, codes
        )

    def _pool(self, kind: type[Record]) -> tuple[tuple[Any, ...], ...]:
        """Nothing and the entries of the pool, which must all differ so that each has one code."""
        name = kind.__name__
        if name not in self.configuration.pools:
            raise self._wrong(f"no pool of {name}; state which there are")
        values = (kind.zeros(), *(record(kind, entry) for entry in self.configuration.pools[name]))
        for number, value in enumerate(values):
            if value in values[:number]:
                same = values.index(value)
                other = f"entry {same}" if same else "nothing, whose fields are all 0, false or empty"
                raise self._wrong(f"entry {number} of the pool of {name} equals {other}; leave it out")
        return values

    def _slots(self, declared: BagField[Any], name: str, room: _Room) -> PackedBag:
        element: type[Record] = declared.element
        inner = _Room([1])  # the lowest bit says that the slot is not empty
        parts = tuple(
            self._plain(within, f"{element.__name__}.{within_name}", inner)
            for within_name, within in element.fields()
        )
        if len(inner.used) > 1:
            raise self._wrong(f"an element of {name} takes more than {WORD} bits; narrow its fields")
        (slot,) = inner.used
        offsets = tuple(room.place(slot) for _ in range(self._capacity(name)))
        return PackedBag(name, offsets, slot, parts)

    def _capacity(self, name: str) -> int:
        if name not in self.configuration.capacities:
            raise self._wrong(f"no capacity for {name}; state how many it holds")
        return self.configuration.capacities[name]

    def _wrong(self, what: str) -> ValueError:
        return ValueError(f"configuration {self.configuration.name}: {what}")
