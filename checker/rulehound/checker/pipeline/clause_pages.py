"""The page of every clause: as the evidence on record judges them, or as one run does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

import msgspec

from rulehound.checker.evidence.counts import GROUPS, by_status, demand_counts, scores
from rulehound.checker.evidence.current_tree import current_tree
from rulehound.checker.evidence.seen_to_fail import seen_to_fail
from rulehound.checker.evidence.standings import Standings, content_of, standings
from rulehound.checker.evidence.status import Status
from rulehound.checker.evidence.storage import Evidence, read_evidence
from rulehound.checker.pipeline.check import CheckedGame
from rulehound.checker.pipeline.traceability import Traceability, checks_on_record, read_run
from rulehound.checker.report.clauses.folder import write_clauses
from rulehound.checker.report.clauses.html import clauses_page, documents_shown, inside
from rulehound.checker.report.clauses.listing import ClauseListing
from rulehound.checker.report.evidence_of_run import evidence_of
from rulehound.checker.report.html import (
    CLAUSES,
    CLAUSES_DATA,
    ClausePages,
    DocumentCoverage,
    picture_addresses,
    png_size,
    report_pages,
)
from rulehound.checker.report.printed import PrintedClause, PrintedPage
from rulehound.checker.report.trace_text import trace_lines
from rulehound.checker.rulebook.pictures import PAGE_SCALE, pages_of, pictures_of
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.run_record import Run
from rulehound.spec.documents.matrix import build_matrix


def write_clause_pages(
    out: Path, book: Rulebook, result: Traceability, engine: str, reports: Sequence[Path] = ()
) -> None:
    """Write the page of every clause and its exports, with the counterexamples of these reports.

    `engine`: the installed engine whose code cites rules. Raises OutputError where they cannot be written.
    """
    page = clauses_page(
        book,
        result.matrix,
        result.account,
        engine,
        pictures=inside(pictures_of(book, [rule for rule in book.store.rules.values() if book.holds(rule)])),
        traces=_counterexamples(read_run(path) for path in reports),
    )
    listing = ClauseListing(
        rulehound=version("rulehound"),
        game=book.game.name,
        clauses=tuple(result.account.clauses),
        rules=tuple(result.account.rules.values()),
        scores=scores(result.account),
        citations=tuple(result.account.citations),
        problems=tuple(result.problems),
    )
    write_clauses(out, book, listing, page.page)


def clauses_of_run(checked: CheckedGame) -> ClausePages:
    """The page of every clause as one run alone judges them, where a check of it stands for a rule.

    It has the document at hand and those of the edition that was checked. Of the planted faults those count
    that were planted into what is there now.
    """
    run, book = checked.run, checked.book
    if not any(record.rules for record in run.records):
        return ClausePages()
    tree = current_tree(book, run.engine.command)
    mutants = read_evidence(book.game.directory).mutants
    tried = tuple(mutant for mutant in mutants if content_of(tree, mutant) == mutant.content)
    evidence = Evidence({run.edition: evidence_of(run, Path("report.json"), tree)}, tried)
    matrix = build_matrix(book.store, checks_on_record(book, evidence), (book.hand,), book.facts)
    here = book.hand.identified.edition
    editions = [
        msgspec.structs.replace(edition, ruleset=run.edition)
        for edition in matrix.editions
        if edition.ruleset == run.edition or (edition.document, edition.version) == here
    ]
    seen = seen_to_fail(book.game.directory, tree.checks.values())
    judged = standings(book.store, editions, evidence, tree, seen)
    printed = list(_printed(book, judged))
    page = clauses_page(
        book,
        matrix,
        judged,
        run.engine.command,
        pictures=picture_addresses(checked.pictures, [run]),
        traces=_counterexamples([run]),
        pages=report_pages(clauses=True, printed=bool(printed)),
        here=CLAUSES,
        apart=CLAUSES_DATA,
    )
    return ClausePages(page.page, list(_coverage(book, judged)), printed, page.data)


def _printed(book: Rulebook, judged: Standings) -> Iterator[PrintedPage]:
    """The pages of the document at hand, with the clauses that have a status."""
    here: dict[int, list[PrintedClause]] = defaultdict(list)
    for standing in judged.clauses:
        name = standing.document, standing.version
        known = name == book.hand.identified.edition and standing.row.clause in book.store.clauses[name]
        clause = book.hand.clause(standing.row.clause) if known else None
        if clause is None:
            continue
        address = quote(f"{standing.document}@{standing.version}/{standing.row.clause}")
        for place, lines in groupby(clause.boxes, key=lambda box: box.page):
            boxes = [(box.x0, box.top, box.x1 - box.x0, box.bottom - box.top) for box in lines]
            shown, status = clause.number or clause.key, standing.status.value
            here[place].append(PrintedClause(shown, status, clause.changed, f"{CLAUSES}#{address}", boxes))
    for number, png in pages_of(book).items():
        width, height = (side / PAGE_SCALE for side in png_size(png))
        yield PrintedPage(number, png, width, height, here[number])


def _coverage(book: Rulebook, judged: Standings) -> Iterator[DocumentCoverage]:
    """Each document with its demands and the statuses of its clauses."""
    demands, statuses = demand_counts(judged.clauses), by_status(judged.clauses, GROUPS["document"])
    places = {name: place for place, name in enumerate(documents_shown(book, judged))}
    for clause in {GROUPS["document"](clause): clause for clause in judged.clauses}.values():
        name, title = GROUPS["document"](clause), book.store.documents[clause.document].title
        if name in demands:
            tally = {each.value: statuses[name][each] for each in Status if statuses[name].get(each)}
            address = f"{CLAUSES}#document={places[clause.document, clause.version]}"
            yield DocumentCoverage(f"{title} {clause.version}", demands[name], tally, address)


def _counterexamples(runs: Iterable[Run]) -> dict[str, list[str]]:
    """Rule to the traces, as text, by which runs show that it is violated."""
    traces: dict[str, list[str]] = {}
    for run in runs:
        for record in run.records:
            if record.trace is not None:
                traces.setdefault(record.trace.rule, []).append("\n".join(trace_lines(record.trace)))
    return traces
