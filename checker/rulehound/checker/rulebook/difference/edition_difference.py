"""The record of the difference of two editions. Terminal, page and JSON are views of it."""

from __future__ import annotations

import msgspec

from rulehound.spec.documents.alignment.correspondences import (
    Change,
    NumberChange,
    ReferenceChange,
    WordChange,
)
from rulehound.spec.documents.history_check import HistoryCheck

FORMAT = "rulehound-difference-1"


class ComparedEdition(msgspec.Struct, frozen=True):
    """One of the two editions. A title, version or date is empty where neither document nor record says."""

    name: str
    """Title and version, or the name of the file, for people to read."""
    title: str
    version: str
    date: str
    """ISO 8601."""
    file: str
    """Name of the file without its folder; empty where only the record was read."""
    sha256: str
    document: str
    """Id of the recorded document, where the user named that; else empty."""
    clauses: int
    words: bool
    """Whether the words were at hand. A record has only hashes of them."""


class ComparedClause(msgspec.Struct, frozen=True):
    """A clause on one of the two sides."""

    key: str
    number: str
    """Empty where the document does not number it."""
    kind: str
    page: int
    """The page on which it starts, 1-based; 0 where it is not known."""
    text: str | None
    """None where only the record is at hand."""
    marked: bool
    """The edition itself marks it as changed."""
    under: str
    """Number, or key, and words of the chapter that it stands in; empty at the top."""

    @property
    def label(self) -> str:
        """Its number, or its key where it has none."""
        return self.number or self.key


class AlignedClauses(msgspec.Struct, frozen=True):
    """A clause of either edition with its counterpart, or a group where clauses were split or merged."""

    old: tuple[ComparedClause, ...]
    """Empty for what was added."""
    new: tuple[ComparedClause, ...]
    """Empty for what was removed."""
    changes: tuple[Change, ...]
    """Empty where nothing changed."""
    similarity: float
    """Similarity of the words, 0 to 1."""
    words: tuple[WordChange, ...]
    """Joined up, the two texts; empty where the words are the same, or are not at hand on both sides."""
    numbers: tuple[NumberChange, ...]
    references: tuple[ReferenceChange, ...]

    @property
    def is_quiet(self) -> bool:
        """Whether nothing happened to it, or nothing but a change of its number."""
        return self.changes in ((), ("renumbered",))


class Tally(msgspec.Struct, frozen=True):
    """How many clauses have a change. A clause with several changes counts in each."""

    change: Change | None
    """None: unchanged."""
    old: int
    """How many clauses of the old edition."""
    new: int
    """How many clauses of the new edition."""


class EditionDifference(msgspec.Struct, frozen=True):
    """The counterpart of every clause of two editions, with everything that changed."""

    format: str
    rulehound: str
    """Version of the program."""
    old: ComparedEdition
    new: ComparedEdition
    resemblance: float
    """Similarity of what was paired, over the clauses of both sides, 0 to 1."""
    tallies: tuple[Tally, ...]
    aligned: tuple[AlignedClauses, ...]
    """All correspondences in the order of the new edition. Removed clauses follow their old neighbours."""

    history: HistoryCheck | None
    """The new edition's own account of what changed; None where it gives none, or is not at hand."""
    forced: tuple[str, ...] = ()
    """The pairings that somebody decided, each as `OLD=NEW`."""
