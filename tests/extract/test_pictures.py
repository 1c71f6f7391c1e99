"""Pictures show the page, with the right place marked; JSON lines say the same in numbers."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from extract.typeset import Item, Rulebook, Style, typeset
from rulehound.extract import PageImages, clause_picture, page_picture, read_document, write_jsonl

ITEMS = [
    Item("1", "Lanterns"),
    *(Item(f"1-{n}", f"Lantern {n} is lit at dusk by its keeper.") for n in range(1, 60)),
]


def book(tmp_path: Path) -> Path:
    return typeset(Rulebook(ITEMS, style=Style(columns=2, height=400)), tmp_path / "rulebook.pdf")


def image(png: bytes) -> Image.Image:
    assert png.startswith(b"\x89PNG")
    return Image.open(io.BytesIO(png)).convert("RGB")


def is_marked(pixel: tuple[int, ...]) -> bool:
    red, green, blue = pixel[:3]
    return red > 230 and green > 200 and blue < 200


def test_a_whole_page_is_marked_at_the_lines_of_the_clause(tmp_path: Path) -> None:
    path = book(tmp_path)
    clause = read_document(path).clauses[5]
    picture = image(page_picture(path, clause.page, clause.boxes, scale=2.0))
    assert picture.size == (840, 800)
    marked = [(x, y) for x in range(840) for y in range(800) if is_marked(picture.getpixel((x, y)))]
    inside = [
        (x, y)
        for x, y in marked
        if any(
            2 * box.x0 - 4 <= x <= 2 * box.x1 + 4 and 2 * box.top - 4 <= y <= 2 * box.bottom + 4
            for box in clause.boxes
        )
    ]
    assert marked == inside
    area = sum(4 * (box.x1 - box.x0) * (box.bottom - box.top) for box in clause.boxes)
    assert 0.6 * area < len(marked) < 1.6 * area


def test_a_clause_is_cut_out_with_its_margin(tmp_path: Path) -> None:
    path = book(tmp_path)
    clause = read_document(path).clauses[5]
    picture = image(clause_picture(path, clause.boxes, margin=10, scale=3.0))
    width = 3 * (max(box.x1 for box in clause.boxes) - min(box.x0 for box in clause.boxes) + 20)
    assert abs(picture.width - width) <= 2
    assert any(is_marked(picture.getpixel((x, picture.height // 2))) for x in range(picture.width))


def test_pictures_of_one_document_are_those_of_single_calls(tmp_path: Path) -> None:
    path = book(tmp_path)
    clauses = read_document(path).clauses
    with PageImages(path) as images:
        together = [images.clause(clause.boxes) for clause in clauses[::7]]
    assert together == [clause_picture(path, clause.boxes) for clause in clauses[::7]]


def test_each_page_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pypdfium2

    drawn = []
    render = pypdfium2.PdfPage.render
    monkeypatch.setattr(
        pypdfium2.PdfPage, "render", lambda page, **how: drawn.append(1) or render(page, **how)
    )
    document = read_document(book(tmp_path))
    with PageImages(document.path) as images:
        for clause in document.clauses:
            images.clause(clause.boxes)
    assert len(drawn) == len({clause.page for clause in document.clauses}) > 1


def test_json_lines(tmp_path: Path) -> None:
    clauses = read_document(book(tmp_path)).clauses
    stream = io.StringIO()
    write_jsonl(clauses, stream)
    rows = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [row["number"] for row in rows] == [item.number for item in ITEMS]
    assert list(rows[3]) == [
        "number", "key", "parent", "kind", "text", "page", "bbox", "boxes", "changed", "fingerprint",
    ]  # fmt: skip
    clause = clauses[3]
    assert rows[3]["bbox"] == [clause.bbox.x0, clause.bbox.top, clause.bbox.x1, clause.bbox.bottom]
    assert rows[3]["boxes"] == [[box.page, box.x0, box.top, box.x1, box.bottom] for box in clause.boxes]
    assert [row["fingerprint"] for row in rows] == [clause.fingerprint for clause in clauses]
    again = io.StringIO()
    write_jsonl(read_document(book(tmp_path)).clauses, again)
    assert again.getvalue() == stream.getvalue()
