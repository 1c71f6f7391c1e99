"""Records and their fields: the typed state that actions read and write.

    class Card(Record):
        level = number_field()

    class Digimon(Record):
        top = value_field(Card)
        under = pile_field(Card)
        suspended = flag_field()

    class State(Record):
        memory = number_field()
        battle = bag_field(Digimon)

A value field holds a record as it was given to an action, or nothing; a pile field a sequence of such.
Bounds are not stated here but in a configuration, under "State.memory", "Digimon.under" (a height),
"State.battle" (a count); what values there are, under "Card".
"""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar, Generic, Self, overload

from rulehound.spec.language import values
from rulehound.spec.language.bags import Bag, Element
from rulehound.spec.language.nodes import Node, Sort, constant, make, nothing
from rulehound.spec.language.owners import Free, Leaving, Owner, Whole
from rulehound.spec.language.piles import Pile
from rulehound.spec.language.values import Number, NumberLike, Subset, Truth, TruthLike, refuse


class Field:
    """One field of a record."""

    sort: ClassVar[Sort]
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def coerce(self, _: object) -> Node:
        """The node of a value written to this field."""
        raise TypeError(f"{self.name} cannot be written")

    def symbol(self, _: Node) -> object:
        """What a traced function sees of a node that stands in this field."""
        raise TypeError(f"{self.name} is no single node")


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


class BagField(Field, Generic[Element]):
    """A multiset of records."""

    sort = Sort.BAG

    def __init__(self, element: type[Element]) -> None:
        self.element = element

    @overload
    def __get__(self, record: None, owner: type) -> BagField[Element]: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Bag[Element]: ...
    def __get__(self, record: Record | None, owner: type) -> BagField[Element] | Bag[Element]:
        return self if record is None else Bag(record.owner, self.name, self.element)


class PartField(Field, Generic[Element]):
    """A record inside a record (a player's part of the state)."""

    sort = Sort.RECORD

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


class Record:
    """Base of all records; see the module."""

    owner: Owner
    _declared: ClassVar[tuple[tuple[str, Field], ...]] = ()

    def __init_subclass__(cls) -> None:
        own = ((name, field) for name, field in vars(cls).items() if isinstance(field, Field))
        cls._declared = (*cls._declared, *own)

    def __setattr__(self, name: str, value: object) -> None:
        if name != "owner":
            declared = dict(type(self).fields()).get(name)
            if declared is None:
                refuse(f"{type(self).__name__} has no field {name}", "name a declared field")
            if isinstance(declared, BagField | PartField):
                refuse(f"{name} cannot be written as a whole", "use a bag's methods, exchange(…) for parts")
        super().__setattr__(name, value)

    def __bool__(self) -> bool:  # noqa: PLE0304 (it refuses)
        refuse("a record has no truth value", "compare its fields, or ask its bag with any(…)")

    def __eq__(self, other: object) -> bool:
        refuse("records cannot be compared", "compare their fields")

    def __hash__(self) -> int:  # noqa: PLE0309 (it refuses)
        refuse("a record cannot stand in a set or as a key", "compare its fields")

    def __init__(self, **fields: object) -> None:
        """A new record; fields left out are 0, false or empty."""
        self.owner = Free(
            {
                name: field.coerce(fields.pop(name)) if name in fields else zero(field)
                for name, field in type(self).fields()
            }
        )
        if fields:
            refuse(f"{type(self).__name__} has no field {', '.join(fields)}", "name a declared field")

    @classmethod
    def fields(cls) -> tuple[tuple[str, Field], ...]:
        """The declared fields in the order of declaration, those of base classes first."""
        return cls._declared

    @classmethod
    def possible(cls, record: Self) -> TruthLike:  # noqa: ARG003 (of records that anything can be)
        """What holds of every record of this type that there can be; proofs about all of them rest on it."""
        return True

    @classmethod
    def at(cls, owner: Owner) -> Self:
        """The record whose fields lie at this owner."""
        record = cls.__new__(cls)
        record.owner = owner
        return record

    @classmethod
    def value(cls, node: Node) -> Self:
        """The record that a node of the sort RECORD is."""
        places = {name: (position, field.sort) for position, (name, field) in enumerate(cls.fields())}
        return cls.at(Whole(node, places))

    @classmethod
    def nothing(cls) -> Self:
        """The value whose fields are all 0, false or empty."""
        return cls.value(nothing(cls.__name__, cls.zeros()))

    @classmethod
    def zeros(cls) -> tuple[object, ...]:
        """Nothing as a concrete record."""
        return tuple(_zero(field) for _, field in cls.fields())

    def value_node(self) -> Node:
        """The node of this record as a value."""
        if not isinstance(self.owner, Whole):
            refuse(
                f"a {type(self).__name__} that was computed is no value",
                "keep it as it was given to the action, and what changes in fields of its own",
            )
        return self.owner.node

    def replace(self, **fields: object) -> Self:
        """A copy with some fields changed; the original stays as it is."""
        declared = dict(type(self).fields())
        nodes = {name: self.owner.read(name) for name in declared}
        for name, value in fields.items():
            if name not in declared:
                refuse(f"{type(self).__name__} has no field {name}", "name a declared field")
            nodes[name] = declared[name].coerce(value)
        return self.at(Free(nodes))

    def node(self) -> Node:
        """This record as one node."""
        parts = [self.owner.read(name) for name, _ in type(self).fields()]
        return make("record", type(self).__name__, *parts, sort=Sort.RECORD)

    def leave(self) -> None:
        """Take a chosen element out of its bag."""
        if not isinstance(self.owner, Leaving):
            refuse("only an element chosen from a bag can leave it", "make it a parameter, or use bag.the(…)")
        self.owner.leave()


def zero(field: Field) -> Node:
    """What a field other than a bag holds that nothing was written to: 0, false, no name, nothing."""
    if isinstance(field, SubsetField):
        return make("subset", 0, len(field.names), sort=Sort.SUBSET)
    if isinstance(field, ValueField):
        none: Record = field.kind.nothing()
        return none.value_node()
    if isinstance(field, PileField):
        return make("pile_none", sort=Sort.PILE)
    return constant(False) if field.sort is Sort.BOOLEAN else constant(0)


def _zero(field: Field) -> object:
    if isinstance(field, ValueField):
        return field.kind.zeros()
    if field.sort in (Sort.BAG, Sort.PILE):
        return ()
    return False if field.sort is Sort.BOOLEAN else 0
