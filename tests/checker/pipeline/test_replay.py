"""What a saved trace can tell when it is run again, and what it cannot."""

from __future__ import annotations

import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.pipeline.replay import OPEN, replay_trace
from rulehound.checker.records import Trace
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.suite.replay import Replayed
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.checker.suite.scenarios.running import run_scenario
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.engines import FaultyAdapter

GAME = open_game("dcg")
EDITION = "comprehensive-4.0"
SCENARIO = "rulings/main-phase-24"
SECRET, OTHER_ORDER, TOO_FEW = "order-kept-secret", "told-by-number", "as-few-as-liked"


def trace_of(fault: str) -> Trace:
    """The trace of the scenario on an engine with this fault."""
    book = read_rulebook(GAME, None, EDITION)
    target = target_of(
        BoundModel(GAME, EDITION, book.values), "x", lambda: FaultyAdapter(fault, FAULTS[fault])
    )
    (scenario,) = (each for each in book.store.scenarios if each.name == SCENARIO)
    words = load_vocabulary(GAME.directory / "scenarios/defaults.toml")
    trace = run_scenario(target, target.open(), scenario, words).trace
    assert trace is not None
    return trace


def again(trace: Trace, fault: str = "") -> Replayed:
    """The trace run again on an engine with a fault, or without one."""
    return replay_trace(
        trace, GAME, lambda _: FaultyAdapter(fault, FAULTS[fault]) if fault else DcgAdapter(), "x"
    )


@pytest.mark.parametrize("mended", [True, False], ids=["mended", "as it was"])
@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (SECRET, "opponent sees events[event=card-moved].subjects"),
        (OTHER_ORDER, 'events[event=card-moved].subjects[0] is "a6"'),
    ],
)
def test_what_a_trace_does_not_hold_is_left_open(fault: str, expected: str, *, mended: bool) -> None:
    trace = trace_of(fault)
    assert trace.expected == expected
    result = again(trace, "" if mended else fault)
    assert (result.reproduced, result.compared, result.difference) == (False, False, OPEN)


def test_what_it_holds_is_reproduced_or_mended() -> None:
    trace = trace_of(TOO_FEW)
    assert again(trace, TOO_FEW).reproduced
    mended = again(trace)
    assert mended.compared
    assert not mended.reproduced
