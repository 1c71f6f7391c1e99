"""The size of a situation, and the smallest answer of a solver.

Fewest elements in bags first, then fewest values in piles, then field by field what is nearest to 0, false
and empty. A minimum field by field needs a few small questions; the minimum of one sum over all fields takes
the solver a hundred times as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from rulehound.checker.model.prove.answers import concrete
from rulehound.checker.model.prove.terms import SymbolicBag, SymbolicPile
from rulehound.spec.language import Amount, Model, Pool, TracedAction
from rulehound.spec.language.fields import BagField, PileField, ValueField
from rulehound.spec.language.records import Field


@dataclass
class Extent:
    """What can be more or less in a situation: flags of slots, heights of piles, and all values."""

    occupied: list[Any] = field(default_factory=list)
    heights: list[tuple[Any, Any]] = field(default_factory=list)
    """Flag of the slot that a pile lies in, and the height of the pile."""
    values: list[tuple[Any, Any]] = field(default_factory=list)
    """Whether a value is there at all, and the value: a number, a truth value or a subset."""

    @property
    def counts(self) -> tuple[Any, Any]:
        """How many elements the bags have, and how many values the piles, as terms."""
        elements = z3.Sum([z3.IntVal(0), *(z3.If(here, 1, 0) for here in self.occupied)])
        in_piles = z3.Sum([z3.IntVal(0), *(z3.If(here, height, 0) for here, height in self.heights)])
        return elements, in_piles

    def add(self, declared: Field, term: Any, exists: Any) -> None:
        """Add the parts of a field; `exists` is the condition under which the field is there at all."""
        if isinstance(term, SymbolicBag):
            assert isinstance(declared, BagField)
            for here, fields in zip(term.occupied, term.fields, strict=True):
                self.occupied.append(here)
                for (_, inner), part in zip(declared.element.fields(), fields, strict=True):
                    self.add(inner, part, here)
        elif isinstance(term, SymbolicPile):
            assert isinstance(declared, PileField)
            self.heights.append((exists, term.height))
            for position, value in enumerate(term.known):
                for (_, inner), part in zip(declared.kind.fields(), value, strict=True):
                    self.add(inner, part, z3.And(exists, position < term.height))
        elif isinstance(declared, ValueField):
            for (_, inner), part in zip(declared.kind.fields(), term, strict=True):
                self.add(inner, part, exists)
        else:
            self.values.append((exists, term))


def extent(
    model: Model,
    state: Mapping[str, Any],
    action: TracedAction,
    parameters: Mapping[str, Any],
    settings: Sequence[Any],
) -> Extent:
    """The extent of a state with the parameters of an action that are chosen freely."""
    whole, always = Extent(), z3.BoolVal(True)
    whole.values += [(always, setting) for setting in settings]
    for path, (declared, _) in model.fields.items():
        whole.add(declared, state[path], always)
    for name, kind in action.parameters.items():
        if isinstance(kind, Amount):
            whole.values.append((always, parameters[name]))
        elif isinstance(kind, Pool):
            for (_, inner), part in zip(kind.record.fields(), parameters[name][1], strict=True):
                whole.add(inner, part, always)
    return whole


class LeastAnswer:
    """Makes the answer that a solver has just found as small as possible.

    `certain` is false once the solver has given up on a question; the answer may then not be the smallest.
    """

    def __init__(self, solver: Any) -> None:
        self.solver, self.answer, self.certain = solver, solver.model(), True

    def shrink(self, measure: Any) -> int:
        """Find the least value of a number that is never below 0, keep it so, and return it."""
        low, high = 0, concrete(self.answer, measure)
        while low < high:
            middle = (low + high) // 2
            if self._holds(measure <= middle):
                high = concrete(self.answer, measure)
            else:
                low = middle + 1
        self.solver.add(measure == high)
        return int(high)

    def settle(self, situation: Extent) -> tuple[int, int]:
        """Keep slots and heights as they are, and shrink the values.

        Returns the sum of the distances of all numbers from 0, and how many truth values, and members of
        subsets, are true.
        """
        for here in situation.occupied:
            self.solver.add(here == self.answer.eval(here, model_completion=True))
        for here, height in situation.heights:
            self.solver.add(z3.Implies(here, height == concrete(self.answer, height)))
        numbers = truths = 0
        for here, term in situation.values:
            if not concrete(self.answer, here):
                continue
            if z3.is_int(term):
                numbers += self.shrink(z3.If(term < 0, -term, term)) if concrete(self.answer, term) else 0
                self.solver.add(term == concrete(self.answer, term))
                continue
            for part in [term] if z3.is_bool(term) else _bits(term):
                if concrete(self.answer, part) and not self._holds(z3.Not(part)):
                    truths += 1
                self.solver.add(part == self.answer.eval(part, model_completion=True))
        return numbers, truths

    def _holds(self, condition: Any) -> bool:
        """Whether there is an answer under this condition; if so, it becomes the current one."""
        self.solver.push()
        self.solver.add(condition)
        answer = self.solver.check()
        if answer == z3.sat:
            self.answer = self.solver.model()
        self.certain = self.certain and answer != z3.unknown
        self.solver.pop()
        return bool(answer == z3.sat)


def _bits(term: Any) -> Iterator[Any]:
    return (z3.Extract(i, i, term) == 1 for i in range(term.size()))
