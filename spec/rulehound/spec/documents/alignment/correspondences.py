"""The records of an alignment: the passages of two editions, and the correspondences between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

Change: TypeAlias = Literal[
    "reworded", "references", "renumbered", "moved", "split", "merged", "added", "removed"
]
"""A change of a clause. A group has any combination of them; one without any is unchanged.

reworded: its words differ beyond typography. references: a cross-reference names another clause than before,
or its number was brought up to date (see `ReferenceChange`). renumbered: its number or key differs.
moved: its order among its neighbours, or its parent, is another.
"""


class PassageReference(msgspec.Struct, frozen=True):
    """A cross-reference of a passage, without the words around it."""

    number: str
    target: str | None
    """Key of the clause in the passage's own edition; None where there is none of that number."""
    start: int = 0
    end: int = 0
    """The range of characters of the reference in the text, with a quoted title; both 0 where unknown."""
    title: str = ""
    """The title quoted beside the number; empty where there is none, or where the text is not at hand."""


class Passage(msgspec.Struct, frozen=True):
    """A clause for alignment, from a document at hand or from a record."""

    key: str
    number: str
    parent: str | None
    kind: str
    fingerprint: str
    """Hash of its words; see `rulehound.extract.fingerprint`."""
    sketch: str
    """Sketch of its words, to compare passages without text; see `rulehound.spec.documents.sketch`."""
    text: str | None = None
    """None where only the record is at hand."""
    references: tuple[PassageReference, ...] = ()
    page: int = 0
    punctuation: str = ""
    """Hash of its punctuation; see `rulehound.spec.documents.alignment.punctuation`. Empty: not known."""


class AlignmentSide(msgspec.Struct, frozen=True):
    """One of the two editions: its passages in reading order."""

    name: str
    """Title and version, or the name of the file, for people to read."""
    passages: tuple[Passage, ...]


class WordChange(msgspec.Struct, frozen=True):
    """A stretch of words, equal in both texts (`old == new`) or not.

    All stretches joined give the two texts in the plain typography of `words.plain`.
    """

    old: str
    new: str


class NumberChange(msgspec.Struct, frozen=True):
    """A changed number of the text. `old` is empty for an added number, `new` for a removed one."""

    old: str
    new: str
    around: str
    """A few words around it in the new text, or in the old one where it was removed."""


class ReferenceChange(msgspec.Struct, frozen=True):
    """A changed cross-reference. Strings are empty where it was added or removed."""

    what: Literal["renumbered", "retargeted", "added", "removed", "dangling"]
    """renumbered: it names the successor of the old clause by another number. retargeted: it names another
    clause. dangling: it names no clause now."""
    old: str
    new: str
    """The numbers as printed."""
    expected: str
    """The number that it should name: of the only clause with the title quoted beside it, else of the old
    target's successor. Empty where that is gone or not known."""


class Correspondence(msgspec.Struct, frozen=True):
    """Old clauses and the new ones that they became: one each, or several where they were split or merged."""

    old: tuple[str, ...]
    """Keys; empty for what was added."""
    new: tuple[str, ...]
    """Keys; empty for what was removed."""
    changes: tuple[Change, ...]
    """In the order of `Change`; empty where nothing changed."""
    similarity: float
    """Similarity of the words, 0 to 1; 1 for equal words."""
    words: tuple[WordChange, ...] = ()
    """The comparison word by word, where the words differ and both texts are at hand."""
    numbers: tuple[NumberChange, ...] = ()
    references: tuple[ReferenceChange, ...] = ()


class Alignment(msgspec.Struct, frozen=True):
    """Two editions aligned: every passage of both is in exactly one correspondence.

    They are in the order of the new edition. Removed passages follow the passage that came before them.
    """

    old: AlignmentSide
    new: AlignmentSide
    correspondences: tuple[Correspondence, ...]
    forced: tuple[str, ...] = ()
    """The pairings that somebody decided, each as `OLD=NEW`."""

    def by_old(self) -> Mapping[str, Correspondence]:
        """The correspondence of each old key."""
        return {key: each for each in self.correspondences for key in each.old}

    def by_new(self) -> Mapping[str, Correspondence]:
        """The correspondence of each new key."""
        return {key: each for each in self.correspondences for key in each.new}
