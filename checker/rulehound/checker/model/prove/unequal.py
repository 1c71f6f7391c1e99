"""The condition that two symbolic states differ. Bags are multisets: equal ones may stand in other slots."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import z3

from rulehound.checker.model.prove.terms import SymbolicBag, SymbolicPile


def unequal_states(one: Mapping[str, Any], other: Mapping[str, Any]) -> Any:
    """The condition that two states differ, bags compared as multisets."""
    return z3.Or(*(_unequal(one[path], other[path]) for path in one))


def _unequal(one: Any, other: Any) -> Any:
    if one is other:
        return z3.BoolVal(False)
    if isinstance(one, SymbolicBag):
        slots = range(len(one.occupied))
        return z3.And(
            *(
                z3.Or(*(_unequal_slot(one, i, other, j) for i, j in enumerate(order)))
                for order in permutations(slots)
            )
        )
    if isinstance(one, SymbolicPile):
        values = zip(one.known, other.known, strict=True)
        return z3.Or(
            one.height != other.height,
            *(z3.And(i < one.height, _unequal(a, b)) for i, (a, b) in enumerate(values)),
        )
    if isinstance(one, tuple):
        return z3.Or(*(_unequal(a, b) for a, b in zip(one, other, strict=True)))
    return one != other


def _unequal_slot(one: SymbolicBag, i: int, other: SymbolicBag, j: int) -> Any:
    here, there = one.occupied[i], other.occupied[j]
    return z3.Or(here != there, z3.And(here, _unequal(one.fields[i], other.fields[j])))
