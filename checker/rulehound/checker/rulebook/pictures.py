"""Pictures of the clauses of rules, from the document at hand."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rulehound.checker.rulebook.password import password_in_use
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.extract import DocumentError
from rulehound.extract.pdf.pictures import PageImages, clause_pictures
from rulehound.extract.processes.isolation import ChildFailed, in_child
from rulehound.extract.text.recognition import is_text_file
from rulehound.spec.documents.spec_records import Rule

PAGE_SCALE = 1.5
"""Pixels a point of the picture of a whole page."""

MOST_BYTES = 40_000_000
"""Of the pictures of all pages together; the pages after these are not drawn."""


def pages_of(book: Rulebook) -> dict[int, bytes]:
    """PNG pictures of the pages of the document at hand, by number; none as with `pictures_of`."""
    document = book.hand.document
    if is_text_file(document.path):
        return {}
    try:
        return in_child(_drawn_pages, document.path, document.pages, password_in_use())
    except (ChildFailed, DocumentError) as error:
        print(f"{document.path}: no pictures of pages: {error}", file=sys.stderr)
        return {}


def _drawn_pages(path: str, pages: int, password: str | None) -> dict[int, bytes]:
    drawn: dict[int, bytes] = {}
    left = MOST_BYTES
    with PageImages(path, PAGE_SCALE, password) as images:
        for number in range(1, pages + 1):
            png = images.page(number)
            left -= len(png)
            if left < 0:
                break
            drawn[number] = png
    return drawn


def pictures_of(book: Rulebook, rules: Iterable[Rule]) -> dict[str, bytes]:
    """PNG pictures of the clauses that rules rest on, by key: the page around each clause, with marks.

    There are none for a text file. Where pages cannot be drawn there are none, with a message on standard
    error.
    """
    document = book.hand.document
    here = book.hand.identified.edition
    recorded = [k for r in rules for s in r.sources if s.document == here[0] for k in s.clauses(here[1])]
    clauses = (book.hand.clause(key) for key in dict.fromkeys(recorded))
    boxes_of_clauses = [
        (clause.key, [box for box in clause.boxes if box.page == clause.page])
        for clause in sorted((clause for clause in clauses if clause), key=lambda clause: clause.page)
    ]
    if is_text_file(document.path):
        return {}
    try:
        return in_child(clause_pictures, document.path, boxes_of_clauses, None, password_in_use())
    except (ChildFailed, DocumentError) as error:
        print(f"{document.path}: no pictures of clauses: {error}", file=sys.stderr)
        return {}
