"""The symbols that a model's states are made of: free terms for its fields, its settings and its records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import z3

from rulehound.checker.model.prove import terms
from rulehound.checker.model.prove.terms import AnyTerm, Fields, SymbolicBag, SymbolicPile, Term
from rulehound.spec.language import Model, Pool, Record
from rulehound.spec.language.fields import BagField, PileField, SubsetField, ValueField
from rulehound.spec.language.nodes import Node, Sort, walk
from rulehound.spec.language.records import Field


class Symbols:
    """Makes the terms of one model's states under given facts and switches.

    `slots` is how many elements a bag may hold, `capacities` says so by the name of the field; a pile that is
    named there is exact and no higher than that, others have any height. Settings (how many cards a deck
    starts with) are free symbols, 0 or more.
    """

    def __init__(
        self, model: Model, values: Mapping[str, Any], slots: int, capacities: Mapping[str, int] | None = None
    ) -> None:
        self.model, self.values, self.slots = model, values, slots
        self.capacities = dict(capacities or {})
        self.settings: dict[str, Term] = {}
        self.records = {kind.__name__: kind for kind in _records(model)}
        self.known = 1 + _pops(model)
        """How many values are known of a pile: enough to see what a step and an invariant bring to light."""
        self._fresh = 0

    @property
    def bounds(self) -> tuple[str, ...]:
        """The bounds of every proof: the places that hold no more than so many elements, in words."""
        fields = [*self.model.fields.values()]
        for kind in self.records.values():
            fields += [(declared, f"{kind.__name__}.{name}") for name, declared in kind.fields()]
        bags = {name for declared, name in fields if isinstance(declared, BagField)}
        piles = {name for declared, name in fields if isinstance(declared, PileField)} & set(self.capacities)
        return (
            *(f"at most {self.capacities.get(bag, self.slots)} in {bag}" for bag in sorted(bags)),
            *(f"at most {self.capacities[pile]} in {pile}" for pile in sorted(piles)),
        )

    def state(self, prefix: str) -> dict[str, AnyTerm]:
        """A free state."""
        return {
            path: self._field(declared, f"{prefix}.{path}", name)
            for path, (declared, name) in self.model.fields.items()
        }

    def empty(self, path: str) -> SymbolicBag:
        """The bag at a path with nothing in it."""
        declared, name = self.model.fields[path]
        slots = self._field(declared, f"empty.{path}", name)
        assert isinstance(slots, SymbolicBag)
        return SymbolicBag(terms.zeros(slots.occupied), terms.zeros(slots.fields))

    def fresh(self, name: str) -> str:
        """A name for a symbol that nothing else has."""
        self._fresh += 1
        return f"{name}!{self._fresh}"

    def nothing(self, kind: type[Record]) -> Fields:
        """The term of the value that is nothing."""
        fields: Fields = terms.zeros(self.record(kind, "nothing"))
        return fields

    def record(self, kind: type[Record], name: str) -> Fields:
        """Free terms for the fields of a record."""
        return tuple(
            self._field(declared, f"{name}.{inner}", f"{kind.__name__}.{inner}")
            for inner, declared in kind.fields()
        )

    def _field(self, declared: Field, name: str, bounds_name: str) -> AnyTerm:
        """Free terms for a field."""
        if isinstance(declared, BagField):
            count = self.capacities.get(bounds_name, self.slots)
            fields = tuple(self.record(declared.element, f"{name}[{i}]") for i in range(count))
            return SymbolicBag(tuple(z3.Bool(f"{name}[{i}]") for i in range(count)), fields)
        if isinstance(declared, ValueField):
            return self.record(declared.kind, name)
        if isinstance(declared, PileField):
            exactly = self.capacities.get(bounds_name)
            count = self.known if exactly is None else exactly
            known = tuple(self.record(declared.kind, f"{name}[{i}]") for i in range(count))
            return SymbolicPile(z3.Int(f"{name}.height"), known, declared.kind if exactly is None else None)
        if declared.sort is Sort.BOOLEAN:
            return z3.Bool(name)
        if isinstance(declared, SubsetField):
            return z3.BitVec(name, len(declared.names))
        return z3.Int(name)


def _records(model: Model) -> list[type[Record]]:
    """Every record type that stands in a bag, value or pile, or is a parameter of an action."""
    kinds: dict[type[Record], None] = {}
    waiting = [_held(declared) for declared, _ in model.fields.values()]
    parameters = [kind for action in model.actions.values() for kind in action.parameters.values()]
    waiting += [kind.record for kind in parameters if isinstance(kind, Pool)]
    while waiting:
        kind = waiting.pop()
        if kind is not None and kind not in kinds:
            kinds[kind] = None
            waiting += [_held(declared) for _, declared in kind.fields()]
    return list(kinds)


def _held(declared: Field) -> type[Record] | None:
    if isinstance(declared, BagField):
        return declared.element
    return declared.kind if isinstance(declared, ValueField | PileField) else None


def _pops(model: Model) -> int:
    """The most values that an action, and then an invariant, take off one pile."""
    steps = [node for action in model.actions.values() for node in action.nodes]
    judged = [invariant.condition for invariant in model.invariants.values()]
    return _deepest(steps) + _deepest(judged)


def _deepest(roots: list[Node]) -> int:
    pops: dict[Node, int] = {}
    for node in walk(roots):
        pops[node] = (node.op == "pile_pop") + max((pops[inner] for inner in node.nodes), default=0)
    return max(pops.values(), default=0)
