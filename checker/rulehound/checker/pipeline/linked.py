"""Rules, clauses, checks and places in code, with everything linked to them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rulehound.checker.engines.source.citations import citations_of
from rulehound.checker.errors import UserError
from rulehound.checker.evidence.current_tree import current_tree
from rulehound.checker.evidence.demand_standings import DemandStanding
from rulehound.checker.evidence.standings import Faults
from rulehound.checker.evidence.storage import read_evidence
from rulehound.checker.model.content_hashes import places_by_rule
from rulehound.checker.pipeline.traceability import Traceability, known_checks, traceability
from rulehound.checker.rulebook.documents import reviewed_text
from rulehound.checker.rulebook.password import password_in_use
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.extract import Clause, Document
from rulehound.extract.pdf.pictures import clause_pages
from rulehound.extract.processes.isolation import ChildFailed, in_child
from rulehound.spec.documents.links_at_hand import LinkAtHand
from rulehound.spec.documents.spec_records import NOT_CHECKED_REASONS, CheckDeclaration, Rule


def linked_to(book: Rulebook, name: str, engine: str) -> tuple[list[Clause], Callable[[], dict[str, Any]]]:
    """The clauses that a rule, clause, check or place in code is about, and a function for all its links.

    Raises UserError for a name that is none of these. The function traces the whole spec, which takes long.
    """

    def traced() -> Traceability:
        return traceability(book, current_tree(book, engine))

    if name in book.hand.clauses and name not in book.store.rules:
        clause = book.hand.clauses[name]
        return [clause], lambda: _clause(book, traced(), clause)
    code = citations_of(engine, book.game.name, book.store.rules)
    if name in book.store.rules:
        return _about(book, [name]), lambda: _rule(book, traced(), book.store.rules[name], code.get(name, []))
    checks = {check.id: check for check in known_checks(book, read_evidence(book.game.directory))}
    if name in checks:
        return _about(book, checks[name].rules), lambda: _check(book, traced(), checks[name])
    if lines := _lines_of(code, name):
        rules = [rule for line in lines.values() for rule in line]
        return _about(book, rules), lambda: {"code": name, "cites": lines}
    raise _unknown(book, name, [*book.store.rules, *book.hand.clauses, *checks])


def _about(book: Rulebook, rules: Sequence[str]) -> list[Clause]:
    """The clauses of the document at hand that these rules rest on."""
    cited = [key for rule in dict.fromkeys(rules) for key in _recorded(book, book.store.rules[rule])]
    found = (book.hand.clause(key) for key in dict.fromkeys(cited))
    return [clause for clause in found if clause is not None]


def _lines_of(code: Mapping[str, Sequence[str]], name: str) -> dict[str, list[str]]:
    """Lines of a file, or the one line of it, that cite rules: each with the rules."""
    found: dict[str, list[str]] = defaultdict(list)
    for rule, places in code.items():
        for place in places:
            file, _, line = place.rpartition(":")
            if name in (place, file) or place.endswith(f"/{name}") or file.endswith(f"/{name}"):
                found[f"{file}:{int(line):04}"].append(rule)
    return {re.sub(":0+", ":", place): rules for place, rules in sorted(found.items())}


def _unknown(book: Rulebook, name: str, known: Sequence[str]) -> UserError:
    near = get_close_matches(name, known, n=3)
    what = (
        f"{name or 'an empty name'} is neither a rule, nor a clause of {Path(book.hand.document.path).name}, "
        f"nor a check, nor code that cites a rule"
    )
    remedy = f"the nearest are {', '.join(near)}" if near else "rulehound trace --json lists them all"
    return UserError(what, remedy)


def _recorded(book: Rulebook, rule: Rule) -> list[str]:
    """Keys of the clauses that a rule rests on, in the recorded edition that the document at hand is."""
    document, version = book.hand.identified.edition
    return [key for s in rule.sources if s.document == document for key in s.clauses(version)]


def _rule(book: Rulebook, traced: Traceability, rule: Rule, code: Sequence[str]) -> dict[str, Any]:
    row = next(row for row in traced.matrix.rules if row.rule == rule.id)
    standing = {edition: one for (edition, name), one in traced.account.rules.items() if name == rule.id}
    faults = next((one.faults for one in standing.values()), Faults())
    facts = dict.fromkeys(fact for source in rule.sources for fact in source.facts)
    return {
        "rule": rule.id,
        "kind": rule.kind,
        "says": rule.says,
        "editions": list(rule.editions) or "all",
        "holds": f"{'yes' if book.holds(rule) else 'no'}, in edition {book.edition}",
        "facts": {fact: book.facts[fact].explanation for fact in facts},
        "clauses": [_linked(book, link) for link in book.links_by_rule.get(rule.id, ())],
        "elsewhere": [
            f"{source.document} {source.version}: {', '.join(source.clauses)}"
            for source in row.sources
            if source.clauses and (source.document, source.version) != book.hand.identified.edition
        ],
        "model": places_by_rule(book.game.model()).get(rule.id, []),
        "engine": list(code),
        "checks": list(row.checks),
        "status": {
            edition: one.status.value + (f": {'; '.join(one.why)}" if one.why else "")
            for edition, one in standing.items()
        },
        "faults caught": [*faults.planted, *faults.caught],
        "faults alive": list(faults.alive),
    }


def _linked(book: Rulebook, link: LinkAtHand) -> dict[str, Any]:
    """A link with the clause it leads to; in doubt, with the words that were reviewed as well."""
    shown: dict[str, Any] = {"link": f"{link.status}: {link.explanation}"}
    if link.places:
        shown |= _place(book.hand.clauses[link.places[0]])
    if link.is_doubtful:
        reviewed, text = reviewed_text(book, link)
        shown["reviewed"] = f"{reviewed}: {text or 'its text is not at hand'}"
    return shown


def _check(book: Rulebook, traced: Traceability, check: CheckDeclaration) -> dict[str, Any]:
    ran = {
        edition: [f"{one.verdict.value}: {one.shown}" for one in run.checks if one.check == check.id]
        for edition, run in traced.evidence.editions.items()
    }
    return {
        "check": check.id,
        "kind": check.kind,
        "written": check.origin,
        "facts": list(check.facts),
        "rules": {rule: book.store.rules[rule].says for rule in check.rules},
        "on record": {edition: told for edition, told in ran.items() if told},
        "seen to fail on": list(traced.account.seen.caught.get(check.id, ())),
    }


def _clause(book: Rulebook, traced: Traceability, clause: Clause) -> dict[str, Any]:
    name = book.hand.identified.edition
    edition = next(e for e in traced.matrix.editions if (e.document, e.version) == name)
    row = next((row for row in edition.clauses if row.found == clause.key), None)
    shown = clause_alone(clause, book.hand.document.clauses)
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
        for standing in (one for one in traced.account.clauses if one.row is row):
            shown["evidence"] = standing.status.value + (f": {standing.why}" if standing.why else "")
            shown["demands"] = [_demand(demand) for demand in standing.demands]
    return {key: value for key, value in shown.items() if value not in ("", [])}


def _demand(demand: DemandStanding) -> dict[str, Any]:
    return {
        "demand": demand.says,
        **({"as": demand.written_for} if demand.written_for else {}),
        "status": demand.status.value + (f": {demand.why}" if demand.why else ""),
        "checks": list(demand.checks),
    }


def clause_alone(clause: Clause, clauses: Sequence[Clause]) -> dict[str, Any]:
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


def picture_of(document: Document, name: str, clauses: list[Clause]) -> bytes:
    """The pages on which clauses stand, side by side, their lines marked, as one PNG. Raises UserError."""
    if not clauses:
        raise UserError(f"{name} has no clause in the document at hand", "leave --picture out")
    boxes = tuple(box for clause in clauses for box in clause.boxes)
    try:
        return in_child(clause_pages, document.path, boxes, 2.0, password_in_use())
    except ChildFailed as failure:
        raise UserError(f"{document.path}: drawing its pages {failure}", "leave --picture out") from None
