"""The state graph of a search, as a person reads it."""

from __future__ import annotations

import io
from dataclasses import replace

from rulehound.checker.cli.terminal import console
from rulehound.checker.cli.views.graph import print_analysis, print_path
from rulehound.checker.model.graph import analyse, build_graph, graph_file, marks, state_condition
from rulehound.checker.model.traces import trace_to
from rulehound.checker.records import Trace
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound_testing.maze import CONFIGURATION, maze
from rulehound_testing.toy import game as toy


def test_people_read_what_every_way_to_a_violation_has_in_common() -> None:
    model = maze()
    bound = BoundModel(replace(toy.game, model=lambda: model), "only", {})
    graph = build_graph(model, {}, CONFIGURATION)

    def path_to(name: str) -> Trace | None:
        return trace_to(bound, CONFIGURATION, graph, state_condition(name, model, {}, CONFIGURATION), name)

    text = io.StringIO()
    print_analysis(graph, analyse(graph, {}, CONFIGURATION), console(text))
    print_path(graph, "hole,score=1", path_to("hole,score=1"), console(text))
    lines = [" ".join(line.split()) for line in text.getvalue().splitlines()]
    for line in (
        "The graph: all 14 states of maze",
        "18 steps between them; the game is over in 3",
        "all steps 10 2 2 2 2 4 8",
        "right-below-two: broken by 1 state; 2 shortest ways of 5 steps",
        "every way takes: climb, around",
        "state 0, 0 steps from the start: the start",
        "state 3, 2 steps from the start: place start → far",
        "hole,score=1: after 5 steps, and no fewer",
        "5 fall place right → hole",
    ):
        assert line in lines
    assert graph_file(graph, marks(graph, {}, CONFIGURATION), ".svg").startswith(b"<svg ")
    assert path_to("score=7") is None
    print_path(graph, "score=7", None, console(text))
    assert text.getvalue().endswith("score=7: in none of all 14 states of maze\n")
