"""What a step of a trace says: what it changed of the board, and what happened, in one line."""

from __future__ import annotations

from rulehound.checker.judging.traces import changed, happened
from rulehound.checker.records import TraceStep
from rulehound.checker.report.summary import step_changes

BEFORE = {"memory": 1, "events": [{"event": "drawn", "player": 0}]}
AFTER = {"memory": 2, "events": [{"event": "paid", "player": 0}, {"event": "played", "player": 0}]}


def test_what_happened_is_no_change_of_the_board() -> None:
    assert changed(BEFORE, AFTER) == {"memory": [1, 2]}
    assert happened(AFTER) == ["paid", "played"]


def test_an_engine_that_tells_nothing_or_nonsense_tells_nothing() -> None:
    assert happened({}) == []
    assert happened({"events": None}) == []
    assert happened({"events": "paid"}) == []
    assert happened({"events": ["paid", {"event": "played"}]}) == ["played"]


def test_a_step_ends_with_the_events_in_words() -> None:
    step = TraceStep({}, "play", changed(BEFORE, AFTER), happened(AFTER))
    assert step_changes(step) == ["memory 1 → 2", "events: paid, played"]
    assert step_changes(TraceStep({}, "play", changed(BEFORE, AFTER))) == ["memory 1 → 2"]
