"""The search: exact counts, shortest counterexamples that replay, bounds and limits that are told."""

from __future__ import annotations

import networkx
import pytest

from rulehound.checker.model.graph import build_graph
from rulehound.checker.model.search import BoundExceeded, SearchLimits, search
from rulehound.checker.model.search.plain import search as plain_search
from rulehound.spec.language import By, Interpreter, Model, fact, require
from rulehound_testing.kernel import SMALL, S, Stage, kernel
from rulehound_testing.made_up_model import Board, Piece
from rulehound_testing.search.small_models import bounded, counter, replayed
from rulehound_testing.toy import game as toy


def test_the_kernel_has_the_counts_that_other_tools_found() -> None:
    result = search(kernel, {}, S)
    assert (result.states, result.transitions, result.depth) == (71_159, 164_142, 23)
    assert result.complete
    assert not result.cut
    assert not result.counterexamples
    assert not result.deadlocks
    assert result.never_taken == ["hatch", "move", "digivolve-in-breeding"]
    assert sum(result.taken.values()) == result.transitions
    assert result.packing is not None
    states = map(result.packing.unpack, result.packed)
    over = [state for state in states if state[kernel.paths.index("stage")] == Stage.OVER]
    assert sorted(over) == [kernel.from_dict({}), kernel.from_dict({"second": True})]


@pytest.mark.parametrize(("most", "steps"), [(7, 5), (4, 2), (2, 2)])
def test_a_counterexample_is_shortest_and_replays(most: int, steps: int) -> None:
    """Memory is claimed to stay below what it can reach; networkx finds the shortest way there."""
    model = Model("claimed", kernel.state, round_field="second", over=lambda s: s.stage == 0)
    model.__dict__.update(actions=kernel.actions, start=kernel.start)
    model.invariant("claimed")(lambda s: s.memory <= most)
    found = search(model, {}, SMALL).counterexamples["claimed"]
    last = replayed(Interpreter(model, {}, SMALL), found)
    memory = model.paths.index("memory")
    assert last[memory] > most
    built = build_graph(model, {}, SMALL)
    lengths = networkx.single_source_shortest_path_length(built.graph, 0)
    assert (
        len(found.steps)
        == steps
        == min(length for node, length in lengths.items() if built.state(node)[memory] > most)
    )
    assert all(state[memory] <= most for _, _, state in found.steps[:-1])


def test_depths_are_those_of_networkx() -> None:
    built = build_graph(kernel, {}, SMALL)
    lengths = networkx.single_source_shortest_path_length(built.graph, 0)
    assert max(lengths.values()) == built.result.depth
    assert len(lengths) == built.result.states
    assert len(built.result.edges or ()) == built.result.transitions


def test_a_bound_is_counted_and_is_no_deadlock() -> None:
    result = search(counter(), {}, bounded(5))
    assert (result.states, result.transitions, result.depth) == (6, 6, 5)
    assert result.cut == {"Board.score": 1}
    assert not result.deadlocks
    assert result.complete


def test_a_deadlock_is_no_bound() -> None:
    result = search(counter(limit=4), {}, bounded(5))
    assert (result.states, result.transitions) == (5, 4)
    assert not result.cut
    assert [state[2] for state in result.deadlocked] == [4]


def test_an_effect_of_a_card_does_not_keep_a_game_going() -> None:
    """Where only an effect could go on, nobody can act."""
    result = search(counter(by=By.ENVIRONMENT), {}, bounded(2))
    assert [state[2] for state in result.deadlocked] == [0, 1, 2]


def test_the_end_of_the_game_is_no_deadlock() -> None:
    result = search(toy.model, {"heap.full": 7}, toy.configurations({"heap.full": 7})["small"])
    assert not result.deadlocks


def test_every_way_out_of_the_bounds_is_named() -> None:
    model = counter()

    @model.action("add")
    def add(s: Board) -> None:
        s.me.pieces.add(Piece(size=1))

    @model.action("grow")
    def grow(s: Board) -> None:
        s.me.pieces.update(lambda p: p.replace(size=p.size + 1))

    result = search(model, {}, bounded(1))
    # a score of 0 or 1, with no piece or one of size 1, 2 or 3
    assert result.states == 2 * 4
    assert result.cut == {"Board.score": 4, "Side.pieces": 2 * 3, "Piece.size": 2}


def test_an_invariant_is_judged_on_the_state_that_a_bound_cuts_off() -> None:
    model = counter()
    model.invariant("five")(lambda s: s.score <= 5)
    found = search(model, {}, bounded(5)).counterexamples["five"]
    assert replayed(Interpreter(model, {}, bounded(5)), found)[2] == 6
    assert len(found.steps) == 6


