"""Reading the characters of a PDF, page by page.

This and `page_device` alone parse a PDF in Python, in a process of its own; see `serving`.
"""

import contextlib
import io
import logging
import math
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import pdfplumber
from pdfminer.encodingdb import EncodingDB
from pdfminer.glyphlist import glyphname2unicode
from pdfminer.layout import LTComponent
from pdfminer.pdfdocument import PDFDocument, PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import (
    LITERALS_FLATE_DECODE,
    PDFStream,
    dict_value,
    list_value,
    resolve1,
    stream_value,
)
from pdfminer.psparser import ESC_STRING

from rulehound.extract.document import DocumentError
from rulehound.extract.pdf.directions import turn_of, turn_of_most
from rulehound.extract.pdf.page_device import printed_on
from rulehound.extract.pdf.pages import DAMAGED, NOT_READ, Page, Ruling, UnreadPage
from rulehound.extract.pdf.runs import PrintedCharacter, runs_of, writable
from rulehound.extract.processes.isolation import Limits

# The parser logs every oddity of a file; without a handler, Python would print that to the terminal.
logging.getLogger("pdfminer").addHandler(logging.NullHandler())

# Codes of this encoding that name nothing else print a bullet (ISO 32000-1, annex D.2, note 3); the parser
# has no letter for them.
for _code in range(0o41, 0o400):
    EncodingDB.win2unicode.setdefault(_code, "\N{BULLET}")
# This code is the hyphen at a line's end, which the parser takes for a space (annex D.2, note 6).
EncodingDB.win2unicode[0o255] = "\N{SOFT HYPHEN}"
# A backslash before a character that needs none is ignored (ISO 32000-1, 7.3.4.2); the parser would take that
# character along, and some writers put one before each space. Octal digits and line ends are its own affair.
for _code in set(range(256)) - set(b"01234567\r\n"):
    ESC_STRING.setdefault(bytes([_code]), _code)

# Names of signs in fonts of TeX that are in no list of Adobe's; the parser has no letter for them.
for _glyph, _letter in {
    "angbracketleft": "⟨",
    "angbracketright": "⟩",
    "floorleft": "⌊",
    "floorright": "⌋",
    "bardbl": "‖",
    "braceleftbigg": "{",
    "bracerightbigg": "}",
    "epsilon1": "ϵ",
    "follows": "≻",
    "Germandbls": "ẞ",
    "integraldisplay": "∫",
    "mapsto": "↦",
    "prime": "′",
    "similarequal": "≃",
    "star": "⋆",
    "summationdisplay": "∑",
    "visiblespace": "␣",
}.items():
    glyphname2unicode.setdefault(_glyph, _letter)

# The largest sheet is 14,400 points (ISO 32000-1, annex C.2); this leaves room for those that ignore it.
_FURTHEST = 1e6
_LETTER = (0.0, 0.0, 612.0, 792.0)
# More lines than this are a picture, not tables.
_MOST_RULINGS = 10_000
# So many of the characters that are left out are shown.
_SAMPLE = 40
# Deflated data is salvaged in pieces of so many bytes: what is lost at a damage is at most one.
_PIECE = 64


class ParsedFile(NamedTuple):
    """A PDF that the parser has open."""

    pdf: pdfplumber.pdf.PDF
    title: str
    """Its own title; empty where it has none."""
    pages: Sequence[PDFPage]
    warnings: Sequence[str]
    """About pages that could not be found."""

    def read(self, number: int, limits: Limits) -> Page | UnreadPage:
        """Read the page of that number, from 1. Raises MemoryError."""
        return read_page(self.pdf, self.pages[number - 1], number, limits)


def parsed_file(path: str, data: bytes, limits: Limits, password: str | None) -> ParsedFile:
    """Open the PDF of these bytes. Raises MemoryError, and DocumentError, which names its `path`."""
    try:
        pdf = pdfplumber.open(io.BytesIO(data), password=password)
        pages, warnings = _find_pages(pdf, limits.pages)
        title = pdf.metadata.get("Title")
    except Exception as error:  # the parser raises whatever a damaged file makes it stumble over
        causes = _causes(error)
        if any(isinstance(cause, PDFPasswordIncorrect | UnicodeEncodeError) for cause in causes):
            if password is None:
                what, remedy = "the PDF is encrypted", "give its password (--password)"
            else:
                what, remedy = "the password does not open the PDF", "check it, capitals too"
            raise DocumentError(path, what, remedy) from None
        if any(isinstance(cause, PDFEncryptionError) for cause in causes):
            what = f"{DAMAGED} or encrypted in an unusual way"
            raise DocumentError(path, what, "save a copy without a password") from None
        raise DocumentError(path, f"{DAMAGED} ({_name(causes)})", "fetch it again") from None
    return ParsedFile(pdf, writable(title.strip()) if isinstance(title, str) else "", pages, warnings)


