"""The trace matrix: every clause with its rules and checks, every rule and fact with its checks.

Links are written once, by the rule that cites a clause and by the check that cites a rule. The matrix is
computed from them, in the order of the spec.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from rulehound.spec.documents.at_hand import DocumentAtHand
from rulehound.spec.documents.facts import FactReading
from rulehound.spec.documents.links import DOUBTFUL, Link
from rulehound.spec.documents.spec_records import DEMANDING, CheckDeclaration, EditionName
from rulehound.spec.documents.store import Store

ClauseStatus: TypeAlias = Literal["no-demand", "checked", "unchecked", "not-checked", "contradiction", "open"]
"""How a clause stands. Rules cite it or the spec records a reason why none does, or both, or neither:

- checked: one of the rules that cite it has a check;
- unchecked: rules cite it, and none of them has a check;
- not-checked: no rule cites it, and a reason for that is on record;
- contradiction: rules cite it, and a reason is on record as well;
- open: neither, though its kind may demand something of a game;
- no-demand: neither, and its kind demands nothing of a game: a heading, an example, a label."""

LINK_STATUSES = ("ok", "recorded", "moved", "suspect", "split", "orphan")
"""The statuses of links, from best to worst."""


class ClauseRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A clause of an edition with its rules and checks."""

    clause: str
    kind: str
    page: int
    status: ClauseStatus
    rules: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    reason: str = ""
    note: str = ""
    link: str = "recorded"
    """The worst status of its links, in the document at hand and in the record: orphan, split, suspect, moved
    or ok; `new` for a clause of the document at hand that is not recorded; `recorded` where no document is at
    hand and no link is in doubt."""
    found: str | None = None
    """Key in the document at hand."""


class EditionMatrix(msgspec.Struct, frozen=True):
    """All clauses of one edition. `complete`: every clause must have a status."""

    document: str
    version: str
    ruleset: str
    complete: bool
    clauses: tuple[ClauseRow, ...]
    doubtful: tuple[Link, ...]
    """The links into this edition that a person has to review, by the record alone."""


class SourceRow(msgspec.Struct, frozen=True):
    """The clauses of one edition that state a rule."""

    document: str
    version: str
    clauses: tuple[str, ...]


class RuleRow(msgspec.Struct, frozen=True):
    """A rule with its sources and checks."""

    rule: str
    kind: str
    editions: tuple[str, ...]
    sources: tuple[SourceRow, ...]
    checks: tuple[str, ...]
    verdict: str
    """The verdict given by the caller; '' where no check was run."""


class FactRow(msgspec.Struct, frozen=True):
    """A fact with the rules whose sources state it, the checks that use it, and its value."""

    fact: str
    rules: tuple[str, ...]
    checks: tuple[str, ...]
    status: str
    value: int | None
    explanation: str


class Count(msgspec.Struct, frozen=True):
    """A count with its denominator."""

    name: str
    count: int
    of: int


class Matrix(msgspec.Struct, frozen=True):
    """The whole matrix. Equal specs give equal JSON."""

    editions: tuple[EditionMatrix, ...]
    rules: tuple[RuleRow, ...]
    facts: tuple[FactRow, ...]
    checks: tuple[CheckDeclaration, ...]


def build_matrix(
    store: Store,
    checks: Iterable[CheckDeclaration],
    documents: Sequence[DocumentAtHand] = (),
    facts: Mapping[str, FactReading] | None = None,
    verdicts: Mapping[str, str] | None = None,
) -> Matrix:
    """Trace all recorded editions, all rules and all facts.

    `documents`: the documents at hand; links into them are judged by their words. `facts`: read from them.
    `verdicts`: the verdict of each rule, where checks were run.
    """
    declared = tuple(sorted(checks, key=lambda check: check.id))
    by_rule: dict[str, list[str]] = defaultdict(list)
    by_fact: dict[str, list[str]] = defaultdict(list)
    for check in declared:
        for rule in dict.fromkeys(check.rules):
            by_rule[rule].append(check.id)
        for fact in dict.fromkeys(check.facts):
            by_fact[fact].append(check.id)
    hands = {hand.identified.edition: hand for hand in documents}
    return Matrix(
        editions=tuple(_edition(store, name, by_rule, hands.get(name)) for name in store.clauses),
        rules=tuple(
            RuleRow(
                rule.id,
                rule.kind,
                rule.editions,
                tuple(
                    SourceRow(source.document, version, source.clauses(version))
                    for source in rule.sources
                    for version in source.clause
                ),
                tuple(by_rule[rule.id]),
                (verdicts or {}).get(rule.id, ""),
            )
            for rule in store.rules.values()
        ),
        facts=tuple(_fact(store, fact, by_fact[fact], (facts or {}).get(fact)) for fact in store.facts()),
        checks=declared,
    )


