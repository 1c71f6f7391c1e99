"""A made-up difference with a change of every kind, to look at through the views."""

from __future__ import annotations

from rulehound.checker.rulebook.difference import EditionDifference, compare
from rulehound.checker.rulebook.documents import NamedEdition
from rulehound.extract.document import Box, Clause, Document
from rulehound.spec.documents.alignment.correspondences import (
    Alignment,
    Change,
    Correspondence,
    NumberChange,
    ReferenceChange,
    WordChange,
)
from rulehound.spec.documents.alignment.sides import side_of_document

HOSTILE = "<script>alert(1)</script> & \"quotes\" 'and' {{ braces }} \x1b[31m"

OLD = {
    "1": "The heap",
    "1-1": "Two players add to one heap.",
    "1-2": "The heap is full at 7 (see 2-1).",
    "1-3": "A full heap wins. The other player loses.",
    "1-4": "Nobody talks.",
    "2": "Turns",
    "2-1": "Players take turns.",
    "2-2": "A player adds one at least.",
    "2-3": "A player adds two at most.",
}
NEW = {
    "1": "The heap",
    "1-1": "Two players add to one heap.",
    "1-2": "The heap is full at 9 (see 2-1).",
    "1-3": "A full heap wins.",
    "1-4": "The other player loses.",
    "1-5": HOSTILE,
    "2": "Turns",
    "2-1": "Nobody hurries.",
    "2-2": "Players take turns.",
    "2-3": "A player adds one at least and two at most.",
}


def clause(key: str, text: str, changed: bool = False) -> Clause:
    """A clause on a page of its own chapter, on a line of its own."""
    parent = key.rpartition("-")[0] or None
    page, line = int(key[0]), int(key[-1])
    box = Box(page, 40.0, 40.0 + 20 * line, 200.0, 52.0 + 20 * line)
    kind = "clause" if parent else "heading"
    return Clause(key, key, parent, kind, text, page, box, (box,), changed, fingerprint=f"{hash(text):x}")


def document(texts: dict[str, str], version: str, changed: str = "", path: str = "") -> Document:
    """A document of these clauses, one of them marked as changed."""
    return Document(
        path=path or f"/somewhere/heap-{version}.pdf",
        sha256=version.replace(".", "") * 32,
        title="Rules of the Heap",
        version=version,
        date="2020-02-02",
        pages=2,
        clauses=tuple(clause(key, text, key == changed) for key, text in texts.items()),
        warnings=(),
    )


def named(read: Document) -> NamedEdition:
    """A document as a user named it."""
    return NamedEdition(read.title, read.version, read.date, side_of_document(read), read)


def _pair(old: str, new: str, *changes: Change) -> Correspondence:
    return Correspondence((old,), (new,), changes, 1.0)


CORRESPONDENCES = (
    _pair("1", "1"),
    _pair("1-1", "1-1"),
    Correspondence(
        ("1-2",),
        ("1-2",),
        ("reworded", "references"),
        0.9,
        (
            WordChange("The heap is full at ", "The heap is full at "),
            WordChange("7", "9"),
            WordChange(" (see 2-1).", " (see 2-1)."),
        ),
        (NumberChange("7", "9", "is full at 9"),),
        (ReferenceChange("retargeted", "2-1", "2-1", "2-2"),),
    ),
    Correspondence(("1-3",), ("1-3", "1-4"), ("split",), 1.0),
    Correspondence(("1-4",), (), ("removed",), 0.0),
    Correspondence((), ("1-5",), ("added",), 0.0),
    _pair("2", "2"),
    Correspondence((), ("2-1",), ("added",), 0.0),
    _pair("2-1", "2-2", "renumbered"),
    Correspondence(("2-2", "2-3"), ("2-3",), ("reworded", "merged"), 0.8),
)


def difference() -> EditionDifference:
    """The difference of the two editions above; 1-2 is marked as changed in the new one."""
    old, new = named(document(OLD, "1.0")), named(document(NEW, "2.0", "1-2"))
    return compare(old, new, Alignment(old.side, new.side, CORRESPONDENCES))
