"""Pages that are pictures of text are recognised with the extra `ocr`; without it, a line says what to do."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from rulehound.extract import DocumentError, read_document, reader
from rulehound.extract.document import Document, Style
from rulehound.extract.pdf import recognition
from rulehound.extract.pdf.pages import NO_TEXT, NOT_READ, RECOGNISED, Page, TextRun, UnreadPage, read_pages
from rulehound.extract.pdf.recognition import can_recognise, recognise
from rulehound.extract.processes.isolation import DEFAULT, Limits
from rulehound_testing.documents.scanned import scanned
from rulehound_testing.documents.typeset import Item, Rulebook, typeset

needs_extra = pytest.mark.skipif(not can_recognise(), reason="needs the extra ocr")

ITEMS = (
    Item("1", "Lanterns"),
    Item("1-1", "Each player lights 3 lanterns before the first boat comes in."),
    Item("1-2", "A lantern that went out is lit again, at most twice in a turn."),
    Item("1-3", "Boats come in at dusk, one after another, as many as there are players and one more."),
)


@cache
def printed() -> Path:
    return typeset(Rulebook(ITEMS), Path(mkdtemp()) / "lanterns.pdf")


@cache
def recognised() -> Document:
    return read_document(scanned(printed(), Path(mkdtemp()) / "scan.pdf"), second_reader=True)


@pytest.fixture
def without_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "can_recognise", lambda: False)


@needs_extra
def test_a_scan_is_read_like_the_print() -> None:
    there, here = read_document(printed()), recognised()
    assert [(clause.key, clause.kind, clause.text) for clause in here.clauses] == [
        (clause.key, clause.kind, clause.text) for clause in there.clauses
    ]
    for clause, same in zip(here.clauses, there.clauses, strict=True):
        for box, other in zip(clause.boxes, same.boxes, strict=True):
            edges = (box.x0, box.top, box.x1, box.bottom), (other.x0, other.top, other.x1, other.bottom)
            assert max(abs(one - two) for one, two in zip(*edges, strict=True)) < 5


@needs_extra
def test_each_line_of_a_scan_is_marked_and_the_document_says_so() -> None:
    assert all(clause.recognised == tuple(range(len(clause.boxes))) for clause in recognised().clauses)
    assert recognised().warnings == (f"page 1: {RECOGNISED}",)
    assert not any(clause.recognised for clause in read_document(printed()).clauses)


@needs_extra
def test_a_sheet_of_one_colour_has_no_text(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    canvas = Canvas(str(path), pagesize=(200, 200))
    canvas.setFillColorRGB(0.9, 0.8, 0.7)
    canvas.rect(0, 0, 200, 200, fill=1, stroke=0)
    canvas.save()
    with pytest.raises(DocumentError) as raised:
        read_document(path)
    assert raised.value.reason.endswith("none is recognised in the pictures of its pages")
    assert "scan it again" in raised.value.remedy


@needs_extra
def test_a_page_whose_recognition_takes_too_long_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recognition, "_PAGE_SECONDS", 0.01)
    path = _mixed(tmp_path)
    results = recognise(str(path), None, Limits(page_seconds=0.01), None, sha256_of(path), [2])
    assert isinstance(results[2], UnreadPage)
    assert "took longer" in results[2].reason


@needs_extra
def test_a_file_that_changed_meanwhile_is_not_recognised(tmp_path: Path) -> None:
    results = recognise(str(_mixed(tmp_path)), None, DEFAULT, None, "0" * 64, [2])
    assert isinstance(results[2], UnreadPage)
    assert "the file changed while it was read" in results[2].reason


def sha256_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _mixed(folder: Path) -> Path:
    """A document of a printed page and a scanned one that goes on with it."""
    more = typeset(Rulebook([Item("1-4", "Nets are hung up to dry.")]), folder / "more.pdf")
    both = pypdfium2.PdfDocument.new()
    for path in (printed(), scanned(more, folder / "scan.pdf")):
        with pypdfium2.PdfDocument(path) as part:
            both.import_pages(part)
    target = folder / "mixed.pdf"
    both.save(target)
    both.close()
    return target


def _told(sha256: str, numbers: Sequence[int]) -> Mapping[int, Page | UnreadPage]:
    """Stands in for recognition: the same line on every page."""
    style = Style("", 9, False, False, "#000000")
    run = TextRun("1-4. Nets are hung up to dry.", 40, 40, 200, 49, 47, 9, False, ((0, style),))
    return {number: Page(number, 420, 595, (run,), recognised=True) for number in numbers}


def test_only_pages_without_text_are_recognised(tmp_path: Path) -> None:
    asked: list[int] = []

    def pictures(sha256: str, numbers: Sequence[int]) -> Mapping[int, Page | UnreadPage]:
        asked.extend(numbers)
        return _told(sha256, numbers)

    pages = read_pages(_mixed(tmp_path), pictures=pictures)
    assert asked == [2]
    assert [page.recognised for page in pages.pages] == [False, True]
    assert pages.warnings == (f"page 2: {RECOGNISED}",)


def test_only_the_lines_on_recognised_pages_are_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(name: str, *rest: object) -> Mapping[int, Page | UnreadPage]:
        sha256, numbers = rest[-2:]
        assert isinstance(sha256, str)
        assert isinstance(numbers, list)
        return _told(sha256, numbers)

    monkeypatch.setattr(reader, "can_recognise", lambda: True)
    monkeypatch.setattr(reader, "recognise", told)
    document = read_document(_mixed(tmp_path))
    assert {clause.key: clause.recognised for clause in document.clauses} == {
        "1": (),
        "1-1": (),
        "1-2": (),
        "1-3": (),
        "1-4": (0,),
    }


@pytest.mark.usefixtures("without_extra")
def test_a_scan_without_the_extra_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as raised:
        read_document(scanned(printed(), tmp_path / "scan.pdf"))
    assert raised.value.reason == "the PDF has no text layer"
    assert raised.value.remedy == NO_TEXT
    assert "\n" not in str(raised.value)


@pytest.mark.usefixtures("without_extra")
def test_a_scanned_page_among_others_is_named_without_the_extra(tmp_path: Path) -> None:
    document = read_document(_mixed(tmp_path))
    assert f"page 2: no text on it; where it shows some, {NO_TEXT}" in document.warnings
    assert not any(NOT_READ in warning for warning in document.warnings)
