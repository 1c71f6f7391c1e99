"""Heights of nodes: apart within a column, as near to their neighbours as can be, the same every time."""

from __future__ import annotations

from itertools import pairwise

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.model.graph import layout
from rulehound.checker.model.graph.layout import heights


def graph_of(*edges: tuple[int, int]) -> networkx.DiGraph[int]:
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_node(0)
    graph.add_edges_from(edges)
    return graph


def columns_of(graph: networkx.DiGraph[int]) -> list[list[int]]:
    """The nodes by their distance from node 0; those that it does not lead to are taken out."""
    layers = [sorted(layer) for layer in networkx.bfs_layers(graph, 0)]
    graph.remove_nodes_from(set(graph) - {node for layer in layers for node in layer})
    return layers


def test_a_path_is_straight() -> None:
    assert heights(graph_of((0, 1), (1, 2)), [[0], [1], [2]]) == {0: 0, 1: 0, 2: 0}


def test_a_node_stands_between_those_that_lead_to_it() -> None:
    placed = heights(graph_of((0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4)), [[0], [1, 2, 3], [4]])
    assert placed[0] == 0
    assert sorted(placed[node] for node in (1, 2, 3)) == [0, 1, 2]


def test_paths_that_cross_are_disentangled() -> None:
    """Columns that are given so that the edges cross are put in the other order."""
    graph = graph_of((0, 1), (0, 2), (1, 4), (2, 3))
    placed = heights(graph, [[0], [1, 2], [3, 4]])
    assert (placed[1] < placed[2]) == (placed[4] < placed[3])


@settings(max_examples=60)
@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=16))
def test_columns_are_kept_apart(edges: set[tuple[int, int]]) -> None:
    graph = graph_of(*sorted(edges))
    columns = columns_of(graph)
    placed = heights(graph, columns)
    assert set(placed) == set(graph)
    assert min(placed.values()) == 0
    for column in columns:
        inside = sorted(placed[node] for node in column)
        assert all(below - above >= 1 - 1e-9 for above, below in pairwise(inside))
    assert heights(graph, columns) == placed


@settings(max_examples=60)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=6))
def test_heights_are_the_nearest_that_keep_apart(wanted: list[int]) -> None:
    """Least squares: no shift of any run of neighbours that stays apart comes nearer to what is wanted."""
    wanted = sorted(wanted)
    placed = layout._apart([float(height) for height in wanted])
    assert all(below - above >= 1 - 1e-9 for above, below in pairwise(placed))

    def distance(heights: list[float]) -> float:
        return sum((one - other) ** 2 for one, other in zip(heights, wanted, strict=True))

    for start in range(len(placed)):
        for end in range(start + 1, len(placed) + 1):
            for shift in (-0.125, 0.125):
                other = [height + shift * (start <= place < end) for place, height in enumerate(placed)]
                apart = all(b - a >= 1 - 1e-9 for a, b in pairwise(other))
                assert not apart or distance(other) >= distance(placed) - 1e-9


@pytest.mark.parametrize(
    ("wanted", "placed"), [([0, 5], [0, 5]), ([2, 2], [1.5, 2.5]), ([0, 0, 0], [-1, 0, 1]), ([3], [3])]
)
def test_heights_that_are_wanted_by_several(wanted: list[float], placed: list[float]) -> None:
    assert layout._apart(wanted) == pytest.approx(placed)
