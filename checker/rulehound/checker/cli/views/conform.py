"""The results of the conformance suite as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from rulehound.checker.cli.terminal import breakdown_lines, print_links, print_table, violation_lines
from rulehound.checker.errors import one_line, printable
from rulehound.checker.report import summary
from rulehound.checker.report.matrix import Cell, Row, matrix, not_judged
from rulehound.checker.report.would_lift import would_lift
from rulehound.checker.run_record import Conformance, Run
from rulehound.checker.wording import counted, shortened

REASONS = 8
"""Reasons for which checks came to no verdict that are printed of each engine; the report has all."""


def print_conformance(conformance: Conformance, out: Path, to: Console, quiet: bool = False) -> None:
    """Print what a person should see: the editions, what is open, then how engines break and violations.

    `out`: the folder of the report, which the lines point to. With `quiet` there is how engines break, the
    violations, and the last line.
    """
    runs = conformance.runs
    if not quiet:
        for run in runs:
            to.print(printable(summary.edition_line(run)), soft_wrap=True)
    if not quiet:
        _print_rules(conformance, to)
    _print_findings(runs, out, to)
    if not quiet:
        _print_headlines(conformance, to)
    to.print(f"{summary.closing(runs)}  Report: {out / 'index.html'}", soft_wrap=True)


def _print_findings(runs: Sequence[Run], out: Path, to: Console) -> None:
    """How engines break, and what they violate."""
    for run in runs:
        for breakdown in run.breakdowns:
            to.print("\n".join(map(one_line, breakdown_lines(run, breakdown, out))), soft_wrap=True)
    for number, run in enumerate(runs, 1):
        before = ""
        for index, violation in enumerate(run.violations, 1):
            again, before = before == violation.rule != "", violation.rule
            lines = violation_lines(run, violation, out, f"violation-{number}-{index}", again)
            to.print("\n".join(map(one_line, lines)), soft_wrap=True)


def _print_rules(conformance: Conformance, to: Console) -> None:
    """The rules that engines differ in, and what was not judged, summed up."""
    runs = conformance.runs
    rows = [row for row in matrix(runs) if not row.quiet and not row.ended_by]
    told = [row for row in rows if not _is_open(row)] if len(runs) > 1 else []
    if told:
        columns = ["Rule", *(run.engine.name for run in runs)]
        to.print()
        print_table(to, columns, [[row.rule.id, *map(_cell, row.cells)] for row in told])
    to.print(_ended([row for row in matrix(runs) if not row.quiet and row.ended_by]), end="", soft_wrap=True)
    to.print(_left_open([row for row in rows if _is_open(row)]), end="", soft_wrap=True)
    for run in runs:
        for line in _not_judged(run):
            to.print(printable(line), soft_wrap=True)
    to.print()
    for run in runs[:1]:  # all are judged by one document
        print_links(run, to)


def _print_headlines(conformance: Conformance, to: Console) -> None:
    """What became of each engine, and of its own cards."""
    to.print()
    for run in conformance.runs:
        to.print(printable(f"{run.engine.name}: {summary.engine_headline(run)}."), soft_wrap=True)
    if conformance.gone:
        to.print(f"Known violations that were not found again: {', '.join(conformance.gone)}", soft_wrap=True)
    for run in conformance.runs:
        if run.own_cards is not None:
            to.print(printable(f"{run.engine.name}: {run.own_cards}."), soft_wrap=True)


def _is_open(row: Row) -> bool:
    """Whether nothing is wrong with a rule on any engine, and something is left open."""
    wrong = ("violation", "error", "follows another edition")
    return not any(cell.verdict in wrong for cell in row.cells)


def _left_open(rows: Sequence[Row]) -> str:
    """One line for the rules that are inconclusive, with the most frequent reasons; the report lists them."""
    if not rows:
        return ""
    reasons = Counter(
        reason
        for row in rows
        for cell in row.cells
        if cell.verdict == "inconclusive"
        for reason in cell.reasons
    )
    most = "; ".join(f"{shortened(reason, 80)} ({count})" for reason, count in reasons.most_common(3))
    return f"\n{counted(len(rows), 'rule')} inconclusive: {printable(most)}; the report lists them\n"


def _ended(rows: Sequence[Row]) -> str:
    """One line for the rules that only violations of other rules keep from being judged in full."""
    if not rows:
        return ""
    times = Counter(rule for row in rows for rule in sorted(row.ended_by))
    by = ", ".join(f"{rule} ({count})" for rule, count in times.most_common())
    return f"{counted(len(rows), 'more rule')} inconclusive where checks ended at a violation of {by}\n"


def _cell(cell: Cell) -> str:
    left_open = cell.not_judged or cell.not_exercised
    reason = cell.counted_reasons[0] if left_open and cell.verdict != "violation" else ""
    text = f"{cell.word}: {cell.counts}" if cell.counts else cell.word
    return f"{text}; {shortened(reason, 80)}" if reason else text


def _not_judged(run: Run) -> Iterator[str]:
    """The rules that were not exercised; why checks came to no verdict, and how many; the most frequent
    reasons."""
    if run.not_shown.not_exercised:
        rules = run.not_shown.not_exercised
        names = ", ".join(rules[:REASONS]) + (f" and {len(rules) - REASONS} more" * (len(rules) > REASONS))
        yield ""
        yield f"{run.engine.name}: {counted(len(rules), 'rule')} not exercised: {names}"
    reasons = not_judged(run)
    if reasons:
        yield ""
        yield f"{run.engine.name}: {counted(sum(reasons.values()), 'check')} without a verdict:"
    for reason, times in list(reasons.items())[:REASONS]:
        yield f"{times:6,}  {shortened(reason)}"
    if len(reasons) > REASONS:
        yield f"        and {counted(len(reasons) - REASONS, 'more reason')}, in the report"
    if lifting := would_lift(run):
        yield f"{run.engine.name}: {lifting}"
