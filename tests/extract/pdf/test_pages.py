"""Pages of a PDF: the same for any number of processes, in coordinates of the sheet, with styles."""

import hashlib
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from rulehound.extract import DocumentError
from rulehound.extract.pdf import pages as module
from rulehound.extract.pdf.pages import NO_TEXT, Page, Ruling, TextRun, UnreadPage, read_pages
from rulehound.extract.processes.child_pool import ChildPool
from rulehound.extract.processes.isolation import DEFAULT, Child, Replies
from rulehound_testing.documents.raw_pdf import LINES, document, objects, packed, pdf, stream, text
from rulehound_testing.documents.typeset import Item, Rulebook, typeset
from rulehound_testing.folders import ROOT

RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.0.pdf"


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def only_page(path: Path, data: bytes) -> Page:
    (page,) = read_pages(written(path / "one.pdf", data)).pages
    return page


def texts(page: Page) -> list[str]:
    return [run.text for run in page.runs]


def test_the_result_is_the_same_for_any_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PAGES_A_WORKER", 1)
    alone = read_pages(RULEBOOK, workers=1)
    assert [page.number for page in alone.pages] == list(range(1, 8))
    assert sum(len(page.runs) for page in alone.pages) == 1019
    assert alone.total == 7
    assert alone.warnings == ()
    assert alone.sha256 == hashlib.sha256(RULEBOOK.read_bytes()).hexdigest()
    for workers in (2, 5):
        assert read_pages(RULEBOOK, workers=workers) == alone


def test_progress_counts_up_to_all_pages() -> None:
    told: list[tuple[int, int]] = []
    read_pages(RULEBOOK, lambda done, of: told.append((done, of)))
    assert told == [(done, 7) for done in range(1, 8)]


def test_places_count_from_the_corner_of_the_sheet(tmp_path: Path) -> None:
    at_corner = only_page(tmp_path, document(stream(text(LINES) + b" 72 600 100 10 re S 72 500 100 0 re f")))
    moved = text(LINES).replace(b" 72 ", b" 172 ") + b" 172 600 100 10 re S 172 500 100 0 re f"
    elsewhere = only_page(
        tmp_path, document(stream(moved), page=b"/MediaBox[100 0 712 792]/CropBox[150 50 600 700]")
    )
    assert at_corner.runs[0].x0 == 72
    assert at_corner.runs[0].baseline == 92
    assert at_corner.rulings == (Ruling(72, 292, 172, 292), Ruling(72, 182, 172, 192))
    assert elsewhere == at_corner


@pytest.mark.parametrize(
    ("turn", "matrix"), [(0, "1 0 0 1"), (90, "0 1 -1 0"), (270, "0 -1 1 0"), (180, "-1 0 0 -1")]
)
def test_a_turned_page_reads_as_it_is_looked_at(tmp_path: Path, turn: int, matrix: str) -> None:
    places = {0: (72, 700), 90: (92, 72), 270: (520, 720), 180: (540, 92)}
    steps = {0: (0, -20), 90: (20, 0), 270: (-20, 0), 180: (0, 20)}
    (x, y), (across, down) = places[turn], steps[turn]
    content = "\n".join(
        f"BT /F1 10 Tf {matrix} {x + row * across} {y + row * down} Tm ({line}) Tj ET"
        for row, line in enumerate(LINES)
    )
    page = only_page(
        tmp_path, document(stream(content.encode()), page=b"/MediaBox[0 0 612 792]/Rotate %d" % turn)
    )
    assert (page.width, page.height) == ((792, 612) if turn % 180 else (612, 792))
    assert texts(page) == list(LINES)
    assert [(round(run.x0, 6), round(run.baseline, 6)) for run in page.runs] == [
        (72, 92),
        (72, 112),
        (72, 132),
    ]


def test_text_that_does_not_stand_upright_is_left_out(tmp_path: Path) -> None:
    upright = text(LINES)
    page = only_page(tmp_path, document(stream(upright + b"\n" + text(["margin"], matrix="0 1 -1 0"))))
    assert texts(page) == list(LINES)


def test_a_run_ends_at_a_gap_and_keeps_spaces(tmp_path: Path) -> None:
    page = only_page(
        tmp_path,
        document(stream(b"BT /F1 10 Tf 72 700 Td (one  two ) Tj 100 0 Td (far) Tj 0 -12 Td (below) Tj ET")),
    )
    assert texts(page) == ["one  two", "far", "below"]


