"""`rulehound show`: one rule or one clause, with its words, its place, its links and its checks."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rulehound.checker.commands.trace import trace_matrix
from rulehound.checker.documents import Reading
from rulehound.checker.errors import UserError
from rulehound.checker.output import print_json, write_whole
from rulehound.checker.rulebook import BookOptions, Rulebook
from rulehound.checker.terminal import console, printable, progress
from rulehound.extract import Clause, Document
from rulehound.extract.pdf.pictures import clause_pages
from rulehound.extract.processes.isolation import ChildFailed, in_child
from rulehound.spec.records import NOT_CHECKED_REASONS, Rule, SpecError


def run(options: BookOptions, name: str, picture: Path | None, as_json: bool) -> int:
    """Print a rule by its id, or a clause of the document at hand by its number or key.

    Of a document that the spec does not know, clauses are shown without links. `picture`: write the pages
    that it stands on, side by side, its lines marked, as one PNG. Raises UserError for a name that is neither
    rule nor clause, DocumentError for a document of which there are no pictures.
    """
    with progress() as report:
        try:
            book = options.read(report)
        except SpecError:
            if options.rules is None:
                raise
            document = Reading().read(options.rules, report)
            clauses = [clause for clause in document.clauses if clause.key == name]
            if not clauses:
                raise
            shown = _by_itself(clauses[0], document.clauses)
        else:
            document = book.hand.document
            shown, clauses = _in_book(book, name)
    if picture is not None:
        _write_picture(document, name, clauses, picture)
    if as_json:
        print_json(shown)
    else:
        console().print(printable("\n".join(_lines(shown))), soft_wrap=True)
    return 0


def _in_book(book: Rulebook, name: str) -> tuple[dict[str, Any], list[Clause]]:
    """What there is to say of a rule or a clause, and the clauses that it is about."""
    if name in book.store.rules:
        rule = book.store.rules[name]
        found = (book.hand.clause(key) for key in _recorded(book, rule))
        return _rule(book, rule), [clause for clause in found if clause is not None]
    if name in book.hand.clauses:
        return _clause(book, book.hand.clauses[name]), [book.hand.clauses[name]]
    near = get_close_matches(name, [*book.store.rules, *book.hand.clauses], n=3)
    what = f"{name} is neither a rule nor a clause of {Path(book.hand.document.path).name}"
    remedy = f"the nearest are {', '.join(near)}" if near else "rulehound trace --json lists them all"
    raise UserError(what, remedy)


def _recorded(book: Rulebook, rule: Rule) -> list[str]:
    """Keys of the clauses that a rule rests on, in the recorded edition that the document at hand is."""
    document, version = book.hand.identified.edition
    return [key for s in rule.sources if s.document == document for key in s.clauses(version)]


def _rule(book: Rulebook, rule: Rule) -> dict[str, Any]:
    resolutions = [book.hand.resolutions[key] for key in _recorded(book, rule)]
    row = next(row for row in trace_matrix(book).rules if row.rule == rule.id)
    facts = dict.fromkeys(fact for source in rule.sources for fact in source.facts)
    return {
        "rule": rule.id,
        "kind": rule.kind,
        "says": rule.says,
        "editions": list(rule.editions) or "all",
        "holds": f"{'yes' if book.holds(rule) else 'no'}, in edition {book.edition}",
        "facts": {fact: book.facts[fact].explanation for fact in facts},
        "clauses": [
            {
                "link": f"{r.status}: {r.explanation}",
                **(_place(book.hand.clauses[r.found]) if r.found else {}),
            }
            for r in resolutions
        ],
        "elsewhere": [
            f"{source.document} {source.version}: {', '.join(source.clauses)}"
            for source in row.sources
            if (source.document, source.version) != book.hand.identified.edition
        ],
        "checks": list(row.checks),
    }


def _clause(book: Rulebook, clause: Clause) -> dict[str, Any]:
    name = book.hand.identified.edition
    edition = next(e for e in trace_matrix(book).editions if (e.document, e.version) == name)
    row = next((row for row in edition.clauses if row.found == clause.key), None)
    shown = _by_itself(clause, book.hand.document.clauses)
    if row is not None:
        reasons: dict[str, str] = dict(NOT_CHECKED_REASONS.items())
        shown |= {
            "link": row.link,
            "status": row.status,
            "reason": reasons.get(row.reason, ""),
            "note": row.note,
            "rules": list(row.rules),
            "checks": list(row.checks),
        }
    return {key: value for key, value in shown.items() if value not in ("", [])}


def _by_itself(clause: Clause, clauses: Sequence[Clause]) -> dict[str, Any]:
    """A clause among the clauses of its document, without what the spec links to it."""
    shown: dict[str, Any] = {**_place(clause), "kind": clause.kind}
    for other in clauses:
        if other.key == clause.parent:
            shown["under"] = f"{other.key} {other.text}"
    if holds := [other.key for other in clauses if other.parent == clause.key]:
        shown["holds"] = holds
    return shown


def _place(clause: Clause) -> dict[str, Any]:
    return {"clause": clause.key, "page": clause.page, "text": clause.text, "changed": clause.changed}


def _lines(shown: Any, indent: str = "") -> list[str]:
    """A JSON value as an outline for people."""
    lines = []
    for key, value in shown.items():
        if isinstance(value, dict) and value:
            lines += [f"{indent}{key}:", *_lines(value, indent + "  ")]
        elif isinstance(value, list) and value:
            lines.append(f"{indent}{key}:")
            for item in value:
                text = _lines(item, indent + "    ") if isinstance(item, dict) else [f"{indent}    {item}"]
                lines += [f"{indent}  - {text[0].strip()}", *text[1:]]
        else:
            plain = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value or "none"
            lines.append(f"{indent}{key}: {plain}")
    return lines


def _write_picture(document: Document, name: str, clauses: list[Clause], out: Path) -> None:
    if not clauses:
        raise UserError(f"{name} has no clause in the document at hand", "leave --picture out")
    boxes = tuple(box for clause in clauses for box in clause.boxes)
    try:
        picture = in_child(clause_pages, document.path, boxes)
    except ChildFailed as failure:
        raise UserError(f"{document.path}: drawing its pages {failure}", "leave --picture out") from None
    write_whole(out, picture)
