"""The states and steps of a search as a graph of networkx, built after the search."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import networkx

from rulehound.checker.model.search import BoundExceeded, SearchLimits, SearchResult, search
from rulehound.checker.model.search.plain.generate import Generator
from rulehound.spec.language import Configuration, Model, State

MOST_STATES = 500_000
"""Limit of states for a graph where the user gives none: a state takes about 3 kB of memory."""


@dataclass(frozen=True)
class StateGraph:
    """The graph of a search. Nodes are positions in `result.packed`, 0 is the start, edges carry their
    actions.
    """

    model: Model
    result: SearchResult
    graph: networkx.DiGraph[int]

    def state(self, node: int) -> State:
        """The state of a node."""
        return self.result.packing.unpack(self.result.packed[node])

    @cached_property
    def states(self) -> list[State]:
        """The states of all nodes, in order."""
        return [self.result.packing.unpack(packed) for packed in self.result.packed]

    @property
    def expanded(self) -> int:
        """How many nodes were expanded, in their order; a search that was stopped has later nodes without
        steps.
        """
        return sum(self.result.degrees.values())

    @cached_property
    def depths(self) -> list[int]:
        """The distance of every node from the start."""
        return [depth for depth, states in enumerate(self.result.levels) for _ in range(states)]

    def actions(self, before: int, after: int) -> list[str]:
        """The actions that lead from one node to the other, each once."""
        return list(dict.fromkeys(self.graph.edges[before, after]["actions"]))


def build_graph(
    model: Model,
    values: Mapping[str, Any],
    configuration: Configuration,
    limits: SearchLimits | None = None,
    *,
    backend: str = "auto",
    cores: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> StateGraph:
    """Search a configuration and keep its graph; arguments and errors are those of `search`.

    Without a limit on states it stops at MOST_STATES.
    """
    limits = limits or SearchLimits()
    limits = replace(limits, states=limits.states or MOST_STATES)
    result = search(
        model, values, configuration, limits, True, progress=progress, backend=backend, cores=cores
    )
    return graph_of(model, result)


def graph_of(model: Model, result: SearchResult) -> StateGraph:
    """The graph of a search that kept its edges."""
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_nodes_from(range(result.states))
    for before, after, action in result.edges or ():
        if graph.has_edge(before, after):
            graph.edges[before, after]["actions"].append(action)
        else:
            graph.add_edge(before, after, actions=[action])
    return StateGraph(model, result, graph)


def leads_out(
    built: StateGraph,
    values: Mapping[str, Any],
    configuration: Configuration,
    left_out: Collection[str] = (),
) -> Callable[[int], bool]:
    """A function: whether some step on from a node is not in the graph, as it leaves the bounds or was not
    taken yet.

    Steps by the actions `left_out` are not looked at.
    """
    if built.result.complete and not built.result.cut:
        return lambda _: False
    generator = Generator(built.model, values, configuration)
    without = configuration.without.union(left_out)
    actions = [generator.action(a) for name, a in built.model.actions.items() if name not in without]
    pack = built.result.packing.pack

    def told(node: int) -> bool:
        if node >= built.expanded:
            return True
        try:
            for successors in actions:
                for _, after in successors(built.states[node]):
                    pack(after)
        except BoundExceeded:
            return True
        return False

    return told
