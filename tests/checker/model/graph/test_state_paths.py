"""Paths through the graph of the maze: legal step by step, shortest, and without what is avoided."""

from __future__ import annotations

from functools import cache

import pytest

from rulehound.checker.model.graph.state_paths import StatePath, nearest, path_along, path_to
from rulehound.checker.model.graph.states import StateGraph, build_graph
from rulehound.spec.language import Interpreter, State
from rulehound_testing.maze import CONFIGURATION, maze


@cache
def graph() -> StateGraph:
    return build_graph(maze(), {}, CONFIGURATION)


@cache
def interpreter() -> Interpreter:
    return Interpreter(graph().model, {}, CONFIGURATION)


def place(state: State) -> str:
    return str(graph().model.as_dict(state)["place"]).lower()


def at(name: str, score: int = 0) -> int:
    node = nearest(graph(), lambda state: (place(state), state[-1]) == (name, score))
    assert node is not None
    return node


def names(path: StatePath) -> list[str]:
    return [action for action, _, _ in path.steps]


def test_the_nearest_node_with_a_property() -> None:
    assert nearest(graph(), lambda state: True) == 0
    assert nearest(graph(), lambda state: False) is None
    far = at("far")
    assert graph().depths[far] == 2
    assert all(place(state) != "far" for state in graph().states[:far])


def test_the_path_to_the_start_is_empty() -> None:
    path = path_to(graph(), interpreter(), 0)
    assert path == StatePath(graph().states[0])
    assert path.end == path.start


def test_paths_to_all_nodes_are_legal_and_shortest() -> None:
    for node, depth in enumerate(graph().depths):
        path = path_to(graph(), interpreter(), node)
        assert len(path.steps) == depth
        assert path.end == graph().states[node]
        before = path.start
        for name, parameters, after in path.steps:
            action = graph().model.actions[name]
            assert not interpreter().failed_guards(before, action, parameters)
            assert interpreter().apply(before, action, parameters) == after
            before = after


def test_of_several_steps_the_first_counts_that_is_not_avoided() -> None:
    nodes = [at("far"), at("far", 1)]
    assert names(path_along(graph(), interpreter(), nodes)) == ["climb"]
    with pytest.raises(StopIteration):
        path_along(graph(), interpreter(), nodes, {"climb"})


def test_a_path_along_nodes_that_are_no_neighbours_is_refused() -> None:
    with pytest.raises(StopIteration):
        path_along(graph(), interpreter(), [0, at("far")])


def test_paths_follow_each_other() -> None:
    first = path_along(graph(), interpreter(), [0, at("left")])
    second = path_along(graph(), interpreter(), [at("left"), at("far")])
    both = first + second
    assert (both.start, both.end) == (graph().states[0], graph().states[at("far")])
    assert names(both) == ["left", "meet"]
    assert first + StatePath(first.end) == first
