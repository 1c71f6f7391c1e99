"""Ways through a state graph: shortest ones, with the steps that make them up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import networkx

from rulehound.checker.graph.states import StateGraph
from rulehound.spec.language import Interpreter, Parameters, State

Step: TypeAlias = tuple[str, Parameters, State]
"""An action, its parameters, and the state after it."""


@dataclass(frozen=True)
class Way:
    """A state, and steps that follow each other from there."""

    start: State
    steps: tuple[Step, ...] = ()

    @property
    def end(self) -> State:
        """The state that it comes to."""
        return self.steps[-1][2] if self.steps else self.start


def way_along(
    built: StateGraph, interpreter: Interpreter, nodes: Sequence[int], avoided: Collection[str] = ()
) -> Way:
    """The way along neighbouring nodes. Of several steps the first of the model; an avoided action is not one."""
    states = [built.states[node] for node in nodes]
    steps = [
        next(
            (action.name, parameters, after)
            for action, parameters, after in interpreter.successors(before)
            if after == wanted and action.name not in avoided
        )
        for before, wanted in pairwise(states)
    ]
    return Way(states[0], tuple(steps))


def nodes_to(built: StateGraph, node: int) -> list[int]:
    """The nodes of a shortest way from the start to a node."""
    return networkx.shortest_path(built.graph, 0, node)


def shortest_way(
    built: StateGraph, interpreter: Interpreter, holds: Callable[[State], bool]
) -> Way | None:
    """A shortest way from the start to a state that meets the condition; None where the graph has none.

    Nodes are numbered by their distance from the start, so that the first one found is as near as any.
    """
    for node, state in enumerate(built.states):
        if holds(state):
            return way_along(built, interpreter, nodes_to(built, node))
    return None
