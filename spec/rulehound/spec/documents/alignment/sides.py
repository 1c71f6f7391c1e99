"""The two sides of an alignment, from a document at hand or from the record of an edition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulehound.spec.documents.alignment.correspondences import AlignmentSide, Passage, PassageReference
from rulehound.spec.documents.alignment.punctuation import punctuation
from rulehound.spec.documents.spec_records import RecordedClause

if TYPE_CHECKING:
    from rulehound.extract import Document


def side_of_document(document: Document) -> AlignmentSide:
    """The side of a document that was read, with its text. Sketches are made where they are needed."""
    name = " ".join(part for part in (document.title, document.version) if part)
    titles = {clause.key: clause.text for clause in document.clauses}
    return AlignmentSide(
        name=name or document.path.rpartition("/")[2],
        passages=tuple(
            Passage(
                key=clause.key,
                number=clause.number,
                parent=clause.parent,
                kind=clause.kind,
                fingerprint=clause.fingerprint,
                sketch="",
                text=clause.text,
                references=tuple(
                    PassageReference(cited.number, cited.target, cited.start, cited.end, cited.title)
                    for cited in clause.references
                ),
                page=clause.page,
                punctuation=punctuation(clause, titles),
            )
            for clause in document.clauses
        ),
    )


def side_of_record(name: str, clauses: Iterable[RecordedClause]) -> AlignmentSide:
    """The side of a recorded edition, without text."""
    return AlignmentSide(
        name=name,
        passages=tuple(
            Passage(
                key=clause.key,
                number=clause.number,
                parent=clause.parent,
                kind=clause.kind,
                fingerprint=clause.fingerprint,
                sketch=clause.sketch,
                references=tuple(PassageReference(cited.number, cited.target) for cited in clause.references),
                page=clause.page,
                punctuation=clause.punctuation,
            )
            for clause in clauses
        ),
    )
