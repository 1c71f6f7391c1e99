"""Paths through the states of the model as traces: each step in words, with what it changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rulehound.checker.model.graph.labels import short
from rulehound.checker.model.graph.state_paths import PathStep, StatePath, nearest, path_to
from rulehound.checker.model.graph.states import StateGraph
from rulehound.checker.model.search import Counterexample
from rulehound.checker.records import TRACE_FORMAT, Trace, TraceStep
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.wording import value_text
from rulehound.spec.language import (
    Amount,
    Configuration,
    Interpreter,
    Model,
    Parameters,
    Pool,
    State,
    TracedAction,
    TracedInvariant,
)
from rulehound.spec.language.fields import ValueField
from rulehound.spec.language.model import Parameter, readable


def model_trace(
    bound: BoundModel,
    configuration: Configuration,
    counterexample: Counterexample,
    invariant: TracedInvariant,
) -> Trace:
    """The trace from the start of a configuration to a state of the model that breaks an invariant."""
    model, rule = bound.game.model(), invariant.rules[0]
    steps = model_steps(model, counterexample.start, counterexample.steps)
    end = counterexample.steps[-1][2] if counterexample.steps else counterexample.start
    blamed = [*steps[:-1], *(msgspec.structs.replace(step, rule=rule) for step in steps[-1:])]
    observed = f"it does not hold: {state_text(model, end)}"
    return _trace(bound, configuration, blamed, rule, f"{invariant.name} holds", observed)


def way_trace(
    bound: BoundModel, configuration: Configuration, path: StatePath, rule: str, expected: str
) -> Trace:
    """The trace of a path from the start of a configuration; its last state is spelt out."""
    model = bound.game.model()
    observed = f"the state after these steps: {state_text(model, path.end)}"
    return _trace(bound, configuration, model_steps(model, path.start, path.steps), rule, expected, observed)


def trace_to(
    bound: BoundModel,
    configuration: Configuration,
    graph: StateGraph,
    condition: Callable[[State], bool],
    name: str,
) -> Trace | None:
    """A shortest trace to a state of a graph that meets a condition; `name` is the condition in words.

    None where no state of the graph meets it.
    """
    node = nearest(graph, condition)
    if node is None:
        return None
    path = path_to(graph, Interpreter(graph.model, bound.values, configuration), node)
    return way_trace(bound, configuration, path, "", f"a state with {name}")


def _trace(
    bound: BoundModel,
    configuration: Configuration,
    steps: list[TraceStep],
    rule: str,
    expected: str,
    observed: str,
) -> Trace:
    return Trace(
        format=TRACE_FORMAT,
        game=bound.game.name,
        edition=bound.edition,
        kind="model",
        rule=rule,
        start={"configuration": configuration.name},
        steps=steps,
        expected=expected,
        observed=observed,
        values=dict(bound.values),
    )


def model_steps(model: Model, start: State, steps: Sequence[PathStep]) -> list[TraceStep]:
    """Steps of a model in words, each with what it changed."""
    befores = [start, *(after for _, _, after in steps)]
    return [
        TraceStep(
            action={"action": name, "parameters": {key: _json(v) for key, v in parameters.items()}},
            text=_words(model, model.actions[name], parameters),
            changed=_changed(model, before, after),
        )
        for before, (name, parameters, after) in zip(befores, steps, strict=False)
    ]


def state_text(model: Model, state: State) -> str:
    """The fields of a state that are not 0, false, nothing or empty."""
    by_field = model.as_dict(state)
    values = zip(model.paths, state, strict=True)
    return ", ".join(
        f"{path} {value_text(short(by_field[path]))}"
        for path, value in values
        if (any(value) if isinstance(value, tuple) else value)
    )


def _changed(model: Model, before: State, after: State) -> dict[str, list[Any]]:
    old, new = model.as_dict(before), model.as_dict(after)
    return {path: [old[path], new[path]] for path in model.paths if old[path] != new[path]}


def _words(model: Model, action: TracedAction, parameters: Parameters) -> str:
    parts = [f"{name} {_value(model, action.parameters[name], value)}" for name, value in parameters.items()]
    return " ".join([action.name, *parts])


def _value(model: Model, kind: Parameter, value: Any) -> str:
    if isinstance(kind, Amount):
        return str(value)
    if isinstance(kind, Pool):
        return value_text(short(readable(ValueField(kind.record), value)))
    return value_text(short(readable(model.fields[kind.path][0], (value,))[0]))


def _json(value: Any) -> Any:
    return [_json(item) for item in value] if isinstance(value, tuple) else value
