"""Files made to break a reader: each gives what can be read and says what is missing, or is refused."""

import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from rulehound.extract import DocumentError, read_document
from rulehound.extract.pdf.pages import Pages, read_pages
from rulehound.extract.processes.isolation import Limits
from rulehound_testing.documents.raw_pdf import LINES, document, objects, packed, pdf, stream, text, zeros

GOOD = stream(text(LINES))
LIMITS = Limits(memory=512 << 20)
IMPATIENT = Limits(memory=512 << 20, page_seconds=2.5)


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Pages]:
    def read(data: bytes, limits: Limits = LIMITS) -> Pages:
        path = tmp_path / "hostile.pdf"
        path.write_bytes(data)
        return read_pages(path, limits=limits)

    return read


def refused(read: Callable[..., Pages], data: bytes, limits: Limits = LIMITS) -> str:
    with pytest.raises(DocumentError) as caught:
        read(data, limits)
    assert "\n" not in str(caught.value)
    return caught.value.reason


def texts(pages: Pages) -> list[list[str]]:
    return [[run.text for run in page.runs] for page in pages.pages]


def page_of(resources: bytes) -> bytes:
    return b"/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>%s>>" % resources


def form(content: bytes, draws: int) -> bytes:
    names = b"/Resources<</Font<</F1 3 0 R>>/XObject<</X %d 0 R>>>>" % draws
    return stream(content, b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]" + names)


DRAWS_5 = page_of(b"/XObject<</X 5 0 R>>")


# One page of three is hostile, the others are read.


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_bomb_that_draws(read: Callable[..., Pages], times: int) -> None:
    """A gigabyte of zeros, packed once and more often."""
    bomb = zeros(1024)
    for _ in range(times - 1):
        bomb = zlib.compress(bomb)
    filters = b"/Filter[%s]" % (b"/FlateDecode" * times)
    pages = read(document(GOOD, stream(bomb, filters), GOOD))
    assert texts(pages) == [list(LINES)] * 2
    assert [page.number for page in pages.pages] == [1, 3]
    assert pages.total == 3
    assert pages.warnings == ("page 2: not read: takes more than 32 MB to draw",)


def test_a_bomb_in_many_streams(read: Callable[..., Pages]) -> None:
    """Each is within the limit, and all of them draw one page."""
    found = objects(GOOD, GOOD)
    found[50] = stream(zeros(20), b"/Filter/FlateDecode")
    found[12] = found[12].replace(b"/Contents 13 0 R", b"/Contents[50 0 R 50 0 R]")
    assert read(pdf(found)).warnings == ("page 2: not read: takes more than 32 MB to draw",)


def test_a_bomb_in_a_font(read: Callable[..., Pages]) -> None:
    bomb = {
        5: b"<</Type/Font/Subtype/TrueType/BaseFont/X/ToUnicode 6 0 R>>",
        6: stream(zeros(512), b"/Filter/FlateDecode"),
    }
    found = objects(GOOD, stream(b"BT /F2 10 Tf 72 700 Td (x) Tj ET"), GOOD) | bomb
    found[12] = found[12].replace(b"/MediaBox", b"/Resources<</Font<</F2 5 0 R>>>>/MediaBox")
    pages = read(pdf(found), Limits(memory=256 << 20))
    assert texts(pages) == [list(LINES)] * 2
    assert pages.warnings == ("page 2: not read: needed more than 256 MB of memory",)


def test_forms_that_draw_each_other_twice(read: Callable[..., Pages]) -> None:
    """Forty of them draw the last a million million times."""
    chain = {100 + depth: form(b"/X Do /X Do", 101 + depth) for depth in range(40)}
    found = objects(GOOD, stream(b"/X Do"), page=page_of(b"/XObject<</X 100 0 R>>")) | chain | {140: GOOD}
    pages = read(pdf(found), IMPATIENT)
    assert texts(pages) == [list(LINES)]
    assert pages.warnings == ("page 2: not read: took longer than 2.5 s",)


