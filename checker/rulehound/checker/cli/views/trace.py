"""The matrix of a spec with the evidence behind it, as text, JSON and pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from rich.console import Console

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, print_table, progress, trace_lines
from rulehound.checker.errors import UserError
from rulehound.checker.evidence import counts
from rulehound.checker.evidence.counts import scores
from rulehound.checker.evidence.current_tree import CurrentTree, current_tree
from rulehound.checker.evidence.edition_evidence import EditionEvidence
from rulehound.checker.evidence.floors import read_floors
from rulehound.checker.evidence.gate import problems
from rulehound.checker.evidence.seen_to_fail import seen_to_fail
from rulehound.checker.evidence.standings import Standings, standings
from rulehound.checker.evidence.status import Status
from rulehound.checker.evidence.storage import Evidence, read_evidence, write_edition, write_mutants
from rulehound.checker.evidence.tried_citations import without_effect
from rulehound.checker.mutation.tried_mutants import TriedMutants, merged
from rulehound.checker.report.clauses.folder import LAYOUT, write_clauses
from rulehound.checker.report.clauses.html import clauses_page
from rulehound.checker.report.clauses.listing import ClauseListing
from rulehound.checker.report.directory import require_output
from rulehound.checker.report.recording import evidence_of, read_recordable
from rulehound.checker.rulebook.pictures import pictures_of
from rulehound.checker.rulebook.reading import Rulebook, read_rulebook
from rulehound.checker.run_record import Run
from rulehound.checker.suite.catalogue import declared_checks, possible_vectors
from rulehound.checker.suite.vectors import vector_scenarios
from rulehound.spec.documents.matrix import Matrix, build_matrix, gate, totals
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.game import Game

LISTED = 12
"""Entries of a list that are printed; of more it is said how many."""


@dataclass(frozen=True)
class Wanted:
    """What is asked of the trace."""

    gated: bool = False
    by: str = "document"
    """What clauses are counted by: a name of `counts.GROUPS`."""
    engine: str = "reference"
    runs: tuple[Path, ...] = ()
    """Reports that are looked at in the place of the recorded runs of their editions."""
    record: tuple[Path, ...] = ()
    """Reports and tried mutants to be put on record."""
    out: Path | None = None
    """Folder for the page of every clause and its exports."""


@dataclass(frozen=True)
class Traced:
    """The matrix, and what stands behind it."""

    matrix: Matrix
    account: Standings
    evidence: Evidence
    problems: Sequence[str]


def run(game: Game, rules: Path | None, wanted: Wanted, as_json: bool) -> int:
    """Print counts and problems. With `gated`, any problem makes the exit status 1."""
    if wanted.out:
        require_output(wanted.out, LAYOUT)
    with progress() as report:
        book = read_rulebook(game, rules, report=report)
    now = current_tree(book, wanted.engine)
    if wanted.record:
        record(book, wanted.record, now)
    traced = trace(book, wanted, now)
    if wanted.out:
        write(wanted.out, book, traced, wanted)
    if as_json:
        _print_json(traced, wanted.by)
    else:
        print_traced(traced, wanted, console())
    return 1 if wanted.gated and traced.problems else 0


def trace(book: Rulebook, wanted: Wanted, now: CurrentTree | None = None) -> Traced:
    """The matrix of a spec with the evidence on record, and everything that is not in order.

    `now`: the tree as it is, where that is known already.
    """
    now = now or current_tree(book, wanted.engine)
    evidence = _with_runs(book, read_evidence(book.game.directory), wanted.runs, now)
    checks = known_checks(book, evidence)
    matrix = build_matrix(book.store, checks, (book.hand,), book.facts)
    seen = seen_to_fail(book.game.directory, now.checks.values())
    standing = standings(book.store, matrix.editions, evidence, now, seen)
    wrong = problems(standing, read_floors(book.game.directory)) if evidence.editions else []
    return Traced(matrix, standing, evidence, [*gate(matrix), *wrong])


def known_checks(book: Rulebook, evidence: Evidence) -> list[CheckDeclaration]:
    """Every check, of boundary inputs those on record; where nothing is, all that are solved for."""
    return checks_on_record(book, evidence) if evidence.editions else all_checks(book)


def all_checks(book: Rulebook) -> list[CheckDeclaration]:
    """Every check that is declared. Raises SpecError where one cites what the spec does not have."""
    vectors, _ = ([], []) if book.needed_unread else vector_scenarios(book.game, book.values)
    checks = declared_checks(book.game, book.store, vectors)
    book.store.require_known(checks)
    return checks


def checks_on_record(book: Rulebook, evidence: Evidence) -> list[CheckDeclaration]:
    """Every check that is declared; of boundary inputs those that ran, so that none has to be solved for."""
    ran = {check.check for run in evidence.editions.values() for check in run.checks}
    vectors = possible_vectors(book.game.vectors) if book.game.vectors else ()
    checks = [*declared_checks(book.game, book.store), *(check for check in vectors if check.id in ran)]
    book.store.require_known(checks)
    return checks


def record(book: Rulebook, files: Sequence[Path], now: CurrentTree) -> None:
    """Put on record what runs showed. Raises UserError where a file is not what it should be, before anything
    is written."""
    shown = [(path, read_recordable(path)) for path in files]
    runs = [_of_game(book, one, path, now) for path, one in shown if isinstance(one, Run)]
    tried = [mutant for _, one in shown if isinstance(one, TriedMutants) for mutant in one.mutants]
    for evidence in runs:
        write_edition(book.game.directory, evidence)
    if tried:
        known = read_evidence(book.game.directory).mutants
        write_mutants(book.game.directory, merged(known, tuple(tried)))


def _of_game(book: Rulebook, run: Run, path: Path, now: CurrentTree) -> EditionEvidence:
    if run.game != book.game.name:
        raise UserError(f"{path}: is a report of the game {run.game}", f"give one of {book.game.name}")
    return evidence_of(run, path, now)


def write(out: Path, book: Rulebook, traced: Traced, wanted: Wanted) -> None:
    """Write the page of every clause and its exports. Raises OutputError where that cannot be."""
    page = clauses_page(
        book,
        traced.matrix,
        traced.account,
        wanted.engine,
        pictures=pictures_of(book, [rule for rule in book.store.rules.values() if book.holds(rule)]),
        traces=counterexamples(read_run(path) for path in wanted.runs),
    )
    listing = ClauseListing(
        rulehound=version("rulehound"),
        game=book.game.name,
        clauses=tuple(traced.account.clauses),
        rules=tuple(traced.account.rules.values()),
        scores=scores(traced.account),
        citations=tuple(traced.account.citations),
        problems=tuple(traced.problems),
    )
    write_clauses(out, book, listing, page)


def counterexamples(runs: Iterable[Run]) -> dict[str, list[str]]:
    """Rule to the traces, as text, that runs came to."""
    found: dict[str, list[str]] = {}
    for run in runs:
        for record in run.records:
            if record.trace is not None:
                found.setdefault(record.trace.rule, []).append("\n".join(trace_lines(record.trace)))
    return found


def read_run(path: Path) -> Run:
    """The run that a report is of. Raises UserError for any other file."""
    shown = read_recordable(path)
    if not isinstance(shown, Run):
        raise UserError(f"{path}: is no report of a run", "give report.json with --run")
    return shown


def _with_runs(book: Rulebook, evidence: Evidence, files: Sequence[Path], now: CurrentTree) -> Evidence:
    runs = {}
    for path in files:
        run = read_run(path)
        runs[run.edition] = _of_game(book, run, path, now)
    return Evidence({**evidence.editions, **runs}, evidence.mutants)


def _print_json(traced: Traced, by: str) -> None:
    tallies = counts.by_status(traced.account.clauses, counts.GROUPS[by])
    print_json(
        {
            "matrix": traced.matrix,
            "clauses": traced.account.clauses,
            "rules": list(traced.account.rules.values()),
            "counts": {group: dict(found) for group, found in tallies.items()},
            "totals": totals(traced.matrix),
            "scores": scores(traced.account),
            "citations": traced.account.citations,
            "problems": traced.problems,
        }
    )


def _print_listed(to: Console, title: str, entries: Sequence[object]) -> None:
    """The first entries of a list under a title that says how many there are; nothing of an empty one."""
    if entries:
        more = [f"  and {len(entries) - LISTED:,} more: --json has all"] if len(entries) > LISTED else []
        said = [f"{title} ({len(entries):,}):", *(f"  {entry}" for entry in entries[:LISTED]), *more, ""]
        to.print("\n".join(said), soft_wrap=True, markup=False)


def print_traced(traced: Traced, wanted: Wanted, to: Console) -> None:
    """Counts, what is listed by name, and problems."""
    tallies = counts.by_status(traced.account.clauses, counts.GROUPS[wanted.by])
    used = [status for status in Status if any(found.get(status) for found in tallies.values())]
    rows = [
        (group, f"{sum(found.values()):,}", *(f"{found.get(status, 0):,}" for status in used))
        for group, found in tallies.items()
    ]
    print_table(to, (wanted.by.capitalize(), "clauses", *(status.value for status in used)), rows)
    to.print()
    for count in totals(traced.matrix):
        to.print(f"{count.name}: {count.count:,} of {count.of:,}")
    for name, score in scores(traced.account).items() if traced.evidence.editions else ():
        to.print(f"{name}: {score}")
    to.print()
    _print_listed(to, "Citations without effect", without_effect(traced.account.citations))
    _print_listed(to, "Changed since they were seen to fail", traced.account.seen.changed)
    if not traced.evidence.editions:
        to.print("Nothing is on record of what runs showed: rulehound trace --record report/report.json")
    for problem in traced.problems:
        to.print(problem, soft_wrap=True, markup=False)
    if traced.problems:
        to.print(f"{len(traced.problems):,} problems" + ("; the gate is shut" if wanted.gated else ""))
    else:
        complete = dict.fromkeys(edition.document for edition in traced.matrix.editions if edition.complete)
        whole = f", every clause of {', '.join(complete)} a status" if complete else ""
        to.print(f"No problem: every rule and fact has a check{whole}, and no link waits to be looked at.")
