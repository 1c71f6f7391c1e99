"""Links from rules to the clauses of a document at hand: whether each still leads to the words reviewed.

A link is written by clause number and was reviewed when its edition was recorded. In the document at hand the
words of that clause may stand at the number, stand elsewhere, have changed, or be gone. The whole edition is
matched at once and one to one, so that two recorded clauses never claim the same place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from rulehound.spec.editions import Identified, identify, simhash, similarity
from rulehound.spec.records import RecordedClause
from rulehound.spec.store import Store

if TYPE_CHECKING:
    from rulehound.extract import Clause, Document

Status: TypeAlias = Literal["ok", "suspect", "moved", "orphan"]

ALIKE = 0.5
"""Similarity (16 differing bits) from which changed words at another number are taken for the clause: under
one unrelated pair in a thousand comes so near."""

ALIKE_IN_PLACE = 0.3
"""The same at the recorded number or beside a neighbour's place, where chance has three candidates at most
(22 differing bits)."""


class Resolution(msgspec.Struct, frozen=True):
    """Where a recorded clause is in the document at hand."""

    key: str
    """Key of the clause in the recorded edition."""
    status: Status
    found: str | None
    """Key of the clause in the document at hand; None for an orphan."""
    similarity: float
    explanation: str


class Link(msgspec.Struct, frozen=True):
    """One clause that a rule cites, or that is listed without a check, and where it is now."""

    document: str
    version: str
    rule: str | None
    """None: listed as not checked."""
    resolution: Resolution


class DocumentAtHand(msgspec.Struct, frozen=True):
    """A document that was read, the edition it is taken for, and where that edition's clauses are in it."""

    document: Document
    identified: Identified
    clauses: Mapping[str, Clause]
    """Clauses of the document by key, in document order."""
    resolutions: Mapping[str, Resolution]
    """By key in the recorded edition, in its order."""
    unrecorded: tuple[str, ...]
    """Keys of clauses of the document to which no recorded clause leads."""

    def clause(self, recorded_key: str) -> Clause | None:
        """The clause that a recorded key leads to; None where it is gone."""
        found = self.resolutions[recorded_key].found
        return None if found is None else self.clauses[found]


def at_hand(store: Store, document: Document) -> DocumentAtHand:
    """Identify a document and find each clause of its recorded edition in it.

    Raises SpecError where the document resembles no recorded edition.
    """
    identified = identify(store, document)
    resolutions = resolve(store.clauses[identified.edition], document.clauses)
    found = {resolution.found for resolution in resolutions.values()}
    clauses = {clause.key: clause for clause in document.clauses}
    unrecorded = tuple(key for key in clauses if key not in found)
    return DocumentAtHand(document, identified, clauses, resolutions, unrecorded)


def links(store: Store, hand: DocumentAtHand) -> tuple[Link, ...]:
    """Every link of the spec into the edition that the document at hand is taken for, in the spec's order."""
    document, version = hand.identified.edition
    cited: list[tuple[str | None, str]] = [
        (rule.id, key)
        for rule in store.rules.values()
        for source in rule.sources
        if source.document == document
        for key in source.clauses(version)
    ]
    cited += [
        (None, key)
        for entry in store.not_checked
        if entry.document == document
        for key in entry.clauses(version)
    ]
    return tuple(Link(document, version, rule, hand.resolutions[key]) for rule, key in cited)


def resolve(recorded: Mapping[str, RecordedClause], clauses: Sequence[Clause]) -> Mapping[str, Resolution]:
    """Where each recorded clause is among the clauses of a document, by key in the recorded order.

    In turn: the same words at the same number (ok); the same words elsewhere (moved), where there are several
    such places under the same parent and nearest first; similar words, most similar first (suspect); any
    other new words at the recorded number (suspect); nothing (orphan).
    """
    here = {clause.key: clause for clause in clauses}
    found: dict[str, Resolution] = {}
    taken: set[str] = set()

    def settle(key: str, status: Status, place: str, alike: float, explanation: str) -> None:
        if key not in found and place not in taken:
            found[key] = Resolution(key, status, place, alike, explanation)
            taken.add(place)

    for key, old in recorded.items():
        if key in here and here[key].fingerprint == old.fingerprint:
            settle(key, "ok", key, 1.0, "same words, same number")
    for key, place in _same_words(recorded, here, found, taken):
        settle(key, "moved", place, 1.0, f"same words, now at {place}")
    for alike, key, place in _similar_words(recorded, here, found, taken):
        where = "at the same number" if key == place else f"most like the words at {place}"
        settle(key, "suspect", place, alike, f"words changed, {where} ({alike:.0%} alike)")
    for key in recorded:
        if key in here:
            settle(key, "suspect", key, 0.0, "other words at the same number")
    gone = "no clause with its number or words like its own"
    return {key: found.get(key) or Resolution(key, "orphan", None, 0.0, gone) for key in recorded}


def _same_words(
    recorded: Mapping[str, RecordedClause],
    here: Mapping[str, Clause],
    found: Mapping[str, Resolution],
    taken: set[str],
) -> list[tuple[str, str]]:
    """Pairs of keys with the same words that are not found yet, the likeliest first."""
    places: dict[str, list[str]] = defaultdict(list)
    for key, clause in here.items():
        if key not in taken:
            places[clause.fingerprint].append(key)
    now = {key: index for index, key in enumerate(here)}
    then = {key: index for index, key in enumerate(recorded)}

    def unlikeliness(pair: tuple[str, str]) -> tuple[bool, int, int]:
        key, place = pair
        same_parent = _words(recorded, recorded[key].parent) == _words(here, here[place].parent)
        return not same_parent, abs(now[place] - then[key]), then[key]

    pairs = [
        (key, place) for key, old in recorded.items() if key not in found for place in places[old.fingerprint]
    ]
    return sorted(pairs, key=unlikeliness)


def _words(clauses: Mapping[str, RecordedClause] | Mapping[str, Clause], key: str | None) -> str:
    clause = None if key is None else clauses.get(key)
    return "" if clause is None else clause.fingerprint


def _similar_words(
    recorded: Mapping[str, RecordedClause],
    here: Mapping[str, Clause],
    found: Mapping[str, Resolution],
    taken: set[str],
) -> list[tuple[float, str, str]]:
    """Similarity and keys of pairs of one kind whose words are alike enough, most similar first."""
    new = [(place, clause.kind, simhash(clause.text)) for place, clause in here.items() if place not in taken]
    expected = _expected(list(recorded), list(here), found)
    pairs = [
        (alike, key, place)
        for key, old in recorded.items()
        if key not in found
        for place, kind, words in new
        if kind == old.kind
        and (alike := similarity(old.simhash, words)) >= (ALIKE_IN_PLACE if place in expected[key] else ALIKE)
    ]
    order = {key: index for index, key in enumerate(recorded)}
    return sorted(pairs, key=lambda pair: (-pair[0], pair[1] != pair[2], order[pair[1]], pair[2]))


def _expected(
    recorded: Sequence[str], here: Sequence[str], found: Mapping[str, Resolution]
) -> Mapping[str, set[str | None]]:
    """The places where a clause is looked for first: its number, and beside the neighbours that are found."""
    after: dict[str | None, str] = dict(pairwise(here))
    before: dict[str | None, str] = {later: earlier for earlier, later in pairwise(here)}
    expected: dict[str, set[str | None]] = {key: {key} for key in recorded}
    for earlier, later in pairwise(recorded):
        if earlier in found:
            expected[later].add(after.get(found[earlier].found))
        if later in found:
            expected[earlier].add(before.get(found[later].found))
    return expected
