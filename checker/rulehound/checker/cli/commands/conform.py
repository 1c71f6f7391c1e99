"""`rulehound conform`: the conformance suite against one or several engines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from rulehound.checker.cli.standard_output import print_bytes
from rulehound.checker.cli.terminal import console, print_table, progress, trace_lines
from rulehound.checker.diagnosis.baseline import read_baseline, write_baseline
from rulehound.checker.diagnosis.result import Conformance, EngineResult
from rulehound.checker.errors import printable
from rulehound.checker.files import require_place, write_whole
from rulehound.checker.pipeline.conforming import Request, conform
from rulehound.checker.report.conformance import words
from rulehound.checker.report.conformance.folder import (
    conformance_json,
    require_folder,
    write_conformance,
)
from rulehound.checker.report.conformance.junit import conformance_junit
from rulehound.checker.report.conformance.matrix import Cell, matrix, not_judged
from rulehound.checker.report.conformance.sarif import sarif
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


def run(request: Request, outputs: Outputs) -> int:
    """Run the suite, write the report, and print what came of it; returns the exit status."""
    require_folder(outputs.out)
    files = {
        "--junit": outputs.junit,
        "--sarif": outputs.sarif,
        "--write-baseline": outputs.write_baseline,
    }
    for option, file in files.items():
        if file is not None:
            require_place(file, option)
    if outputs.baseline is not None:
        request = replace(request, baseline=read_baseline(outputs.baseline))
    with progress() as report:
        found = conform(request, report)
    write_conformance(outputs.out, found)
    if outputs.junit is not None:
        write_whole(outputs.junit, conformance_junit(found).encode("utf-8", "backslashreplace"))
    if outputs.sarif is not None:
        write_whole(outputs.sarif, sarif(found))
    if outputs.write_baseline is not None:
        write_baseline(outputs.write_baseline, found)
    if outputs.json:
        print_bytes(conformance_json(found))
    else:
        show(found, outputs.out, console())
    return found.exit_status


def show(found: Conformance, out: Path, to: Console) -> None:
    """What a person should see at once: the editions first, violations, then the rules by engines."""
    for engine in found.engines:
        to.print(printable(words.edition_line(engine)), soft_wrap=True)
    for engine in found.engines:
        for line in _violations(engine, out):
            to.print(printable(line), soft_wrap=True)
    rows = [row for row in matrix(found.engines) if not row.quiet]
    if rows:
        columns = ["Rule", *(engine.name for engine in found.engines)]
        to.print()
        print_table(to, columns, [[row.rule.id, *map(_cell, row.cells)] for row in rows])
    for engine in found.engines:
        for line in _not_judged(engine):
            to.print(printable(line), soft_wrap=True)
    to.print()
    for engine in found.engines:
        to.print(printable(f"{engine.name}: {words.headline(engine)}."), soft_wrap=True)
    if found.gone:
        to.print(f"Not met any more, of the baseline: {', '.join(found.gone)}", soft_wrap=True)
    for engine in found.engines:
        if engine.own_cards is not None:
            to.print(printable(f"{engine.name}: {engine.own_cards}."), soft_wrap=True)
    to.print(f"{words.closing(found)}  Report: {out / 'index.html'}", soft_wrap=True)


def _cell(cell: Cell) -> str:
    counts = words.counts(cell)
    reason = next(words.reasons(cell), "") if cell.not_judged and cell.verdict != "violation" else ""
    told = f"{words.cell(cell)}: {counts}" if counts else words.cell(cell)
    return f"{told}; {shortened(reason, 80)}" if reason else told


def _not_judged(engine: EngineResult) -> Iterator[str]:
    """Why checks came to no verdict, and how many; the most frequent reasons."""
    reasons = not_judged(engine.run) if engine.run else {}
    if reasons:
        yield ""
        yield f"{engine.name}: {counted(sum(reasons.values()), 'check')} without a verdict:"
    for reason, times in list(reasons.items())[:REASONS]:
        yield f"{times:6,}  {shortened(reason)}"
    if len(reasons) > REASONS:
        yield f"        and {counted(len(reasons) - REASONS, 'more reason')}, in the report"


def _violations(engine: EngineResult, out: Path) -> Iterator[str]:
    for violation in engine.violations:
        yield ""
        rule = violation.rule or "no rule"
        yield f'{rule}   {words.kind(violation)}   engine "{engine.name}"   {violation.element}'
        assert engine.run is not None
        if says := words.says(engine.run, violation.rule):
            yield f"  {says}"
        yield from (f"  {place}" for place in words.where_stated(engine.run, violation.rule))
        times = f"met {violation.times:,} times" if violation.times > 1 else "met once"
        yield f"  {times}; {words.agreed(violation)}; {violation.again}; fingerprint {violation.fingerprint}"
        if violation.trace is None:
            yield f"  expected: {violation.expected}; observed: {violation.observed}"
        else:
            yield from trace_lines(violation.trace)
            yield f"  replay: {words.replay(violation, f'{out}/')}"
