"""A trace as plain text: what was expected and observed, then one line a step."""

from __future__ import annotations

from rulehound.checker.errors import one_line
from rulehound.checker.records import Trace, TraceStep
from rulehound.checker.report import summary

CHANGES_AT_MOST = 4
"""Changes of one step that the text names; the page of a report has them all."""


def trace_lines(trace: Trace) -> list[str]:
    """The lines of a trace, its steps in columns."""
    rows = [
        (str(n), one_line(step.text), one_line(_changes(step)), one_line(summary.remark(step)))
        for n, step in enumerate(trace.steps, 1)
    ]
    number, action, change = (max((len(row[column]) for row in rows), default=0) for column in range(3))
    return [
        one_line(f"  expected: {trace.expected}"),
        one_line(f"  observed: {trace.observed}"),
        *(
            f"  {n:>{number}}  {text:<{action}}  {changed:<{change}}  {wrong}".rstrip()
            for n, text, changed, wrong in rows
        ),
        *(one_line(f"  {line}") for line in summary.offers(trace)),
    ]


def _changes(step: TraceStep) -> str:
    """The first changes of a step; the report has them all."""
    lines = summary.step_changes(step)
    more = len(lines) - CHANGES_AT_MOST
    return ", ".join(lines[:CHANGES_AT_MOST]) + (f", and {more} more" if more > 0 else "")
