"""Owners: the places that a record's fields are read from and written to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from rulehound.spec.language.nodes import Node, Sort, attribute, choose, conjunction
from rulehound.spec.language.values import refuse


class Owner(Protocol):
    """The place that a record's fields are read from and written to."""

    def read(self, name: str) -> Node: ...
    def write(self, name: str, node: Node) -> None: ...
    def inner(self, name: str) -> Owner: ...


path_conditions: list[Node] = []
"""The conditions of the `with when(…)` blocks that the traced function is in now."""


def path_condition() -> Node:
    """The condition under which a write takes place now."""
    return conjunction(*path_conditions)


class Free:
    """The values of a record that has no place in the state yet, by field name."""

    def __init__(self, nodes: dict[str, Node]) -> None:
        self.nodes = nodes

    def read(self, name: str) -> Node:
        return self.nodes[name]

    def write(self, name: str, node: Node) -> None:
        self.nodes[name] = choose(path_condition(), node, self.nodes[name])

    def inner(self, name: str) -> Owner:
        raise TypeError(f"{name}: an element of a bag has no parts")


class ReadOnly(Free):
    """The element of a bag in a condition: it can be read and not written."""

    def write(self, name: str, _: Node) -> None:
        refuse(f"{name} cannot be written here", "use update(lambda e: e.replace(…)) or a chosen element")


class Whole:
    """A record that is a value, as it was given to the action: it can be read and not written."""

    def __init__(self, node: Node, fields: dict[str, tuple[int, Sort]]) -> None:
        self.node, self.fields = node, fields

    def read(self, name: str) -> Node:
        position, sort = self.fields[name]
        return attribute(self.node, position, name, sort)

    def write(self, name: str, _: Node) -> None:
        refuse(f"{name} of a value cannot be written", "write another value in its place")

    def inner(self, name: str) -> Owner:
        raise TypeError(f"{name}: a value has no parts")


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
