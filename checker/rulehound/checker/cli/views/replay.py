"""The result of replaying a trace, as text."""

from __future__ import annotations

from rulehound.checker.records import Trace
from rulehound.checker.report.trace_text import trace_lines
from rulehound.checker.suite.replay import Replayed
from rulehound.checker.wording import counted


def replay_lines(trace: Trace, result: Replayed, trouble: str) -> list[str]:
    """The trace, then what came of it; `trouble`: how the engine broke, '' where it did not."""
    return [f"{trace.rule}   {trace.kind}", *trace_lines(trace), trouble or _outcome(trace, result)]


def _outcome(trace: Trace, result: Replayed) -> str:
    if not result.compared:
        return f"cannot tell: {result.difference}"
    if not result.reproduced:
        return (
            f"not reproduced after {result.steps} of {counted(len(trace.steps), 'step')}: {result.difference}"
        )
    steps = f"{counted(len(trace.steps), 'step')}, each" if trace.steps else "the start,"
    lines = [f"reproduced: {steps} as in the trace"]
    lines += [f"again: {what}" for what in result.offers]
    if trace.rule:
        lines.append(f"violated: {trace.rule}")
    seen = dict.fromkeys(f"  expected {f.expected}; observed {f.observed}" for f in result.findings)
    lines += seen
    return "\n".join(lines)
