"""Links into translations: a document in another language whose clauses have the same numbers.

What an author has linked in one language holds for the clause of the same number and the same place in the
outline in the other. No words are compared between languages. Patterns of facts belong to a language, so the
source of a fact has to be written for each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from rulehound.spec.documents.links import AnyCitation, Link
from rulehound.spec.documents.spec_records import Citation, DocumentEntry, RecordedClause, RuleSource

Clauses = Mapping[tuple[str, str], Mapping[str, RecordedClause]]
"""Recorded clauses by key, by document and version."""


def translated(
    citation: AnyCitation,
    documents: Mapping[str, DocumentEntry],
    clauses: Clauses,
    written: Iterable[Citation] = (),
) -> Iterator[AnyCitation]:
    """The citation in every translation of its document, for the editions that both are recorded in.

    `written`: citations that stand beside it; a clause of a translation that one of these names has its link.
    """
    for entry in documents.values():
        if entry.translates == citation.document:
            cited: dict[str, tuple[str, ...]] = {}
            for version in citation.clause:
                named = {
                    key for each in written if each.document == entry.id for key in each.clauses(version)
                }
                cited[version] = tuple(_alike(citation, entry.id, version, clauses, named))
            if any(cited.values()):
                older = {each.version: () for each in entry.by_age[: _first(entry, cited)]}
                bare = _without_patterns(citation)
                yield msgspec.structs.replace(bare, document=entry.id, clause={**older, **cited})


def _without_patterns(citation: AnyCitation) -> AnyCitation:
    """The citation without patterns of facts, which belong to a language."""
    return msgspec.structs.replace(citation, facts={}) if isinstance(citation, RuleSource) else citation


def _alike(
    citation: Citation, document: str, version: str, clauses: Clauses, named: Collection[str]
) -> Iterator[str]:
    """The cited clauses that a translation has under the same number and in the same place."""
    here, there = clauses.get((citation.document, version), {}), clauses.get((document, version), {})
    for key in citation.clauses(version):
        if key in here and key in there and key not in named and here[key].parent == there[key].parent:
            yield key


def _first(entry: DocumentEntry, cited: Mapping[str, Collection[str]]) -> int:
    """The place among the editions, oldest first, of the first that is cited: older ones have no links."""
    versions = [edition.version for edition in entry.by_age]
    return min(versions.index(version) for version, keys in cited.items() if keys)


def by_number(link: Link, document: str) -> Link:
    """The link into a translation, which says that it follows the number in another document."""
    if link.written or link.key is None:
        return link
    explanation = f"by its number, in another language than {document}"
    return msgspec.structs.replace(link, explanation=explanation)
