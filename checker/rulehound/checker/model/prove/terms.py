"""Values, piles and bags as z3 terms: z3 has numbers, truth values and bit vectors.

A value is a tuple of the terms of its fields. A bag is a fixed number of unordered slots, each with a flag
that says whether it is occupied (bags kept in order make proofs many times slower). A pile is its height and
the values known from the top down; it may be open, and then of any height.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import z3

from rulehound.spec.language import Record

Term: TypeAlias = Any
"""A z3 expression; z3's Python interface is not typed."""

Fields: TypeAlias = tuple[Any, ...]
"""The fields of a record: terms, nested fields of values, and piles."""


@dataclass(frozen=True)
class SymbolicBag:
    """A symbolic bag: for each slot whether it is occupied, and the fields of what stands there."""

    occupied: tuple[Term, ...]
    fields: tuple[Fields, ...]


@dataclass(frozen=True)
class SymbolicPile:
    """A symbolic pile: its height, and the values known from the top down, nothing from the height on.

    `beyond` is what kind of record may lie beyond those, nobody knows which; None where nothing does. A pile
    with something beyond knows at least its top.
    """

    height: Term
    known: tuple[Fields, ...]
    beyond: type[Record] | None


AnyTerm: TypeAlias = Term | Fields | SymbolicPile | SymbolicBag
"""The terms of a field, by its sort: one term, the fields of a value, a pile or a bag."""

EMPTY = SymbolicPile(z3.IntVal(0), (), None)

Reveal: TypeAlias = Callable[[type[Record]], Fields]
"""Gives a value of which nothing is known but that it is possible."""


_CONTEXT = z3.main_ctx()
_TRUE, _FALSE = z3.BoolVal(True), z3.BoolVal(False)


def conjunction(parts: Sequence[Term]) -> Term:
    """`z3.And` of truth values that are z3's.

    Here and below: z3's own interface asks z3 for the sort of every argument several times, which takes
    longer than some proofs. Raises TypeError for what is no truth value.
    """
    return z3.BoolRef(z3.Z3_mk_and(_CONTEXT.ref(), len(parts), _array(parts)), _CONTEXT)


def disjunction(parts: Sequence[Term]) -> Term:
    """`z3.Or` of truth values that are z3's. Raises TypeError for what is none."""
    return z3.BoolRef(z3.Z3_mk_or(_CONTEXT.ref(), len(parts), _array(parts)), _CONTEXT)


def choice(test: Term, one: Term, other: Term) -> Term:
    """`z3.If` of two truth values, whole numbers or bit vectors. Raises TypeError where the test is no truth
    value, or the two are not of one sort.
    """
    kind = next(kind for kind in (z3.BoolRef, z3.ArithRef, z3.BitVecRef) if isinstance(one, kind))
    if not isinstance(other, kind) or (kind is z3.BitVecRef and one.size() != other.size()):
        raise TypeError(f"{one} and {other} are not of one sort")
    chosen = z3.Z3_mk_ite(_CONTEXT.ref(), truth_value(test), one.as_ast(), other.as_ast())
    return kind(chosen, _CONTEXT)


def is_always(term: Term, truth: bool) -> bool:
    """Whether a truth value is simply true (or false): z3 keeps equal terms in one place."""
    known: bool = term.as_ast().value == (_TRUE if truth else _FALSE).as_ast().value
    return known


def _array(parts: Sequence[Term]) -> Any:
    return (z3.Ast * len(parts))(*map(truth_value, parts))


def truth_value(term: Term) -> Any:
    """What z3 itself calls this truth value. Raises TypeError: z3 would take a number for one."""
    if not isinstance(term, z3.BoolRef):
        raise TypeError(f"{term} is no truth value")
    return term.as_ast()


def merge(test: Term, one: Any, other: Any) -> Any:
    """`one` where the test holds, else `other`; of any sort."""
    if one is other:
        return one
    if isinstance(one, SymbolicBag):
        return SymbolicBag(merge(test, one.occupied, other.occupied), merge(test, one.fields, other.fields))
    if isinstance(one, SymbolicPile):
        return _merge_piles(test, one, other)
    if isinstance(one, tuple):
        return tuple(merge(test, a, b) for a, b in zip(one, other, strict=True))
    return choice(test, one, other)


