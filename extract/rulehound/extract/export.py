"""Clauses as JSON lines, and a document as one JSON object."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import msgspec

from rulehound.extract.document import Box, Clause, Document, Style

_TELLING = ("size", "bold", "italic", "colour")
"""The fields of a style that carry meaning. The font does not, as a line of mixed scripts has several."""


def write_jsonl(clauses: Sequence[Clause], stream: TextIO) -> None:
    """Write one JSON object a line: the fields of Clause, with boxes as lists.

    `bbox` is [x0, top, x1, bottom] on `page`; each of `boxes` is [page, x0, top, x1, bottom]. `recognised`
    are the lines that were recognised in a picture, by their places in `boxes`. `marks` are the places of the
    text whose style is not the usual one of the document, each with the differing fields.
    """
    for row in _rows(clauses):
        stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def document_json(document: Document, clauses: Sequence[Clause]) -> bytes:
    """A document as one JSON object: its origin, its warnings, these of its clauses, its history, and
    what was skipped."""
    content = {
        "file": Path(document.path).name,
        "sha256": document.sha256,
        "title": document.title,
        "version": document.version,
        "date": document.date,
        "pages": document.pages,
        "numbering": document.numbering,
        "warnings": list(document.warnings),
        "clauses": list(_rows(clauses)),
        "history": msgspec.to_builtins(document.history),
        "skipped": msgspec.to_builtins(document.skipped),
    }
    return (json.dumps(content, ensure_ascii=False, indent=2) + "\n").encode()


def in_reading_order(document: Document) -> Iterator[Clause]:
    """The clauses of a document and its surroundings, merged in reading order."""
    outside = list(reversed(document.surroundings))
    for clause in document.clauses:
        while outside and _stands_before(outside[-1].bbox, clause.bbox):
            yield outside.pop()
        yield clause
    yield from reversed(outside)


def _stands_before(one: Box, other: Box) -> bool:
    """Whether a box is read before another: higher in the same column, or in a column to the left."""
    if one.page != other.page:
        return one.page < other.page
    same_column = one.x0 < other.x1 and other.x0 < one.x1
    return one.top < other.top if same_column else one.x0 < other.x0


def _rows(clauses: Sequence[Clause]) -> Iterator[dict[str, Any]]:
    """Each clause as a JSON object."""
    usual = _usual_style(clauses)
    for clause in clauses:
        yield {
            "number": clause.number,
            "key": clause.key,
            "parent": clause.parent,
            "kind": clause.kind,
            "text": clause.text,
            "page": clause.page,
            "bbox": _corners(clause.bbox),
            "boxes": [[box.page, *_corners(box)] for box in clause.boxes],
            "recognised": list(clause.recognised),
            "changed": clause.changed,
            "fingerprint": clause.fingerprint,
            "marks": [
                {"start": span.start, "end": span.end, **differs}
                for span in clause.spans
                if (differs := _difference(span.style, usual))
            ],
            "references": [msgspec.to_builtins(reference) for reference in clause.references],
        }


def _usual_style(clauses: Iterable[Clause]) -> Style | None:
    """The style of most characters; None where no clause has styles."""
    characters: Counter[tuple[object, ...]] = Counter()
    styles: dict[tuple[object, ...], Style] = {}
    for clause in clauses:
        for span in clause.spans:
            look = tuple(getattr(span.style, field) for field in _TELLING)
            styles.setdefault(look, span.style)
            characters[look] += span.end - span.start
    return styles[characters.most_common(1)[0][0]] if characters else None


def _difference(style: Style, usual: Style | None) -> Mapping[str, object]:
    return {
        field: getattr(style, field) for field in _TELLING if getattr(style, field) != getattr(usual, field)
    }


def _corners(box: Box) -> list[float]:
    return [box.x0, box.top, box.x1, box.bottom]
