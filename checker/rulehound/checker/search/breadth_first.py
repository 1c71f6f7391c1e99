"""Breadth-first search on packed states: every state within the bounds, and shortest counterexamples."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rulehound.checker.search.generate import Generator
from rulehound.checker.search.packing import BoundExceeded, Packing
from rulehound.spec.language import By, Configuration, Interpreter, Model, Parameters, State


@dataclass(frozen=True)
class Limits:
    """Where a search stops though it has not finished; None is no limit."""

    states: int | None = None
    depth: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Found:
    """A state that breaks an invariant, with a shortest way to it: (action, parameters, state after)."""

    invariant: str
    start: State
    steps: tuple[tuple[str, Parameters, State], ...]


@dataclass
class SearchResult:
    """What a search covered. `complete` is true only where every state within the bounds was visited."""

    configuration: str
    states: int = 0
    transitions: int = 0
    depth: int = 0
    bits: int = 0
    complete: bool = False
    stopped: str = ""
    taken: dict[str, int] = field(default_factory=dict)
    cut: dict[str, int] = field(default_factory=dict)
    deadlocks: list[State] = field(default_factory=list)
    found: dict[str, Found] = field(default_factory=dict)
    edges: list[tuple[int, int, str]] | None = None
    packed: list[int] = field(default_factory=list)
    packing: Packing | None = None
    """How `packed` is to be read."""

    @property
    def never_taken(self) -> list[str]:
        """Actions that no step of this search was."""
        return [name for name, count in self.taken.items() if not count]


def search(
    model: Model,
    values: Mapping[str, Any],
    configuration: Configuration,
    limits: Limits | None = None,
    keep_edges: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> SearchResult:
    """Visit every state within the configuration, level by level.

    An invariant is judged on every state reached, also on those that lie just outside a bound and are cut
    there. With `keep_edges` the result holds the graph: edges as (from, to, action), states as positions in
    `packed`. Raises MissingValue where a fact or switch that the model needs has no value.
    """
    limits = limits or Limits()
    generator = Generator(model, values, configuration)
    packing = Packing(model, configuration)
    actions = [
        (name, action.by, generator.action(action))
        for name, action in model.actions.items()
        if name not in configuration.without
    ]
    invariants = [
        (name, generator.predicate(invariant.condition)) for name, invariant in model.invariants.items()
    ]
    over = generator.predicate(model.over)
    start = Interpreter(model, values, configuration).initial()
    result = SearchResult(
        configuration.name,
        packing=packing,
        bits=packing.bits,
        taken={name: 0 for name, _, _ in actions},
        edges=[] if keep_edges else None,
    )
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    index: dict[int, int] = {}
    packed, parents = result.packed, array("q")
    broken: dict[str, tuple[int, State]] = {}

    def judge(parent: int, state: State) -> None:
        for name, holds in invariants:
            if name not in broken and not holds(state):
                broken[name] = (parent, state)

    def visit(parent: int, state: State) -> int | None:
        """The number of a state, judged where it is new; None where it lies outside a bound."""
        try:
            code = packing.pack(state)
        except BoundExceeded as outside:
            result.cut[outside.bound] = result.cut.get(outside.bound, 0) + 1
            judge(parent, state)
            return None
        known = index.get(code)
        if known is None:
            known = index[code] = len(packed)
            packed.append(code)
            parents.append(parent)
            judge(parent, state)
        return known

    packing.pack(start)  # a start outside the bounds is no step to be cut, but a configuration in error
    visit(-1, start)
    at, level_end = 0, 1
    while at < len(packed):
        if at == level_end:
            level_end = len(packed)
            result.depth += 1
            if progress:
                progress(len(packed), len(packed) - at)
        result.stopped = _stopped(limits, result, at, deadline)
        if result.stopped:
            break
        state = packing.unpack(packed[at])
        moves = 0
        for name, by, successors in actions:
            for _, after in successors(state):
                result.transitions += 1
                result.taken[name] += 1
                moves += by is not By.ENVIRONMENT
                known = visit(at, after)
                if result.edges is not None and known is not None:
                    result.edges.append((at, known, name))
        if not moves and not over(state):
            result.deadlocks.append(state)
        at += 1
    result.states = len(packed)
    result.complete = not result.stopped
    for name, (parent, after) in broken.items():
        result.found[name] = _rebuild(
            model, values, configuration, packing, name, _way(parents, parent), packed, after
        )
    return result


def _stopped(limits: Limits, result: SearchResult, at: int, deadline: float | None) -> str:
    """Which limit ends the search here; '' where none does."""
    if limits.depth is not None and result.depth >= limits.depth:
        return f"depth {limits.depth}"
    if limits.states is not None and len(result.packed) > limits.states:
        return f"{limits.states} states"
    # asking the clock for every state would cost more than it is worth
    if deadline is not None and not at & 255 and time.monotonic() > deadline:
        return f"{limits.seconds:g} seconds"
    return ""


def _way(parents: array[int], at: int) -> list[int]:
    way = []
    while at >= 0:
        way.append(at)
        at = parents[at]
    return way[::-1]


def _rebuild(
    model: Model,
    values: Mapping[str, Any],
    configuration: Configuration,
    packing: Packing,
    invariant: str,
    way: list[int],
    packed: list[int],
    last: State,
) -> Found:
    """A trace from parent indices: the interpreter finds the step between each two states."""
    interpreter = Interpreter(model, values, configuration)
    states = [packing.unpack(packed[at]) for at in way]
    if not states or states[-1] != last:
        states.append(last)
    steps = []
    for before, after in pairwise(states):
        action, parameters = next(
            (action.name, parameters)
            for action, parameters, reached in interpreter.successors(before)
            if reached == after
        )
        steps.append((action, parameters, after))
    return Found(invariant, states[0], tuple(steps))