def _edition(
    store: Store, name: EditionName, by_rule: Mapping[str, Sequence[str]], hand: DocumentAtHand | None
) -> EditionMatrix:
    document, version = name
    rules: dict[str, list[str]] = defaultdict(list)
    for rule in store.rules.values():
        for source in rule.sources:
            if source.document == document:
                for key in source.clauses(version):
                    if rule.id not in rules[key]:
                        rules[key].append(rule.id)
    links: dict[str | None, list[str]] = defaultdict(list)
    for link in store.links:
        if (link.document, link.version) == name:
            links[link.key].append(link.status)
    reasons = {
        key: entry
        for entry in store.not_checked
        if entry.document == document
        for key in entry.clauses(version)
    }
    rows = []
    for key, clause in store.clauses[name].items():
        cited = tuple(rules[key])
        checks = tuple(sorted({check for rule in cited for check in by_rule.get(rule, ())}))
        entry = reasons.get(key)
        resolution = hand.resolutions[key] if hand else None
        rows.append(
            ClauseRow(
                clause=key,
                kind=clause.kind,
                page=clause.page,
                status=_status(clause.kind, bool(cited), bool(checks), entry is not None),
                rules=cited,
                checks=checks,
                reason=entry.reason if entry else "",
                note=entry.note if entry else "",
                link=max(
                    [*links[key], resolution.status if resolution else "recorded"],
                    key=LINK_STATUSES.index,
                ),
                found=resolution.found if resolution else None,
            )
        )
    for key in hand.unrecorded if hand else ():
        assert hand is not None
        new = hand.clauses[key]
        status = _status(new.kind, False, False, False)
        rows.append(ClauseRow(key, new.kind, new.page, status, link="new", found=key))
    edition = store.edition(document, version)
    doubtful = tuple(
        link for link in store.links if (link.document, link.version) == name and link.status in DOUBTFUL
    )
    return EditionMatrix(
        document, version, edition.ruleset, store.must_be_complete(document), tuple(rows), doubtful
    )


def _status(kind: str, cited: bool, checked: bool, has_reason: bool) -> ClauseStatus:
    if cited and has_reason:
        return "contradiction"
    if cited:
        return "checked" if checked else "unchecked"
    if has_reason:
        return "not-checked"
    return "open" if kind in DEMANDING else "no-demand"


def _fact(store: Store, fact: str, checks: Sequence[str], reading: FactReading | None) -> FactRow:
    rules = tuple(
        rule.id for rule in store.rules.values() if any(fact in source.facts for source in rule.sources)
    )
    if reading is None:
        return FactRow(fact, rules, tuple(checks), "not read", None, "")
    return FactRow(fact, rules, tuple(checks), reading.status, reading.value, reading.explanation)


def counts(edition: EditionMatrix) -> tuple[Count, ...]:
    """Counts of the clauses of an edition by status, and of its links in doubt."""
    rows = edition.clauses
    text = [row for row in rows if row.kind in DEMANDING]
    traced = [row for row in rows if row.status not in ("no-demand", "open")]
    orphans = sum(link.key is None for link in edition.doubtful)

    def having(status: ClauseStatus) -> int:
        return sum(row.status == status for row in text)

    return (
        Count("headings and the like", len(rows) - len(text), len(rows)),
        Count("clauses", len(text), len(rows)),
        Count("clauses linked to a rule with a check", having("checked"), len(text)),
        Count("clauses linked to rules without a check", having("unchecked"), len(text)),
        Count("clauses with a reason why not", having("not-checked"), len(text)),
        Count("clauses with both a rule and a reason", having("contradiction"), len(text)),
        Count("clauses without a status", having("open"), len(text)),
        Count("suspect links", sum(row.link == "suspect" for row in traced), len(traced)),
        Count("split links", sum(row.link == "split" for row in traced), len(traced)),
        Count("moved links", sum(row.link == "moved" for row in traced), len(traced)),
        Count("orphan links", orphans + sum(row.link == "orphan" for row in traced), orphans + len(traced)),
    )


