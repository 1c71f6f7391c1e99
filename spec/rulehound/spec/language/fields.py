"""The kinds of fields of a record: numbers, choices, flags, subsets, values, piles, bags, parts."""

from __future__ import annotations

from enum import IntEnum
from typing import Generic, overload

from rulehound.spec.language import values
from rulehound.spec.language.bags import Bag
from rulehound.spec.language.nodes import Node, Sort, constant, make
from rulehound.spec.language.piles import Pile
from rulehound.spec.language.records import Element, Field, Record
from rulehound.spec.language.values import Number, NumberLike, Subset, Truth, TruthLike, refuse


class NumberField(Field):
    """An integer; with `names`, an enumeration."""

    sort = Sort.INTEGER

    def __init__(self, names: type[IntEnum] | None = None) -> None:
        self.names = names

    @overload
    def __get__(self, record: None, owner: type) -> NumberField: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Number: ...
    def __get__(self, record: Record | None, owner: type) -> NumberField | Number:
        return self if record is None else self.symbol(record.owner.read(self.name))

    def __set__(self, record: Record, value: NumberLike) -> None:
        record.owner.write(self.name, values.number(value))

    def coerce(self, value: object) -> Node:
        return values.number(value)

    def symbol(self, node: Node) -> Number:
        return Number(node)


class FlagField(Field):
    """A truth value."""

    sort = Sort.BOOLEAN

    @overload
    def __get__(self, record: None, owner: type) -> FlagField: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Truth: ...
    def __get__(self, record: Record | None, owner: type) -> FlagField | Truth:
        return self if record is None else self.symbol(record.owner.read(self.name))

    def __set__(self, record: Record, value: TruthLike) -> None:
        record.owner.write(self.name, values.truth(value))

    def coerce(self, value: object) -> Node:
        return values.truth(value)

    def symbol(self, node: Node) -> Truth:
        return Truth(node)

    def zero(self) -> Node:
        return constant(False)

    def zero_value(self) -> object:
        return False


class SubsetField(Field):
    """A subset of fixed names."""

    sort = Sort.SUBSET

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    @overload
    def __get__(self, record: None, owner: type) -> SubsetField: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Subset: ...
    def __get__(self, record: Record | None, owner: type) -> SubsetField | Subset:
        return self if record is None else self.symbol(record.owner.read(self.name))

    def __set__(self, record: Record, value: Subset) -> None:
        record.owner.write(self.name, values.subset(value))

    def coerce(self, value: object) -> Node:
        return values.subset(value)

    def symbol(self, node: Node) -> Subset:
        return Subset(node, self.names)

    def zero(self) -> Node:
        return make("subset", 0, len(self.names), sort=Sort.SUBSET)


class ValueField(Field, Generic[Element]):
    """A record as it was given to an action, or nothing."""

    sort = Sort.RECORD

    def __init__(self, kind: type[Element]) -> None:
        self.kind = kind

    @overload
    def __get__(self, record: None, owner: type) -> ValueField[Element]: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Element: ...
    def __get__(self, record: Record | None, owner: type) -> ValueField[Element] | Element:
        return self if record is None else self.symbol(record.owner.read(self.name))

    def __set__(self, record: Record, value: Element) -> None:
        record.owner.write(self.name, self.coerce(value))

    def coerce(self, value: object) -> Node:
        if not isinstance(value, self.kind):
            refuse(f"{self.name} holds {self.kind.__name__}", f"give a {self.kind.__name__} or nothing()")
        return value.value_node()

    def symbol(self, node: Node) -> Element:
        return self.kind.value(node)

    def zero(self) -> Node:
        return self.kind.nothing().value_node()

    def zero_value(self) -> object:
        return self.kind.zeros()


class PileField(Field, Generic[Element]):
    """A sequence of values."""

    sort = Sort.PILE

    def __init__(self, kind: type[Element]) -> None:
        self.kind = kind

    @overload
    def __get__(self, record: None, owner: type) -> PileField[Element]: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Pile[Element]: ...
    def __get__(self, record: Record | None, owner: type) -> PileField[Element] | Pile[Element]:
        return self if record is None else self.symbol(record.owner.read(self.name))

    def __set__(self, record: Record, value: Pile[Element]) -> None:
        record.owner.write(self.name, self.coerce(value))

    def coerce(self, value: object) -> Node:
        if not isinstance(value, Pile) or value.kind is not self.kind:
            refuse(f"{self.name} holds a pile of {self.kind.__name__}", "give a pile of that")
        return value.node

    def symbol(self, node: Node) -> Pile[Element]:
        return Pile(node, self.kind)

    def zero(self) -> Node:
        return make("pile_none", sort=Sort.PILE)

    def zero_value(self) -> object:
        return ()


class BagField(Field, Generic[Element]):
    """A multiset of records."""

    sort = Sort.BAG
    assignable = False

    def __init__(self, element: type[Element]) -> None:
        self.element = element

    @overload
    def __get__(self, record: None, owner: type) -> BagField[Element]: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Bag[Element]: ...
    def __get__(self, record: Record | None, owner: type) -> BagField[Element] | Bag[Element]:
        return self if record is None else Bag(record.owner, self.name, self.element)

    def zero_value(self) -> object:
        return ()


class PartField(Field, Generic[Element]):
    """A record inside a record (a player's part of the state)."""

    sort = Sort.RECORD
    assignable = False

    def __init__(self, part: type[Element]) -> None:
        self.part = part

    @overload
    def __get__(self, record: None, owner: type) -> PartField[Element]: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Element: ...
    def __get__(self, record: Record | None, owner: type) -> PartField[Element] | Element:
        return self if record is None else self.part.at(record.owner.inner(self.name))


def number_field() -> NumberField:
    """A field that holds an integer."""
    return NumberField()


def choice_field(names: type[IntEnum]) -> NumberField:
    """A field that holds one of an enumeration; 0 must be a member, it is the initial value."""
    return NumberField(names)


def flag_field() -> FlagField:
    """A field that holds a truth value."""
    return FlagField()


def subset_field(*names: str) -> SubsetField:
    """A field that holds a subset of the names."""
    return SubsetField(names)


def bag_field(element: type[Element]) -> BagField[Element]:
    """A field that holds a multiset of records."""
    return BagField(element)


def value_field(kind: type[Element]) -> ValueField[Element]:
    """A field that holds a record as it was given to an action, or nothing."""
    return ValueField(kind)


def pile_field(kind: type[Element]) -> PileField[Element]:
    """A field that holds a sequence of values."""
    return PileField(kind)


def part_field(part: type[Element]) -> PartField[Element]:
    """A field that is itself a record."""
    return PartField(part)
