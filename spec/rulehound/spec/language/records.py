"""Records: the typed state that actions read and write, and what every field of a record has in common.

    class Card(Record):
        level = number_field()

    class Digimon(Record):
        top = value_field(Card)
        under = pile_field(Card)
        suspended = flag_field()

    class State(Record):
        memory = number_field()
        battle = bag_field(Digimon)

The kinds of fields are in `fields`. A value field holds a record as it was given to an action, or nothing; a
pile field a sequence of such. Bounds are not stated here but in a configuration, under "State.memory",
"Digimon.under" (a height), "State.battle" (a count); what values there are, under "Card".
"""

from __future__ import annotations

from typing import ClassVar, Self, TypeVar

from rulehound.spec.language.nodes import Node, Sort, constant, make, nothing
from rulehound.spec.language.owners import Free, Leaving, Owner, Whole
from rulehound.spec.language.values import TruthLike, refuse

Element = TypeVar("Element", bound="Record")


class Field:
    """One field of a record."""

    sort: ClassVar[Sort]
    assignable: ClassVar[bool] = True
    """Whether an action may write the field as a whole."""
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def coerce(self, _: object) -> Node:
        """The node of a value written to this field."""
        raise TypeError(f"{self.name} cannot be written")

    def symbol(self, _: Node) -> object:
        """The symbolic value that a traced function gets for a node in this field."""
        raise TypeError(f"{self.name} is no single node")

    def zero(self) -> Node:
        """The node of a field that nothing was written to: 0, false, no name, nothing."""
        return constant(0)

    def zero_value(self) -> object:
        """The concrete value of a field that nothing was written to: 0, False, () or a record of such."""
        return 0


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
            if not declared.assignable:
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
                name: field.coerce(fields.pop(name)) if name in fields else field.zero()
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
        """The condition that every possible record of this type meets; proofs about all of them use it."""
        return True

    @classmethod
    def at(cls, owner: Owner) -> Self:
        """The record whose fields are read from and written to this owner."""
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
        """The value nothing as a concrete record."""
        return tuple(field.zero_value() for _, field in cls.fields())

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