def test_forms_in_forms_in_forms(read: Callable[..., Pages]) -> None:
    chain = {100 + depth: form(b"/X Do", 101 + depth) for depth in range(2000)}
    found = objects(GOOD, stream(b"/X Do"), page=page_of(b"/XObject<</X 100 0 R>>")) | chain | {2100: GOOD}
    pages = read(pdf(found))
    assert texts(pages) == [list(LINES)]
    assert pages.warnings == ("page 2: not read: is damaged (RecursionError)",)


def test_a_reference_that_comes_back_to_itself(read: Callable[..., Pages]) -> None:
    """The parser follows it for ever."""
    found = objects(GOOD, GOOD) | {50: b"51 0 R", 51: b"50 0 R"}
    found[12] = found[12].replace(b"[0 0 612 792]", b" 50 0 R")
    pages = read(pdf(found), IMPATIENT)
    assert texts(pages) == [list(LINES)]
    assert pages.warnings == ("page 2: not read: took longer than 2.5 s",)


def test_too_many_characters(read: Callable[..., Pages]) -> None:
    crowd = packed(b"BT /F1 10 Tf 72 700 Td %s ET" % (b"(%s) Tj " % (b"a" * 101) * 20))
    pages = read(document(GOOD, crowd), Limits(page_characters=2000))
    assert texts(pages) == [list(LINES)]
    assert pages.warnings == ("page 2: not read: has more than 2,000 characters",)


def test_one_glyph_that_stands_for_a_book(read: Callable[..., Pages]) -> None:
    """The table from glyphs to text may give one glyph any text."""
    table = b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <61> <%s> endbfchar"
    found = objects(GOOD, stream(text(["aaaa"]))) | {5: packed(table % (b"0061" * 600))}
    found[12] = found[12].replace(b"/MediaBox", b"/Resources<</Font<</F1 6 0 R>>>>/MediaBox")
    found[6] = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 5 0 R>>"
    pages = read(pdf(found), Limits(page_characters=2000))
    assert pages.warnings == ("page 2: not read: has more than 2,000 characters",)


def test_a_drawing_of_many_lines_is_no_table(read: Callable[..., Pages]) -> None:
    lines = b"\n".join(b"72 %d m 172 %d l S" % (row % 700, row % 700) for row in range(10_001))
    (page,) = read(document(packed(text(LINES) + b"\n" + lines))).pages
    assert [run.text for run in page.runs] == list(LINES)
    assert page.rulings == ()
    assert page.warnings == ("has more than 10,000 lines drawn on it; they are taken for a picture",)


# Damage: what is read is kept, what may be wrong is said.


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("a byte in the middle", lambda data: data[:250] + bytes([data[250] ^ 0xFF]) + data[251:]),
        ("cut in the middle", lambda data: data[:250]),
        ("a wrong checksum", lambda data: data[:-1] + bytes([data[-1] ^ 1])),
    ],
)
def test_damaged_contents(read: Callable[..., Pages], name: str, damage: Callable[[bytes], bytes]) -> None:
    lines = [
        f"1-{n}. Keepers light lantern {n * n * 7919 % 10007} of {7**n % 10009} at dusk."
        for n in range(1, 40)
    ]
    good = zlib.compress(text(lines))
    assert len(good) > 400
    pages = read(document(stream(damage(good), b"/Filter/FlateDecode"), GOOD))
    assert pages.warnings == ("page 1: damaged in the file; text may be missing or wrong",), name
    assert texts(pages)[0][0] == lines[0]
    assert texts(pages)[1] == list(LINES)


def test_contents_without_a_checksum_are_whole(read: Callable[..., Pages]) -> None:
    """Some writers cut it off, or end a stream a byte early."""
    for cut in (1, 4):
        pages = read(document(stream(zlib.compress(text(LINES))[:-cut], b"/Filter/FlateDecode")))
        assert (texts(pages), pages.warnings) == ([list(LINES)], ())


