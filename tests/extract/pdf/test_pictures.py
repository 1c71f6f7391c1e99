"""Pictures show the page, with the right place marked."""

import io
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from rulehound.extract import Box, DocumentError, read_document
from rulehound.extract.pdf.drawing import MOST_PIXELS
from rulehound.extract.pdf.pictures import (
    PageImages,
    clause_pages,
    clause_pictures,
)
from rulehound_testing.documents.raw_pdf import FONT, pdf, stream
from rulehound_testing.documents.typeset import Item, Rulebook, Style, typeset

ITEMS = [
    Item("1", "Lanterns"),
    *(Item(f"1-{n}", f"Lantern {n} is lit at dusk by its keeper.") for n in range(1, 60)),
]


def book(tmp_path: Path) -> Path:
    return typeset(Rulebook(ITEMS, style=Style(columns=2, height=400)), tmp_path / "rulebook.pdf")


def image(png: bytes) -> Image.Image:
    assert png.startswith(b"\x89PNG")
    return Image.open(io.BytesIO(png)).convert("RGB")


def clause_picture(path: str | Path, boxes: Sequence[Box], margin: float = 24, scale: float = 2.0) -> bytes:
    with PageImages(path, scale) as images:
        return images.clause(boxes, margin)


def page_picture(path: str | Path, page: int, boxes: Sequence[Box] = (), scale: float = 2.0) -> bytes:
    with PageImages(path, scale) as images:
        return images.page(page, boxes)


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


def test_a_clause_over_pages_shows_them_side_by_side(tmp_path: Path) -> None:
    path = book(tmp_path)
    clauses = read_document(path).clauses
    before = next(clause for clause, after in pairwise(clauses) if clause.page != after.page)
    after = clauses[clauses.index(before) + 1]
    picture = image(clause_pages(path, [*before.boxes, *after.boxes], scale=1.0))
    assert picture.size == (420 + 6 + 420, 400)
    assert all(100 < value < 150 for value in picture.getpixel((422, 200)))
    for clause, left in ((before, 0), (after, 426)):
        box = clause.boxes[0]
        marked = [is_marked(picture.getpixel((left + x, round(box.top)))) for x in range(420)]
        assert sum(marked[round(box.x0) : round(box.x1)]) > 0.5 * (box.x1 - box.x0)
        assert not any(marked[: round(box.x0) - 3])
        assert not any(marked[round(box.x1) + 3 :])
    for y, left in ((after.boxes[0].top, 0), (before.boxes[0].top, 426)):  # each where the other is
        assert not any(is_marked(picture.getpixel((left + x, round(y)))) for x in range(420))
    # One page alone is that page.
    assert image(clause_pages(path, before.boxes, scale=1.0)).size == (420, 400)


def sheet(path: Path, box: str, page: str = "", inherited: bool = False) -> Path:
    """One page with a word at (150, 700) and these boxes."""
    place = f"/MediaBox[{box}]".encode()
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1%s>>" % (place if inherited else b""),
        3: b"<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R%s%s>>"
        % (b"" if inherited else place, page.encode()),
        4: stream(b"BT /F1 20 Tf 150 700 Td (HHHHH) Tj ET"),
        5: FONT,
    }
    path.write_bytes(pdf(objects))
    return path


@pytest.mark.parametrize(
    ("box", "page", "inherited", "size", "x", "y"),
    [
        ("0 0 595 842", "", False, (595, 842), 150, 142),
        # A page takes the box of what it is part of; PDFium does not say so.
        ("0 0 595 842", "", True, (595, 842), 150, 142),
        ("100 50 500 800", "", False, (400, 750), 50, 100),
        ("100 50 500 800", "/CropBox[120 300 400 760]", True, (400, 750), 50, 100),
        ("500 800 100 50", "", False, (400, 750), 50, 100),
        ("0 0 0 0", "", False, (612, 792), 150, 92),
        ("0 0 595 842", "/Rotate 90", False, (842, 595), None, None),
    ],
)
def test_the_whole_sheet_is_drawn(
    tmp_path: Path, box: str, page: str, inherited: bool, size: tuple[int, int], x: int | None, y: int | None
) -> None:
    """Where the word ends up, its baseline and left edge, counted from the top left of the sheet."""
    picture = image(page_picture(sheet(tmp_path / "sheet.pdf", box, page, inherited), 1, scale=1.0))
    assert picture.size == size
    left, _, _, bottom = picture.convert("L").point(lambda value: 255 * (value < 128)).getbbox()
    if x is not None and y is not None:
        assert abs(left - x) <= 3
        assert abs(bottom - y) <= 2


@pytest.mark.parametrize("box", ["0 0 900000000 900000000", "-900000000 0 3 1", "0 0 1 99999"])
def test_a_page_of_absurd_size_is_drawn_small(tmp_path: Path, box: str) -> None:
    path = sheet(tmp_path / "vast.pdf", box)
    marks = [Box(1, 140, 120, 200, 150), Box(1, -5e8, -5e8, 5e8, 5e8)]
    for png in (
        page_picture(path, 1, marks, 8.0),
        clause_picture(path, marks),
        clause_pages(path, marks, 4.0),
    ):
        picture = image(png)
        assert picture.width * picture.height <= 1.01 * MOST_PIXELS
        assert max(picture.size) <= 16_001


def test_many_pages_together_stay_within_bounds(tmp_path: Path) -> None:
    path = book(tmp_path)
    boxes = [box for clause in read_document(path).clauses for box in clause.boxes]
    picture = image(clause_pages(path, boxes, scale=8.0))
    assert picture.width * picture.height <= 1.05 * MOST_PIXELS


def test_a_place_outside_the_page_has_the_page_for_its_surroundings(tmp_path: Path) -> None:
    picture = image(clause_picture(book(tmp_path), [Box(1, 900, 900, 950, 950)], scale=1.0))
    assert picture.size == (420, 400)


def test_there_are_no_pictures_of_a_text(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("1. Lanterns\n1-1. They are lit.\n")
    clause = read_document(path).clauses[1]
    with pytest.raises(DocumentError, match="no pictures of a file that is not a PDF; name the PDF"):
        clause_pages(path, clause.boxes)


def test_pictures_of_many_clauses_stop_where_they_grow_too_large(tmp_path: Path) -> None:
    path = book(tmp_path)
    clauses = [(clause.key, clause.boxes) for clause in read_document(path).clauses]
    drawn = clause_pictures(path, clauses)
    assert list(drawn) == [key for key, _ in clauses]
    assert drawn[clauses[2][0]] == clause_picture(path, clauses[2][1])
    few = sum(len(png) for png in list(drawn.values())[:3])
    assert list(clause_pictures(path, clauses, few)) == list(drawn)[:3]
    assert list(clause_pictures(path, clauses, few - 1)) == list(drawn)[:2]
