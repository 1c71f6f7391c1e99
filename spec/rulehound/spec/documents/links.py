"""Links from rules, and from reasons for no check, to the clauses of every recorded edition of a document.

An author writes a link once, after reading the clause in one edition. The clause's permanent id carries it to
every other recorded edition of the document. A carried link is trusted where its words were read: in an
edition for which it is written, or in a review. Other words put it in doubt until they are reviewed, and so
do cross-references that name other clauses, and numbers that were recognised in a picture of the page. The
numbers of clauses and typography are not words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal, TypeAlias, TypeVar

import msgspec

from rulehound.spec.documents.alignment.punctuation import same_punctuation
from rulehound.spec.documents.lineage import Lineage, nearest
from rulehound.spec.documents.spec_records import Citation, NotChecked, RecordedClause, Review, Rule

LinkStatus: TypeAlias = Literal["ok", "moved", "suspect", "split", "orphan"]
"""ok: written for this edition, or carried to words that were read. moved: like ok, under another key.
suspect: the words changed, a cross-reference names another clause, or the number of a fact was recognised.
split: they changed, and the clause became several. orphan: the clause is gone."""

DOUBTFUL: frozenset[LinkStatus] = frozenset({"suspect", "split", "orphan"})
"""The statuses that a person has to review."""

RECOGNISED = "a number of it was recognised in a picture of the page: read it beside the print, and review it"
"""Why a link is suspect though its words were read: one wrong digit would look like any other number."""

AnyCitation = TypeVar("AnyCitation", bound=Citation)


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """A link to one clause of one edition: from a rule, or from the reason why a clause has no check."""

    rule: str
    """Id of the rule; empty for a reason for no check."""
    document: str
    version: str
    key: str | None
    """Key of the clause in this edition; None for an orphan."""
    status: LinkStatus
    clause: str
    """Permanent id of the clause; for an orphan, of the clause that was cited."""
    fingerprint: str = ""
    """Fingerprint of the clause's words in this edition; empty for an orphan."""
    written: str = ""
    """The edition and key that a carried link was written for, `1.0, 1-4-2`; empty where it is this one."""
    explanation: str = ""


def links_of(
    rule: str, citation: Citation, lineage: Lineage, reviews: Collection[Review]
) -> tuple[Link, ...]:
    """The links of one citation into every recorded edition, oldest first.

    `rule`: the id of the citing rule, empty for a reason for no check. Of `reviews`, those of this rule and
    this document count. Where several editions are cited, a link is carried from the nearest older one, else
    from the oldest. A clause that an older edition does not have yet gives no link there.
    """
    reviewed = [
        (review.clause, review.fingerprint)
        for review in reviews
        if (review.rule, review.document) == (rule, citation.document)
    ]
    readings = [*_as_written(citation, lineage), *_as_reviewed(rule, citation, lineage, reviews)]
    known = {(clause.id, clause.fingerprint) for _, clause in _as_written(citation, lineage)} | {*reviewed}
    links: list[Link] = []
    for version in lineage.versions:
        if version in citation.clause:
            links += (
                Link(rule, citation.document, version, clause.key, "ok", clause.id, clause.fingerprint)
                for key in citation.clauses(version)
                for clause in [lineage.editions[version][key]]
            )
        elif base := nearest(version, citation.clause, lineage.versions):
            links += _carried(rule, citation, lineage, base, version, known, readings)
    return tuple(links)


def completed(citation: AnyCitation, links: Iterable[Link]) -> AnyCitation:
    """A citation with the editions filled in that its links were carried to."""
    carried: dict[str, tuple[str, ...]] = {}
    for link in links:
        if link.version not in citation.clause and link.key is not None:
            carried[link.version] = (*carried.get(link.version, ()), link.key)
    return msgspec.structs.replace(citation, clause={**citation.clause, **carried}) if carried else citation


_Reading: TypeAlias = tuple[str, RecordedClause]
"""A clause that somebody read, and the edition in which it was read."""


def _as_written(citation: Citation, lineage: Lineage) -> Iterator[_Reading]:
    for version in citation.clause:
        for key in citation.clauses(version):
            yield version, lineage.editions[version][key]


