"""What the whole state graph shows: turns and games can end, nothing goes round, what is good is in reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import networkx

from rulehound.checker.model.graph.state_paths import StatePath, nearest, path_along, path_to
from rulehound.checker.model.graph.states import StateGraph, leads_out
from rulehound.checker.model.search.plain.generate import Generator
from rulehound.spec.language import By, Configuration, Interpreter

PROPERTIES = ("no-cycle", "turn-ends", "game-ends", "no-deadlock")
"""No cycle within a turn without an effect; from every state the turn can end; from every state the game can;
until the game is over somebody can act, or the rules do."""


@dataclass(frozen=True)
class GraphFinding:
    """One property of the graph: whether it holds, of how many states, and what shows that not.

    `judged` is false where nothing was found and nothing is shown: the search did not complete, or what
    was wanted is reached from no state at all within the bounds.
    """

    name: str
    """One of PROPERTIES, or the name of a `sometimes` property."""
    holds: bool
    judged: bool
    states: int
    beyond: int = 0
    """States from which nothing that was wanted is reached, but some way leaves the bounds: what comes there
    is not known, and they count for nothing."""
    stuck: int = 0
    """States from which it cannot be reached at all."""
    way: StatePath | None = None
    """A shortest way to the first state that shows that it does not hold; of a cycle, once around it too."""
    around: int = 0
    """So many of the last steps of the way go around a cycle."""


@dataclass(frozen=True)
class Reach:
    """From which nodes some nodes can be reached."""

    beyond: int
    """From so many of the others some way leaves the graph."""
    stuck: list[int]
    """From these it can never be done."""


def check_graph(
    built: StateGraph, values: Mapping[str, Any], configuration: Configuration
) -> list[GraphFinding]:
    """Judge PROPERTIES, in their order."""
    model, graph, states = built.model, built.graph, built.states
    interpreter = Interpreter(model, values, configuration)
    outside = leads_out(built, values, configuration)
    is_over = Generator(model, values, configuration).predicate(model.over)
    over = [node for node, state in enumerate(states) if is_over(state)]
    at = model.paths.index(model.round_field)
    last = [before for before, after in graph.edges if states[before][at] != states[after][at]]
    return [
        _no_cycle(built, interpreter),
        _reached("turn-ends", built, interpreter, reach(graph, [*over, *last], outside)),
        _reached("game-ends", built, interpreter, reach(graph, over, outside)),
        _finding(built, "no-deadlock", _deadlocked(built, interpreter), stuck=built.result.deadlocks),
    ]


def check_sometimes(
    built: StateGraph, values: Mapping[str, Any], configuration: Configuration
) -> list[GraphFinding]:
    """Judge for each `sometimes` property of the model whether it stays within reach of every state."""
    interpreter = Interpreter(built.model, values, configuration)
    outside = leads_out(built, values, configuration)
    findings = []
    for name, wanted in built.model.sometimes_properties.items():
        meets = Generator(built.model, values, configuration).predicate(wanted.condition)
        met = [node for node, state in enumerate(built.states) if meets(state)]
        findings.append(_reached(name, built, interpreter, reach(built.graph, met, outside)))
    return findings


def reach(graph: networkx.DiGraph[int], targets: Iterable[int], outside: Callable[[int], bool]) -> Reach:
    """From which nodes a target can be reached. `outside`: some way on from a node is not in the graph."""
    others = set(graph) - _before(graph, targets)
    beyond = others & _before(graph, (node for node in others if outside(node)))
    return Reach(len(beyond), sorted(others - beyond))


def within_round(built: StateGraph) -> networkx.DiGraph[int]:
    """The graph with only those steps that are no effect and do not end the round."""
    states, at = built.states, built.model.paths.index(built.model.round_field)
    left_out = effects(built)
    kept: networkx.DiGraph[int] = networkx.DiGraph(
        (before, after)
        for before, after in built.graph.edges
        if states[before][at] == states[after][at] and not left_out.issuperset(built.actions(before, after))
    )
    return kept


def effects(built: StateGraph) -> set[str]:
    """The actions of the model that are effects of cards."""
    return {name for name, action in built.model.actions.items() if action.by is By.ENVIRONMENT}


def cyclic(graph: networkx.DiGraph[int]) -> list[set[int]]:
    """The strongly connected components that hold a cycle, in the order of their first nodes."""
    components = networkx.strongly_connected_components(graph)
    return sorted((c for c in components if len(c) > 1 or graph.has_edge(min(c), min(c))), key=min)


def _no_cycle(built: StateGraph, interpreter: Interpreter) -> GraphFinding:
    graph = within_round(built)
    found = cyclic(graph)
    if not found:
        return _finding(built, "no-cycle", None)
    first = min(found[0])
    ways = (networkx.shortest_path(graph, after, first) for after in graph[first] if after in found[0])
    around = path_along(built, interpreter, [first, *min(ways, key=len)], avoided=effects(built))
    finding = _finding(built, "no-cycle", path_to(built, interpreter, first) + around)
    return replace(finding, around=len(around.steps))


def _deadlocked(built: StateGraph, interpreter: Interpreter) -> StatePath | None:
    remembered = set(built.result.deadlocked)
    node = nearest(built, remembered.__contains__)
    return None if node is None else path_to(built, interpreter, node)


def _reached(name: str, built: StateGraph, interpreter: Interpreter, found: Reach) -> GraphFinding:
    way = path_to(built, interpreter, found.stuck[0]) if found.stuck else None
    finding = _finding(built, name, way, found.beyond, len(found.stuck))
    return replace(finding, judged=False) if found.beyond == len(built.graph) else finding


def _finding(
    built: StateGraph, name: str, way: StatePath | None, beyond: int = 0, stuck: int = 0
) -> GraphFinding:
    judged = built.result.complete or way is not None
    return GraphFinding(name, way is None, judged, len(built.graph), beyond, stuck, way)


def _before(graph: networkx.DiGraph[int], nodes: Iterable[int]) -> set[int]:
    """The nodes, and all from which one of them can be reached."""
    waiting = list(nodes)
    found = set(waiting)
    while waiting:
        for before in graph.predecessors(waiting.pop()):
            if before not in found:
                found.add(before)
                waiting.append(before)
    return found
