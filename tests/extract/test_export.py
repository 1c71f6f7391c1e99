"""Clauses as JSON lines: every field, what is set differently from the rest, and the order of reading."""

import io
import json
from pathlib import Path
from typing import Any

import msgspec

from rulehound.extract import in_reading_order, read_document, write_jsonl
from rulehound.extract.document import Box
from rulehound_testing.documents.typeset import Item, Rulebook, typeset
from rulehound_testing.made_up_difference import clause, document

ITEMS = (
    Item("1", "Harbour"),
    Item("1-1", "Boats", red_number=True),
    Item("1-1-1", "A boat leaves at high tide and comes back at low tide, whatever the weather is."),
    Item("1-1-2", "A keeper may look twice.", red=True),
)


def rows_of(path: Path) -> list[dict[str, Any]]:
    stream = io.StringIO()
    write_jsonl(read_document(path).clauses, stream)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_every_field_of_a_clause_is_written(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    typeset(Rulebook(ITEMS), path)
    rows = rows_of(path)
    clauses = read_document(path).clauses
    assert [row["number"] for row in rows] == [item.number for item in ITEMS]
    assert list(rows[2]) == [
        "number", "key", "parent", "kind", "text", "page", "bbox", "boxes", "recognised", "changed",
        "fingerprint", "marks", "references",
    ]  # fmt: skip
    box = clauses[2].bbox
    assert rows[2]["bbox"] == [box.x0, box.top, box.x1, box.bottom]
    assert rows[2]["boxes"] == [[b.page, b.x0, b.top, b.x1, b.bottom] for b in clauses[2].boxes]
    assert [row["fingerprint"] for row in rows] == [clause.fingerprint for clause in clauses]
    assert rows_of(path) == rows


def test_marks_are_what_is_set_unlike_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    typeset(Rulebook(ITEMS), path)
    marks = [row["marks"] for row in rows_of(path)]
    assert marks == [[], [], [], [{"start": 0, "end": 24, "colour": "#ed0000"}]]


def placed(key: str, page: int, x0: float, top: float) -> object:
    """A clause of a column and a line."""
    box = Box(page, x0, top, x0 + 100, top + 10)
    return msgspec.structs.replace(clause("1", key), key=key, page=page, bbox=box, boxes=(box,))


def test_what_stands_outside_the_clauses_is_written_where_it_stands() -> None:
    clauses = [placed("1", 1, 0, 50), placed("2", 1, 200, 50), placed("3", 2, 0, 50), placed("4", 2, 0, 150)]
    outside = [
        placed("preface", 1, 50, 10),
        placed("note-left", 1, 0, 300),
        placed("between", 2, 0, 100),
        placed("glossary", 2, 200, 20),
        placed("history", 3, 0, 0),
    ]
    read = msgspec.structs.replace(
        document({"1": "x"}, "1.0"), clauses=tuple(clauses), surroundings=tuple(outside)
    )
    assert [one.key for one in in_reading_order(read)] == [
        "preface", "1", "note-left", "2", "3", "between", "4", "glossary", "history",
    ]  # fmt: skip