def _as_reviewed(
    rule: str, citation: Citation, lineage: Lineage, reviews: Iterable[Review]
) -> Iterator[_Reading]:
    for review in reviews:
        if (review.rule, review.document) == (rule, citation.document):
            clause = lineage.by_id[review.version].get(review.clause)
            if clause is not None and clause.fingerprint == review.fingerprint:
                yield review.version, clause


def _carried(
    rule: str,
    citation: Citation,
    lineage: Lineage,
    base: str,
    version: str,
    known: Collection[tuple[str, str]],
    readings: Collection[_Reading],
) -> Iterator[Link]:
    """The links of the clauses cited in edition `base` into edition `version`. A merged clause has one."""
    document = citation.document
    later = lineage.versions.index(version) > lineage.versions.index(base)
    linked: set[str] = set()
    for key in citation.clauses(base):
        id, origin = lineage.editions[base][key].id, f"{base}, {key}"
        clauses = lineage.related(id, version)
        # A reason why not needs no clause; a rule that stood on one does.
        if not clauses and later and rule:
            explanation = f"{base}, {key} is gone in {version}"
            yield Link(rule, document, version, None, "orphan", id, "", origin, explanation)
        for clause in clauses:
            if clause.key not in linked:
                linked.add(clause.key)
                was_read = clause.fingerprint in _words(clause, lineage, known)
                status, why = _status(clause, (id, key, base), was_read, len(clauses))
                otherwise = _reads_otherwise(clause, version, lineage, readings) if was_read else ""
                if otherwise:
                    status, why = "suspect", f"{otherwise} than in {base}"
                elif was_read and _is_unread_number(clause, citation, version, readings):
                    status, why = "suspect", RECOGNISED
                yield Link(
                    rule, document, version, clause.key, status, clause.id, clause.fingerprint, origin, why
                )


def _is_unread_number(
    clause: RecordedClause, citation: Citation, version: str, readings: Collection[_Reading]
) -> bool:
    """Whether a number is read from a clause that was recognised, and nobody has read it in that edition."""
    may_state_one = bool(clause.recognised and clause.numbers and citation.states_facts)
    return may_state_one and (version, clause) not in readings


def _words(clause: RecordedClause, lineage: Lineage, known: Collection[tuple[str, str]]) -> set[str]:
    """The fingerprints under which somebody has read this clause, or one related to it."""
    kin = lineage.kin(clause.id)
    return {fingerprint for id, fingerprint in known if id in kin}


def _reads_otherwise(
    clause: RecordedClause, version: str, lineage: Lineage, readings: Iterable[_Reading]
) -> str:
    """What is unlike everywhere where somebody read these words of a clause: where its cross-references lead,
    its punctuation, or what stands around it; '' for nothing.
    """
    kin = lineage.kin(clause.id)
    same_words = [
        (read_in, read)
        for read_in, read in readings
        if read.id in kin and read.fingerprint == clause.fingerprint
    ]
    unlike = [_unlike(reading, clause, version, lineage) for reading in same_words]
    return "" if "" in unlike or not unlike else unlike[0]


def _unlike(reading: _Reading, clause: RecordedClause, version: str, lineage: Lineage) -> str:
    read_in, read = reading
    if not lineage.same_targets(read_in, read, version, clause):
        return "a cross-reference leads elsewhere"
    if not same_punctuation(read.punctuation, clause.punctuation):
        return "its punctuation, or a title that it quotes, is another"
    return lineage.changed_around(read_in, read, version)


def _status(
    clause: RecordedClause, cited: tuple[str, str, str], was_read: bool, parts: int
) -> tuple[LinkStatus, str]:
    """The status of a carried link with the reason. `cited`: id, key and version of the cited clause."""
    id, key, base = cited
    if was_read:
        same = clause.key == key
        return ("ok" if same else "moved"), f"{base}, {key}, with words that were read"
    if parts > 1:
        return "split", f"{base}, {key} became {parts} clauses"
    if clause.id != id:
        return "suspect", f"{base}, {key} was merged with others, or split"
    return "suspect", f"its words are not those of {base}, {key}"


def cited_by(rules: Iterable[Rule], reasons: Iterable[NotChecked]) -> Iterator[tuple[str, Citation]]:
    """Every citation of a spec in order, with the id of its rule, or an empty one for a reason."""
    for rule in rules:
        for source in rule.sources:
            yield rule.id, source
    for reason in reasons:
        yield "", reason
