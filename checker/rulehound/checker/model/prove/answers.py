"""A solver's answer as people read it: states and parameters with names in place of numbers."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from typing import Any

import z3

from rulehound.checker.model.prove.symbolic import SymbolicModel
from rulehound.checker.model.prove.terms import Fields
from rulehound.checker.model.prove.translation import Frame
from rulehound.spec.language import Amount, Member, Pool, Record, TracedAction
from rulehound.spec.language.fields import BagField, NumberField, PileField, SubsetField, ValueField
from rulehound.spec.language.model import readable
from rulehound.spec.language.records import Field


def parameter_terms(action: TracedAction, step: Frame) -> dict[str, Any]:
    """The terms of a step's parameters that are not members of a bag: "amount", "card.play_cost"."""
    terms: dict[str, Any] = {}
    for name, kind in action.parameters.items():
        if isinstance(kind, Pool):
            terms |= _scalars(kind.record, step.parameters[name][1], name)
        elif isinstance(kind, Amount):
            terms[name] = step.parameters[name]
    return terms


def _scalars(kind: type[Record], fields: Fields, name: str) -> Iterator[tuple[str, Any]]:
    """The terms of a record that are neither values nor piles, with those of its values."""
    for (inner, declared), term in zip(kind.fields(), fields, strict=True):
        if isinstance(declared, ValueField):
            yield from _scalars(declared.kind, term, f"{name}.{inner}")
        elif not isinstance(declared, PileField):
            yield f"{name}.{inner}", term


def read_parameters(
    symbolic: SymbolicModel, answer: Any, action: TracedAction, step: Frame
) -> dict[str, Any]:
    """The parameters of a step in a solver's answer: numbers, and records as dicts of what people read."""
    as_text: dict[str, Any] = {}
    for name, kind in action.parameters.items():
        if isinstance(kind, Amount):
            as_text[name] = concrete(answer, step.parameters[name])
        else:
            record = _element(symbolic, kind) if isinstance(kind, Member) else kind.record
            fields = concrete_record(answer, record, step.parameters[name][1])
            as_text[name] = {
                inner: readable(declared, value)
                for (inner, declared), value in zip(record.fields(), fields, strict=True)
            }
    return as_text


def _element(symbolic: SymbolicModel, kind: Member) -> type[Record]:
    declared = symbolic.model.fields[kind.path][0]
    assert isinstance(declared, BagField)
    element: type[Record] = declared.element
    return element


def concrete(answer: Any, term: Any) -> Any:
    """The value of a term in a solver's answer: a truth value or a number.

    States are read by the hundred thousand terms: no objects of z3's Python are made of what it says.
    """
    context, value, number = answer.ctx.ref(), (z3.Ast * 1)(), ctypes.c_longlong()
    z3.Z3_model_eval(context, answer.model, term.as_ast(), True, value)
    truth = z3.Z3_get_bool_value(context, value[0])  # 1, -1, or 0 for a number
    if truth:
        return truth > 0
    if z3.Z3_get_numeral_int64(context, value[0], ctypes.byref(number)):
        return number.value
    return answer.eval(term, model_completion=True).as_long()  # a number of more than 64 bits


def concrete_record(answer: Any, kind: type[Record], fields: Fields) -> tuple[Any, ...]:
    """The fields of a record in a solver's answer."""
    return tuple(
        concrete_field(answer, declared, term)
        for (_, declared), term in zip(kind.fields(), fields, strict=True)
    )


def concrete_field(answer: Any, declared: Field, term: Any) -> Any:
    """The value of a field in a solver's answer.

    Values so deep in a pile that the solver knows nothing of them are nothing. Numbers that nothing
    constrains may come back as anything; they are brought within the range of the field.
    """
    if isinstance(declared, BagField):
        return tuple(
            concrete_record(answer, declared.element, fields)
            for here, fields in zip(term.occupied, term.fields, strict=True)
            if concrete(answer, here)
        )
    if isinstance(declared, ValueField):
        return concrete_record(answer, declared.kind, term)
    if isinstance(declared, PileField):
        height = max(concrete(answer, term.height), 0)
        known = [concrete_record(answer, declared.kind, fields) for fields in term.known[:height]]
        return (*known, *[declared.kind.zeros()] * (height - len(known)))
    value = concrete(answer, term)
    if isinstance(declared, NumberField) and declared.names is not None:
        return min(max(value, 0), max(declared.names))
    if isinstance(declared, SubsetField):
        return value & ((1 << len(declared.names)) - 1)
    return value


def read_state(symbolic: SymbolicModel, answer: Any, state: Mapping[str, Any]) -> dict[str, Any]:
    """A state of a solver's answer, as `Model.as_dict` gives it."""
    return symbolic.model.as_dict(
        tuple(
            concrete_field(answer, declared, state[path])
            for path, (declared, _) in symbolic.model.fields.items()
        )
    )
