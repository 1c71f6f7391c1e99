"""Records, their fields and bags of them: the typed state that actions read and write.

    class Digimon(Record):
        dp = number_field()
        suspended = flag_field()

    class State(Record):
        memory = number_field()
        battle = bag_field(Digimon)

Bounds are not stated here but in a configuration, under "State.memory", "Digimon.dp", "State.battle".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, cast, overload

from rulehound.spec.language import values
from rulehound.spec.language.nodes import (
    FALSE,
    TRUE,
    Node,
    Sort,
    choose,
    conjunction,
    constant,
    disjunction,
    make,
    negation,
)
from rulehound.spec.language.values import Number, NumberLike, Subset, Symbol, Truth, TruthLike, refuse

WRAPPERS: dict[Sort, type[Symbol]] = {Sort.INTEGER: Number, Sort.BOOLEAN: Truth, Sort.SUBSET: Subset}


class Owner(Protocol):
    """What a record's fields are read from and written to."""

    def read(self, name: str) -> Node: ...
    def write(self, name: str, node: Node) -> None: ...
    def inner(self, name: str) -> Owner: ...


class Field:
    """One field of a record."""

    sort: ClassVar[Sort]
    name: str = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def coerce(self, _: object) -> Node:
        """The node of a value written to this field."""
        raise TypeError(f"{self.name} cannot be written")


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
        return self if record is None else Number(record.owner.read(self.name))

    def __set__(self, record: Record, value: NumberLike) -> None:
        record.owner.write(self.name, values.number(value))

    def coerce(self, value: object) -> Node:
        return values.number(value)


class FlagField(Field):
    """A truth value."""

    sort = Sort.BOOLEAN

    @overload
    def __get__(self, record: None, owner: type) -> FlagField: ...
    @overload
    def __get__(self, record: Record, owner: type) -> Truth: ...
    def __get__(self, record: Record | None, owner: type) -> FlagField | Truth:
        return self if record is None else Truth(record.owner.read(self.name))

    def __set__(self, record: Record, value: TruthLike) -> None:
        record.owner.write(self.name, values.truth(value))

    def coerce(self, value: object) -> Node:
        return values.truth(value)


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
        return self if record is None else Subset(record.owner.read(self.name))

    def __set__(self, record: Record, value: Subset) -> None:
        record.owner.write(self.name, values.subset(value))

    def coerce(self, value: object) -> Node:
        return values.subset(value)


Element = TypeVar("Element", bound="Record")


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


def part_field(part: type[Element]) -> PartField[Element]:
    """A field that is itself a record."""
    return PartField(part)


class Free:
    """The values of a record that stands nowhere yet, by field name."""

    def __init__(self, nodes: dict[str, Node]) -> None:
        self.nodes = nodes

    def read(self, name: str) -> Node:
        return self.nodes[name]

    def write(self, name: str, node: Node) -> None:
        self.nodes[name] = choose(path_condition(), node, self.nodes[name])

    def inner(self, name: str) -> Owner:
        raise TypeError(f"{name}: an element of a bag has no parts")


class ReadOnly(Free):
    """A bag's element as a condition sees it."""

    def write(self, name: str, _: Node) -> None:
        refuse(f"{name} cannot be written here", "use update(lambda e: e.replace(…)) or a chosen element")


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


class Leaving(ABC):
    """Owners of elements that can leave their bag."""

    @abstractmethod
    def read(self, name: str) -> Node: ...

    @abstractmethod
    def write(self, name: str, node: Node) -> None: ...

    @abstractmethod
    def leave(self) -> None: ...

    def inner(self, name: str) -> Owner:
        """Elements of bags have no parts."""
        raise TypeError(f"{name}: an element of a bag has no parts")


def zero(field: Field) -> Node:
    """What a field other than a bag holds that nothing was written to: 0, false, or no name."""
    if isinstance(field, SubsetField):
        return make("subset", 0, len(field.names), sort=Sort.SUBSET)
    return constant(False) if field.sort is Sort.BOOLEAN else constant(0)


