"""What the whole state graph of a small configuration shows: turns end, games end, nothing goes round.

The graph is built after the search (networkx), never while searching.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import networkx

from rulehound.checker.search import Limits, SearchResult, search
from rulehound.spec.language import By, Configuration, Interpreter, Model, State


@dataclass(frozen=True)
class GraphFinding:
    """One property of the graph: whether it holds, of how many states, and what shows that not.

    `judged` is false where the search did not complete, so that the property says nothing.
    """

    name: str
    holds: bool
    judged: bool
    states: int
    way: tuple[State, ...] = ()


PROPERTIES = ("no-cycle", "turn-ends", "game-ends", "no-deadlock")
"""No cycle within a turn without an effect; from every state the turn can end; from every state the game can;
until the game is over somebody can act, or the rules do."""


@dataclass(frozen=True)
class StateGraph:
    """A completed search as a graph: nodes are positions in `result.packed`, edges carry their actions."""

    model: Model
    result: SearchResult
    graph: networkx.DiGraph[int]

    def state(self, node: int) -> State:
        """The state of a node."""
        assert self.result.packing is not None
        return self.result.packing.unpack(self.result.packed[node])


def build_graph(
    model: Model, values: Mapping[str, Any], configuration: Configuration, limits: Limits | None = None
) -> StateGraph:
    """Search a configuration and keep its graph. Raises MissingValue."""
    result = search(model, values, configuration, limits, keep_edges=True)
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_nodes_from(range(result.states))
    for before, after, action in result.edges or ():
        if graph.has_edge(before, after):
            graph.edges[before, after]["actions"].append(action)
        else:
            graph.add_edge(before, after, actions=[action])
    return StateGraph(model, result, graph)


def check_graph(
    built: StateGraph, values: Mapping[str, Any], configuration: Configuration
) -> list[GraphFinding]:
    """Judge the properties of a graph."""
    model, graph = built.model, built.graph
    interpreter = Interpreter(model, values, configuration)
    position = model.paths.index(model.round_field)
    states = {node: built.state(node) for node in graph}
    rounds = {node: state[position] for node, state in states.items()}
    over = [node for node, state in states.items() if interpreter.holds(model.over, state)]
    environment = {name for name, action in model.actions.items() if action.by is By.ENVIRONMENT}
    within: networkx.DiGraph[int] = networkx.DiGraph(
        (before, after)
        for before, after in graph.edges
        if rounds[before] == rounds[after] and not set(graph.edges[before, after]["actions"]) <= environment
    )
    round_over = [before for before, after in graph.edges if rounds[before] != rounds[after]]
    cycle = _cycle(within)
    stuck_turn = _cannot_reach(graph, [*over, *round_over])
    stuck_game = _cannot_reach(graph, over)
    judged = built.result.complete
    stuck = set(built.result.deadlocked)
    deadlocks = [node for node, state in states.items() if state in stuck][:1]
    return [
        GraphFinding(name, not nodes, judged, len(graph), tuple(states[node] for node in nodes))
        for name, nodes in zip(PROPERTIES, (cycle, stuck_turn, stuck_game, deadlocks), strict=True)
    ]


def shortest_way(built: StateGraph, holds: Callable[[State], bool]) -> tuple[State, ...]:
    """A shortest way from the start to a state that meets the condition; empty where there is none."""
    ways = networkx.single_source_shortest_path(built.graph, 0)
    found = min((way for node, way in ways.items() if holds(built.state(node))), key=len, default=[])
    return tuple(built.state(node) for node in found)


def _cycle(graph: networkx.DiGraph[int]) -> list[int]:
    try:
        return [edge[0] for edge in networkx.find_cycle(graph)]
    except networkx.NetworkXNoCycle:
        return []


def _cannot_reach(graph: networkx.DiGraph[int], targets: list[int]) -> list[int]:
    """The first node, in the order of the search, from which no target can be reached."""
    able = set(targets)
    waiting = list(targets)
    while waiting:
        for before in graph.predecessors(waiting.pop()):
            if before not in able:
                able.add(before)
                waiting.append(before)
    return [node for node in graph if node not in able][:1]
