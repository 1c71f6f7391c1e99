"""Folding: nodes made simpler by known facts, switches and settings, and by conditions known to hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulehound.spec.language.interpreter import MissingValue, Values, switch_value
from rulehound.spec.language.nodes import (
    FALSE,
    TRUE,
    ZERO,
    Node,
    Sort,
    choose,
    conjunction,
    constant,
    disjunction,
    make,
    negation,
    walk,
)

KnownTruths = Mapping[int, bool]
"""Truth values of conditions by the uid of their nodes."""


def assume(condition: Node, holds: bool) -> dict[int, bool]:
    """The truth values that follow when a condition holds, or does not hold.

    Fields of chosen elements stay as they are, so that the value of an element is recognised.
    """
    known = {} if condition.op == "field" else {condition.uid: holds}
    if condition.op == "not":
        known |= assume(condition.args[0], not holds)
    if condition.op == ("and" if holds else "or"):
        for part in condition.args:
            known |= assume(part, holds)
    return known


class Folding:
    """Folds nodes under given facts, switches and settings. Raises MissingValue where one has no value."""

    def __init__(self, values: Values, settings: Mapping[str, int]) -> None:
        self.values, self.settings = values, settings
        self._plain: dict[int, Node] = {}

    def fold(self, root: Node, known: KnownTruths | None = None) -> Node:
        """A simpler node of the same value under the known conditions."""
        known = known or {}
        if not known and root.uid in self._plain:
            return self._plain[root.uid]
        folded = {} if known else self._plain
        for node in walk([root]):
            if node.uid in known:
                folded[node.uid] = constant(known[node.uid])
            elif node.uid not in folded:
                args = tuple(folded[arg.uid] if isinstance(arg, Node) else arg for arg in node.args)
                simpler = self._node(node, args)
                folded[node.uid] = constant(known[simpler.uid]) if simpler.uid in known else simpler
        return folded[root.uid]

    def _node(self, node: Node, args: tuple[Any, ...]) -> Node:
        if node.op in ("fact", "setting", "switch"):
            return self._constant(node.op, args)
        simplify = _SIMPLER.get(node.op)
        simpler = None if simplify is None else simplify(*args)
        return make(node.op, *args, sort=node.sort) if simpler is None else simpler

    def _constant(self, op: str, args: tuple[Any, ...]) -> Node:
        if op == "switch":
            return constant(switch_value(self.values, *args))
        held = self.values if op == "fact" else self.settings
        value = held.get(args[0])
        if isinstance(value, bool) or not isinstance(value, int):
            raise MissingValue(op, args[0])
        return constant(value)


def path_of(bag: Node) -> str:
    """The path of the field of the state that a bag comes from."""
    while bag.op not in ("read", "empty"):
        bag = bag.args[1] if bag.op == "if" else bag.args[0]
    return str(bag.args[0])


def _empty(bag: Node) -> Node:
    return make("empty", path_of(bag), sort=Sort.BAG)


def _literal(node: Node) -> int | None:
    return int(node.args[0]) if node.op in ("const", "subset") else None


def _computed(value: Callable[..., int]) -> Callable[..., Node | None]:
    """An operation on numbers, carried out where all of them are literal."""

    def simpler(*args: Node) -> Node | None:
        literals = [_literal(arg) for arg in args]
        known = [literal for literal in literals if literal is not None]
        return constant(value(*known)) if len(known) == len(args) else None

    return simpler


def _equal(a: Node, b: Node) -> Node | None:
    if a is b:
        return TRUE
    one, other = _literal(a), _literal(b)
    if one is not None and other is not None:
        return constant(one == other)
    for literal, part in ((a, b), (b, a)):
        if literal is TRUE or literal is FALSE:
            return part if literal is TRUE else negation(part)
    return None


def _over_bag(none: Callable[[Any], Node]) -> Callable[..., Node | None]:
    """A sum over the elements of a bag; `none` where no element can count."""

    def simpler(bag: Node, _variable: int, condition: Node, *more: Node) -> Node | None:
        return none(more) if bag.op == "empty" or condition is FALSE else None

    return simpler


_SIMPLER: dict[str, Callable[..., Node | None]] = {
    "add": _computed(lambda a, b: a + b),
    "sub": _computed(lambda a, b: a - b),
    "neg": _computed(lambda a: -a),
    "min": _computed(min),
    "max": _computed(max),
    "lt": _computed(lambda a, b: a < b),
    "le": _computed(lambda a, b: a <= b),
    "shares": _computed(lambda a, b: bool(a & b)),
    "eq": _equal,
    "if": choose,
    "and": conjunction,
    "or": disjunction,
    "not": negation,
    "count": _over_bag(lambda _: ZERO),
    "total": _over_bag(lambda _: ZERO),
    "bag_keep": lambda bag, _, condition: (
        bag if condition is TRUE or bag.op == "empty" else _empty(bag) if condition is FALSE else None
    ),
    "bag_map": lambda bag, _, condition, __: bag if condition is FALSE or bag.op == "empty" else None,
    "bag_remove": lambda bag, *_: bag if bag.op == "empty" else None,
    "bag_replace": lambda bag, *_: bag if bag.op == "empty" else None,
}
