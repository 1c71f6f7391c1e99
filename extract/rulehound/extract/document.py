"""The records of a document that was read: its clauses with their places, and the error of reading."""

from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal[
    "heading",
    "clause",
    "ruling",
    "definition",
    "step",
    "example",
    "note",
    "label",
    "introduction",
    "contents",
    "change-entry",
]
"""The kind of a piece of a document. It is `clause` where the document does not show it."""

DEMANDING: frozenset[Kind] = frozenset({"clause", "ruling", "definition", "step", "note"})
"""The kinds that may demand something of the game; the others only lead to them or illustrate them."""


class Box(msgspec.Struct, frozen=True):
    """A rectangle on a page, in PDF points with the origin at the top left, rounded to 2 decimals.

    A text file has no points: it is one page of cells, a column wide and a line high.
    """

    page: int
    """1-based."""
    x0: float
    top: float
    x1: float
    bottom: float


class Style(msgspec.Struct, frozen=True):
    """The style in which characters are set."""

    font: str
    """Name of the font without the tag of its subset: `DejaVuSans-Bold`. Empty for a text file."""
    size: float
    """Points, rounded to 1 decimal."""
    bold: bool
    italic: bool
    colour: str
    """`#rrggbb`; black where the file names no colour of its own."""


class Span(msgspec.Struct, frozen=True):
    """Characters `start` up to `end` of a text, all set in one style."""

    start: int
    end: int
    style: Style


class Reference(msgspec.Struct, frozen=True):
    """A reference in a clause's text to another clause, by its number."""

    start: int
    end: int
    """Characters of the text that make up the reference: the number, and the title with it."""
    number: str
    """The number in the form of the document, without a closing full stop."""
    title: str
    """The title quoted beside the number; empty where there is none."""
    target: str | None
    """Key of the clause with that number; None where the document holds none."""


class Clause(msgspec.Struct, frozen=True):
    """A piece of a document, as the page prints it."""

    number: str
    """Its printed number without a closing full stop: `1-4-2-2`. Empty where the document does not number
    it."""
    key: str
    """Address within the document, unique there. For numbered clauses, the number."""
    parent: str | None
    """Key of the nearest clause above that the document holds."""
    kind: Kind
    text: str
    """One line, single spaces, without number or list marker."""
    page: int
    """The page on which it starts, 1-based."""
    bbox: Box
    """Union of the lines of its first piece: same page, same column."""
    boxes: tuple[Box, ...]
    """One for each line, in reading order."""
    changed: bool
    """The edition marks it as changed: a character of its number or text is red."""
    fingerprint: str
    """Hash of its words; see `rulehound.extract.fingerprint`."""
    spans: tuple[Span, ...] = ()
    """The styles of its text, from its first character to its last."""
    references: tuple[Reference, ...] = ()
    """The references in its text to other clauses, in order."""
    recognised: tuple[int, ...] = ()
    """The lines that were recognised in a picture of the page, by their places in `boxes`, from 0."""


class Revision(msgspec.Struct, frozen=True):
    """One entry of a document's own update history: an action, and the clauses that it names."""

    version: str
    """The version of the entry; empty, like the date, where the history does not give it."""
    date: str
    """ISO 8601."""
    action: Literal["added", "updated", "removed", "moved", "merged", "other"]
    numbers: tuple[str, ...]
    """The numbers in it, with ranges written out, in the order of the text."""
    titles: tuple[str, ...]
    """The titles that it quotes."""
    text: str
    """The entry as printed."""
    page: int


SkipReason: TypeAlias = Literal[
    "contents",
    "history",
    "outside the clauses",
    "running head",
    "reference",
    "amount",
    "out of sequence",
    "between clauses",
]
"""Why a line is no clause: where it stands, or what its number is. `between clauses` says that its text is in
no clause; that of a `reference`, an `amount` and a number `out of sequence` is in the text of another."""


class SkippedLine(msgspec.Struct, frozen=True):
    """A line that starts like a clause and is none, or that stands between clauses and belongs to none."""

    page: int
    """1-based."""
    number: str
    """The number that it starts with, in the form of the document; empty where it starts with none."""
    text: str
    """The whole line, as printed."""
    reason: SkipReason
    clause: str | None
    """Key of the clause whose text holds the line; None where none does."""


class Document(msgspec.Struct, frozen=True):
    """A document as read: its title and edition, its clauses in reading order, and warnings."""

    path: str
    sha256: str
    title: str
    version: str
    date: str
    """ISO 8601; like title and version, empty where the document does not give it."""
    pages: int
    clauses: tuple[Clause, ...]
    warnings: tuple[str, ...]
    """Gaps in the numbering, missing parents, text that belongs to no clause, pages that were not read."""
    numbering: str = ""
    """Name of the scheme that its clauses are numbered by; empty for a document without numbers."""
    surroundings: tuple[Clause, ...] = ()
    """The pieces outside the clauses, such as preface, contents, glossary and history, in reading order."""
    history: tuple[Revision, ...] = ()
    """The update history that it prints, in the order of the page."""
    skipped: tuple[SkippedLine, ...] = ()
    """The lines that start like a clause and are none, in the order of the pages; for a numbered document."""


class DocumentError(Exception):
    """A file that cannot be read as a rules document.

    str() gives one line: `PATH: reason; remedy`.
    """

    def __init__(self, path: str, reason: str, remedy: str) -> None:
        super().__init__(path, reason, remedy)
        self.path = path
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}; {self.remedy}"
