"""Clauses as JSON lines."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

import msgspec

from rulehound.extract.records import Box, Clause, Style

_TELLING = ("size", "bold", "italic", "colour")
"""What of a style carries meaning. The font does not: a line of mixed scripts is set in several."""


def write_jsonl(clauses: Sequence[Clause], stream: TextIO) -> None:
    """Write one JSON object a line: the fields of Clause, boxes as lists.

    `bbox` is [x0, top, x1, bottom] on `page`; each of `boxes` is [page, x0, top, x1, bottom]. `marks` are the
    places of the text that are not set as most of the document is, each with what differs there.
    """
    usual = _usual_style(clauses)
    for clause in clauses:
        row = {
            "number": clause.number,
            "key": clause.key,
            "parent": clause.parent,
            "kind": clause.kind,
            "text": clause.text,
            "page": clause.page,
            "bbox": _corners(clause.bbox),
            "boxes": [[box.page, *_corners(box)] for box in clause.boxes],
            "changed": clause.changed,
            "fingerprint": clause.fingerprint,
            "marks": [
                {"start": span.start, "end": span.end, **differs}
                for span in clause.spans
                if (differs := _difference(span.style, usual))
            ],
            "references": [msgspec.to_builtins(reference) for reference in clause.references],
        }
        stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def _usual_style(clauses: Iterable[Clause]) -> Style | None:
    """The style of most characters; None where no clause says how it is set."""
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
