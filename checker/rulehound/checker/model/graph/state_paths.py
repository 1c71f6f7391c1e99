"""Paths through a state graph: shortest ones, with the steps that make them up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import networkx

from rulehound.checker.model.graph.states import StateGraph
from rulehound.spec.language import Interpreter, Parameters, State

PathStep: TypeAlias = tuple[str, Parameters, State]
"""An action, its parameters, and the state after it."""


@dataclass(frozen=True)
class StatePath:
    """A state, and steps that follow each other from there."""

    start: State
    steps: tuple[PathStep, ...] = ()

    @property
    def end(self) -> State:
        """The last state of the path."""
        return self.steps[-1][2] if self.steps else self.start

    def __add__(self, other: StatePath) -> StatePath:
        """This path followed by another, which starts where this one ends."""
        return StatePath(self.start, self.steps + other.steps)


def path_along(
    built: StateGraph, interpreter: Interpreter, nodes: Sequence[int], avoided: Collection[str] = ()
) -> StatePath:
    """The path along neighbouring nodes. Of several steps between two nodes the first of the model counts
    that `avoided` does not name.
    """
    states = [built.states[node] for node in nodes]
    steps = [
        next(
            (action.name, parameters, after)
            for action, parameters, after in interpreter.successors(before)
            if after == wanted and action.name not in avoided
        )
        for before, wanted in pairwise(states)
    ]
    return StatePath(states[0], tuple(steps))


def path_to(built: StateGraph, interpreter: Interpreter, node: int) -> StatePath:
    """A shortest path from the start to a node."""
    return path_along(built, interpreter, networkx.shortest_path(built.graph, 0, node))


def nearest(built: StateGraph, holds: Callable[[State], bool]) -> int | None:
    """The node nearest to the start whose state meets a condition; None where there is none.

    Nodes are numbered by their distance from the start, so the first one that is found is the nearest.
    """
    return next((node for node, state in enumerate(built.states) if holds(state)), None)
