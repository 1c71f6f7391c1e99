"""Clauses as JSON lines."""

import json
from collections.abc import Iterable
from typing import TextIO

from rulehound.extract.records import Box, Clause


def write_jsonl(clauses: Iterable[Clause], stream: TextIO) -> None:
    """Write one JSON object a line: the fields of Clause, boxes as lists.

    `bbox` is [x0, top, x1, bottom] on `page`; each of `boxes` is [page, x0, top, x1, bottom].
    """
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
        }
        stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def _corners(box: Box) -> list[float]:
    return [box.x0, box.top, box.x1, box.bottom]
