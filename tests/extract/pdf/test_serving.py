"""A file or page that one of the two readers cannot read is read by the other, with a warning."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from rulehound.extract import DocumentError, read_document, reader
from rulehound.extract.layout.lines import Line, read_lines
from rulehound.extract.pdf.pages import Page, UnreadPage, read_pages
from rulehound.extract.pdf.pdfium_pages import PdfiumFile
from rulehound.extract.processes.isolation import DEFAULT, Limits
from rulehound_testing.documents.raw_pdf import LINES, document, objects, pdf, stream, text
from rulehound_testing.folders import ROOT

RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.0.pdf"
ALONE = "read by PDFium alone, without the lines of tables, since "

# A font whose table from codes to glyphs stands in the file itself: the parser knows only those with a name.
TABLE = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 begincidrange <0000> <FFFF> 0 endcidrange endcmap end end"""
LETTERS = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <00FF> <0000> endbfrange endcmap end end"""
OWN_TABLE = {
    20: b"<</Type/Font/Subtype/Type0/BaseFont/X/Encoding 21 0 R/ToUnicode 22 0 R/DescendantFonts[23 0 R]>>",
    21: stream(TABLE, b"/Type/CMap/CMapName/Own/CIDSystemInfo<</Registry(A)/Ordering(B)/Supplement 0>>"),
    22: stream(LETTERS),
    23: b"<</Type/Font/Subtype/CIDFontType0/BaseFont/X/DW 500/FontDescriptor 24 0 R"
    b"/CIDSystemInfo<</Registry(A)/Ordering(B)/Supplement 0>>>>",
    24: b"<</Type/FontDescriptor/FontName/X/Flags 4/Ascent 800/Descent -200/FontBBox[0 -200 500 800]>>",
}


def unread(line: str) -> bytes:
    """Instructions that print a line in that font."""
    return stream(b"BT /F9 10 Tf 72 700 Td <%s> Tj ET" % line.encode("utf-16-be").hex().encode())


def with_own_table(*contents: bytes) -> bytes:
    parts = objects(*contents) | OWN_TABLE
    parts[2] = parts[2].replace(b"/F1 3 0 R", b"/F1 3 0 R/F9 20 0 R")
    return pdf(parts)


@pytest.fixture
def written(tmp_path: Path) -> Callable[[bytes], Path]:
    def written(data: bytes) -> Path:
        path = tmp_path / "rules.pdf"
        path.write_bytes(data)
        return path

    return written


def test_a_page_without_text_for_the_usual_parser(written: Callable[[bytes], Path]) -> None:
    path = written(with_own_table(stream(text(LINES)), unread("1-3. Light it again."), stream(b"")))
    pages = read_pages(path)
    assert [[line.text for line in read_lines([page])] for page in pages.pages] == [
        list(LINES),
        ["1-3. Light it again."],
        [],
    ]
    assert pages.warnings == (f"page 2: {ALONE}pdfplumber finds no text on it",)
    read = read_document(path, second_reader=True)
    assert [clause.number for clause in read.clauses] == ["1", "1-1", "1-2", "1-3"]
    assert "page 3: no text on it" in read.warnings


def test_a_file_that_the_usual_parser_cannot_open(written: Callable[[bytes], Path]) -> None:
    data = document(stream(text(LINES)), stream(text(("1-3. Light it again.",))))
    path = written(data.replace(b"/Root", b"/Prev %d/Root" % data.index(b"xref\n")))
    pages = read_pages(path)
    assert [line.text for line in read_lines(pages.pages)] == [*LINES, "1-3. Light it again."]
    assert pages.total == 2
    (warning,) = pages.warnings
    assert warning.startswith(f"{ALONE}pdfplumber cannot open the file: the PDF is damaged (")


def test_a_file_cut_short_is_refused_though_the_second_reader_opens_it(
    written: Callable[[bytes], Path],
) -> None:
    data = RULEBOOK.read_bytes()
    with pytest.raises(DocumentError, match="cut short"):
        read_document(written(data[: int(len(data) * 0.95)]))


def refusing(path: str, *_: object) -> None:
    """What the second reader does to a file that PDFium cannot open."""
    raise DocumentError(path, "the PDF cannot be drawn (why)", "check the file")


def crashing(*_: object) -> None:
    os.abort()


def test_a_file_that_only_the_usual_parser_opens(
    written: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "_SECOND_READER", f"{__name__}:refusing")
    read = read_document(written(document(stream(text(LINES)))), second_reader=True)
    assert [clause.number for clause in read.clauses] == ["1", "1-1", "1-2"]
    assert read.warnings == ("no second reader has checked the characters: the PDF cannot be drawn (why)",)


def test_pages_that_the_second_reader_cannot_bear(
    written: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "_SECOND_READER", f"{__name__}:crashing")
    monkeypatch.setattr(reader, "usable_cores", lambda: 2)
    path = written(
        document(*[stream(text((f"{n}. Hill {n}", f"{n}-1. Light {n} there."))) for n in range(1, 18)])
    )
    warnings = [line for line in read_document(path, second_reader=True).warnings if "second reader" in line]
    crash = "not read by the second reader: that made the process crash that read it (SIGABRT)"
    assert warnings == [f"pages 1 to 8: {crash}", f"pages 9 to 17: {crash}"]


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_the_number_of_processes_does_not_change_the_result(
    written: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    hidden = [stream(text(LINES) + b" BT /F1 10 Tf 3 Tr 72 %d Td (ghost) Tj ET" % n) for n in range(100, 125)]
    monkeypatch.setattr(reader, "usable_cores", lambda: cores)
    warnings = read_document(written(document(*hidden)), second_reader=True).warnings
    doubts = [line for line in warnings if "invisible" in line]
    assert doubts == [
        f'page {number}: read, but invisible on the page: "ghost" (5 characters)' for number in range(1, 26)
    ]


def alike(line: Line) -> tuple[str, int, int, int, bool, tuple[bool, ...]]:
    """The parts of a line that both readers have alike, places in ten points."""
    return (
        line.text,
        round(line.box.x0 / 10),
        round(line.box.x1 / 10),
        round(line.size),
        line.red,
        tuple(span.style.bold for span in line.spans),
    )


def test_the_second_reader_reads_as_the_usual_parser_does() -> None:
    usual = read_pages(RULEBOOK, workers=1).pages[:4]
    file = PdfiumFile(RULEBOOK.read_bytes(), None)
    second = [file.read(page.number, DEFAULT) for page in usual]
    pages = [page for page in second if isinstance(page, Page)]
    assert [alike(line) for line in read_lines(pages)] == [alike(line) for line in read_lines(usual)]
    sizes = [[(round(page.width), round(page.height)) for page in each] for each in (pages, usual)]
    assert sizes[0] == sizes[1]


def test_colours_turns_and_limits_of_the_second_reader(tmp_path: Path) -> None:
    path = tmp_path / "turned.pdf"
    canvas = Canvas(str(path), (400, 300), invariant=True)
    canvas.rotate(90)
    canvas.setFillColorRGB(1, 0, 0)
    canvas.drawString(20, -100, "Light the lantern.")
    canvas.save()
    file = PdfiumFile(path.read_bytes(), None)
    page = file.read(1, DEFAULT)
    assert isinstance(page, Page)
    assert (page.turned, page.width, page.height) == (90, 300, 400)
    (line,) = read_lines([page])
    assert (line.text, line.red) == ("Light the lantern.", True)
    crowded = file.read(1, Limits(page_characters=5))
    assert crowded == UnreadPage(1, "has more than 5 characters")
