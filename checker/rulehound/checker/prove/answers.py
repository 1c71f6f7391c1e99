"""What a solver's answer says, as people read it: states and parameters with names in place of numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import z3

from rulehound.checker.prove.symbolic import Frame, Slots, SymbolicModel
from rulehound.spec.language import Amount, Model, Pool, Record, TracedAction
from rulehound.spec.language.model import readable
from rulehound.spec.language.records import BagField, NumberField, SubsetField


def parameter_terms(action: TracedAction, step: Frame) -> dict[str, Any]:
    """The terms of a step's parameters that are not members of a bag: "amount", "card.play_cost"."""
    found: dict[str, Any] = {}
    for name, kind in action.parameters.items():
        value = step.parameters[name]
        record = getattr(kind, "record", None)
        if isinstance(value, tuple) and record is not None:
            found |= {
                f"{name}.{field_name}": term
                for (field_name, _), term in zip(record.fields(), value[1], strict=True)
            }
        elif not isinstance(value, tuple):
            found[name] = value
    return found


def read_parameters(symbolic: SymbolicModel, found: Any, action: TracedAction, step: Frame) -> dict[str, Any]:
    """The parameters of a step in a solver's answer: numbers, and records as dicts of what people read."""
    shown: dict[str, Any] = {}
    for name, kind in action.parameters.items():
        value = step.parameters[name]
        if isinstance(kind, Amount):
            shown[name] = concrete(found, value)
            continue
        record = kind.record if isinstance(kind, Pool) else _element(symbolic.model, kind.path)
        shown[name] = {
            field_name: readable(declared, within(declared, concrete(found, term)))
            for (field_name, declared), term in zip(record.fields(), value[1], strict=True)
        }
    return shown


def _element(model: Model, path: str) -> type[Record]:
    declared = model.fields[path][0]
    assert isinstance(declared, BagField)
    element: type[Record] = declared.element
    return element


def concrete(found: Any, term: Any) -> Any:
    """The value of a term in a solver's answer."""
    value = found.eval(term, model_completion=True)
    return z3.is_true(value) if z3.is_bool(value) else value.as_long()


def read_state(symbolic: SymbolicModel, found: Any, state: Mapping[str, Any]) -> dict[str, Any]:
    """A state of a solver's answer, as `Model.as_dict` gives it."""
    values = []
    for path, (declared, _) in symbolic.model.fields.items():
        term = state[path]
        if isinstance(term, Slots):
            assert isinstance(declared, BagField)
            values.append(
                tuple(
                    tuple(
                        within(inner, concrete(found, item))
                        for (_, inner), item in zip(declared.element.fields(), entry, strict=True)
                    )
                    for here, entry in zip(term.occupied, term.fields, strict=True)
                    if concrete(found, here)
                )
            )
        else:
            values.append(concrete(found, term))
    return symbolic.model.as_dict(tuple(values))


def within(declared: object, value: Any) -> Any:
    """A value that its field can show; fields that nothing constrains may come back as anything."""
    if isinstance(declared, NumberField) and declared.names is not None:
        return min(max(value, 0), max(declared.names))
    if isinstance(declared, SubsetField):
        return value & ((1 << len(declared.names)) - 1)
    return value
