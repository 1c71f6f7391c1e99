"""Properties of the state graph: each of them fails on a fault of the model that breaks it."""

from __future__ import annotations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.model.graph import (
    PROPERTIES,
    GraphFinding,
    build_graph,
    check_graph,
    check_sometimes,
    nearest,
    path_to,
)
from rulehound.checker.model.graph.properties import reach
from rulehound.checker.model.search import SearchLimits
from rulehound.spec.dcg import game
from rulehound.spec.language import Configuration, Interpreter, Model, Record, flag_field, negate, require
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.maze import CONFIGURATION as WALLS
from rulehound_testing.maze import Place, Spot, maze
from rulehound_testing.model_mutants import GRAPH_MUTANTS, Mutant

MODEL = game.model()
CONFIGURATION = game.configurations(VALUES)[game.graphed]


def judged(model: Model, configuration: Configuration = WALLS) -> dict[str, GraphFinding]:
    """What the graph of a model that needs no facts shows, `sometimes` properties and all."""
    built = build_graph(model, {}, configuration)
    found = [*check_graph(built, {}, configuration), *check_sometimes(built, {}, configuration)]
    for finding in found:
        assert finding.holds == (finding.way is None)
        if finding.way is not None:
            replayed(model, configuration, finding)
    return {finding.name: finding for finding in found}


def replayed(model: Model, configuration: Configuration, finding: GraphFinding) -> None:
    """The way of a finding is one that the interpreter can go, from the start on."""
    interpreter = Interpreter(model, {}, configuration)
    assert finding.way is not None
    state = finding.way.start
    assert state == interpreter.initial()
    for name, parameters, after in finding.way.steps:
        action = model.actions[name]
        assert not interpreter.failed_guards(state, action, parameters)
        state = interpreter.apply(state, action, parameters)
        assert state == after
    assert state == finding.way.end


def steps(finding: GraphFinding) -> list[str]:
    assert finding.way is not None
    return [name for name, _, _ in finding.way.steps]


@pytest.mark.parametrize(("name", "states", "beyond"), [(game.graphed, 8_236, 0), ("attacks", 22_674, 2_910)])
def test_the_model_keeps_all_of_them(name: str, states: int, beyond: int) -> None:
    """Within the bounds; `beyond` states lead only to a second Digimon on a side, and are told."""
    configuration = game.configurations(VALUES)[name]
    built = build_graph(MODEL, VALUES, configuration)
    found = [*check_graph(built, VALUES, configuration), *check_sometimes(built, VALUES, configuration)]
    assert [(f.name, f.holds, f.judged, f.states, f.beyond) for f in found] == [
        ("no-cycle", True, True, states, 0),
        ("turn-ends", True, True, states, beyond),
        ("game-ends", True, True, states, beyond),
        ("no-deadlock", True, True, states, 0),
        ("turn.ends", True, True, states, beyond),
        ("attack.ends", True, True, states, 0),
        ("game.ends", True, True, states, beyond),
    ]


def test_the_way_to_the_end_of_a_game_is_a_shortest_one() -> None:
    built = build_graph(MODEL, VALUES, CONFIGURATION)
    over = MODEL.paths.index("winner")
    node = nearest(built, lambda state: state[over] != 0)
    assert node is not None
    way = path_to(built, Interpreter(MODEL, VALUES, CONFIGURATION), node)
    assert len(way.steps) == networkx.single_source_shortest_path_length(built.graph, 0)[node] > 1
    assert way.end == built.state(node)


@pytest.mark.parametrize("mutant", GRAPH_MUTANTS, ids=lambda mutant: mutant.name)
def test_a_fault_of_the_model_breaks_it(mutant: Mutant) -> None:
    faulty = mutant.plant(MODEL)
    findings = {
        f.name: f for f in check_graph(build_graph(faulty, VALUES, CONFIGURATION), VALUES, CONFIGURATION)
    }
    assert not findings[mutant.breaks].holds
    assert findings[mutant.breaks].way


def test_a_search_that_was_stopped_shows_only_what_it_found() -> None:
    built = build_graph(MODEL, VALUES, CONFIGURATION, SearchLimits(states=100))
    found = [*check_graph(built, VALUES, CONFIGURATION), *check_sometimes(built, VALUES, CONFIGURATION)]
    assert not any(finding.judged for finding in found)
    stopped = build_graph(maze(), {}, WALLS, SearchLimits(depth=2))
    assert {f.name: (f.holds, f.judged) for f in check_graph(stopped, {}, WALLS)} == {
        "no-cycle": (False, True),  # left and back
        "turn-ends": (True, False),
        "game-ends": (True, False),
        "no-deadlock": (True, False),  # the hole is known, and not looked into
    }


