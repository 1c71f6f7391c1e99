"""Records of what the graph of a model shows: declared, honest about bounds, with ways that replay."""

from __future__ import annotations

from dataclasses import replace

from rulehound.checker.model.checks import GRAPH_CHECKS, graph_records, search_model
from rulehound.checker.model.graph import PROPERTIES
from rulehound.checker.model.search import SearchLimits
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.catalogue import checks_of_model
from rulehound.checker.suite.replay import replay_model
from rulehound.spec.language import Configuration, Model, require
from rulehound_testing.maze import CONFIGURATION, Place, Spot, maze
from rulehound_testing.toy import game as toy

RULES = {"no-cycle": ("maze.cycle",), "game-ends": ("maze.end", "maze.out")}


def law_of(model: Model, configuration: Configuration = CONFIGURATION) -> BoundModel:
    game = replace(
        toy.game,
        model=lambda: model,
        configurations=lambda _: {configuration.name: configuration},
        graph_rules=RULES,
    )
    return BoundModel(game, "only", {})


def judged(model: Model, limits: SearchLimits | None = None) -> dict[str, CheckRecord]:
    """The records of the graph of a maze, by check; every trace replays to its end."""
    bound = law_of(model)
    records = graph_records(bound, CONFIGURATION, limits or SearchLimits())
    for record in records:
        assert (record.trace is None) == (record.verdict is not Verdict.VIOLATION)
        if record.trace is not None:
            replayed = replay_model(record.trace, bound.game)
            steps = len(record.trace.steps)  # of the start alone there is nothing to be taken again
            assert (replayed.reproduced, replayed.steps) == (steps > 0, steps)
    return {record.check: record for record in records}


def test_the_graph_is_judged_by_its_own_search_or_by_one_of_those_that_are_made_anyway() -> None:
    bound = law_of(maze())
    alone = graph_records(bound, CONFIGURATION, SearchLimits())
    for searched in ([CONFIGURATION], []):
        records = search_model(bound, searched, CONFIGURATION, SearchLimits()).records
        assert records[-len(alone) :] == alone
        assert sum(record.check.startswith("graph:") for record in records) == len(PROPERTIES)


def test_records_are_those_of_the_properties_and_of_what_stays_in_reach() -> None:
    found = judged(maze())
    assert list(found) == [*(f"graph:{name}" for name in PROPERTIES), "sometimes:far"]
    assert tuple(GRAPH_CHECKS) == PROPERTIES
    assert {record.verdict for record in found.values()} == {Verdict.VIOLATION}
    assert found["graph:game-ends"].rules == ["maze.end", "maze.out"]
    assert found["graph:turn-ends"].rules == []
    trace = found["graph:game-ends"].trace
    assert trace is not None
    assert trace.rule == "maze.end"
    assert [step.text for step in trace.steps] == ["right", "fall"]
    assert trace.steps[-1].changed == {"place": ["right", "hole"]}
    assert found["graph:game-ends"].explanation.startswith("it does not hold of 3 states")
    assert found["graph:no-cycle"].explanation == "the last 2 steps lead back to the state before them"
    assert found["sometimes:far"].rules == ["far"]


def test_what_is_recorded_is_declared() -> None:
    model = maze()
    declared = {check.id: check for check in checks_of_model(model)}
    assert declared["sometimes:far"].rules == ("far",)
    assert declared["sometimes:far"].kind == "sometimes"
    assert set(judged(model)) - set(declared) == {f"graph:{name}" for name in PROPERTIES}


def test_a_search_that_was_stopped_is_inconclusive_where_it_found_nothing() -> None:
    found = judged(maze(), SearchLimits(depth=1))
    assert {record.verdict for record in found.values()} == {Verdict.INCONCLUSIVE}
    assert {record.explanation for record in found.values()} == {"stopped at depth 1"}
    assert judged(maze(), SearchLimits(depth=2))["graph:no-cycle"].verdict is Verdict.VIOLATION


def test_states_beyond_which_the_bounds_are_left_are_told() -> None:
    found = judged(maze("fall", "back", "around", "meet", "meet-too", most=100))
    assert found["graph:no-deadlock"].verdict is Verdict.VIOLATION, "who went left or right stands still"
    found = judged(maze("end", "fall", "back", "around", most=100))
    far = found["sometimes:far"]
    assert (far.verdict, far.shown) == (Verdict.PASS, "all 6 states of maze")
    ends = found["graph:game-ends"]
    assert ends.verdict is Verdict.INCONCLUSIVE, "no state was seen in which the game is over"
    assert ends.shown == "all 6 states of maze, but for 6 from which every path leaves the bounds"
    assert ends.explanation == "no path to it was seen; every path leaves the bounds"
    assert ends.counts["beyond"] == 6


def test_a_pass_says_of_how_many_states_it_says_nothing() -> None:
    model = maze("fall", "back", "around", most=2)

    @model.action("stray")
    def stray(s: Spot) -> None:
        require(s.place == Place.LEFT, "stray.left")
        s.place = Place.HOLE

    @model.action("out")
    def out(s: Spot) -> None:
        require(s.place == Place.HOLE, "out.hole")
        s.score += 100

    ends = judged(model)["graph:game-ends"]
    assert ends.verdict is Verdict.PASS
    assert ends.shown == "all 10 states of maze, but for 1 from which every path leaves the bounds"
