"""How large a situation is, and the least answer of a solver: few elements, low piles, small numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import z3

from rulehound.checker.prove.answers import concrete
from rulehound.checker.prove.symbolic import Frame, SymbolicModel
from rulehound.checker.prove.terms import Pile, Slots
from rulehound.spec.language import Amount, Pool, TracedAction
from rulehound.spec.language.records import BagField, Field, NumberField, PileField, ValueField


def least_answer(solver: Any, measures: Sequence[Any]) -> tuple[Any, tuple[int, ...], bool]:
    """The answer least in the first measure, among those in the second, and so on; its measures; if certain.

    The solver has just found an answer.
    """
    found, certain = solver.model(), True
    for measure in measures:
        low, high = 0, concrete(found, measure)
        while low < high:
            middle = (low + high) // 2
            solver.push()
            solver.add(measure <= middle)
            answer = solver.check()
            if answer == z3.sat:
                found = solver.model()
                high = concrete(found, measure)
            else:
                certain = certain and answer == z3.unsat
                low = middle + 1
            solver.pop()
        solver.add(measure <= high)
    return found, tuple(concrete(found, measure) for measure in measures), certain


def measures(
    symbolic: SymbolicModel,
    state: Mapping[str, Any],
    action: TracedAction,
    step: Frame,
    settings: Sequence[Any],
) -> list[Any]:
    """What makes a situation large: elements of bags, values in piles, the numbers, truths and the like."""
    counted: list[list[Any]] = [[z3.IntVal(0)] for _ in range(4)]
    counted[2] += settings
    for path, (declared, _) in symbolic.model.fields.items():
        _weigh(declared, state[path], z3.BoolVal(True), counted)
    for name, kind in action.parameters.items():
        if isinstance(kind, Amount):
            counted[2].append(z3.Abs(step.parameters[name]))
        elif isinstance(kind, Pool):
            for (_, declared), term in zip(kind.record.fields(), step.parameters[name][1], strict=True):
                _weigh(declared, term, z3.BoolVal(True), counted)
    return [z3.Sum(terms) for terms in counted]


def _weigh(declared: Field, term: Any, there: Any, counted: list[list[Any]]) -> None:
    """Add what a field holds to the elements, piled values, numbers and truths counted so far."""
    if isinstance(term, Slots):
        assert isinstance(declared, BagField)
        for here, fields in zip(term.occupied, term.fields, strict=True):
            counted[0].append(z3.If(here, 1, 0))
            for (_, inner), part in zip(declared.element.fields(), fields, strict=True):
                _weigh(inner, part, here, counted)
    elif isinstance(term, Pile):
        assert isinstance(declared, PileField)
        counted[1].append(z3.If(there, term.height, 0))
        for value in term.known:
            for (_, inner), part in zip(declared.kind.fields(), value, strict=True):
                _weigh(inner, part, there, counted)
    elif isinstance(declared, ValueField):
        for (_, inner), part in zip(declared.kind.fields(), term, strict=True):
            _weigh(inner, part, there, counted)
    elif z3.is_int(term):
        named = isinstance(declared, NumberField) and declared.names is not None
        counted[3 if named else 2].append(z3.If(there, z3.Abs(term), 0))
    elif z3.is_bool(term):
        counted[3].append(z3.If(z3.And(there, term), 1, 0))
    else:
        bits = [z3.Extract(i, i, term) == 1 for i in range(term.size())]
        counted[3] += [z3.If(z3.And(there, bit), 1, 0) for bit in bits]


def less(measured: Sequence[Any], bound: Sequence[int]) -> Any:
    """That the measures are less than these, the first one first."""
    found = z3.BoolVal(False)
    for measure, most in reversed(list(zip(measured, bound, strict=True))):
        found = z3.Or(measure < most, z3.And(measure == most, found))
    return found
