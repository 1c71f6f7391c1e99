"""Files of a graph, read back; and pictures, which are whole, deterministic and never of too much."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.model.graph import FORMATS, Mark, StateGraph, build_graph, graph_file, marks
from rulehound.checker.model.graph.labels import change_words, headline, state_words
from rulehound.checker.model.graph.layout import heights
from rulehound.checker.model.graph.picture import FILLS, MOST_PICTURED
from rulehound.checker.model.search import SearchLimits
from rulehound.spec.language import By, Configuration, Model, require
from rulehound_testing.maze import CONFIGURATION, Place, Spot, maze
from rulehound_testing.toy import game as toy

SVG = "{http://www.w3.org/2000/svg}"


def graph_of(model: Model, limits: SearchLimits | None = None) -> StateGraph:
    return build_graph(model, {}, CONFIGURATION, limits)


def marked(model: Model, limits: SearchLimits | None = None) -> dict[str, list[str]]:
    """Marks of a model's states, to the actions that lead to the states that have them."""
    built = graph_of(model, limits)
    found: dict[str, list[str]] = {}
    for node, mark in marks(built, {}, CONFIGURATION).items():
        leading = {a for before in built.graph.predecessors(node) for a in built.actions(before, node)}
        found.setdefault(mark.value, []).extend(sorted(leading))
    return found


def test_marks_of_the_maze() -> None:
    assert marked(maze()) == {
        "deadlock": ["fall", "fall", "fall"],
        "over": ["end", "end", "end"],
        "violation": ["around"],
    }
    assert marked(maze("fall", "end", "around", "back", most=3)) == {"bound": ["climb"]}
    assert marked(maze("fall", "end", "around", "back", most=2)) == {"deadlock": ["climb"]}
    assert marked(maze("fall"), SearchLimits(depth=1)) == {"not expanded": ["left", "right"]}


@pytest.mark.parametrize("gained", [0, 100], ids=["within the bounds", "beyond them"])
def test_a_state_that_only_an_effect_leads_on_from_is_a_deadlock(gained: int) -> None:
    model = maze("back", "around")

    @model.action("rise", By.ENVIRONMENT)
    def rise(s: Spot) -> None:
        require(s.place == Place.HOLE, "rise.from")
        s.place = Place.FAR
        s.score += gained

    built = graph_of(model)
    assert built.result.deadlocks == 1
    assert [built.model.as_dict(state)["place"] for state in built.result.deadlocked] == ["hole"]
    assert list(marks(built, {}, CONFIGURATION).values()).count(Mark.DEADLOCK) == 1


@pytest.mark.parametrize("suffix", [".graphml", ".dot", ".svg"])
def test_bytes_are_the_same_again(suffix: str) -> None:
    files = []
    for _ in range(2):
        built = graph_of(maze())
        files.append(graph_file(built, marks(built, {}, CONFIGURATION), suffix))
    assert files[0] == files[1]
    assert suffix in FORMATS


def test_graphml_reads_back() -> None:
    built = graph_of(maze())
    special = marks(built, {}, CONFIGURATION)
    read = networkx.read_graphml(io.BytesIO(graph_file(built, special, ".graphml")), node_type=int)
    assert set(read.edges) == set(built.graph.edges)
    for node in built.graph:
        state = {path: value for path, value in built.model.as_dict(built.state(node)).items() if value}
        assert json.loads(read.nodes[node]["state"]) == state
        assert read.nodes[node].get("mark") == special.get(node)
    assert read.edges[0, 1]["actions"] == "left"


def test_dot_has_a_line_for_each_state_and_step() -> None:
    built = graph_of(maze())
    lines = graph_file(built, marks(built, {}, CONFIGURATION), ".dot").decode().splitlines()
    assert sum("tooltip=" in line for line in lines) == 14
    assert sum(" -> " in line for line in lines) == 18
    assert sum('xlabel="deadlock"' in line for line in lines) == 3
    assert '  0 -> 1 [label="left"];' in lines


