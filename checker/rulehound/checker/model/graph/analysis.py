"""Figures of a state graph: its components, and the states that every path to a violation passes through.

Dominators by networkx (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm, 2001).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import networkx

from rulehound.checker.model.graph.properties import cyclic, within_round
from rulehound.checker.model.graph.states import StateGraph
from rulehound.checker.model.search.plain.generate import Generator
from rulehound.spec.language import Configuration

LISTED = 10
"""How many sizes of components are listed, the largest first."""


@dataclass(frozen=True)
class Components:
    """The strongly connected components of a graph."""

    count: int
    largest: list[int]
    """The sizes of the largest."""
    cyclic: int
    """How many components hold a cycle."""
    on_cycles: int
    """How many states those components have."""


@dataclass(frozen=True)
class Dominator:
    """A state that every path to a violation passes through."""

    node: int
    depth: int
    changed: dict[str, list[Any]]
    """The fields that differ from the dominator before it in the list, or from the start for the first."""


@dataclass(frozen=True)
class ViolationAnalysis:
    """The paths to the states of a graph that break an invariant."""

    invariant: str
    states: int
    """How many states break it; 0 where only steps that leave the bounds do."""
    depth: int
    """Distance of the nearest of them from the start."""
    shortest_ways: int
    """How many paths of that length there are, through different states."""
    through: list[Dominator]
    """The states that every path passes through, from the start on."""
    actions: list[str]
    """The actions that every path takes."""


@dataclass(frozen=True)
class Analysis:
    """Figures of a graph as a whole."""

    states: int
    edges: int
    over: int
    """How many states end the game."""
    whole: Components
    """Components of the whole graph."""
    rounds: Components
    """Components of the graph without the effects of cards and without the steps that end a turn."""
    violations: list[ViolationAnalysis]


def analyse(built: StateGraph, values: Mapping[str, Any], configuration: Configuration) -> Analysis:
    """The figures of a graph as a whole."""
    generator = Generator(built.model, values, configuration)
    over = generator.predicate(built.model.over)
    violations = []
    for name in built.result.counterexamples:
        holds = generator.predicate(built.model.invariants[name].condition)
        broken = [node for node, state in enumerate(built.states) if not holds(state)]
        violations.append(analyse_violation(built, name, broken))
    return Analysis(
        states=len(built.graph),
        edges=built.graph.number_of_edges(),
        over=sum(map(over, built.states)),
        whole=components(built.graph),
        rounds=components(within_round(built)),
        violations=violations,
    )


def components(graph: networkx.DiGraph[int]) -> Components:
    """The sizes and cycles of the strongly connected components of a graph."""
    sizes = sorted(map(len, networkx.strongly_connected_components(graph)), reverse=True)
    on_cycles = cyclic(graph)
    return Components(len(sizes), sizes[:LISTED], len(on_cycles), sum(map(len, on_cycles)))


def analyse_violation(built: StateGraph, invariant: str, broken: list[int]) -> ViolationAnalysis:
    """What all paths from the start to one of these nodes have in common."""
    if not broken:
        return ViolationAnalysis(invariant, 0, 0, 0, [], [])
    through = dominators(built.graph, broken)
    model = built.model
    narrow = []
    for before, node in pairwise([0, *through]):
        old, new = model.as_dict(built.states[before]), model.as_dict(built.states[node])
        changed = {path: [old[path], new[path]] for path in model.paths if old[path] != new[path]}
        narrow.append(Dominator(node, built.depths[node], changed))
    on_one_way = networkx.shortest_path(built.graph, 0, broken[0])
    candidates = (action for edge in pairwise(on_one_way) for action in built.actions(*edge))
    return ViolationAnalysis(
        invariant=invariant,
        states=len(broken),
        depth=built.depths[broken[0]],
        shortest_ways=count_shortest_paths(built.graph, built.depths, broken),
        through=narrow,
        actions=[a for a in dict.fromkeys(candidates) if not _reached_without(built, a, set(broken))],
    )


def dominators(graph: networkx.DiGraph[int], targets: Iterable[int]) -> list[int]:
    """The nodes that every path from node 0 to any of the targets passes through, from the start on."""
    joined: networkx.DiGraph[int] = networkx.DiGraph(graph.edges)
    joined.add_node(0)
    end = -1
    joined.add_edges_from((target, end) for target in targets)
    above = networkx.immediate_dominators(joined, 0)
    unavoidable = []
    node = end
    while node != 0:
        node = above[node]
        unavoidable.append(node)
    return unavoidable[::-1]


def count_shortest_paths(graph: networkx.DiGraph[int], depths: Sequence[int], targets: Iterable[int]) -> int:
    """How many paths of least length lead from node 0 to the nearest of the targets.

    `depths`: the distance of every node from node 0. It never falls from one node to the next.
    """
    count = [1] + [0] * (len(depths) - 1)
    for node in range(1, len(depths)):
        nearer = (before for before in graph.predecessors(node) if depths[before] == depths[node] - 1)
        count[node] = sum(count[before] for before in nearer)
    wanted = list(targets)
    nearest = min(depths[node] for node in wanted)
    return sum(count[node] for node in wanted if depths[node] == nearest)


def _reached_without(built: StateGraph, action: str, targets: set[int]) -> bool:
    """Whether some path to a target does not take an action."""
    known, waiting = {0}, [0]
    while waiting:
        before = waiting.pop()
        if before in targets:
            return True
        for after in built.graph[before]:
            if after not in known and built.actions(before, after) != [action]:
                known.add(after)
                waiting.append(after)
    return False