def test_styles_begin_where_the_characters_change(tmp_path: Path) -> None:
    path = tmp_path / "styles.pdf"
    canvas = Canvas(str(path))
    line = canvas.beginText(72, 700)
    for font, colour, part in (
        ("Helvetica", (0, 0, 0), "plain "),
        ("Helvetica-Bold", (0, 0, 0), "bold"),
        ("Helvetica-Oblique", (1, 0, 0), "red"),
    ):
        line.setFont(font, 10)
        line.setFillColorRGB(*colour)
        line.textOut(part)
    canvas.drawText(line)
    canvas.save()
    ((run,),) = (page.runs for page in read_pages(path).pages)
    assert run.text == "plain boldred"
    assert run.red
    assert [(start, s.font, s.bold, s.italic, s.colour) for start, s in run.styles] == [
        (0, "Helvetica", False, False, "#000000"),
        (6, "Helvetica-Bold", True, False, "#000000"),
        (10, "Helvetica-Oblique", False, True, "#ff0000"),
    ]


def test_a_file_that_only_its_owner_may_change_is_read(tmp_path: Path) -> None:
    items = [Item("1", "Lanterns"), Item("1-1", "Keepers light a lantern at dusk.")]
    locked = StandardEncryption("", ownerPassword="owner", canPrint=0, canCopy=0)
    path = typeset(Rulebook(items), tmp_path / "locked.pdf", encrypt=locked)
    open_one = typeset(Rulebook(items), tmp_path / "open.pdf")
    assert read_pages(path).pages == read_pages(open_one).pages


def test_what_was_appended_replaces_what_stood_there(tmp_path: Path) -> None:
    """An update appends objects, a table of them and one more end mark."""
    data = document(stream(text(LINES)))
    for word in (b"noon", b"midnight"):
        content = b"11 0 obj\n%s\nendobj\n" % stream(text(LINES).replace(b"dusk", word))
        before = data.rindex(b"startxref\n") + 10
        previous = int(data[before : data.index(b"\n", before)])
        start = len(data) + len(content)
        table = b"xref\n11 1\n%010d 00000 n \ntrailer\n<</Size 12/Root 1 0 R/Prev %d>>\n" % (
            len(data),
            previous,
        )
        data += content + table + b"startxref\n%d\n%%%%EOF\n" % start
    assert data.count(b"%%EOF") == 3
    assert "midnight" in texts(only_page(tmp_path, data))[1]


def test_objects_in_streams(tmp_path: Path) -> None:
    """From PDF 1.5 on, objects may stand packed in a stream, and so may the table of them."""
    found = objects(packed(text(LINES)))
    inner = [1, 2, 3, 10]
    starts = [sum(len(found[number]) + 1 for number in inner[:index]) for index in range(len(inner))]
    index = b" ".join(b"%d %d" % pair for pair in zip(inner, starts, strict=True)) + b"\n"
    body = index + b"\n".join(found[number] for number in inner)
    data, places = b"%PDF-1.5\n", {}
    container = packed(body, b"/Type/ObjStm/N %d/First %d" % (len(inner), len(index)))
    for number, content in ((11, found[11]), (12, container)):
        places[number] = len(data)
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    places[13] = len(data)
    rows = b"".join(
        bytes([2, 0, 12, inner.index(number)])
        if number in inner
        else bytes([1, *places[number].to_bytes(2, "big"), 0])
        if number in places
        else bytes([0, 0, 0, 0])
        for number in range(14)
    )
    table = packed(rows, b"/Type/XRef/W[1 2 1]/Size 14/Root 1 0 R")
    data += b"13 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table, places[13])
    assert texts(only_page(tmp_path, data)) == list(LINES)


def test_a_linearized_file(tmp_path: Path) -> None:
    """Its first object says so, and a reader may ignore that."""
    found = {99: b"<</Linearized 1/L 1000/H[0 0]/O 10/E 500/N 1/T 900>>", **objects(stream(text(LINES)))}
    assert texts(only_page(tmp_path, pdf(found))) == list(LINES)


def test_the_title_is_the_file_s_own(tmp_path: Path) -> None:
    found = {**objects(stream(text(LINES))), 7: b"<</Title( Lantern Rules )>>"}
    assert read_pages(written(tmp_path / "a.pdf", pdf(found, b"/Info 7 0 R"))).title == "Lantern Rules"
    assert read_pages(written(tmp_path / "b.pdf", pdf(objects(stream(text(LINES)))))).title == ""


