"""Counterexamples of the model as traces: each step in words, with what it changed."""

from __future__ import annotations

from typing import Any

from rulehound.checker.law import Law
from rulehound.checker.records import Trace, TraceStep
from rulehound.checker.search import Found
from rulehound.spec.language import (
    Configuration,
    Member,
    Model,
    Parameters,
    Pool,
    State,
    TracedAction,
    TracedInvariant,
)


def model_trace(law: Law, configuration: Configuration, found: Found, invariant: TracedInvariant) -> Trace:
    """The way from the start of a configuration to a state of the model that breaks an invariant."""
    model = law.game.model()
    written: list[TraceStep] = []
    before = found.start
    for name, parameters, after in found.steps:
        written.append(
            TraceStep(
                action={"action": name, "parameters": {key: _json(v) for key, v in parameters.items()}},
                text=_words(model.actions[name], parameters),
                changed=_changed(model, before, after),
                rule=invariant.rules[0] if len(written) == len(found.steps) - 1 else "",
            )
        )
        before = after
    shown = ", ".join(f"{path} {value}" for path, value in model.as_dict(before).items() if value)
    return Trace(
        game=law.game.name,
        edition=law.edition,
        kind="model",
        rule=invariant.rules[0],
        start={"configuration": configuration.name},
        steps=written,
        expected=f"{invariant.name} holds",
        observed=f"it does not hold: {shown}",
        values=dict(law.values),
    )


def _changed(model: Model, before: State, after: State) -> dict[str, list[Any]]:
    old, new = model.as_dict(before), model.as_dict(after)
    return {path: [old[path], new[path]] for path in model.paths if old[path] != new[path]}


def _words(action: TracedAction, parameters: Parameters) -> str:
    parts = [f"{name} {_value(action, name, value)}" for name, value in parameters.items()]
    return " ".join([action.name, *parts])


def _value(action: TracedAction, name: str, value: Any) -> str:
    kind = action.parameters[name]
    if isinstance(kind, Pool) and isinstance(value, tuple):
        fields = (field for field, _ in kind.record.fields())
        return (
            "("
            + ", ".join(f"{field} {part}" for field, part in zip(fields, value, strict=True) if part)
            + ")"
        )
    return f"{list(value)} of {kind.path}" if isinstance(kind, Member) else str(value)


def _json(value: Any) -> Any:
    return [_json(item) for item in value] if isinstance(value, tuple) else value