class _Listed(PDFPage):
    """A page in the list of pages, not read yet.

    The parser itself would read every page at once, and one damaged page would lose the others.
    """

    def __init__(self, doc: PDFDocument, pageid: object, attrs: object, label: str | None) -> None:
        self.doc, self.pageid, self.label = doc, pageid, label
        self.attrs = dict_value(attrs)


def read_page(pdf: pdfplumber.pdf.PDF, listed: PDFPage, number: int, limits: Limits) -> Page | UnreadPage:
    """Read one page. The result names all errors of the page. Raises MemoryError."""
    warnings = []
    try:
        sheet = _sheet_of(listed)
        source = _source(listed, sheet or _LETTER)
        whole = _unpack(source, limits.content_bytes)
        content = _content_of(pdf, source, limits.page_characters)
        runs = tuple(runs_of(content.chars, content.height))
        if sum(len(run.text) for run in runs) > limits.page_characters:
            raise _TooMuch(f"has more than {limits.page_characters:,} characters")
    except _TooMuch as much:
        return UnreadPage(number, str(much))
    except Exception as error:  # as above
        return UnreadPage(number, f"is damaged ({_name(_causes(error))})", damaged=True)
    if sheet is None and runs:
        warnings.append("has no size that a sheet can have; taken for Letter")
    if not whole:
        warnings.append("damaged in the file; text may be missing or wrong")
    if content.left_out:
        warnings.append(f"text that runs in another direction is left out: {_sample(content.left_out)}")
    lines = content.lines
    if len(lines) > _MOST_RULINGS:
        warnings.append(f"has more than {_MOST_RULINGS:,} lines drawn on it; they are taken for a picture")
        lines = []
    rulings = tuple(rulings_of(lines, content.height))
    sheet_size = content.width, content.height
    return Page(number, *sheet_size, runs, rulings, tuple(warnings), content.turned, content.drawn)


class _Content(NamedTuple):
    """What is printed on a page that was turned so that its text is upright."""

    width: float
    height: float
    turned: int
    """Clockwise, in degrees."""
    chars: list[PrintedCharacter]
    """In the order of the file, as are the lines."""
    left_out: str
    """The characters that run in another direction."""
    lines: list[LTComponent]
    drawn: bool
    """Whether there is anything else on it, such as a picture or a curve."""


def _content_of(pdf: pdfplumber.pdf.PDF, source: PDFPage, most: int) -> _Content:
    """Read the characters and lines of a page. Raises _TooMuch where it has more than `most` characters."""
    layout, chars, lines = printed_on(pdf.rsrcmgr, source)
    if len(chars) > most:
        raise _TooMuch(f"has more than {most:,} characters")
    turns = [turn_of(*char.matrix[:2]) for char in chars]
    if turned := turn_of_most(turns):
        source.rotate = source.attrs["Rotate"] = (source.rotate + turned) % 360
        layout, chars, lines = printed_on(pdf.rsrcmgr, source)
        turns = [turn_of(*char.matrix[:2]) for char in chars]
    left_out = ""
    if any(turn != 0 for turn in turns):
        others = (char.get_text() for char, turn in zip(chars, turns, strict=True) if turn != 0)
        left_out = "".join(others).strip()
        chars = [char for char, turn in zip(chars, turns, strict=True) if turn == 0]
    drawn = len(layout) > 0
    return _Content(float(layout.width), float(layout.height), turned, chars, left_out, lines, drawn)


def _sample(text: str) -> str:
    """The number of visible characters of a text, and the first of them."""
    count = sum(not letter.isspace() for letter in text)
    start = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[:_SAMPLE]
    )
    more = "…" if len(text) > _SAMPLE else ""
    return f'"{start}{more}" ({count:,} character{"" if count == 1 else "s"})'


class _TooMuch(Exception):
    """A page is larger than its limits; str() names the limit."""


