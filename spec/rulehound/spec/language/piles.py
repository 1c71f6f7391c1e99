"""Piles: sequences of values, the top first. A pile is itself a value: each change gives another pile."""

from __future__ import annotations

from typing import Generic

from rulehound.spec.language.nodes import Node, Sort, make
from rulehound.spec.language.records import Element
from rulehound.spec.language.values import Number, Symbol, Truth, refuse


class Pile(Symbol, Generic[Element]):
    """A pile of records of one type, as an action sees it: `onto.under = onto.under.with_top(onto.top)`."""

    __slots__ = ("kind",)
    __hash__ = Symbol.__hash__

    def __init__(self, node: Node, kind: type[Element]) -> None:
        super().__init__(node)
        self.kind = kind

    def __eq__(self, other: object) -> bool:
        refuse("piles cannot be compared", "compare their heights or what lies on top")

    @classmethod
    def empty(cls, kind: type[Element]) -> Pile[Element]:
        """A pile of nothing."""
        return cls(make("pile_none", sort=Sort.PILE), kind)

    @property
    def height(self) -> Number:
        """How many records lie in it."""
        return Number(make("pile_height", self.node, sort=Sort.INTEGER))

    @property
    def top(self) -> Element:
        """The record on top; nothing where the pile is empty."""
        none = self.kind.nothing().value_node()
        return self.kind.value(make("pile_top", self.node, none, sort=Sort.RECORD))

    def with_top(self, record: Element) -> Pile[Element]:
        """This pile with a record laid on it."""
        return self._like("pile_push", record.value_node())

    def with_bottom(self, record: Element) -> Pile[Element]:
        """This pile with a record put under it."""
        return self._like("pile_under", record.value_node())

    def without_top(self) -> Pile[Element]:
        """This pile without the record on top; an empty one stays empty."""
        return self._like("pile_pop")

    def on(self, lower: Pile[Element]) -> Pile[Element]:
        """This pile laid on another one."""
        return self._like("pile_join", lower.node)

    @property
    def is_empty(self) -> Truth:
        """Whether nothing lies in it."""
        return self.height == 0

    def _like(self, op: str, *more: Node) -> Pile[Element]:
        return Pile(make(op, self.node, *more, sort=Sort.PILE), self.kind)
