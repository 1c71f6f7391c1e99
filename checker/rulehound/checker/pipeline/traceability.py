"""The evidence behind every clause, rule and fact; and recording runs as evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulehound.checker.engines.source.modules import read_engine
from rulehound.checker.errors import UserError
from rulehound.checker.evidence import counts
from rulehound.checker.evidence.asked import asked_by
from rulehound.checker.evidence.current_tree import CurrentTree
from rulehound.checker.evidence.digests import edited
from rulehound.checker.evidence.edition_evidence import EditionEvidence
from rulehound.checker.evidence.floors import raise_floors, read_floors, read_reached
from rulehound.checker.evidence.gate import contradicted, problems
from rulehound.checker.evidence.judging import judging_notes, judging_problems, read_confirmed
from rulehound.checker.evidence.seen_to_fail import seen_to_fail
from rulehound.checker.evidence.standings import Standings, standings
from rulehound.checker.evidence.storage import (
    Evidence,
    files_of_evidence,
    read_evidence,
    write_edition,
    write_mutants,
)
from rulehound.checker.mutation.gone import gone_from_engine, gone_from_model
from rulehound.checker.mutation.source.equivalents import equivalents, out_of_order
from rulehound.checker.mutation.source.mutants import function_contents
from rulehound.checker.mutation.tried_mutants import TriedMutant, TriedMutants, merged
from rulehound.checker.report.evidence_of_run import evidence_of, read_recordable
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.rulebook.recorded import recorded_editions_problems
from rulehound.checker.run_record import Run
from rulehound.checker.suite.catalogue import declared_checks, possible_vectors
from rulehound.checker.suite.vectors import vector_scenarios
from rulehound.spec.documents.demands import unasked_checks, unknown_checks
from rulehound.spec.documents.matrix import Matrix, build_matrix, matrix_problems
from rulehound.spec.documents.spec_records import CheckDeclaration


@dataclass(frozen=True)
class Traceability:
    """The matrix of a spec, and what stands behind it."""

    matrix: Matrix
    account: Standings
    evidence: Evidence
    problems: Sequence[str]
    """Everything that is not in order, and keeps the gate shut."""
    notes: Sequence[str] = ()
    """What is to be known of the evidence, and keeps no gate shut."""


def traceability(
    book: Rulebook, tree: CurrentTree, reports: Sequence[Path] = (), engine: str = ""
) -> Traceability:
    """The matrix of a spec with the evidence on record, compared with the tree as it is now.

    Each report takes the place of the recorded run of its edition. `engine`: the installed engine of which
    mutants are listed as equivalent. Raises UserError for a file that is no report of this game.
    """
    directory = book.game.directory
    recorded = read_evidence(directory)
    evidence = _with_reports(book, recorded, reports, tree)
    checks = known_checks(book, evidence)
    matrix = build_matrix(book.store, checks, (book.hand,), book.facts)
    seen = seen_to_fail(directory, tree.checks.values())
    standing = standings(book.store, matrix.editions, evidence, tree, seen)
    unknown = unknown_checks(book.store.demands, tree.checks)
    asked = asked_by(book.store, tree.checks.values())
    unasked = unasked_checks(book.store.demands, book.store.rulesets, asked)
    wrong = [*matrix_problems(matrix), *recorded_editions_problems(book), *unknown, *unasked]
    confirmed = read_confirmed(directory)
    if evidence.editions:
        wrong += problems(standing, read_floors(directory), read_reached(directory))
        wrong += judging_problems(recorded.editions, tree.bases, confirmed)
        wrong += edited(directory, files_of_evidence(directory))
        wrong += contradicted(recorded, evidence)
        tried = [mutant for mutant in evidence.mutants if mutant.planted == "engine"]
        if tried and engine:
            contents = function_contents(read_engine(engine, book.game.name), book.store.rules)
            wrong += out_of_order(equivalents(directory, engine), tried, contents)
    notes = judging_notes(recorded.editions, tree.bases, confirmed)
    return Traceability(matrix, standing, evidence, wrong, notes)


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
    """Every check that is declared; of boundary inputs those that ran, so that none has to be solved for.

    Raises SpecError where one cites what the spec does not have.
    """
    ran = {check.check for run in evidence.editions.values() for check in run.checks}
    vectors = possible_vectors(book.game.vectors) if book.game.vectors else ()
    checks = [*declared_checks(book.game, book.store), *(check for check in vectors if check.id in ran)]
    book.store.require_known(checks)
    return checks


def put_on_record(book: Rulebook, files: Sequence[Path], tree: CurrentTree, engine: str) -> int:
    """Put on record what reports and files of tried mutants show.

    With mutants, those are taken off the record that the model and the source of this installed engine do not
    give any more; returns how many. Raises UserError where a file is neither, before anything is written.
    """
    contents = [(path, read_recordable(path)) for path in files]
    runs = [_evidence(book, one, path, tree) for path, one in contents if isinstance(one, Run)]
    tried = [mutant for _, one in contents if isinstance(one, TriedMutants) for mutant in one.mutants]
    for evidence in runs:
        write_edition(book.game.directory, evidence)
    if not tried:
        return 0
    every = merged(read_evidence(book.game.directory).mutants, tuple(tried))
    gone = _gone(book, every, engine)
    write_mutants(book.game.directory, [mutant for mutant in every if mutant not in gone])
    return len(gone)


def raise_floors_to(book: Rulebook, account: Standings) -> None:
    """Raise the floors of a game to what its evidence comes to now.

    Raises UserError where a file cannot be written.
    """
    shares = {
        "rules-seen-to-fail": counts.seen_to_fail(account),
        "model-guards": counts.model_score(account.mutants),
        "engine-code": counts.engine_score(account.mutants),
        "citations": counts.citations_with_effect(account),
    }
    reached = {name: score.share for name, score in shares.items()}
    every = {**reached, **counts.verified(account.clauses), **counts.demands_met(account.clauses)}
    raise_floors(book.game.directory, every)


def _gone(book: Rulebook, mutants: Sequence[TriedMutant], engine: str) -> set[TriedMutant]:
    """The mutants whose code is gone; of an engine without source in Python, all are taken for present."""
    gone = set(gone_from_model(mutants, book.game.model()))
    try:
        source = read_engine(engine, book.game.name)
    except UserError:
        return gone
    return gone | set(gone_from_engine(mutants, source, book.store.rules))


def read_run(path: Path) -> Run:
    """The run that a report is of. Raises UserError for any other file."""
    content = read_recordable(path)
    if not isinstance(content, Run):
        raise UserError(f"{path}: is not the report of a run", "give report.json with --run")
    return content


def _with_reports(book: Rulebook, evidence: Evidence, reports: Sequence[Path], tree: CurrentTree) -> Evidence:
    runs = {}
    for path in reports:
        run = read_run(path)
        runs[run.edition] = _evidence(book, run, path, tree)
    return Evidence({**evidence.editions, **runs}, evidence.mutants)


def _evidence(book: Rulebook, run: Run, path: Path, tree: CurrentTree) -> EditionEvidence:
    """The evidence of a run. Raises UserError where it is of another game."""
    if run.game != book.game.name:
        raise UserError(f"{path}: is a report of the game {run.game}", f"give one of {book.game.name}")
    return evidence_of(run, path, tree)