def totals(matrix: Matrix) -> tuple[Count, ...]:
    """Counts of the rules and facts with checks and sources."""
    rules, facts = matrix.rules, matrix.facts
    return (
        Count("rules with a check", sum(bool(row.checks) for row in rules), len(rules)),
        Count("rules with a source", sum(bool(row.sources) for row in rules), len(rules)),
        Count("facts with a check", sum(bool(row.checks) for row in facts), len(facts)),
        Count("facts read", sum(row.status == "ok" for row in facts), len(facts)),
    )


def matrix_problems(matrix: Matrix) -> list[str]:
    """The problems of the matrix, one line each; none where it is in order.

    Clauses of an edition that need not be complete may be open. Their links are judged like all others.
    """
    problems = [
        f"{edition.document} {edition.version}{problem}"
        for edition in matrix.editions
        for problem in (*_clauses_problems(edition), *map(_link_problem, edition.doubtful))
    ]
    recorded = {edition.ruleset for edition in matrix.editions}
    for rule in matrix.rules:
        if not rule.checks:
            problems.append(f"rule {rule.rule}: no check stands for it")
        if not rule.sources and (not rule.editions or recorded & set(rule.editions)):
            problems.append(f"rule {rule.rule}: no recorded document states it")
    for fact in matrix.facts:
        if not fact.checks:
            problems.append(f"fact {fact.fact}: no check rests on it")
        if fact.status in ("missing", "contradictory", "suspect"):
            problems.append(f"fact {fact.fact}: {fact.status}: {fact.explanation}")
    return problems + _check_problems(matrix)


def _check_problems(matrix: Matrix) -> list[str]:
    rules = {row.rule for row in matrix.rules}
    facts = {row.fact for row in matrix.facts}
    problems = []
    ids: set[str] = set()
    for check in matrix.checks:
        wrong = ["declared twice"] if check.id in ids else []
        wrong += [] if check.rules else ["cites no rule"]
        wrong += [f"cites unknown rule {rule}" for rule in check.rules if rule not in rules]
        wrong += [f"cites unknown fact {fact}" for fact in check.facts if fact not in facts]
        problems += [f"check {check.id}: {what}" for what in wrong]
        ids.add(check.id)
    return problems


def _link_problem(link: Link) -> str:
    place = "" if link.key is None else f", {link.key}"
    cited_by = link.rule or "the reason why it is not checked"
    return f"{place}: {link.status} link of {cited_by}: {link.explanation}"


def _clauses_problems(edition: EditionMatrix) -> Iterator[str]:
    in_doubt = {link.key for link in edition.doubtful}
    for row in edition.clauses:
        for problem in _clause_problems(row, edition.complete, row.clause in in_doubt):
            yield f", {row.clause}: {problem}"


def _clause_problems(row: ClauseRow, complete: bool, reported: bool) -> list[str]:
    problems = []
    if row.status == "contradiction":
        cited = ", ".join(row.rules)
        problems.append(f"is a source of {cited} and also listed as not checked ({row.reason})")
    if row.status == "open" and row.link == "new":
        problems.append("is new in the document at hand and has no status")
    elif row.status == "open" and complete:
        problems.append("no rule cites it, and no reason is given")
    if row.status == "unchecked" and complete:
        problems.append(f"no rule that it supports has a check ({', '.join(row.rules)})")
    linked = row.status not in ("no-demand", "open")
    # Each doubtful link of the record is reported by itself.
    if linked and (row.link == "orphan" or (row.link == "suspect" and not reported)):
        where = f", now at {row.found}" if row.found not in (None, row.clause) else ""
        what = "its words changed since they were reviewed" if row.link == "suspect" else "it is gone"
        problems.append(f"{row.link}: {what}{where}")
    return problems