def test_a_start_that_breaks_an_invariant_is_found() -> None:
    model = counter()
    model.invariant("moved")(lambda s: s.score >= 1)
    found = search(model, {}, bounded(5)).counterexamples["moved"]
    assert found.steps == ()
    assert found.start == Interpreter(model, {}, bounded(5)).initial()


@pytest.mark.parametrize(
    ("limits", "states", "stopped"),
    [
        (SearchLimits(depth=0), 1, "depth 0"),
        (SearchLimits(depth=3), 4, "depth 3"),
        (SearchLimits(states=3), 4, "3 states"),
        (SearchLimits(seconds=-1.0), 1, "-1 seconds"),
        (SearchLimits(depth=6), 6, ""),
        (SearchLimits(states=6), 6, ""),
        (SearchLimits(), 6, ""),
    ],
)
def test_a_search_that_stops_says_so(limits: SearchLimits, states: int, stopped: str) -> None:
    result = search(counter(), {}, bounded(5), limits)
    assert (result.states, result.stopped, result.complete) == (states, stopped, not stopped)


def test_actions_that_no_step_was_are_named() -> None:
    model = counter()

    @model.action("never")
    def never(s: Board) -> None:
        require(s.score < 0, "limit")

    assert search(model, {}, bounded(2)).never_taken == ["never"]
    left_out = search(model, {}, bounded(2, without=frozenset({"never"})))
    assert left_out.never_taken == []


def test_two_searches_are_alike() -> None:
    one, other = (search(kernel, {}, SMALL, keep_edges=True) for _ in range(2))
    assert (list(one.packed), one.edges, one.taken) == (list(other.packed), other.edges, other.taken)


def test_a_start_outside_the_bounds_is_refused() -> None:
    model = counter()
    model.initial(lambda s: setattr(s, "score", fact("start")))
    with pytest.raises(BoundExceeded, match=r"Board\.score"):
        search(model, {"start": 9}, bounded(5))


def test_the_statistics_are_exact() -> None:
    """Of a counter that anyone can check: 0 to 5, one step from each to the next, the last one cut."""
    model = counter()
    model.sometimes("three")(lambda s: s.score == 3)
    model.sometimes("six")(lambda s: s.score == 6)

    @model.action("never")
    def never(s: Board) -> None:
        require(s.score >= 0, "limit", "low")
        require(s.score < 0, "limit", "high")
        require(s.score == 3, "limit", "after")

    result = search(model, {}, bounded(5))
    assert result.levels == [1, 1, 1, 1, 1, 1]
    assert result.degrees == {0: 1, 1: 5}
    assert result.mean_degree == 5 / 6
    assert result.taken == {"up": 6, "never": 0}
    assert result.guards_never_true == ["never:high"]
    assert result.guards_never_false == ["up:limit", "never:low"]
    assert result.guards_never_reached == ["never:after"]
    assert (result.met, result.unmet) == ({"three": True, "six": False}, ["six"])


def test_a_property_that_the_start_meets_is_met() -> None:
    model = counter()
    model.sometimes("zero")(lambda s: s.score == 0)
    assert search(model, {}, bounded(5), SearchLimits(depth=0)).met == {"zero": True}


def test_a_level_that_is_not_whole_is_told_apart() -> None:
    whole = search(kernel, {}, SMALL, backend="python")
    for depth in range(whole.depth):
        stopped = search(kernel, {}, SMALL, SearchLimits(depth=depth), backend="python")
        assert stopped.levels == whole.levels[: depth + 1]
        assert (stopped.depth, stopped.stopped) == (depth, f"depth {depth}")
    assert sum(whole.levels) == whole.states


def test_plain_python_out_of_memory_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    used = iter(range(0, 1 << 60, 1 << 30))
    monkeypatch.setattr(plain_search, "_used", lambda: next(used))
    monkeypatch.setattr(plain_search, "LOOK", 1)
    stopped = search(kernel, {}, SMALL, SearchLimits(memory=5 << 30), backend="python")
    assert stopped.stopped == "5.37 GB of memory"
    assert 1 < stopped.states < 228


def test_an_unknown_backend_or_one_that_is_not_there_is_told() -> None:
    with pytest.raises(KeyError):
        search(kernel, {}, SMALL, backend="fast")


def test_packed_states_are_a_sequence() -> None:
    packed = search(kernel, {}, SMALL).packed
    every = list(packed)
    assert len(packed) == len(every) == len(set(every)) == 228
    assert [packed[0], packed[-1], packed[3:6]] == [every[0], every[-1], every[3:6]]
    with pytest.raises(IndexError):
        packed[228]
    with pytest.raises(IndexError):
        packed[-229]
