"""What the interpreter says of one state, in the terms of a generated program: the yardstick for both."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from rulehound.checker.model.search.program.packing import BoundExceeded, Packing
from rulehound.spec.language import By, Configuration, Interpreter, Model, State, TracedAction
from rulehound.spec.language.nodes import walk


@dataclass
class Expected:
    """Steps by action, within the bounds as packed states; guards as (action, guard)."""

    within: Counter[tuple[str, int]] = field(default_factory=Counter)
    outside: Counter[tuple[str, State]] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    cut: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    held: set[tuple[str, str]] = field(default_factory=set)
    failed: set[tuple[str, str]] = field(default_factory=set)
    broken_outside: set[str] = field(default_factory=set)


def expected_steps(
    model: Model, values: Any, configuration: Configuration, packing: Packing, state: State
) -> Expected:
    """Everything that a generated program has to say of a state."""
    interpreter = Interpreter(model, values, configuration)
    expected = Expected()
    for action, _, after in interpreter.successors(state):
        expected.taken[action.name] += 1
        expected.moves += action.by is not By.ENVIRONMENT
        try:
            expected.within[action.name, packing.pack(after)] += 1
        except BoundExceeded as outside:
            expected.cut[outside.bound] += 1
            expected.outside[action.name, after] += 1
            expected.broken_outside |= {broken.name for broken in interpreter.failed_invariants(after)}
    for action in model.actions.values():
        if action.name not in configuration.without:
            _guards(interpreter, state, action, expected)
    return expected


def _guards(interpreter: Interpreter, state: State, action: TracedAction, expected: Expected) -> None:
    """The guards as they are tried: each once its parameters are chosen, the first that fails ends it."""
    names = list(action.parameters)
    levels: list[list[Any]] = [[] for _ in range(len(names) + 1)]
    for guard in action.guards:
        used = {node.args[0] for node in walk([guard.condition]) if node.op in ("param", "field")}
        levels[max((names.index(name) + 1 for name in used), default=0)].append(guard)
    for chosen in range(len(names) + 1):
        prefix = replace(action, parameters={name: action.parameters[name] for name in names[:chosen]})
        before = replace(prefix, guards=tuple(guard for level in levels[:chosen] for guard in level))
        for parameters in interpreter.choices(state, prefix):
            if interpreter.failed_guards(state, before, parameters):
                continue
            for guard in levels[chosen]:
                if interpreter.failed_guards(state, replace(prefix, guards=(guard,)), parameters):
                    expected.failed.add((action.name, guard.name))
                    break
                expected.held.add((action.name, guard.name))
