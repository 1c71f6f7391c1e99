"""The links of rules into the document at hand, each judged by the words that somebody has reviewed.

A link is reviewed in an edition for which it is written, in an edition with the same words, and where
reviews.toml says so. The document at hand need not be recorded: its own words are compared with the reviewed
ones, through the recorded edition that it is or resembles.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rulehound.spec.documents.alignment.punctuation import same_punctuation
from rulehound.spec.documents.at_hand import DocumentAtHand
from rulehound.spec.documents.links import DOUBTFUL, RECOGNISED, Link, LinkStatus
from rulehound.spec.documents.spec_records import RecordedClause
from rulehound.spec.documents.store import Store
from rulehound.spec.documents.wording import wording

if TYPE_CHECKING:
    from rulehound.extract import Clause


class ReviewedClause(NamedTuple):
    """A recorded clause in whose words somebody has read what a rule demands."""

    version: str
    clause: RecordedClause

    def __str__(self) -> str:
        return f"{self.version}, {self.clause.key}"

    def has_words_of(self, clause: Clause, marks: str) -> bool:
        """Whether a clause has the same words. `marks`: its punctuation."""
        same = self.clause.fingerprint == clause.fingerprint
        return same and same_punctuation(self.clause.punctuation, marks)

    def numbers_changed(self, clause: Clause) -> tuple[tuple[int, int], ...] | None:
        """The reviewed and the present value of each number, where a clause differs in numbers alone.

        None where its words differ, too, or where the record does not say (it was made by an older version).
        """
        words, numbers = wording(clause.text, clause.references)
        if not words or words != self.clause.wording:
            return None
        return tuple(zip(self.clause.numbers, numbers, strict=True))


ReviewedWords = Mapping[tuple[str, str], tuple[ReviewedClause, ...]]
"""By rule (empty for reasons for no check) and permanent id of a clause: the reviewed clauses related to it,
the newest edition first."""


class LinkAtHand(msgspec.Struct, frozen=True):
    """A link from a rule, or from the reason why a clause has no check, into the document at hand."""

    rule: str
    """Id of the rule; empty for a reason for no check."""
    recorded: str
    """Key of the clause in the recorded edition; where that lost it, the edition and key that were cited."""
    status: LinkStatus
    places: tuple[str, ...]
    """Keys of the clause in the document at hand; none for an orphan."""
    explanation: str
    reviewed: tuple[tuple[str, str], ...] = ()
    """Version and key of the clauses whose words were reviewed, the newest first."""

    @property
    def is_doubtful(self) -> bool:
        """Whether a person has to review it."""
        return self.status in DOUBTFUL


def reviewed_words(store: Store, document: str) -> ReviewedWords:
    """The reviewed clauses of a document, for each rule and each permanent id that a link of it leads to."""
    lineage = store.lineages[document]
    links: dict[str, list[Link]] = defaultdict(list)
    for link in store.links:
        if link.document == document:
            links[link.rule].append(link)
    reviewed: dict[tuple[str, str], tuple[ReviewedClause, ...]] = {}
    for rule, own in links.items():
        clauses = [
            ReviewedClause(link.version, store.clauses[document, link.version][link.key])
            for link in reversed(own)
            if link.key is not None and link.status not in DOUBTFUL
        ]
        for id in {link.clause for link in own}:
            kin = lineage.kin(id)
            reviewed[rule, id] = tuple(one for one in clauses if one.clause.id in kin)
    return reviewed


def links_at_hand(store: Store, hand: DocumentAtHand) -> tuple[LinkAtHand, ...]:
    """Every link into the document at hand, in the order of the rules, then of the reasons."""
    document, version = hand.identified.edition
    reviewed = reviewed_words(store, document)
    numeric = {
        (pattern.rule, key)
        for pattern in store.fact_patterns(document, version)
        for key in pattern.clauses
        if store.clauses[document, version][key].numbers
    }
    return tuple(
        _link(link, hand, reviewed[link.rule, link.clause], (link.rule, link.key) in numeric)
        for link in store.links
        if (link.document, link.version) == (document, version)
    )


def is_unreviewed_recognition(clause: Clause, hand: DocumentAtHand, words: Iterable[ReviewedClause]) -> bool:
    """Whether a clause was recognised in a picture, and nobody has read it in this very file.

    `words`: the reviewed clauses that it is related to.
    """
    here = hand.identified.version if hand.identified.exact else None
    return bool(clause.recognised) and all(one.version != here for one in words)


def _link(
    link: Link, hand: DocumentAtHand, reviewed: tuple[ReviewedClause, ...], states_facts: bool
) -> LinkAtHand:
    words = tuple((one.version, one.clause.key) for one in reviewed)
    if link.key is None:
        return LinkAtHand(link.rule, link.written, "orphan", (), link.explanation, words)
    resolution = hand.resolutions[link.key]
    status: LinkStatus = "split" if resolution.further else resolution.status
    explanation = resolution.explanation
    if status in ("ok", "moved"):
        if link.status != "ok":
            status, explanation = link.status, link.explanation
        elif link.explanation and not link.written:
            explanation = f"{explanation}; {link.explanation}"
    elif status == "suspect" and resolution.found is not None:
        clause = hand.clauses[resolution.found]
        marks = hand.punctuation[clause.key]
        same = next((one for one in reviewed if one.has_words_of(clause, marks)), None)
        if same is not None and " merged into " not in explanation and not resolution.reads_otherwise:
            status = "ok" if same.clause.key == clause.key else "moved"
            explanation = f"{same}, with words that were read"
    read = [hand.clauses[place] for place in resolution.places] if states_facts else []
    if status in ("ok", "moved") and any(is_unreviewed_recognition(one, hand, reviewed) for one in read):
        status, explanation = "suspect", RECOGNISED
    if status in DOUBTFUL and (numbers := _numbers_alone(hand, resolution.places, reviewed)):
        explanation = f"{explanation}; nothing but its numbers changed: {numbers}"
    return LinkAtHand(link.rule, link.key, status, resolution.places, explanation, words)


def _numbers_alone(
    hand: DocumentAtHand, places: tuple[str, ...], reviewed: tuple[ReviewedClause, ...]
) -> str:
    """The numbers that changed since a clause was reviewed; '' where more changed than numbers."""
    if len(places) != 1:
        return ""
    for one in reviewed:
        pairs = one.numbers_changed(hand.clauses[places[0]])
        if pairs is not None:
            return ", ".join(dict.fromkeys(f"{old} → {new}" for old, new in pairs if old != new))
    return ""
