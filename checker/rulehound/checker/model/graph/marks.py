"""Marks of special states of a graph, such as violations and deadlocks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any

from rulehound.checker.model.graph.properties import effects
from rulehound.checker.model.graph.states import StateGraph, leads_out
from rulehound.checker.model.search.plain.generate import Generator
from rulehound.spec.language import Configuration


class Mark(StrEnum):
    """Why a state is special. Where several marks apply, the first of them counts."""

    VIOLATION = "violation"
    """It breaks an invariant."""
    OVER = "over"
    """The game is over."""
    UNSEEN = "not expanded"
    """The search was stopped before it took a step from here."""
    BOUND = "bound"
    """The only steps on, but for effects, leave the bounds."""
    DEADLOCK = "deadlock"
    """Nobody can act, and the rules do nothing."""


def marks(built: StateGraph, values: Mapping[str, Any], configuration: Configuration) -> dict[int, Mark]:
    """Node to its mark, for the nodes that have one."""
    model, left_out = built.model, effects(built)
    generator = Generator(model, values, configuration)
    over = generator.predicate(model.over)
    holding = [generator.predicate(model.invariants[name].condition) for name in built.result.counterexamples]
    outside = leads_out(built, values, configuration, left_out)

    def mark(node: int) -> Mark | None:
        state = built.states[node]
        if not all(holds(state) for holds in holding):
            return Mark.VIOLATION
        if over(state):
            return Mark.OVER
        if node >= built.expanded:
            return Mark.UNSEEN
        if _goes_on(built, node, left_out):
            return None
        return Mark.BOUND if outside(node) else Mark.DEADLOCK

    return {node: marked for node in built.graph if (marked := mark(node)) is not None}


def _goes_on(built: StateGraph, node: int, left_out: Collection[str]) -> bool:
    """Whether a step within the graph, other than by these actions, leads on from a node."""
    return any(not set(built.actions(node, after)) <= set(left_out) for after in built.graph[node])