def test_a_picture_has_a_box_for_each_state_and_a_curve_for_each_step() -> None:
    built = graph_of(maze())
    special = marks(built, {}, CONFIGURATION)
    picture = ElementTree.fromstring(graph_file(built, special, ".svg"))
    boxes = picture.findall(f"{SVG}g")
    assert len(boxes) == len(built.graph) == 14
    assert {int(box.findall(f"{SVG}text")[1].text or "") for box in boxes} == set(built.graph)
    for box in boxes:
        _, head, number, *_ = [box[0], *box.findall(f"{SVG}text")]
        node = int(number.text or "")
        assert head.text == built.model.as_dict(built.state(node))["place"]
        fill = box.find(f"{SVG}rect")
        assert fill is not None
        assert fill.get("fill") == (FILLS[special[node]] if node in special else "#ffffff")
    curves = [path for path in picture.findall(f"{SVG}path") if path.get("class") in ("on", "back")]
    assert len(curves) == built.graph.number_of_edges() == 18
    assert sum(path.get("class") == "back" for path in curves) == 4, "back, and around at each score"
    legend = {text.text for text in picture.findall(f"{SVG}text")}
    assert {"maze: maze, whole", "violation", "over", "deadlock"} <= legend
    assert "bound" not in legend


def test_everything_stands_within_the_picture_and_nothing_on_another() -> None:
    built = build_graph(toy.model, {"heap.full": 7}, toy.configurations({"heap.full": 7})["small"])
    picture = ElementTree.fromstring(graph_file(built, {}, ".svg"))
    width, height = int(picture.get("width", "")), int(picture.get("height", ""))
    corners: list[tuple[int, int]] = []
    for box in picture.findall(f"{SVG}g"):
        x, y = map(int, re.findall(r"\d+", box.get("transform", "")))
        rectangle = box.find(f"{SVG}rect")
        assert rectangle is not None
        wide, high = int(rectangle.get("width", "")), int(rectangle.get("height", ""))
        assert x + wide < width
        assert y + high < height
        assert all(abs(x - u) >= wide or abs(y - v) >= high for u, v in corners)
        corners.append((x, y))


def test_a_picture_of_too_many_states_is_refused() -> None:
    limits = SearchLimits(states=10_000)
    wide = Configuration("wide", "wide", {"Spot.score": (0, 100)})
    built = build_graph(maze(most=100), {}, wide, limits)
    assert len(built.graph) > MOST_PICTURED
    with pytest.raises(
        ValueError, match=f"a picture of {len(built.graph)} states cannot be read; one of 250"
    ):
        graph_file(built, {}, ".svg")
    graph_file(built, {}, ".dot")


def test_names_are_escaped() -> None:
    model = toy.empty_heap('<"odd">', over=lambda s: s.count == 1)

    @model.action('a<b&"c\\')
    def odd(s: toy.Heap) -> None:
        require(s.count == 0, "odd")
        s.count = 1

    built = build_graph(model, {}, Configuration("<&>", "odd", {"Heap.count": (0, 1)}))
    ElementTree.fromstring(graph_file(built, {}, ".svg"))
    assert r'label="a<b&\"c\\"' in graph_file(built, {}, ".dot").decode()
    read = networkx.read_graphml(io.BytesIO(graph_file(built, {}, ".graphml")))
    assert read.edges["0", "1"]["actions"] == 'a<b&"c\\'


def test_words_of_states_and_changes() -> None:
    model = toy.model
    before = model.from_dict({"count": 2, "second": True})
    assert headline(model, before) == ""
    assert state_words(model, before) == ["count 2", "second"]
    assert change_words(model, before, model.from_dict({"count": 3})) == ["count 3", "not second"]
    assert change_words(model, before, before) == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=30))
def test_a_column_never_overlaps_and_the_start_is_at_the_top(edges: list[tuple[int, int]]) -> None:
    graph: networkx.DiGraph[int] = networkx.DiGraph([(0, 0), *edges])
    lengths = networkx.single_source_shortest_path_length(graph, 0)
    graph = graph.subgraph(lengths).copy()
    columns = [sorted(n for n in graph if lengths[n] == depth) for depth in range(max(lengths.values()) + 1)]
    found = heights(graph, columns)
    assert set(found) == set(graph)
    assert min(found.values()) == 0
    for column in columns:
        placed = sorted(found[node] for node in column)
        assert all(after - before >= 1 - 1e-9 for before, after in pairwise(placed))
    assert heights(graph, columns) == found


def test_a_tree_stands_straight() -> None:
    """Every node at the height of the first one after it, and what comes last as close as it can."""
    tree: networkx.DiGraph[int] = networkx.DiGraph([(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6), (2, 7)])
    found = heights(tree, [[0], [1, 2], [3, 4, 5, 6, 7]])
    assert {node: round(at, 6) for node, at in found.items()} == {
        0: 0,
        1: 0,
        2: 2,
        3: 0,
        4: 1,
        5: 2,
        6: 3,
        7: 4,
    }
