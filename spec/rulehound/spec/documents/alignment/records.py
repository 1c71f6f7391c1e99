"""The words of an alignment: passages of an edition, and what became of them in another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

Change: TypeAlias = Literal[
    "reworded", "references", "renumbered", "moved", "split", "merged", "added", "removed"
]
"""What happened to a clause. A group has any combination; none at all is `unchanged`.

reworded: its words differ beyond typography. references: a cross-reference names another clause than before,
or its number was brought up to date (see `ReferenceChange`). renumbered: its number or key differs.
moved: it stands in another order, or under another parent, than its neighbours took it to.
"""


class CitedClause(msgspec.Struct, frozen=True):
    """A cross-reference of a passage, without the words around it."""

    number: str
    target: str | None
    """Key of the clause in the passage's own edition; None where there is none of that number."""
    start: int = 0
    end: int = 0
    """Characters of the passage's text that make it up, a quoted title with it; none where both are 0."""


class Passage(msgspec.Struct, frozen=True):
    """A clause as alignment sees it, from a document at hand or from a record."""

    key: str
    number: str
    parent: str | None
    kind: str
    fingerprint: str
    """Of its words; see `rulehound.extract.fingerprint`."""
    sketch: str
    """By which passages without text are compared; see `rulehound.spec.documents.sketch`."""
    text: str | None = None
    """None where only the record is at hand."""
    references: tuple[CitedClause, ...] = ()
    page: int = 0


class Side(msgspec.Struct, frozen=True):
    """One of the two editions: its passages in reading order."""

    name: str
    """For people: title and version, or the name of the file."""
    passages: tuple[Passage, ...]


class WordChange(msgspec.Struct, frozen=True):
    """A stretch of words, the same in both (`old == new`) or not.

    Joined up, they are the two texts in the plain typography in which they are compared; see `words.plain`.
    """

    old: str
    new: str


class NumberChange(msgspec.Struct, frozen=True):
    """A number of the text that is another now: `old` or `new` is empty where it came or went."""

    old: str
    new: str
    around: str
    """A few words of the new text (of the old one, where it went) around it."""


class ReferenceChange(msgspec.Struct, frozen=True):
    """A cross-reference that differs. Empty strings where it came or went."""

    what: Literal["renumbered", "retargeted", "added", "removed", "dangling"]
    """renumbered: it still names the clause that the old one became. retargeted: it names another clause.
    dangling: it names no clause now."""
    old: str
    new: str
    """The numbers as printed."""
    expected: str
    """The number of what the old target became; empty where it is gone or not known."""


class Correspondence(msgspec.Struct, frozen=True):
    """What became of what: one clause and one clause, or a group where clauses were split or merged."""

    old: tuple[str, ...]
    """Keys; empty for what was added."""
    new: tuple[str, ...]
    """Keys; empty for what was removed."""
    changes: tuple[Change, ...]
    """In the order of `Change`; empty where nothing changed."""
    similarity: float
    """Of the words, 0 to 1; 1 for the same words."""
    words: tuple[WordChange, ...] = ()
    """The comparison word by word, where the words differ and both texts are at hand."""
    numbers: tuple[NumberChange, ...] = ()
    references: tuple[ReferenceChange, ...] = ()


class Alignment(msgspec.Struct, frozen=True):
    """Two editions aligned: every passage of both is in exactly one correspondence.

    In the order of the new edition; what was removed stands where it stood among its old neighbours.
    """

    old: Side
    new: Side
    correspondences: tuple[Correspondence, ...]

    def by_old(self) -> Mapping[str, Correspondence]:
        """The correspondence of each old key."""
        return {key: found for found in self.correspondences for key in found.old}

    def by_new(self) -> Mapping[str, Correspondence]:
        """The correspondence of each new key."""
        return {key: found for found in self.correspondences for key in found.new}
