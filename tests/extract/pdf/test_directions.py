"""Text that does not run from left to right: pages are turned, and what is left out is told."""

from pathlib import Path

import pytest
from PIL import Image

from rulehound.extract import DocumentError, read_document
from rulehound.extract.layout.lines import read_lines
from rulehound.extract.pdf.directions import turn_of, turn_of_most
from rulehound.extract.pdf.pages import read_pages
from rulehound.extract.pdf.pictures import clause_pages
from rulehound_testing.documents.raw_pdf import LINES, document, stream

TURNED = {90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"}
"""The matrices of text that becomes upright by turning the page clockwise."""


def printed(lines: tuple[str, ...], matrix: str, step: tuple[int, int] = (0, -20)) -> bytes:
    """Instructions that print lines one under another as their reader sees them."""
    rows = (
        f"BT /F1 10 Tf {matrix} {300 + step[0] * row} {400 + step[1] * row} Tm ({line}) Tj ET"
        for row, line in enumerate(lines)
    )
    return "\n".join(rows).encode()


STEPS = {90: (20, 0), 180: (0, 20), 270: (-20, 0)}


@pytest.mark.parametrize(
    ("across", "up", "turn"),
    [
        (5, 0, 0),
        (-5, 0, 180),
        (0, 5, 90),
        (0, -5, 270),
        (5, 0.5, 0),
        (5, -0.5, 0),
        (5, 5, None),
        (0, 0, None),
    ],
)
def test_the_turn_of_text(across: float, up: float, turn: int | None) -> None:
    assert turn_of(across, up) == turn


def test_a_page_is_turned_for_more_than_half_of_its_text() -> None:
    assert turn_of_most([90] * 20 + [0] * 19) == 90
    assert turn_of_most([90] * 20 + [0] * 20) == 0
    assert turn_of_most([90, 180, 270, 90] * 20) == 0
    assert turn_of_most([None, None, 90] * 20) == 0
    assert turn_of_most([]) == 0
    assert turn_of_most([90] * 9) == 0  # so few may be a page number beside a picture


@pytest.mark.parametrize("turn", TURNED)
@pytest.mark.parametrize("rotated", [0, 90])
def test_a_page_whose_text_is_turned_is_read(tmp_path: Path, turn: int, rotated: int) -> None:
    path = tmp_path / "turned.pdf"
    content = stream(printed(LINES, TURNED[turn], STEPS[turn]))
    page = b"/Rotate %d/MediaBox[0 0 612 792]" % rotated
    path.write_bytes(document(content, content, page=page))
    pages = read_pages(path)
    assert [page.turned for page in pages.pages] == [(turn - rotated) % 360] * 2
    assert [line.text for line in read_lines(pages.pages)] == [*LINES, *LINES]
    assert pages.warnings == ()
    compared = " ".join(read_document(path, second_reader=True).warnings)
    assert "PDFium" not in compared
    assert "invisible" not in compared


@pytest.mark.parametrize("turn", TURNED)
def test_the_boxes_of_a_turned_page_are_those_of_its_picture(tmp_path: Path, turn: int) -> None:
    path = tmp_path / "turned.pdf"
    path.write_bytes(document(stream(printed(LINES, TURNED[turn], STEPS[turn]))))
    clause = next(clause for clause in read_document(path).clauses if clause.number == "1-1")
    picture = tmp_path / "page.png"
    picture.write_bytes(clause_pages(path, clause.boxes, scale=1))
    image = Image.open(picture).convert("L")
    box = clause.boxes[0]
    darkest, _ = image.crop((round(box.x0), round(box.top), round(box.x1), round(box.bottom))).getextrema()
    assert darkest < 100
    page = read_pages(path).pages[0]
    assert image.size == (page.width, page.height)


@pytest.mark.parametrize("matrix", [*TURNED.values(), "0.7 0.7 -0.7 0.7"])
def test_text_in_another_direction_is_left_out_and_told(tmp_path: Path, matrix: str) -> None:
    path = tmp_path / "margin.pdf"
    lines = ("1. Lanterns", "1-1. Light one.", "1-2. Light two.", "1-3. Wait.", "1-4. Put them out.")
    plain = printed(lines, "1 0 0 1")
    marked = stream(plain + b"\n" + printed(("DRAFT 2",), matrix))
    path.write_bytes(document(marked, marked, stream(plain), marked))
    result = read_document(path, second_reader=True)
    what = 'text that runs in another direction is left out: "DRAFT 2" (6 characters)'
    assert [line for line in result.warnings if "DRAFT" in line] == [
        f"pages 1 to 2: {what}",
        f"page 4: {what}",
    ]
    assert not any("DRAFT" in clause.text for clause in result.clauses)


def test_a_document_whose_text_runs_aslant_is_said_to(tmp_path: Path) -> None:
    path = tmp_path / "aslant.pdf"
    path.write_bytes(document(stream(printed(LINES, "0.7 0.7 -0.7 0.7"))))
    with pytest.raises(DocumentError) as caught:
        read_document(path)
    reason = 'no text of the PDF can be read (page 1: text that runs in another direction is left out: "1. L'
    assert caught.value.reason.startswith(reason)