_bound_variables = 0


def bound(element: type[Element], use: Callable[[Element], object]) -> tuple[int, Any]:
    """A variable for one element of a bag and what the function makes of it.

    Variables are numbered by nesting depth, so that equal functions give equal nodes.
    """
    global _bound_variables  # noqa: PLW0603 (the depth of the function being traced now)
    _bound_variables += 1
    try:
        variable = _bound_variables
        nodes = {
            name: make("element", variable, position, name, sort=field.sort)
            for position, (name, field) in enumerate(element.fields())
        }
        return variable, use(element.at(ReadOnly(nodes)))
    finally:
        _bound_variables -= 1


class Bag(Generic[Element]):
    """A multiset of records, as an action sees it."""

    def __init__(self, owner: Owner, name: str, element: type[Element]) -> None:
        self.owner, self.name, self.element = owner, name, element

    def __iter__(self) -> Iterator[Element]:
        refuse("a bag cannot be looped over", "use count, any, all, total, update or discard")

    def __len__(self) -> int:  # noqa: PLE0303 (it refuses)
        refuse("a bag has no length or truth value here", "write bag.count() or bag.any()")

    def __eq__(self, other: object) -> bool:
        refuse("bags cannot be compared", "compare what count(…) or total(…) gives")

    def __hash__(self) -> int:  # noqa: PLE0309 (it refuses)
        refuse("a bag cannot stand in a set or as a key", "compare what count(…) or total(…) gives")

    @property
    def node(self) -> Node:
        """The bag as it stands now."""
        return self.owner.read(self.name)

    def count(self, where: Callable[[Element], TruthLike] = lambda _: True) -> Number:
        """How many elements meet the condition."""
        variable, condition = bound(self.element, lambda e: values.truth(where(e)))
        return Number(make("count", self.node, variable, condition, sort=Sort.INTEGER))

    def any(self, where: Callable[[Element], TruthLike] = lambda _: True) -> Truth:
        """At least one element meets the condition."""
        return self.count(where) >= 1

    def all(self, where: Callable[[Element], TruthLike]) -> Truth:
        """Every element meets the condition."""
        return self.count(lambda e: values.negate(where(e))) == 0

    def total(
        self, of: Callable[[Element], NumberLike], where: Callable[[Element], TruthLike] = lambda _: True
    ) -> Number:
        """The sum of a number over the elements that meet the condition."""
        variable, (condition, value) = bound(
            self.element, lambda e: (values.truth(where(e)), values.number(of(e)))
        )
        return Number(make("total", self.node, variable, condition, value, sort=Sort.INTEGER))

    def add(self, record: Element) -> None:
        """Put a record into the bag."""
        self.owner.write(self.name, make("bag_add", self.node, self._node_of(record), sort=Sort.BAG))

    def update(
        self, change: Callable[[Element], Element], where: Callable[[Element], TruthLike] = lambda _: True
    ) -> None:
        """Change every element that meets the condition, one chosen as a parameter with the others."""
        variable, (condition, record) = bound(
            self.element, lambda e: (values.truth(where(e)), self._node_of(change(e)))
        )
        for chosen in chosen_elements:
            if chosen.bag.node is self.node:
                chosen.follow(change, where)
        self.owner.write(self.name, make("bag_map", self.node, variable, condition, record, sort=Sort.BAG))

    def discard(self, where: Callable[[Element], TruthLike]) -> None:
        """Take every element that meets the condition out of the bag."""
        variable, condition = bound(self.element, lambda e: negation(values.truth(where(e))))
        self.owner.write(self.name, make("bag_keep", self.node, variable, condition, sort=Sort.BAG))

    def the(self, where: Callable[[Element], TruthLike]) -> Element:
        """The one element that meets the condition; its fields read 0 where there is none.

        The condition must single one out: of several, the fields would be sums.
        """
        return self.element.at(The(self, where))

    def _node_of(self, record: object) -> Node:
        if not isinstance(record, self.element):
            wanted, given = self.element.__name__, type(record).__name__
            refuse(f"{self.name} holds {wanted}, not {given}", f"give a {wanted}")
        return record.node()


