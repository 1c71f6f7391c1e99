"""A check run and its report written, with the page of every clause as this run judges them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rulehound.checker.cli.standard_output import print_bytes
from rulehound.checker.cli.terminal import console, print_run, progress
from rulehound.checker.cli.views.trace import checks_on_record, counterexamples
from rulehound.checker.evidence.current_tree import current_tree
from rulehound.checker.evidence.seen_to_fail import seen_to_fail
from rulehound.checker.evidence.standings import content_of, standings
from rulehound.checker.evidence.storage import Evidence, read_evidence
from rulehound.checker.pipeline.check import Checked, run_check
from rulehound.checker.pipeline.engine_run import Request
from rulehound.checker.report.clauses.html import clauses_page
from rulehound.checker.report.directory import report_json, require_output, write_report
from rulehound.checker.report.recording import evidence_of
from rulehound.spec.documents.matrix import build_matrix


def run(request: Request, engine: str, out: Path, as_json: bool) -> int:
    """Check, write the report, and say what came of it: the exit status of the run."""
    require_output(out)
    with progress() as report:
        checked = run_check(request, engine, report)
        write_report(out, checked.run, checked.pictures, clauses_of(checked))
    if as_json:
        print_bytes(report_json(checked.run))
    else:
        print_run(checked.run, out, console())
    return checked.run.exit_status


def clauses_of(checked: Checked) -> str:
    """The page of every clause as this run alone judges them; '' where no check of it stands for a rule.

    It has the document at hand and those of the edition that was checked. Of the faults that were planted
    those count that were planted into what is there now.
    """
    run, book = checked.run, checked.book
    if not any(record.rules for record in run.records):
        return ""
    now = current_tree(book, run.engine.command)
    mutants = read_evidence(book.game.directory).mutants
    tried = tuple(mutant for mutant in mutants if content_of(now, mutant) == mutant.content)
    evidence = Evidence({run.edition: evidence_of(run, Path("report.json"), now)}, tried)
    matrix = build_matrix(book.store, checks_on_record(book, evidence), (book.hand,), book.facts)
    here = book.hand.identified.edition
    shown = [
        msgspec.structs.replace(edition, ruleset=run.edition)
        for edition in matrix.editions
        if edition.ruleset == run.edition or (edition.document, edition.version) == here
    ]
    seen = seen_to_fail(book.game.directory, now.checks.values())
    return clauses_page(
        book,
        matrix,
        standings(book.store, shown, evidence, now, seen),
        run.engine.command,
        pictures=checked.pictures,
        traces=counterexamples([run]),
        report="index.html",
    )
