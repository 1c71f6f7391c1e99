"""Bags: multisets of records, and elements chosen from them by a parameter or found by a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, cast

from rulehound.spec.language import values
from rulehound.spec.language.nodes import (
    FALSE,
    TRUE,
    Node,
    Sort,
    choose,
    conjunction,
    disjunction,
    make,
    negation,
)
from rulehound.spec.language.owners import Leaving, Owner, ReadOnly, path_condition, path_conditions
from rulehound.spec.language.records import Element, Record
from rulehound.spec.language.values import Number, NumberLike, Subset, Truth, TruthLike, refuse

_bound_variables = 0


def bound(element: type[Element], use: Callable[[Element], object]) -> tuple[int, Any]:
    """A variable for one element of a bag, and the result of a function on that element.

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
        """The node of the bag as it is now."""
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

    def union(
        self, of: Callable[[Element], Subset], where: Callable[[Element], TruthLike] = lambda _: True
    ) -> Subset:
        """All names of a subset of the elements that meet the condition."""
        variable, (condition, value) = bound(self.element, lambda e: (values.truth(where(e)), of(e)))
        gathered = make("gather", self.node, variable, condition, values.subset(value), sort=Sort.SUBSET)
        return Subset(gathered, value.names)

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
        here = [chosen for chosen in chosen_elements if chosen.bag.node is self.node]
        # what a chosen element changes to may hang on another one of them, as that was before
        for chosen, nodes in [(chosen, chosen.followed(change, where)) for chosen in here]:
            chosen.nodes = nodes
        self.owner.write(self.name, make("bag_map", self.node, variable, condition, record, sort=Sort.BAG))

    def discard(self, where: Callable[[Element], TruthLike]) -> None:
        """Take every element that meets the condition out of the bag."""
        variable, condition = bound(self.element, lambda e: negation(values.truth(where(e))))
        for chosen in chosen_elements:
            if chosen.bag.node is self.node:
                chosen.go_where(where)
        self.owner.write(self.name, make("bag_keep", self.node, variable, condition, sort=Sort.BAG))

    def the(self, where: Callable[[Element], TruthLike]) -> Element:
        """The one element that meets the condition; its fields read 0 where there is none.

        The condition must single one out: of several, the fields would be sums. Values and piles that it
        holds can be read, not kept: for that, choose the element as a parameter.
        """
        return cast(Element, ElementByCondition(self, where))

    def _node_of(self, record: object) -> Node:
        if not isinstance(record, self.element):
            wanted, kind = self.element.__name__, type(record).__name__
            refuse(f"{self.name} holds {wanted}, not {kind}", f"give a {wanted}")
        return record.node()


class ElementByCondition:
    """An element found by a condition, or something that it holds. Reads go to all elements that meet the
    condition.

    It stands in for an element of the bag, whose properties and methods it has.
    """

    def __init__(
        self, bag: Bag[Any], where: Callable[[Any], TruthLike], read: Callable[[Any], Any] = lambda e: e
    ) -> None:
        vars(self).update(_bag=bag, _where=where, _read=read)

    def __getattr__(self, name: str) -> Any:
        return self._reading(lambda e: getattr(self._read(e), name), name)

    def __setattr__(self, name: str, value: object) -> None:
        self._bag.update(lambda e: e.replace(**{name: value}), self._where)

    def leave(self) -> None:
        """Take the element out of its bag."""
        self._bag.discard(self._where)

    def _reading(self, read: Callable[[Any], Any], name: str) -> Any:
        bag, where = self._bag, self._where
        _, sample = bound(bag.element, read)
        if isinstance(sample, Number):
            return bag.total(read, where)
        if isinstance(sample, Truth):
            return bag.any(lambda e: values.both(where(e), read(e)))
        if isinstance(sample, Subset):
            return bag.union(read, where)
        if callable(sample):
            return lambda *arguments: self._reading(lambda e: read(e)(*arguments), name)
        return ElementByCondition(bag, where, read)


class Chosen(Leaving):
    """The owner of an element that is a parameter of the action: it reads and writes that one element.

    Once the element has left its bag, which may depend on a condition, nothing writes to it any more. Once
    its side of the state has been exchanged, it cannot be used.
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

    def followed(self, change: Callable[[Any], Any], where: Callable[[Any], TruthLike]) -> dict[str, Node]:
        """The fields of this element after the bag as a whole is updated."""
        element = self.bag.element.at(ReadOnly(self.nodes))
        condition = conjunction(path_condition(), values.truth(where(element)))
        changed = change(element).owner
        return {name: choose(condition, changed.read(name), node) for name, node in self.nodes.items()}

    def go_where(self, where: Callable[[Any], TruthLike]) -> None:
        """Let this element leave where it meets the condition, after elements of the bag were discarded."""
        element = self.bag.element.at(ReadOnly(self.nodes))
        condition = values.truth(where(element))
        self.gone = disjunction(self.gone, conjunction(path_condition(), condition))

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