class The(Leaving):
    """The owner of an element found by a condition."""

    def __init__(self, bag: Bag[Any], where: Callable[[Any], TruthLike]) -> None:
        self.bag, self.where = bag, where

    def read(self, name: str) -> Node:
        field = dict(self.bag.element.fields())[name]
        if field.sort is Sort.INTEGER:
            return self.bag.total(lambda e: cast(Number, getattr(e, name)), self.where).node
        if field.sort is Sort.BOOLEAN:
            return self.bag.any(lambda e: values.both(self.where(e), getattr(e, name))).node
        refuse(
            f"{name} cannot be read of an element found by a condition", "choose the element as a parameter"
        )

    def write(self, name: str, node: Node) -> None:
        field = dict(self.bag.element.fields())[name]
        wrapped = WRAPPERS[field.sort](node)
        self.bag.update(lambda e: e.replace(**{name: wrapped}), self.where)

    def leave(self) -> None:
        self.bag.discard(self.where)


class Chosen(Leaving):
    """The owner of an element that is a parameter of the action: reads and writes that one element.

    Once it has left its bag, which may hang on a condition, nothing writes to it any more; once its side has
    been exchanged, it cannot be used.
    """

    def __init__(self, bag: Bag[Any], parameter: str) -> None:
        self.bag, self.parameter = bag, parameter
        self.nodes = fields_of_parameter(bag.element, parameter)
        self.gone = FALSE
        self.exchanged = False

    def read(self, name: str) -> Node:
        self._refuse_exchanged()
        return self.nodes[name]

    def write(self, name: str, node: Node) -> None:
        with self._still_there():
            changed = {**self.nodes, name: choose(path_condition(), node, self.nodes[name])}
            old, new = self._record(self.nodes), self._record(changed)
            self.nodes = changed
            if old is not new:
                replaced = make("bag_replace", self.bag.node, self.parameter, old, new, sort=Sort.BAG)
                self.bag.owner.write(self.bag.name, replaced)

    def leave(self) -> None:
        with self._still_there():
            old = self._record(self.nodes)
            removed = make("bag_remove", self.bag.node, self.parameter, old, sort=Sort.BAG)
            self.bag.owner.write(self.bag.name, removed)
            self.gone = disjunction(self.gone, path_condition())

    def follow(self, change: Callable[[Any], Any], where: Callable[[Any], TruthLike]) -> None:
        """The bag as a whole is updated, and this element with it."""
        element = self.bag.element.at(ReadOnly(self.nodes))
        condition = conjunction(path_condition(), values.truth(where(element)))
        changed = change(element).owner
        self.nodes = {name: choose(condition, changed.read(name), node) for name, node in self.nodes.items()}

    def _refuse_exchanged(self) -> None:
        if self.exchanged:
            refuse(f"the side of {self.parameter} was exchanged", "read and write it before the exchange")

    @contextmanager
    def _still_there(self) -> Iterator[None]:
        self._refuse_exchanged()
        if self.gone is TRUE:
            refuse(f"{self.parameter} has left its bag", "write its fields before it leaves")
        path_conditions.append(negation(self.gone))
        try:
            yield
        finally:
            path_conditions.pop()

    def _record(self, nodes: dict[str, Node]) -> Node:
        return make("record", self.bag.element.__name__, *nodes.values(), sort=Sort.RECORD)


def fields_of_parameter(kind: type[Record], parameter: str) -> dict[str, Node]:
    """The fields of a parameter that is a record."""
    return {
        name: make("field", parameter, position, name, sort=field.sort)
        for position, (name, field) in enumerate(kind.fields())
    }


chosen_elements: list[Chosen] = []
"""The elements that the traced function was given as parameters."""

path_conditions: list[Node] = []
"""The conditions of the `with when(…)` blocks that the traced function is in now."""


def path_condition() -> Node:
    """Under which condition what is written now is written."""
    return conjunction(*path_conditions)