def _merge_piles(test: Term, one: SymbolicPile, other: SymbolicPile) -> SymbolicPile:
    open_ones = [len(pile.known) for pile in (one, other) if pile.beyond]
    count = min(open_ones) if open_ones else max(len(one.known), len(other.known))
    like = (*one.known, *other.known)
    known = merge(test, _padded(one, count, like), _padded(other, count, like)) if like else ()
    return SymbolicPile(z3.If(test, one.height, other.height), known, one.beyond or other.beyond)


def _padded(pile: SymbolicPile, count: int, like: tuple[Fields, ...]) -> tuple[Fields, ...]:
    """So many values from the top, with nothing in place of those that are not there."""
    return (*pile.known, *(zeros(like[0]) for _ in range(count - len(pile.known))))[:count]


def zeros(like: Any) -> Any:
    """The term for 0, false, empty or nothing of the same sort."""
    if isinstance(like, tuple):
        return tuple(map(zeros, like))
    if isinstance(like, SymbolicPile):
        return SymbolicPile(z3.IntVal(0), zeros(like.known), like.beyond)
    if z3.is_bool(like):
        return z3.BoolVal(False)
    return z3.IntVal(0) if z3.is_int(like) else z3.BitVecVal(0, like.size())


def flat(term: Any) -> list[Term]:
    """All terms of a state, or of a value, pile or bag of it, in order."""
    if isinstance(term, Mapping):
        return [inner for part in term.values() for inner in flat(part)]
    if isinstance(term, tuple | list):
        return [inner for part in term for inner in flat(part)]
    if isinstance(term, SymbolicPile):
        return [term.height, *flat(term.known)]
    if isinstance(term, SymbolicBag):
        return [*term.occupied, *flat(term.fields)]
    return [term]


def are_zeros(fields: Any) -> Term:
    """The condition that all fields are 0, false, empty or nothing."""
    return z3.And(*(term == zeros(term) for term in flat(fields)))


def push(pile: SymbolicPile, value: Fields) -> SymbolicPile:
    """The pile with a value laid on it."""
    return SymbolicPile(pile.height + 1, (value, *pile.known), pile.beyond)


def under(pile: SymbolicPile, value: Fields) -> SymbolicPile:
    """The pile with a value put under it."""
    known = tuple(merge(pile.height == i, value, other) for i, other in enumerate(pile.known))
    if not pile.beyond:
        known += (merge(pile.height == len(known), value, zeros(value)),)
    return SymbolicPile(pile.height + 1, known, pile.beyond)


def pop(pile: SymbolicPile, reveal: Reveal) -> SymbolicPile:
    """The pile without its top; an empty one stays empty."""
    height, known = z3.If(pile.height > 0, pile.height - 1, 0), pile.known[1:]
    if pile.beyond and not known:
        value = reveal(pile.beyond)
        known = (merge(height > 0, value, zeros(value)),)
    return SymbolicPile(height, known, pile.beyond)


def join(upper: SymbolicPile, lower: SymbolicPile) -> SymbolicPile:
    """One pile laid on another."""
    limits = [len(lower.known) if lower.beyond else len(upper.known) + len(lower.known)]
    if upper.beyond:
        limits.append(len(upper.known))
    known = tuple(_joined(upper, lower, position) for position in range(min(limits)))
    return SymbolicPile(upper.height + lower.height, known, upper.beyond or lower.beyond)


def _joined(upper: SymbolicPile, lower: SymbolicPile, position: int) -> Fields:
    """The value at a position in two piles laid on each other."""
    value: Fields = zeros((*upper.known, *lower.known)[0])
    for height in range(position + 1):
        if position - height < len(lower.known):
            value = merge(upper.height == height, lower.known[position - height], value)
    if position < len(upper.known):
        value = merge(upper.height > position, upper.known[position], value)
    return value
