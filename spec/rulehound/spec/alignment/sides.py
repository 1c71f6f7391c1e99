"""The two sides of an alignment, from a document at hand or from the record of an edition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from rulehound.spec.alignment.records import CitedClause, Passage, Side

if TYPE_CHECKING:
    from rulehound.extract import Document


class RecordedCitation(Protocol):
    """A recorded cross-reference; see `rulehound.spec.records.RecordedReference`."""

    @property
    def number(self) -> str: ...
    @property
    def target(self) -> str | None: ...


class Recorded(Protocol):
    """What alignment needs of a recorded clause; see `rulehound.spec.records.RecordedClause`."""

    @property
    def key(self) -> str: ...
    @property
    def number(self) -> str: ...
    @property
    def parent(self) -> str | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def page(self) -> int: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def sketch(self) -> str: ...
    @property
    def references(self) -> Sequence[RecordedCitation]: ...


def side_of_document(document: Document) -> Side:
    """A document that was read, with its text; sketches are made where they are needed."""
    named = " ".join(part for part in (document.title, document.version) if part)
    return Side(
        name=named or document.path.rpartition("/")[2],
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
                    CitedClause(cited.number, cited.target, cited.start, cited.end)
                    for cited in clause.references
                ),
                page=clause.page,
            )
            for clause in document.clauses
        ),
    )


def side_of_record(name: str, clauses: Iterable[Recorded]) -> Side:
    """A recorded edition, in its order, without text."""
    return Side(
        name=name,
        passages=tuple(
            Passage(
                key=clause.key,
                number=clause.number,
                parent=clause.parent,
                kind=clause.kind,
                fingerprint=clause.fingerprint,
                sketch=clause.sketch,
                references=tuple(CitedClause(cited.number, cited.target) for cited in clause.references),
                page=clause.page,
            )
            for clause in clauses
        ),
    )
