"""Every clause on one page: a map coloured by status, and what stands behind each, offline in any browser."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rulehound.checker.engines.citations import citations_of
from rulehound.checker.evidence.counts import by_status
from rulehound.checker.evidence.records import Status
from rulehound.checker.evidence.standing import Account, ClauseStanding, RuleStanding
from rulehound.checker.report.clauses.folder import under_rules
from rulehound.checker.report.clauses.listing import without_effect
from rulehound.checker.report.templates import templates
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.spec.documents.matrix import Matrix

PAGE = Path(__file__).parent / "page"

MARKS = {
    Status.VERIFIED: "✓",
    Status.WEAK: "w",
    Status.INCONCLUSIVE: "?",
    Status.STALE: "~",
    Status.SUSPECT: "!",
    Status.VIOLATED: "✗",
    Status.OPEN: "·",
    Status.NOT_TESTABLE: "–",
}
"""Beside its colour each status has a sign of its own."""

MARGIN = 40
"""PDF points that a page is taken to go on beyond the lowest line of any clause."""

_TEMPLATES = templates(PAGE)


def clauses_page(
    book: Rulebook,
    matrix: Matrix,
    found: Account,
    engine: str,
    *,
    pictures: Mapping[str, bytes],
    traces: Mapping[str, Sequence[str]],
    report: str = "",
) -> str:
    """The page of an account of this matrix, with the places where the engine's code cites each rule.

    `pictures`: PNG images by key of the clause in the document at hand. `traces`: counterexamples of a rule,
    as text. `report`: name of the report beside it, where it is part of one. The same account gives the same
    page.
    """
    hand = book.hand.identified.edition
    names = dict.fromkeys((clause.document, clause.version) for clause in found.clauses)
    documents = sorted(names, key=lambda name: name != hand)
    judged_by = {(clause.document, clause.version): clause.ruleset for clause in found.clauses}
    tallies = by_status(found.clauses, lambda _: "").get("", {})
    data = {
        "clauses": [_clause(book, documents, clause) for clause in found.clauses],
        "rules": _rules(book, matrix, found, citations_of(engine, book.store.rules), traces),
        "checks": _checks(found),
        "caught": {check: len(faults) for check, faults in sorted(found.seen.caught.items())},
        "changed": sorted(found.seen.changed),
        "documents": [_title(book, name) for name in documents],
        "editions": [judged_by[name] for name in documents],
        "pages": [_page_size(book, name) for name in documents],
        "pictures": {key: base64.b64encode(png).decode("ascii") for key, png in sorted(pictures.items())},
        "hand": _title(book, hand),
    }
    return _TEMPLATES.get_template("clauses.html.j2").render(
        title=book.game.title,
        lead=f"{len(found.clauses):,} clauses of {len(documents)} editions of documents, "
        f"{len(book.store.rules):,} rules",
        statuses=[(status.value, tallies[status]) for status in Status if tallies.get(status)],
        marks={status.value: mark for status, mark in MARKS.items()},
        documents=[_map(book, name, found.clauses) for name in documents],
        data=for_script(data),
        report=report,
        footer=f"{len(found.clauses):,} clauses: the page is whole.",
    )


def for_script(data: Any) -> str:
    """JSON that no text within can end the script element of."""
    encoded = msgspec.json.encode(data, order="deterministic").decode()
    for character in "<>&\u2028\u2029":
        encoded = encoded.replace(character, f"\\u{ord(character):04x}")
    return encoded


def _title(book: Rulebook, name: tuple[str, str]) -> str:
    return f"{book.store.documents[name[0]].title} {name[1]}"


def _map(book: Rulebook, name: tuple[str, str], clauses: Sequence[ClauseStanding]) -> dict[str, Any]:
    """A document's chapters, each with its clauses."""
    chapters: dict[str, list[dict[str, Any]]] = defaultdict(list)
    own = [(i, clause) for i, clause in enumerate(clauses) if (clause.document, clause.version) == name]
    for index, clause in own:
        chapters[clause.chapter].append(
            {
                "index": index,
                "key": clause.row.clause,
                "status": clause.status.value,
                "link": _link(clause),
            }
        )
    counts = by_status([clause for _, clause in own], lambda _: "").get("", {})
    told = ", ".join(f"{counts[status]:,} {status.value}" for status in Status if counts.get(status))
    return {
        "title": _title(book, name),
        "counts": f"{len(own):,} clauses: {told}",
        "chapters": [{"key": key, "clauses": members} for key, members in chapters.items()],
    }


def _link(clause: ClauseStanding) -> str:
    return f"{clause.document}@{clause.version}/{clause.row.clause}"


def _clause(book: Rulebook, documents: Sequence[tuple[str, str]], clause: ClauseStanding) -> dict[str, Any]:
    name, row = (clause.document, clause.version), clause.row
    recorded = book.store.clauses[name].get(row.clause)
    at_hand = book.hand.clause(row.clause) if name == book.hand.identified.edition and recorded else None
    return {
        "document": documents.index(name),
        "key": row.clause,
        "kind": row.kind,
        "status": clause.status.value,
        "why": clause.why,
        "note": row.note,
        "link": row.link,
        "rules": row.rules,
        "page": row.page,
        "boxes": recorded.boxes if recorded else (),
        "text": at_hand.text if at_hand else "",
    }


def _rules(
    book: Rulebook,
    matrix: Matrix,
    found: Account,
    code: Mapping[str, Sequence[str]],
    traces: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    declared = {row.rule: row.checks for row in matrix.rules}
    model = under_rules(book.game.model())
    standing: dict[str, dict[str, RuleStanding]] = defaultdict(dict)
    for (edition, name), one in found.rules.items():
        standing[name][edition] = one
    in_vain: dict[str, list[str]] = defaultdict(list)
    for citation in without_effect(found):
        in_vain[citation.rule].append(str(citation))
    told = {}
    for rule in book.store.rules.values():
        by_edition = standing[rule.id]
        ran = (check.check for one in by_edition.values() for check in one.checks)
        faults = next((one.faults for one in by_edition.values()), None)
        told[rule.id] = {
            "says": rule.says,
            "kind": rule.kind,
            "standing": {edition: [one.status.value, one.why] for edition, one in by_edition.items()},
            "checks": list(dict.fromkeys([*declared[rule.id], *ran])),
            "guards": model.get(rule.id, ()),
            "code": code.get(rule.id, ()),
            "withoutEffect": in_vain[rule.id],
            "faults": {
                "caught": len(faults.caught) if faults else 0,
                "others": len(faults.by_others) if faults else 0,
                "alive": faults.alive if faults else (),
                "harmless": faults.harmless if faults else 0,
            },
            "traces": traces.get(rule.id, ()),
        }
    return told


def _checks(found: Account) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """By edition and check, the verdict of each of its runs and what it showed."""
    told: dict[str, dict[str, dict[tuple[str, str], None]]] = defaultdict(lambda: defaultdict(dict))
    for (edition, _), standing in found.rules.items():
        for check in standing.checks:
            where = f"{check.shown} ({check.configuration})" if check.configuration else check.shown
            told[edition][check.check][check.verdict.value, where] = None
    return {edition: {name: list(runs) for name, runs in checks.items()} for edition, checks in told.items()}


def _page_size(book: Rulebook, name: tuple[str, str]) -> tuple[int, int]:
    """Width and height that hold every recorded line, in PDF points: of an edition no page is at hand."""
    boxes = [box for clause in book.store.clauses[name].values() for box in clause.boxes]
    width = max((box[3] for box in boxes), default=0) + MARGIN
    height = max((box[4] for box in boxes), default=0) + MARGIN
    return width, height
