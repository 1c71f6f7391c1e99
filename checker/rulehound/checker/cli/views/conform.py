"""The conformance suite run, its files written, and its results as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from rulehound.checker.cli.standard_output import print_bytes
from rulehound.checker.cli.terminal import console, print_table, progress, violation_lines
from rulehound.checker.diagnosis.baseline import read_baseline, write_baseline
from rulehound.checker.errors import one_line, printable
from rulehound.checker.files import require_place, write_whole
from rulehound.checker.pipeline.conform import conform
from rulehound.checker.pipeline.engine_run import Request
from rulehound.checker.report import summary
from rulehound.checker.report.directory import (
    CONFORMANCE,
    conformance_junit,
    report_json,
    require_output,
    write_conformance,
)
from rulehound.checker.report.matrix import Cell, matrix, not_judged
from rulehound.checker.report.sarif import sarif
from rulehound.checker.run_record import Conformance, Run
from rulehound.checker.wording import counted, shortened

REASONS = 8
"""Reasons for which checks came to no verdict that are printed of each engine; the report has all."""


@dataclass(frozen=True)
class Outputs:
    """Where the result goes."""

    out: Path
    json: bool = False
    junit: Path | None = None
    sarif: Path | None = None
    baseline: Path | None = None
    """Read before: only what is not in it fails."""
    write_baseline: Path | None = None


def run(engines: Sequence[str], request: Request, outputs: Outputs) -> int:
    """Run the suite, write the report, and print what came of it; returns the exit status."""
    require_output(outputs.out, CONFORMANCE)
    files = {
        "--junit": outputs.junit,
        "--sarif": outputs.sarif,
        "--write-baseline": outputs.write_baseline,
    }
    for option, file in files.items():
        if file is not None:
            require_place(file, option)
    baseline = read_baseline(outputs.baseline) if outputs.baseline is not None else None
    with progress() as report:
        conformance, pictures = conform(engines, request, baseline, report)
    write_conformance(outputs.out, conformance, pictures)
    if outputs.junit is not None:
        write_whole(outputs.junit, conformance_junit(conformance).encode("utf-8", "backslashreplace"))
    if outputs.sarif is not None:
        write_whole(outputs.sarif, sarif(conformance))
    if outputs.write_baseline is not None:
        write_baseline(outputs.write_baseline, conformance.runs)
    if outputs.json:
        print_bytes(report_json(conformance))
    else:
        show(conformance, outputs.out, console())
    return conformance.exit_status


def show(conformance: Conformance, out: Path, to: Console) -> None:
    """What a person should see at once: the editions first, violations, then the rules by engines."""
    runs = conformance.runs
    for run in runs:
        to.print(printable(summary.edition_line(run)), soft_wrap=True)
    for number, run in enumerate(runs, 1):
        for index, violation in enumerate(run.violations, 1):
            lines = violation_lines(run, violation, out, f"violation-{number}-{index}")
            to.print("\n".join(map(one_line, lines)), soft_wrap=True)
    rows = [row for row in matrix(runs) if not row.quiet]
    if rows:
        columns = ["Rule", *(run.engine.name for run in runs)]
        to.print()
        print_table(to, columns, [[row.rule.id, *map(_cell, row.cells)] for row in rows])
    for run in runs:
        for line in _not_judged(run):
            to.print(printable(line), soft_wrap=True)
    to.print()
    for run in runs:
        to.print(printable(f"{run.engine.name}: {summary.engine_headline(run)}."), soft_wrap=True)
    if conformance.gone:
        to.print(f"Not seen any more, of the baseline: {', '.join(conformance.gone)}", soft_wrap=True)
    for run in runs:
        if run.own_cards is not None:
            to.print(printable(f"{run.engine.name}: {run.own_cards}."), soft_wrap=True)
    to.print(f"{summary.closing(runs)}  Report: {out / 'index.html'}", soft_wrap=True)


def _cell(cell: Cell) -> str:
    reason = cell.counted_reasons[0] if cell.not_judged and cell.verdict != "violation" else ""
    text = f"{cell.word}: {cell.counts}" if cell.counts else cell.word
    return f"{text}; {shortened(reason, 80)}" if reason else text


def _not_judged(run: Run) -> Iterator[str]:
    """Why checks came to no verdict, and how many; the most frequent reasons."""
    reasons = not_judged(run)
    if reasons:
        yield ""
        yield f"{run.engine.name}: {counted(sum(reasons.values()), 'check')} without a verdict:"
    for reason, times in list(reasons.items())[:REASONS]:
        yield f"{times:6,}  {shortened(reason)}"
    if len(reasons) > REASONS:
        yield f"        and {counted(len(reasons) - REASONS, 'more reason')}, in the report"
