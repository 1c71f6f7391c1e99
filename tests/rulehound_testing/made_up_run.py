"""Made-up runs of a made-up game, to look at through the views."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import msgspec

from rulehound.checker.diagnosis.naming_causes import diagnose_model
from rulehound.checker.records import CheckRecord, RuleVerdict, Trace, TraceStep, Verdict
from rulehound.checker.report.breakdowns import with_breakdowns
from rulehound.checker.report.trace_files import with_files
from rulehound.checker.run_record import (
    CitedClause,
    NotShown,
    Run,
    RunDocument,
    RunEngine,
    RunFact,
    RunFactPlace,
    RunRule,
    with_verdicts,
)


def record(check: str, *rules: str, verdict: Verdict = Verdict.PASS, **more: Any) -> CheckRecord:
    """A record with everything that does not matter filled in."""
    filled = {"scope": "all states", "shown": "all 12 states", "edition": "first", **more}
    return CheckRecord(check=check, rules=list(rules), verdict=verdict, **filled)


def trace(rule: str, steps: int = 2, **more: Any) -> Trace:
    """A trace of that many steps, the last of which breaks the rule."""
    taken = [
        TraceStep({"action": "add", "by": n}, f"add {n}", {"total": [n - 1, n]}) for n in range(1, steps + 1)
    ]
    taken[-1] = msgspec.structs.replace(taken[-1], rule=rule, guard="room-left")
    filled: dict[str, Any] = {
        "game": "counter",
        "edition": "first",
        "kind": "engine",
        "rule": rule,
        "start": {"position": {}, "cards": []},
        "steps": taken,
        "expected": "refused",
        "observed": "carried out",
        "values": {"total.max": 2},
        "engine": "my-sim --adapter",
        "board": ["total 1", "total 2"],
        **more,
    }
    return Trace(**filled)


def rule(name: str, says: str = "The total stays low.", **more: Any) -> RunRule:
    """A rule that stands in clause 1-1 of the document."""
    clause = CitedClause(
        recorded="1-1",
        status="ok",
        number="1-1",
        key="1-1",
        page=2,
        text="At most 2 <b>counters</b>.",
        boxes=[(2, 50.0, 60.0, 250.0, 72.0)],
    )
    filled = {
        "kind": "invariant",
        "holds": True,
        "verdict": RuleVerdict.NOT_JUDGED,
        "clauses": [clause],
        **more,
    }
    return RunRule(id=name, says=says, **filled)


def run(rules: list[RunRule], records: list[CheckRecord], **more: Any) -> Run:
    """A run with these rules, whose verdicts are computed, and records."""
    filled: dict[str, Any] = {
        "rulehound": "0",
        "game": "counter",
        "game_title": "Counter",
        "edition": "first",
        "seed": 7,
        "effort": "normal",
        "exit_status": 1,
        "timing": {"total": 1.5},
        "switches": {"total.wraps": False},
        "document": RunDocument(
            "counter-rules",
            "Counter Rules",
            "1.0",
            "rules.pdf",
            "00" * 32,
            3,
            12,
            True,
            "is Counter Rules, edition 1.0",
        ),
        "engine": RunEngine("my-sim --adapter", "my-sim", "3.1", ["position", "apply"]),
        "facts": [
            RunFact("total.max", 2, "ok", [RunFactPlace("counter-rules", "1.0", "1-1", 2, 2)], "2 at 1-1")
        ],
        "not_shown": NotShown(),
        **more,
    }
    if "violations" not in filled:
        diagnosis = diagnose_model(records, "counter")
        records, filled["violations"] = diagnosis.records, diagnosis.violations
    made = Run(rules=with_verdicts(rules, records), records=records, **filled)
    return with_breakdowns(with_files([made]))[0]


def one_of_each() -> Run:
    """A run with a rule of every verdict, one without a check and one of another edition."""
    rules = [
        rule("total.limit"),
        rule("total.floor"),
        rule("add.one"),
        rule("add.order", kind="ordering"),
        rule("total.shown"),
        rule("total.lonely"),
        rule(
            "total.old", holds=False, clauses=[CitedClause("9-9", "orphan", explanation="no clause like it")]
        ),
    ]
    records = [
        record(
            "guard:add:room-left",
            "total.limit",
            verdict=Verdict.VIOLATION,
            trace=trace("total.limit"),
            shown="after 2 steps",
            engine="my-sim --adapter",
            explanation="the engine went past 2",
        ),
        record(
            "invariant:total.limit",
            "total.limit",
            "total.floor",
            label="bounded",
            caught=["limit-3"],
            counts={"states": 71159},
        ),
        record(
            "play:add",
            "add.one",
            verdict=Verdict.INCONCLUSIVE,
            shown="12 of 100 games",
            explanation="the time ran out",
        ),
        record(
            "scenario:order",
            "add.order",
            verdict=Verdict.ERROR,
            explanation="the engine printed <garbage>\x00",
        ),
        record(
            "scenario:shown", "total.shown", verdict=Verdict.UNSUPPORTED, explanation="no capability position"
        ),
    ]
    missing = RunFact("add.step", None, "missing", [], "counter-rules 1.0, 1-2 is gone")
    shown = run(rules, records)
    return msgspec.structs.replace(
        shown,
        facts=[*shown.facts, missing],
        not_shown=NotShown(
            bounds=["one-player: total up to 3"],
            never_taken=["undo"],
            without_check=["total.lonely"],
            never_failed=["play:add"],
        ),
    )


def png(width: int = 4, height: int = 2) -> bytes:
    """A white picture of that size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + b"\xff" * width) * height)
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