def test_a_list_that_names_pages_that_are_not_there(read: Callable[..., Pages]) -> None:
    found = objects(GOOD, GOOD, GOOD)
    del found[12]
    pages = read(pdf(found))
    assert texts(pages) == [list(LINES)] * 2
    assert pages.warnings == ("1 pages: not read: the file lists 3, not all are in it",)


def test_a_list_of_pages_that_holds_itself(read: Callable[..., Pages]) -> None:
    found = objects(GOOD)
    found[2] = found[2].replace(b"/Kids[10 0 R]", b"/Parent 2 0 R/Kids[2 0 R 10 0 R 2 0 R 10 0 R]")
    assert texts(read(pdf(found))) == [list(LINES)]


def test_a_list_of_pages_of_endless_depth(read: Callable[..., Pages]) -> None:
    found = objects(GOOD) | {
        100 + n: b"<</Type/Pages/Kids[%d 0 R]/Count 1>>" % (101 + n) for n in range(3000)
    }
    found[3100] = found[10]
    found[2] = b"<</Type/Pages/Kids[100 0 R]/Count 1>>"
    assert refused(read, pdf(found)).startswith("the PDF has no pages (pages after 0: not read")


def test_a_table_of_objects_that_leads_back_to_itself(read: Callable[..., Pages]) -> None:
    data = document(GOOD)
    pages = read(data.replace(b"/Root", b"/Prev %d/Root" % data.index(b"xref\n")))
    assert texts(pages) == [list(LINES)]  # by the other reader
    (warning,) = pages.warnings
    assert "damaged" in warning


# Oddities that a reader should not mind.


@pytest.mark.parametrize(
    "box",
    [
        b"[0 0 0 0]",
        b"[0 0 99999999 792]",
        b"[0 0 %s 792]" % (b"9" * 400),
        b"[0 0 %s.0 792]" % (b"9" * 400),
        b"[a b c d]",
        b"[0 0 612]",
        b"null",
        b"99",
        b"[[0] 0 612 792]",
        b"<</A 1>>",
    ],
)
def test_a_sheet_that_cannot_be(read: Callable[..., Pages], box: bytes) -> None:
    pages = read(document(GOOD, page=b"/MediaBox %s/CropBox %s/ArtBox %s" % (box, box, box)))
    assert texts(pages) == [list(LINES)]
    assert (pages.pages[0].width, pages.pages[0].height) == (612, 792)
    assert pages.warnings == ("page 1: has no size that a sheet can have; taken for Letter",)


@pytest.mark.parametrize("box", [b"[612 792 0 0]", b"[0 792 612 0]", b"[612 0 0 792]"])
def test_corners_in_any_order(read: Callable[..., Pages], box: bytes) -> None:
    pages = read(document(GOOD, page=b"/MediaBox" + box))
    assert pages == read(document(GOOD))._replace(sha256=pages.sha256)


@pytest.mark.parametrize(
    "content",
    {
        "form cycle": text(LINES) + b" /X Do",
        "deep array": b"[" * 50_000 + b"]" * 50_000 + text(LINES),
        "huge number": b"9" * 5000 + b" 0 0 1 0 0 cm " + text(LINES),
        "far away": text(LINES) + b" 1 0 0 1 " + b"9" * 400 + b".0 0 cm BT /F1 10 Tf 0 0 Td (far) Tj ET",
        "no text": text(LINES) + b" BT 12 Tj /F1 Tf [/b] TJ () Tj ET",
        "odd name": b"/\xff\xfe#80 gs /\x80\x81 Do " + text(LINES),
        "image": b"BI /W 2 /H 2 /BPC 8 /CS /G ID \x00\x01\x02\x03 EI\n" + text(LINES),
        "open image": text(LINES) + b"\nBI /W 2 /H 2 ID \x00\x01\x02",
        "open string": text(LINES) + b"\n(((((",
        "stack": b"q " * 30_000 + b"Q " * 40_000 + text(LINES),
        "odd colour": b"/Cs1 cs /P1 scn 9 9 9 rg -1 -1 -1 -1 k " + text(LINES),
    }.items(),
    ids=lambda item: item[0],
)
def test_odd_contents(read: Callable[..., Pages], content: tuple[str, bytes]) -> None:
    more = {5: form(b"/X Do", 6), 6: form(b"/X Do", 5)}
    pages = read(document(stream(content[1]), page=DRAWS_5, more=more))
    assert texts(pages) == [list(LINES)]
    assert pages.warnings == ()


