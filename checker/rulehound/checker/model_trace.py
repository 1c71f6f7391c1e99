"""Ways through the states of the model as traces: each step in words, with what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rulehound.checker.graph.ways import Step, Way
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
    rule = invariant.rules[0]
    steps = model_steps(model, found.start, found.steps)
    end = found.steps[-1][2] if found.steps else found.start
    return Trace(
        game=law.game.name,
        edition=law.edition,
        kind="model",
        rule=rule,
        start={"configuration": configuration.name},
        steps=[*steps[:-1], *(msgspec.structs.replace(step, rule=rule) for step in steps[-1:])],
        expected=f"{invariant.name} holds",
        observed=f"it does not hold: {state_text(model, end)}",
        values=dict(law.values),
    )


def way_trace(law: Law, configuration: Configuration, way: Way, rule: str, expected: str) -> Trace:
    """A way from the start of a configuration to a state that is of interest, which the trace spells out."""
    model = law.game.model()
    return Trace(
        game=law.game.name,
        edition=law.edition,
        kind="model",
        rule=rule,
        start={"configuration": configuration.name},
        steps=model_steps(model, way.start, way.steps),
        expected=expected,
        observed=f"the state after these steps: {state_text(model, way.end)}",
        values=dict(law.values),
    )


def model_steps(model: Model, start: State, steps: Sequence[Step]) -> list[TraceStep]:
    """Steps of a model in words, each with what it changed."""
    befores = [start, *(after for _, _, after in steps)]
    return [
        TraceStep(
            action={"action": name, "parameters": {key: _json(v) for key, v in parameters.items()}},
            text=_words(model.actions[name], parameters),
            changed=_changed(model, before, after),
        )
        for before, (name, parameters, after) in zip(befores, steps, strict=False)
    ]


def state_text(model: Model, state: State) -> str:
    """What is not 0, false or empty in a state."""
    return ", ".join(f"{path} {value}" for path, value in model.as_dict(state).items() if value)


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