def test_the_maze_has_a_cycle_and_a_hole() -> None:
    found = judged(maze())
    assert [found[name].holds for name in PROPERTIES] == [False] * 4
    assert (steps(found["no-cycle"]), found["no-cycle"].around) == (["left", "back"], 2)
    for name in ("turn-ends", "game-ends", "no-deadlock"):
        assert (steps(found[name]), found[name].stuck) == (["right", "fall"], 3), "one hole a score"
    assert (found["far"].holds, found["far"].stuck) == (False, 6), "not from the holes, nor after an end"


def test_without_hole_and_ways_back_all_is_well_but_what_a_game_ends_without() -> None:
    found = judged(maze("fall", "back", "around"))
    assert [found[name].holds for name in PROPERTIES] == [True] * 4
    assert steps(found["far"]) == ["left", "meet", "end"], "after the end there is no way back"


def test_a_cycle_counts_only_where_no_effect_is_needed() -> None:
    assert judged(maze("around", "fall", effects=frozenset({"back"})))["no-cycle"].holds
    around = judged(maze("fall", effects=frozenset({"back"})))["no-cycle"]
    assert (steps(around), around.around) == (["right", "meet-too", "around"], 2)


def test_the_way_around_a_cycle_takes_no_effect_that_does_the_same() -> None:
    model = maze("around", "fall", effects=frozenset({"back"}))

    @model.action("return")
    def go_back(s: Spot) -> None:
        require(s.place == Place.LEFT, "return.from")
        s.place = Place.START

    assert steps(judged(model)["no-cycle"]) == ["left", "return"]


def test_a_cycle_through_another_turn_is_none() -> None:
    """Whose turn it is goes to and fro for ever, and each turn ends."""

    class Light(Record):
        late = flag_field()

    model = Model("light", Light, round_field="late", over=lambda s: s.late == negate(s.late))
    model.initial(lambda s: None)

    @model.action("switch")
    def switch(s: Light) -> None:
        s.late = negate(s.late)

    found = judged(model, Configuration("light", "a light", {}))
    assert (found["no-cycle"].holds, found["turn-ends"].holds, found["game-ends"].holds) == (
        True,
        True,
        False,
    )


def test_a_step_that_changes_nothing_is_a_cycle() -> None:
    model = maze("fall", "back", "around")
    model.action("wait")(lambda s: require(s.place == Place.LEFT, "wait.left"))
    assert steps(judged(model)["no-cycle"]) == ["left", "wait"]


def test_where_a_bound_cuts_the_way_nothing_is_claimed() -> None:
    """Without an end, whoever is far can only climb, and at a score of 2 that leaves the bounds."""
    found = judged(maze("end", "fall", "back", "around", most=100))
    assert (found["game-ends"].holds, found["game-ends"].beyond) == (True, 6), "every one of the six states"
    assert not found["game-ends"].judged, "nor that it can end"
    assert found["far"].judged
    assert found["no-deadlock"].holds
    within = judged(maze("end", "fall", "back", "around", most=2))
    assert (within["game-ends"].holds, within["game-ends"].beyond, within["game-ends"].stuck) == (False, 0, 6)
    assert steps(within["no-deadlock"]) == ["left", "meet", "climb", "climb"]


GRAPHS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=24)


@settings(max_examples=60, deadline=None)
@given(GRAPHS, st.sets(st.integers(0, 8), max_size=3), st.sets(st.integers(0, 8), max_size=3))
def test_reach_agrees_with_the_descendants_of_every_node(
    edges: list[tuple[int, int]], targets: set[int], open_nodes: set[int]
) -> None:
    graph: networkx.DiGraph[int] = networkx.DiGraph(edges)
    graph.add_nodes_from(range(9))
    found = reach(graph, targets, open_nodes.__contains__)
    after = {node: {node, *networkx.descendants(graph, node)} for node in graph}
    unable = {node for node in graph if not after[node] & targets}
    beyond = {node for node in unable if after[node] & open_nodes}
    assert found.beyond == len(beyond)
    assert found.stuck == sorted(unable - beyond)
