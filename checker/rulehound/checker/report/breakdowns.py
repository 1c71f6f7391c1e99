"""The cost of an engine's breakdowns: for each kind of crash, hang or nonsense answer, the checks without a
verdict because of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.report.summary import replay_command
from rulehound.checker.report.trace_files import prefixes, trace_files
from rulehound.checker.run_record import Breakdown, Run

WITHOUT_WORDS = "it says nothing of how"
"""Message of a breakdown of which nothing is told."""

LOST = (Verdict.ERROR, Verdict.INCONCLUSIVE)
"""Verdicts of checks that a breakdown may have ended."""


def with_breakdowns(runs: Sequence[Run]) -> list[Run]:
    """The runs with how their engines broke; their violations have their files already."""
    return [
        msgspec.structs.replace(run, breakdowns=breakdowns(run, before))
        for run, before in zip(runs, prefixes(runs), strict=True)
    ]


def replay_of(breakdown: Breakdown, folder: str = "") -> str:
    """The command that replays a breakdown; '' where it has no trace. `folder` as in `replay_command`."""
    return replay_command(breakdown.file, breakdown.trace, folder) if breakdown.trace is not None else ""


def breakdowns(run: Run, before: str = "") -> list[Breakdown]:
    """How the engine of a run broke, what cost most checks first; `before` as in `trace_files`.

    Messages that differ in numbers alone are one.
    """
    files = trace_files(run, before)
    records = [(i, r) for i, r in enumerate(run.records) if r.engine and r.verdict in LOST]
    messages = dict.fromkeys(_message(r) for _, r in records if r.verdict is Verdict.ERROR)
    kinds: dict[str, list[str]] = {}
    for message in sorted(messages, key=len):  # a longer one may quote a shorter one: "not asked: …"
        known = next((kind for kind in kinds if kind in _plain(message)), _plain(message))
        kinds.setdefault(known, []).append(message)
    found = []
    for kind, same in kinds.items():
        own = [(i, r) for i, r in records if kind in _plain(_message(r))]
        traced = [(i, r.trace) for i, r in own if r.trace is not None and r.verdict is Verdict.ERROR]
        index, trace = min(traced, key=lambda each: len(each[1].steps), default=(-1, None))
        found.append(Breakdown(same[0], _checks(own), trace, files.get(index, "")))
    return sorted(found, key=lambda each: -len(each.checks))


def _message(record: CheckRecord) -> str:
    return record.explanation or WITHOUT_WORDS


def _plain(message: str) -> str:
    return re.sub(r"\d+", "0", message)


def _checks(records: Sequence[tuple[int, CheckRecord]]) -> list[str]:
    return list(dict.fromkeys(record.check for _, record in records))
