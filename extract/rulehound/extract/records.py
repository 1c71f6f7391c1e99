"""What reading a document yields: clauses with their place on the page, and the one error it raises."""

import msgspec


class Box(msgspec.Struct, frozen=True):
    """A rectangle on a page, in PDF points with the origin at the top left, rounded to 2 decimals."""

    page: int
    """1-based."""
    x0: float
    top: float
    x1: float
    bottom: float


class Clause(msgspec.Struct, frozen=True):
    """A numbered piece of a document, as the page prints it."""

    number: str
    """As printed, without a closing full stop: `1-4-2-2`."""
    key: str
    """Address within the document, unique there. For numbered clauses, the number."""
    parent: str | None
    """Key of the nearest clause above that the document holds."""
    kind: str
    """`heading` or `clause`."""
    text: str
    """One line, single spaces, without the number."""
    page: int
    """The page on which it starts, 1-based."""
    bbox: Box
    """Union of the lines of its first piece: same page, same column."""
    boxes: tuple[Box, ...]
    """One for each line, in reading order."""
    changed: bool
    """The edition marks it as changed: a character of its number or text is red."""
    fingerprint: str
    """See `rulehound.extract.fingerprint`."""


class Document(msgspec.Struct, frozen=True):
    """A document as read: who it says it is, its clauses in reading order, what looked wrong."""

    path: str
    sha256: str
    title: str
    version: str
    date: str
    """ISO 8601; like title and version, empty where the document does not say."""
    pages: int
    clauses: tuple[Clause, ...]
    warnings: tuple[str, ...]
    """Holes in the numbering, missing parents, text that belongs to no clause."""


class DocumentError(Exception):
    """A file that cannot be read as a document of numbered clauses.

    str() gives one line: `PATH: reason; remedy`.
    """

    def __init__(self, path: str, reason: str, remedy: str) -> None:
        super().__init__(path, reason, remedy)
        self.path = path
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}; {self.remedy}"
