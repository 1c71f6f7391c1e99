"""What the whole state graph shows: turns end, games end, nothing goes round, what is wanted stays in reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import networkx

from rulehound.checker.graph.states import StateGraph, leads_out
from rulehound.checker.graph.ways import Way, nodes_to, way_along
from rulehound.checker.search.generate import Generator
from rulehound.spec.language import By, Configuration, Interpreter

PROPERTIES = ("no-cycle", "turn-ends", "game-ends", "no-deadlock")
"""No cycle within a turn without an effect; from every state the turn can end; from every state the game can;
until the game is over somebody can act, or the rules do."""


@dataclass(frozen=True)
class GraphFinding:
    """One property of the graph: whether it holds, of how many states, and what shows that not.

    `judged` is false where nothing was found and the search did not complete, so that nothing is shown.
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
    way: Way | None = None
    """A shortest way from the start to the first state that shows it does not hold, and once round a cycle."""


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
    position = model.paths.index(model.round_field)
    over = [node for node, state in enumerate(states) if is_over(state)]
    last = [before for before, after in graph.edges if states[before][position] != states[after][position]]
    turn, game = reach(graph, [*over, *last], outside), reach(graph, over, outside)
    cycle = _shortest_cycle(within_round(built))
    round_trip = cycle and way_along(built, interpreter, cycle, avoided=effects(built))
    stuck = set(built.result.deadlocked)
    deadlocked = next((node for node, state in enumerate(states) if state in stuck), None)

    def finding(name: str, node: int | None, beyond: int = 0, count: int = 0) -> GraphFinding:
        judged = built.result.complete or node is not None
        way = None if node is None else way_along(built, interpreter, nodes_to(built, node))
        return GraphFinding(name, node is None, judged, len(states), beyond, count, way)

    found = finding("no-cycle", cycle[0] if cycle else None)
    if found.way and round_trip:
        way = Way(found.way.start, found.way.steps + round_trip.steps)
        found = GraphFinding("no-cycle", False, True, len(states), way=way)
    return [
        found,
        finding("turn-ends", min(turn.stuck, default=None), turn.beyond, len(turn.stuck)),
        finding("game-ends", min(game.stuck, default=None), game.beyond, len(game.stuck)),
        finding("no-deadlock", deadlocked, count=built.result.deadlocks),
    ]