def _find_pages(pdf: pdfplumber.pdf.PDF, most: int) -> tuple[list[PDFPage], list[str]]:
    """The pages that the file lists, and warnings about those that could not be found."""
    pages: list[PDFPage] = []
    try:
        for page in _Listed.create_pages(pdf.doc):
            if len(pages) == most:
                return pages, [f"pages after {most}: {NOT_READ}: there are too many"]
            pages.append(page)
        listed = resolve1(dict_value(pdf.doc.catalog.get("Pages")).get("Count"))
    except Exception as error:
        name = _name(_causes(error))
        return pages, [f"pages after {len(pages)}: {NOT_READ}: the list of pages is damaged ({name})"]
    if isinstance(listed, int) and listed > len(pages):
        return pages, [f"{listed - len(pages)} pages: {NOT_READ}: the file lists {listed}, not all are in it"]
    return pages, []


def _causes(error: BaseException) -> list[object]:
    """An exception of the parser and its arguments. Raises MemoryError if one of them is that."""
    causes: list[object] = [error, *error.args]
    if any(isinstance(cause, MemoryError) for cause in causes):
        raise MemoryError
    return causes


def _name(causes: list[object]) -> str:
    """The class of the innermost exception."""
    return [type(cause).__name__ for cause in causes if isinstance(cause, BaseException)][-1]


def _unpack(source: PDFPage, most: int) -> bool:
    """Decompress the content of a page, up to `most` bytes. Returns False where it is damaged.

    The parser itself would silently take a damaged page for an empty one, and unpack a decompression bomb
    whole. Content with other filters than the usual one, or encrypted, is left to the parser.
    """
    whole, size = True, 0
    for place, entry in enumerate(source.contents):
        packed = stream_value(entry)
        filters = packed.get_filters()
        deflated = all(name in LITERALS_FLATE_DECODE and not parameters for name, parameters in filters)
        if packed.rawdata is None or packed.decipher or not deflated:
            continue
        data = packed.rawdata
        for _ in filters:
            data, good = _inflate(data, most + 1)
            whole = whole and good
        size += len(data)
        if size > most:
            raise _TooMuch(f"takes more than {most >> 20} MB to draw")
        source.contents[place] = _unpacked(packed, data)
    return whole


def _unpacked(packed: PDFStream, data: bytes) -> PDFStream:
    """A stream with decompressed data for the parser. The file keeps the compressed one, which is small."""
    unpacked = PDFStream(packed.attrs, b"")
    unpacked.objid, unpacked.genno = packed.objid, packed.genno
    unpacked.rawdata, unpacked.data = None, data
    return unpacked


def _inflate(packed: bytes, most: int) -> tuple[bytes, bool]:
    """Decompress zlib data to at most `most` bytes, up to the first damage, and whether there was none."""
    inflater = zlib.decompressobj()
    with contextlib.suppress(zlib.error):
        data = inflater.decompress(packed, most)
        if inflater.eof or inflater.unconsumed_tail:
            return data, True
    # Without the header of 2 bytes and the checksum of 4, which some writers cut off.
    inflater = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    salvaged = bytearray()
    with contextlib.suppress(zlib.error):
        for start in range(2, len(packed), _PIECE):
            salvaged += inflater.decompress(packed[start : start + _PIECE])
            if len(salvaged) > most or inflater.eof:
                break
    return bytes(salvaged[:most]), inflater.eof and len(inflater.unused_data) < 4


def _sheet_of(page: PDFPage) -> tuple[float, float, float, float] | None:
    """The corners of a page's sheet in the coordinates of the file; None if they are impossible."""
    corners = [resolve1(corner) for corner in list_value(page.attrs.get("MediaBox"))]
    if len(corners) != 4 or not all(isinstance(corner, int | float) for corner in corners):
        return None
    x0, x1 = sorted(corners[::2])
    y0, y1 = sorted(corners[1::2])
    possible = all(abs(corner) <= _FURTHEST for corner in corners) and x1 - x0 >= 1 and y1 - y0 >= 1
    return (float(x0), float(y0), float(x1), float(y1)) if possible else None


def _source(listed: PDFPage, sheet: tuple[float, float, float, float]) -> PDFPage:
    """A page ready to be read, on a sheet that both libraries treat alike, without its other boxes."""
    attributes = {key: value for key, value in listed.attrs.items() if not str(key).endswith("Box")}
    source = PDFPage(listed.doc, listed.pageid, {**attributes, "MediaBox": list(sheet)}, listed.label)
    source.attrs["Rotate"] = source.rotate
    return source


def rulings_of(components: Iterable[LTComponent], height: float) -> Iterator[Ruling]:
    """The rulings of the lines and rectangles of a page `height` points high, if their places are finite."""
    for item in components:
        if math.isfinite(item.x0 + item.y0 + item.x1 + item.y1):
            yield Ruling(item.x0, height - item.y1, item.x1, height - item.y0)
