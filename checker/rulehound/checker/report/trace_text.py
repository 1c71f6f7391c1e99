"""A trace as plain text: the expected and the observed values, then one line per step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulehound.checker.errors import one_line
from rulehound.checker.records import Trace, TraceStep
from rulehound.checker.report import summary

WIDTH = 110
"""Characters of the columns of a trace together, at most."""

CHANGES_AT_MOST = 4
"""Changes that a line names. Of a step that breaks a rule more lines have the rest: one of the changes may be
what is wrong. The page of a report has all of every step."""


def trace_lines(trace: Trace) -> list[str]:
    """The lines of a trace, its steps in columns."""
    rows = [row for n, step in enumerate(trace.steps, 1) for row in _rows(n, step)]
    return [
        one_line(f"  expected: {trace.expected}"),
        one_line(f"  observed: {trace.observed}"),
        *_laid_out(rows),
        *(one_line(f"  {line}") for line in summary.offers(trace)),
    ]


def _laid_out(rows: Sequence[tuple[str, str, str, str]]) -> Iterator[str]:
    """The rows in columns; where these would be too wide, the changes of a step below its action."""
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    number, action, change, _ = widths
    for n, text, changed, wrong in rows:
        if sum(widths) <= WIDTH:
            yield f"  {n:>{number}}  {text:<{action}}  {changed:<{change}}  {wrong}".rstrip()
            continue
        if n:
            yield f"  {n:>{number}}  {text}   {wrong}".rstrip()
        if changed:
            yield f"  {'':>{number}}    {changed}"


def _rows(number: int, step: TraceStep) -> list[tuple[str, str, str, str]]:
    """Number, action, changes and remark of a step, and further rows of changes where it breaks a rule."""
    changes = summary.step_changes(step)
    lines = [", ".join(part) for part in _batched(changes, CHANGES_AT_MOST)] or [""]
    if len(lines) > 1 and not step.rule:
        lines = [f"{lines[0]}, and {len(changes) - CHANGES_AT_MOST} more"]
    first, *others = map(one_line, lines)
    row = (str(number), one_line(step.text), first, one_line(summary.remark(step)))
    return [row, *(("", "", line, "") for line in others)]


def _batched(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """The items in runs of so many."""
    return (items[start : start + size] for start in range(0, len(items), size))