def test_a_file_that_changes_while_it_is_read(tmp_path: Path) -> None:
    """Every process reads the same bytes, or none."""
    path = written(tmp_path / "book.pdf", RULEBOOK.read_bytes())
    replies: Replies = SimpleQueue()
    reader = partial(Child, "rulehound.extract.pdf.serving:serve", limits=DEFAULT, replies=replies)
    with reader(str(path), DEFAULT) as first:
        again = partial(reader, str(path), DEFAULT, first.wait(60).sha256)
        path.write_bytes(RULEBOOK.read_bytes() + b"\n")
        with pytest.raises(DocumentError, match="changed while it was read"):
            list(ChildPool(again, replies, DEFAULT).outcomes(first, [1, 2], 2))
        path.unlink()
    late_one = partial(reader, replies=SimpleQueue())
    with late_one(str(path), DEFAULT) as late, pytest.raises(DocumentError, match="cannot be read"):
        late.wait(60)


def test_the_parser_is_kept_out_of_this_process() -> None:
    """A hostile file meets it under limits alone; whoever reads from the cache does without its import."""
    program = "import sys; from rulehound.extract.pdf.pages import read_pages; read_pages(sys.argv[1]);"
    program += "print(*sorted({name.partition('.')[0] for name in sys.modules} & {'pdfminer', 'pdfplumber'}))"
    done = subprocess.run(
        [sys.executable, "-c", program, str(RULEBOOK)], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("\n", "")


def test_runs_lie_in_the_order_of_the_file() -> None:
    for page in read_pages(RULEBOOK).pages:
        assert all(run.x0 <= run.x1 and run.top < run.bottom for run in page.runs)
        assert all(first[0] < second[0] for run in page.runs for first, second in pairwise(run.styles))
        assert all(run.styles[0][0] == 0 for run in page.runs)


def test_a_bullet_that_its_encoding_leaves_to_the_reader() -> None:
    """Typesetters write it as a code that the encoding names nothing for (ISO 32000-1, annex D.2)."""
    last = read_pages(RULEBOOK).pages[-1]
    texts = [run.text for run in last.runs]
    assert any(text.startswith("\N{BULLET}") for text in texts)
    assert not any("(cid:" in text for text in texts)


def test_a_soft_hyphen_is_no_space(tmp_path: Path) -> None:
    path = tmp_path / "hyphens.pdf"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    lines = ["1-1. Three lan\\255terns are lit, then put out be\\255", "fore dawn."]
    path.write_bytes(document(stream(text(lines)), more={3: font}))
    (page,) = read_pages(path).pages
    assert [run.text.replace("\N{SOFT HYPHEN}", "~") for run in page.runs] == [
        "1-1. Three lan~terns are lit, then put out be~",
        "fore dawn.",
    ]


PRIVATE = (
    b"begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7e> <e020> endbfrange"
)
NAMELESS = {
    3: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 31 0 R>>",
    31: stream(PRIVATE + b" endcmap"),
}


def test_a_file_whose_fonts_do_not_name_their_letters_says_so(tmp_path: Path) -> None:
    path = tmp_path / "nameless.pdf"
    path.write_bytes(document(stream(text(LINES)), more=NAMELESS))
    with pytest.raises(DocumentError) as raised:
        read_pages(path)
    assert (raised.value.reason, raised.value.remedy) == (
        "the fonts of the PDF do not name their letters",
        NO_TEXT,
    )


def test_pages_without_letters_are_recognised_and_stay_where_nothing_is(tmp_path: Path) -> None:
    path = tmp_path / "nameless.pdf"
    path.write_bytes(document(stream(text(LINES)), stream(text(LINES)), more=NAMELESS))
    asked: list[int] = []

    def pictures(sha256: str, numbers: Sequence[int]) -> dict[int, Page | UnreadPage]:
        asked.extend(numbers)
        run = TextRun("1-1. Keepers light it.", 40, 40, 200, 49, 47, 9, False)
        return {1: Page(1, 612, 792, (run,), recognised=True), 2: UnreadPage(2, "took longer than 1 s")}

    first, second = read_pages(path, pictures=pictures).pages
    assert asked == [1, 2]
    assert (first.recognised, second.recognised) == (True, False)
    assert len(second.runs) == 3
