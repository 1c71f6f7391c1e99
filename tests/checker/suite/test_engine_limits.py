"""What an engine leaves unasked or chooses by itself is summed up, with what would lift it."""

from __future__ import annotations

from typing import Any

from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.engine_limits import answered_unasked
from rulehound.checker.suite.scenarios.running import OTHERWISE, UNASKED


def record(verdict: Verdict, **more: Any) -> CheckRecord:
    return CheckRecord(
        "scenario:one", ["turn.pass"], verdict, "one", "2 steps", edition="e", engine="x", **more
    )


def test_each_reason_is_counted_with_what_would_lift_it() -> None:
    records = [
        record(Verdict.PASS),
        record(Verdict.PASS, counts={"left to the engine": 2}),
        record(Verdict.UNSUPPORTED, explanation=UNASKED),
        record(Verdict.UNSUPPORTED, explanation=UNASKED),
        record(Verdict.UNSUPPORTED, explanation=OTHERWISE.format("block")),
        record(Verdict.UNSUPPORTED, explanation="the engine cannot: quote"),
    ]
    assert answered_unasked(records) == [
        "1 scenario passed without 2 decisions that the engine answered",
        "2 scenarios not judged, since the engine answers by itself what has one answer alone: let it ask "
        "for every decision (switch auto-pass off) for 2 more",
        "1 scenario not judged, since the engine makes decisions of players by itself: let it ask for 1 more",
    ]
    assert answered_unasked([record(Verdict.PASS)]) == []
