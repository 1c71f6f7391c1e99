"""Figures of a graph: components, and what every way to a violation passes through."""

from __future__ import annotations

from itertools import pairwise

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.model.graph import StateGraph, analyse, build_graph
from rulehound.checker.model.graph.analysis import count_shortest_paths, dominators
from rulehound.spec.language import Model
from rulehound_testing.maze import CONFIGURATION, maze


def graph_of(model: Model) -> StateGraph:
    return build_graph(model, {}, CONFIGURATION)


def test_every_way_to_the_violation_climbs_twice_and_goes_around() -> None:
    built = graph_of(maze())
    analysis = analyse(built, {}, CONFIGURATION)
    [found] = analysis.violations
    assert (found.invariant, found.states, found.depth) == ("right-below-two", 1, 5)
    assert found.shortest_ways == 2, "by the left or by the right"
    assert found.actions == ["climb", "around"]
    assert [(narrow.depth, narrow.changed) for narrow in found.through] == [
        (0, {}),
        (2, {"place": ["start", "far"]}),
        (3, {"score": [0, 1]}),
        (4, {"score": [1, 2]}),
        (5, {"place": ["far", "right"]}),
    ]
    assert analysis.over == 3


def test_an_action_that_another_can_stand_in_for_is_not_one_of_every_way() -> None:
    model = maze()
    model.action("jump")(model._actions["around"][0])
    [found] = analyse(graph_of(model), {}, CONFIGURATION).violations
    assert found.actions == ["climb"]
    assert found.shortest_ways == 2, "through the same states"


def test_what_is_broken_outside_the_bounds_alone_has_no_ways_in_the_graph() -> None:
    model = maze("around", most=3)
    model.invariant("never-three")(lambda s: s.score < 3)
    [found] = analyse(graph_of(model), {}, CONFIGURATION).violations
    assert (found.invariant, found.states, found.through, found.actions) == ("never-three", 0, [], [])


def test_components_of_the_maze() -> None:
    built = graph_of(maze())
    whole = analyse(built, {}, CONFIGURATION).whole
    components = [len(c) for c in networkx.strongly_connected_components(built.graph)]
    assert (whole.count, whole.largest) == (len(components), sorted(components, reverse=True)[:10])
    assert (whole.cyclic, whole.on_cycles) == (4, 8), "start and left; far and right at each score"
    rounds = analyse(graph_of(maze(effects=frozenset({"back", "around"}))), {}, CONFIGURATION).rounds
    assert (rounds.cyclic, rounds.on_cycles) == (0, 0)


EDGES = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=24)
PARENTS = st.tuples(*(st.integers(0, node - 1) for node in range(1, 7)))
"""Of the nodes 1 to 6, so that they are reached; 7 and 8 may not be."""


def drawn(edges: list[tuple[int, int]], parents: tuple[int, ...]) -> networkx.DiGraph[int]:
    """The part of a graph that node 0 leads to."""
    graph: networkx.DiGraph[int] = networkx.DiGraph([*edges, *zip(parents, range(1, 7), strict=True)])
    return graph.subgraph({0, *networkx.descendants(graph, 0)}).copy()


@settings(max_examples=80, deadline=None)
@given(EDGES, PARENTS, st.sets(st.integers(1, 6), min_size=1, max_size=3))
def test_dominators_are_the_nodes_without_which_no_target_is_reached(
    edges: list[tuple[int, int]], parents: tuple[int, ...], targets: set[int]
) -> None:
    graph = drawn(edges, parents)
    found = dominators(graph, targets)

    def reached_without(node: int) -> bool:
        left = graph.subgraph(set(graph) - {node})
        return node != 0 and any(t in left and networkx.has_path(left, 0, t) for t in targets)

    assert set(found) == {node for node in graph if not reached_without(node)}
    assert found[0] == 0
    for before, after in pairwise(found):
        assert networkx.has_path(graph, before, after)


@settings(max_examples=80, deadline=None)
@given(EDGES, PARENTS, st.sets(st.integers(1, 6), min_size=1, max_size=3))
def test_shortest_ways_are_those_that_networkx_lists(
    edges: list[tuple[int, int]], parents: tuple[int, ...], chosen: set[int]
) -> None:
    named = drawn(edges, parents)
    lengths = networkx.single_source_shortest_path_length(named, 0)
    number = {node: at for at, node in enumerate(sorted(lengths, key=lambda node: lengths[node]))}
    graph = networkx.relabel_nodes(named, number)
    depths = sorted(lengths.values())
    targets = [number[node] for node in sorted(chosen)]
    nearest = min(depths[node] for node in targets)
    listed = [
        way
        for node in targets
        if depths[node] == nearest
        for way in networkx.all_shortest_paths(graph, 0, node)
    ]
    assert count_shortest_paths(graph, depths, targets) == len(listed)
