"""Making the record of the difference of two editions from their alignment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from rulehound.checker.rulebook.difference.edition_difference import (
    FORMAT,
    AlignedClauses,
    ComparedClause,
    ComparedEdition,
    EditionDifference,
    Tally,
)
from rulehound.checker.rulebook.documents import NamedEdition
from rulehound.spec.documents.alignment.correspondences import (
    Alignment,
    AlignmentSide,
    Change,
    Correspondence,
    Passage,
)
from rulehound.spec.documents.history_check import HistoryCheck, cross_check, later_revisions

if TYPE_CHECKING:
    from rulehound.extract import Document

HARDLY_ALIKE = 0.2
"""Resemblance below which two files are hardly two editions of one document."""

CHANGES: tuple[Change, ...] = get_args(Change)


def compare(old: NamedEdition, new: NamedEdition, alignment: Alignment) -> EditionDifference:
    """The record of the difference; `alignment` is that of the two editions."""
    before, after = _seen(alignment.old, old.document), _seen(alignment.new, new.document)
    aligned = tuple(
        AlignedClauses(
            old=tuple(before[key] for key in one.old),
            new=tuple(after[key] for key in one.new),
            changes=one.changes,
            similarity=round(one.similarity, 4),
            words=one.words,
            numbers=one.numbers,
            references=one.references,
        )
        for one in alignment.correspondences
    )
    return EditionDifference(
        format=FORMAT,
        rulehound=version("rulehound"),
        old=_edition(old, alignment.old),
        new=_edition(new, alignment.new),
        resemblance=_resemblance(alignment.correspondences),
        tallies=tuple(_tallies(aligned)),
        aligned=aligned,
        history=_history(old.document, new.document, alignment),
        forced=alignment.forced,
    )


def _history(old: Document | None, new: Document | None, alignment: Alignment) -> HistoryCheck | None:
    if new is None:
        return None
    revisions = later_revisions(old, new) if old else ()
    marked = [clause.key for clause in new.clauses if clause.changed]
    return cross_check(alignment, revisions, marked) if revisions or marked else None


def _edition(edition: NamedEdition, side: AlignmentSide) -> ComparedEdition:
    document = edition.document
    return ComparedEdition(
        name=edition.name,
        title=edition.title,
        version=edition.version,
        date=edition.date,
        file=Path(document.path).name if document else "",
        sha256=document.sha256 if document else "",
        document=edition.recorded[0] if edition.recorded else "",
        clauses=len(side.passages),
        words=document is not None,
    )


def _seen(side: AlignmentSide, document: Document | None) -> Mapping[str, ComparedClause]:
    """Every clause of a side by key."""
    passages = {passage.key: passage for passage in side.passages}
    marked = {clause.key for clause in document.clauses if clause.changed} if document else set()
    return {
        key: ComparedClause(
            key=key,
            number=passage.number,
            kind=passage.kind,
            page=passage.page,
            text=passage.text,
            marked=key in marked,
            under=_chapter(passage, passages),
        )
        for key, passage in passages.items()
    }


def _chapter(passage: Passage, passages: Mapping[str, Passage]) -> str:
    """Number, or key, and words of the topmost clause above a passage, or of the passage itself."""
    visited = {passage.key}
    while passage.parent is not None and passage.parent in passages and passage.parent not in visited:
        passage = passages[passage.parent]
        visited.add(passage.key)  # a record may say that a clause stands above itself
    return f"{passage.number or passage.key} {passage.text or ''}".strip()


def _tallies(aligned: Iterable[AlignedClauses]) -> Iterable[Tally]:
    """A tally of the unchanged clauses, then one of each change that occurs."""
    everything = list(aligned)
    for change in (None, *CHANGES):
        affected = [one for one in everything if (change in one.changes if change else not one.changes)]
        if affected or change is None:
            yield Tally(change, sum(len(one.old) for one in affected), sum(len(one.new) for one in affected))


def _resemblance(correspondences: Iterable[Correspondence]) -> float:
    clauses = alike = 0.0
    for one in correspondences:
        clauses += len(one.old) + len(one.new)
        alike += one.similarity * (len(one.old) + len(one.new)) if one.old and one.new else 0
    return round(alike / clauses, 4) if clauses else 0.0
