"""Symbolic values: a traced function computes with them in the place of numbers and truth values.

Python's own `and`, `not`, `in`, `max`, `if` and chained comparisons would silently decide the wrong thing on
a symbolic value. They are refused with an error that names the place and what to write instead.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import NoReturn, TypeAlias

from rulehound.spec.language.nodes import (
    Node,
    Sort,
    choose,
    conjunction,
    constant,
    disjunction,
    make,
    negation,
)
from rulehound.spec.language.premises import implication

_OURS = (str(Path(__file__).parent), contextlib.__file__)
"""Modules that an error does not name as its place: this package, and what runs its `with` blocks."""


class TracingError(Exception):
    """A traced function does something that cannot be traced; the message names file, line and remedy."""


def refuse(what: str, remedy: str) -> NoReturn:
    """Raise a TracingError that names the caller's file and line outside this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    place = f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
    raise TracingError(f"{place}: {what}; {remedy}")


class Symbol:
    """Anything symbolic: wraps one node."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node

    def __bool__(self) -> bool:
        refuse(
            "a symbolic value has no truth value here",
            "write `with when(…):` for `if`, `both(…)` for `and` and chained comparisons, "
            "`either(…)` for `or`, `negate(…)` for `not`, `largest(…)`/`smallest(…)` for max/min",
        )

    def __iter__(self) -> NoReturn:
        refuse(
            "a symbolic value cannot be looped over",
            "use the bag's count, any, all, total, update or discard",
        )

    def __index__(self) -> int:
        refuse("a symbolic value cannot be an index", "give the choice to the action as a parameter")

    def __hash__(self) -> int:
        refuse("a symbolic value cannot stand in a set or as a key", "write either(x == a, x == b)")

    def __contains__(self, item: object) -> bool:
        refuse("`in` cannot be traced", "write either(x == a, x == b)")


class Truth(Symbol):
    """A symbolic truth value."""

    __slots__ = ()
    __hash__ = Symbol.__hash__

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]  # equality is an expression here
        return Truth(make("eq", self.node, truth(other), sort=Sort.BOOLEAN))

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]  # as above
        return negate(self == other)


class Number(Symbol):
    """A symbolic integer; members of an IntEnum count as their number."""

    __slots__ = ()
    __hash__ = Symbol.__hash__

    def __add__(self, other: NumberLike) -> Number:
        return Number(make("add", self.node, number(other), sort=Sort.INTEGER))

    def __radd__(self, other: NumberLike) -> Number:
        return Number(make("add", number(other), self.node, sort=Sort.INTEGER))

    def __sub__(self, other: NumberLike) -> Number:
        return Number(make("sub", self.node, number(other), sort=Sort.INTEGER))

    def __rsub__(self, other: NumberLike) -> Number:
        return Number(make("sub", number(other), self.node, sort=Sort.INTEGER))

    def __neg__(self) -> Number:
        return Number(make("neg", self.node, sort=Sort.INTEGER))

    def __lt__(self, other: NumberLike) -> Truth:
        return Truth(make("lt", self.node, number(other), sort=Sort.BOOLEAN))

    def __gt__(self, other: NumberLike) -> Truth:
        return Truth(make("lt", number(other), self.node, sort=Sort.BOOLEAN))

    def __le__(self, other: NumberLike) -> Truth:
        return Truth(make("le", self.node, number(other), sort=Sort.BOOLEAN))

    def __ge__(self, other: NumberLike) -> Truth:
        return Truth(make("le", number(other), self.node, sort=Sort.BOOLEAN))

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]  # equality is an expression here
        return Truth(make("eq", self.node, number(other), sort=Sort.BOOLEAN))

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]  # as above
        return negate(self == other)


class Subset(Symbol):
    """A symbolic subset of a fixed list of names (at most 32)."""

    __slots__ = ("names",)
    __hash__ = Symbol.__hash__

    def __init__(self, node: Node, names: tuple[str, ...]) -> None:
        super().__init__(node)
        self.names = names

    def has(self, name: str) -> Truth:
        """Whether a name is in it."""
        return self.shares(self.of(name))

    def of(self, *names: str) -> Subset:
        """These names, as a subset of the same list."""
        unknown = [name for name in names if name not in self.names]
        if unknown:
            refuse(f"{unknown[0]} is none of the names", f"write one of {', '.join(self.names)}")
        bits = sum(1 << self.names.index(name) for name in dict.fromkeys(names))
        return Subset(make("subset", bits, len(self.names), sort=Sort.SUBSET), self.names)

    def shares(self, other: Subset) -> Truth:
        """Whether the two have a name in common."""
        return Truth(make("shares", self.node, subset(other), sort=Sort.BOOLEAN))

    def covers(self, other: Subset) -> Truth:
        """Whether every name of the other is in this one."""
        return other.minus(self).is_empty

    def union(self, other: Subset) -> Subset:
        """The names of either."""
        return Subset(make("union", self.node, subset(other), sort=Sort.SUBSET), self.names)

    def minus(self, other: Subset) -> Subset:
        """The names that are not in the other."""
        return Subset(make("minus", self.node, subset(other), sort=Sort.SUBSET), self.names)

    @property
    def is_empty(self) -> Truth:
        """Whether no name is in it."""
        return self == self.of()

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]  # equality is an expression here
        return Truth(make("eq", self.node, subset(other), sort=Sort.BOOLEAN))

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]  # as above
        return negate(self == other)


NumberLike: TypeAlias = Number | int
TruthLike: TypeAlias = Truth | bool


def number(value: object) -> Node:
    """The node of a number or an integer."""
    if isinstance(value, Number):
        return value.node
    if isinstance(value, bool) or not isinstance(value, int):
        refuse(f"a number is wanted, not {type(value).__name__}", "give an integer or a symbolic number")
    return constant(int(value))


def truth(value: object) -> Node:
    """The node of a truth value."""
    if isinstance(value, Truth):
        return value.node
    if not isinstance(value, bool):
        refuse(f"a truth value is wanted, not {type(value).__name__}", "give a comparison or True or False")
    return constant(value)


def subset(value: object) -> Node:
    """The node of a subset."""
    if not isinstance(value, Subset):
        refuse(f"a subset is wanted, not {type(value).__name__}", "take it from the field of a record")
    return value.node


def both(*parts: TruthLike) -> Truth:
    """All of the parts hold, however many there are."""
    return Truth(conjunction(*map(truth, parts)))


def either(*parts: TruthLike) -> Truth:
    """At least one of the parts holds, however many there are."""
    return Truth(disjunction(*map(truth, parts)))


def negate(part: TruthLike) -> Truth:
    """The part does not hold."""
    return Truth(negation(truth(part)))


def implies(condition: TruthLike, consequence: TruthLike) -> Truth:
    """Where the condition holds, so does the consequence."""
    return Truth(implication(truth(condition), truth(consequence)))


def select(condition: TruthLike, yes: NumberLike, no: NumberLike) -> Number:
    """`yes` where the condition holds, else `no`."""
    return Number(choose(truth(condition), number(yes), number(no)))


def largest(first: NumberLike, second: NumberLike) -> Number:
    """The larger of exactly two numbers."""
    return Number(make("max", number(first), number(second), sort=Sort.INTEGER))


def smallest(first: NumberLike, second: NumberLike) -> Number:
    """The smaller of exactly two numbers."""
    return Number(make("min", number(first), number(second), sort=Sort.INTEGER))


def clamp(low: NumberLike, value: NumberLike, high: NumberLike) -> Number:
    """The value, or the end of the range that it lies beyond."""
    return largest(low, smallest(value, high))


def between(low: NumberLike, value: NumberLike, high: NumberLike) -> Truth:
    """low <= value <= high."""
    return both(Number(number(low)) <= value, Number(number(value)) <= high)


def fact(name: str) -> Number:
    """A number that a document states, by its name. It gets a value only when a backend runs."""
    return Number(make("fact", name, sort=Sort.INTEGER))


def switch(name: str, reading: str) -> Truth:
    """Whether the edition gives the switch this reading; a switch that is on or off has "true" or "false"."""
    return Truth(make("switch", name, reading, sort=Sort.BOOLEAN))


def setting(name: str) -> Number:
    """A number that the configuration states (a starting count, say)."""
    return Number(make("setting", name, sort=Sort.INTEGER))