def test_a_font_that_is_missing(read: Callable[..., Pages]) -> None:
    assert texts(read(document(stream(text(LINES).replace(b"/F1", b"/F9"))))) == [list(LINES)]


def test_half_a_pair_of_characters(read: Callable[..., Pages]) -> None:
    """No encoding can write it."""
    found = objects(stream(text(["abc"]))) | {
        5: stream(b"1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <62> <d800> endbfchar"),
        3: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 5 0 R>>",
    }
    pages = read(pdf(found | {7: b"<</Title(\xfe\xff\xd8\x00\x00a)>>"}, b"/Info 7 0 R"))
    ((run,),) = texts(pages)
    run.encode()
    pages.title.encode()


def test_garbage_around_the_file(read: Callable[..., Pages]) -> None:
    data = document(GOOD)
    assert texts(read(b"\x00junk\n" * 100 + data)) == [list(LINES)]
    assert texts(read(data + b"junk" * 100)) == [list(LINES)]
    behind = read(data + b"junk" * 1000)
    assert texts(behind) == [list(LINES)]
    assert behind.warnings == ("the end mark of the file is missing; it may be cut short",)


# Too large.


def test_many_pages(read: Callable[..., Pages]) -> None:
    """They share their contents, so that the file is small."""
    found = objects(GOOD)
    kids = b" ".join(b"%d 0 R" % number for number in range(100, 700))
    found[2] = found[2].replace(b"/Kids[10 0 R]/Count 1", b"/Kids[%s]/Count 600" % kids)
    found |= dict.fromkeys(range(100, 700), found[10])
    data = pdf(found)
    assert texts(read(data)) == [list(LINES)] * 600
    some = read(data, Limits(pages=20))
    assert len(some.pages) == some.total == 20
    assert some.warnings == ("pages after 20: not read: there are too many",)


def test_a_file_that_is_too_large(read: Callable[..., Pages]) -> None:
    assert (
        refused(read, document(GOOD) + bytes(1 << 20), Limits(file_bytes=1 << 20))
        == "the file is larger than 1 MB"
    )


def test_a_document_that_takes_too_long(read: Callable[..., Pages]) -> None:
    slow = packed(b"q Q\n" * 3_000_000)
    limits = Limits(document_seconds=2.5)
    pages = read(document(GOOD, GOOD, slow, GOOD, GOOD), limits)
    assert texts(pages) == [list(LINES)] * 2
    assert pages.warnings == ("pages 3 to 5: not read: the document took longer than 2.5 s",)
    assert "page 1: the document took longer" in refused(read, document(slow, slow), limits)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.pdf"
    os.mkfifo(path)
    with pytest.raises(DocumentError, match="no regular file"):
        read_pages(path)
    with pytest.raises(DocumentError, match="no regular file"):
        read_pages("/dev/zero")


# What is missing reaches whoever asks for the document.


def test_the_document_says_which_pages_are_missing(tmp_path: Path) -> None:
    path = tmp_path / "bomb.pdf"
    path.write_bytes(document(GOOD, stream(zeros(64), b"/Filter/FlateDecode")))
    read = read_document(path)
    assert read.pages == 2
    assert "page 2: not read: takes more than 32 MB to draw" in read.warnings
