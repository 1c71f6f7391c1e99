"""The page of every clause: a map coloured by status, and the evidence for each. It works offline."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from rulehound.checker.engines.source.citations import citations_of
from rulehound.checker.evidence.counts import by_status
from rulehound.checker.evidence.standings import ClauseStanding, RuleStanding, Standings
from rulehound.checker.evidence.status import Status
from rulehound.checker.evidence.tried_citations import without_effect
from rulehound.checker.model.content_hashes import places_by_rule
from rulehound.checker.report.templates import templates
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.spec.documents.matrix import Matrix

PAGE = Path(__file__).parent / "page"

MARKS = {
    Status.VERIFIED: "✓",
    Status.PARTLY: "½",
    Status.WEAK: "w",
    Status.INCONCLUSIVE: "?",
    Status.STALE: "~",
    Status.SUSPECT: "!",
    Status.VIOLATED: "✗",
    Status.OPEN: "·",
    Status.NOT_TESTABLE: "–",
}
"""A sign for each status, beside its colour."""

MARGIN = 40
"""PDF points that a page is assumed to go on beyond the outermost lines of its clauses."""

_TEMPLATES = templates(PAGE)


class ClausesPage(NamedTuple):
    """The page of every clause."""

    page: str
    data: str = ""
    """The script that gives it what it shows of a clause; "" where that lies within the page."""


def clauses_page(
    book: Rulebook,
    matrix: Matrix,
    standings: Standings,
    engine: str,
    *,
    pictures: Mapping[str, str],
    traces: Mapping[str, Sequence[str]],
    pages: Sequence[tuple[str, str]] = (),
    here: str = "",
    apart: str = "",
) -> ClausesPage:
    """The page of these standings, with the places where the engine's code cites each rule.

    `pictures`: addresses of images by key of the clause in the document at hand. `traces`: counterexamples of
    a rule, as text. `pages`: those of the report that it is part of, with what they are called, and which of
    them is `here`. `apart`: the file that the evidence is loaded from when somebody looks at it; else it lies
    within the page. Equal standings give equal pages.
    """
    hand = book.hand.identified.edition
    documents = documents_shown(book, standings)
    judged_by = {(clause.document, clause.version): clause.ruleset for clause in standings.clauses}
    tallies = by_status(standings.clauses, lambda _: "").get("", {})
    data = {
        "clauses": [_clause(book, documents, clause) for clause in standings.clauses],
        "rules": _rules(
            book, matrix, standings, citations_of(engine, book.game.name, book.store.rules), traces
        ),
        "checks": _checks(standings),
        "caught": {check: len(faults) for check, faults in sorted(standings.seen.caught.items())},
        "changed": sorted(standings.seen.changed),
        "documents": [_title(book, name) for name in documents],
        "editions": [judged_by[name] for name in documents],
        "pages": [_page_size(book, name) for name in documents],
        "pictures": dict(sorted(pictures.items())),
        "hand": _title(book, hand),
    }
    encoded = for_script(data)
    page = _TEMPLATES.get_template("clauses.html.j2").render(
        title=book.game.title,
        lead=f"{len(standings.clauses):,} clauses of {len(documents)} editions of documents, "
        f"{len(book.store.rules):,} rules",
        statuses=[(status.value, tallies[status]) for status in Status if tallies.get(status)],
        marks={status.value: mark for status, mark in MARKS.items()},
        documents=[_map(book, name, standings.clauses) for name in documents],
        data="" if apart else encoded,
        apart=apart,
        pages=pages,
        here=here,
        footer=f"{len(standings.clauses):,} clauses: the page is whole.",
    )
    return ClausesPage(page, f"globalThis.clauseData = {encoded};\n" if apart else "")


def documents_shown(book: Rulebook, standings: Standings) -> list[tuple[str, str]]:
    """The documents of the page with their versions, in its order: the one at hand comes first."""
    names = dict.fromkeys((clause.document, clause.version) for clause in standings.clauses)
    return sorted(names, key=lambda name: name != book.hand.identified.edition)


def inside(pictures: Mapping[str, bytes]) -> dict[str, str]:
    """PNG images as addresses of themselves."""
    encoded = {key: base64.b64encode(png).decode("ascii") for key, png in pictures.items()}
    return {key: f"data:image/png;base64,{text}" for key, text in encoded.items()}


def for_script(data: Any) -> str:
    """JSON in which no text can end the script element that it stands in."""
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
    summary = ", ".join(f"{counts[status]:,} {status.value}" for status in Status if counts.get(status))
    return {
        "title": _title(book, name),
        "counts": f"{len(own):,} clauses: {summary}",
        "chapters": [{"key": key, "clauses": members} for key, members in chapters.items()],
    }


def _link(clause: ClauseStanding) -> str:
    return f"{clause.document}@{clause.version}/{clause.row.clause}"


def _clause(book: Rulebook, documents: Sequence[tuple[str, str]], clause: ClauseStanding) -> dict[str, Any]:
    name, row = (clause.document, clause.version), clause.row
    recorded = book.store.clauses[name].get(row.clause)
    located = book.hand.clause(row.clause) if name == book.hand.identified.edition and recorded else None
    return {
        "document": documents.index(name),
        "key": row.clause,
        "kind": row.kind,
        "status": clause.status.value,
        "why": clause.why,
        "note": row.note,
        "link": row.link,
        "rules": row.rules,
        "demands": clause.demands,
        "page": row.page,
        "boxes": recorded.boxes if recorded else (),
        "text": located.text if located else "",
    }


def _rules(
    book: Rulebook,
    matrix: Matrix,
    standings: Standings,
    code: Mapping[str, Sequence[str]],
    traces: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    declared = {row.rule: row.checks for row in matrix.rules}
    model = places_by_rule(book.game.model())
    by_rule: dict[str, dict[str, RuleStanding]] = defaultdict(dict)
    for (edition, name), each in standings.rules.items():
        by_rule[name][edition] = each
    in_vain: dict[str, list[str]] = defaultdict(list)
    for citation in without_effect(standings.citations):
        in_vain[citation.rule].append(str(citation))
    data = {}
    for rule in book.store.rules.values():
        by_edition = by_rule[rule.id]
        ran = (check.check for each in by_edition.values() for check in each.checks)
        faults = next((each.faults for each in by_edition.values()), None)
        data[rule.id] = {
            "says": rule.says,
            "kind": rule.kind,
            "standing": {edition: [each.status.value, each.why] for edition, each in by_edition.items()},
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
    return data


def _checks(standings: Standings) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """By edition and check: the verdict of each of its runs, and what that run covered."""
    by_check: dict[str, dict[str, dict[tuple[str, str], None]]] = defaultdict(lambda: defaultdict(dict))
    for (edition, _), standing in standings.rules.items():
        for check in standing.checks:
            where = f"{check.shown} ({check.configuration})" if check.configuration else check.shown
            by_check[edition][check.check][check.verdict.value, where] = None
    return {
        edition: {name: list(runs) for name, runs in checks.items()} for edition, checks in by_check.items()
    }


def _page_size(book: Rulebook, name: tuple[str, str]) -> tuple[int, int]:
    """Width and height of a page in PDF points, as guessed from the lines that are recorded of an edition."""
    boxes = [box for clause in book.store.clauses[name].values() for box in clause.boxes]
    width = max((box[3] for box in boxes), default=0) + MARGIN
    height = max((box[4] for box in boxes), default=0) + MARGIN
    return width, height
