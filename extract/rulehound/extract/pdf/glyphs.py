"""The glyphs of a page as PDFium reads them, with their places and whether they can be seen."""

import ctypes
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, cast

import pypdfium2
import pypdfium2.raw as pdfium

from rulehound.extract.pdf.directions import turn_of
from rulehound.extract.pdf.drawing import Drawing, Sheet, draw, sheet_of

# Pixels a point: so fine that a full stop of the smallest print leaves a trace.
_SCALE = 2.0
# Of 255: print that differs less from its background cannot be seen.
_CONTRAST = 12
# Where print is looked for first, as shares of the height of a cell: small letters, then their feet.
_TELLING_ROWS = (0.6, 0.72)
# What its neighbours may reach into the cell of a character, as a share of the width of the cell.
_OVERHANG = 0.15
# Neighbours that are kerned, and slanted ones, cover less of each other than this share of the smaller one.
_COVERED = 0.3
# PDFium takes apart ligatures of so many letters, and gives each letter the cell of all.
_LONGEST_LIGATURE = 3
# Points: cells that cover each other have their middles in one such strip of the page or in neighbours.
_STRIP = 12
# PDFium has U+0002 for the hyphen at the end of a line.
_HYPHENS = dict.fromkeys(map(ord, "\x02\xad‐‑"), "-")
_CODE = re.compile(r"\(cid:\d+\)")
_SURROGATES = range(0xD800, 0xE000)


class GlyphBox(NamedTuple):
    """A rectangle of a page, in points, origin top left."""

    x0: float
    top: float
    x1: float
    bottom: float


class Glyph(NamedTuple):
    """One printed character; white space is none."""

    letter: str
    """The character; "-" for all kinds of hyphens, U+0000 where the file does not name the letter."""
    cell: GlyphBox
    """Its rectangle, as wide as it is set and as high as its font."""
    shown: bool
    """Whether something is printed in its cell, on the visible part of the sheet."""
    spaced: bool = False
    """Whether PDFium has white space before it: printed, or concluded from a gap or a new line."""


class Glyphs(NamedTuple):
    """The glyphs that PDFium reads on a page."""

    glyphs: tuple[Glyph, ...]
    """The glyphs in the order of the file, without text that is not upright."""
    printed_over: tuple[tuple[int, int], ...]
    """Pairs of different letters or digits printed over one another, by their indices in `glyphs`."""


def letters_of(text: str) -> list[str]:
    """The visible characters of a text, as in Glyph; `(cid:12)` is one without a letter."""
    plain = text.translate(_HYPHENS)
    if "(cid:" not in plain:
        return [letter for letter in plain if _prints(letter)]
    return [letter for letter in _CODE.sub("\0", plain) if _prints(letter)]


@cache
def _prints(letter: str) -> bool:
    """False for white space and for control and format characters."""
    return letter == "\0" or not (letter.isspace() or unicodedata.category(letter) in ("Cc", "Cf"))


def read_glyphs(page: pypdfium2.PdfPage) -> Glyphs:
    """Read the glyphs of a page. Raises pypdfium2.PdfiumError if PDFium cannot read or draw it."""
    visible_box = page.get_bbox()  # before the sheet is uncovered
    sheet = sheet_of(page)
    window = _cell(sheet, *visible_box)
    textpage = page.get_textpage()
    try:
        printed = list(readings(textpage.raw, sheet))
        if not printed:
            return Glyphs((), ())
        visible = VisiblePart(window, draw(page, _SCALE, grey=True))
        glyphs = tuple(
            Glyph(letter, cell, visible.shows(cell), spaced) for _, letter, cell, spaced in printed
        )
        over = tuple(
            (one, other)
            for one, other in _overlapping([glyph.cell for glyph in glyphs])
            if _may_be_overlay(glyphs, one, other)
            and _share(*(_ink(textpage.raw, printed[place][0], sheet) for place in (one, other))) > _COVERED
        )
        return Glyphs(glyphs, over)
    finally:
        textpage.close()


def readings(textpage: pdfium.FPDF_TEXTPAGE, sheet: Sheet) -> Iterator[tuple[int, str, GlyphBox, bool]]:
    """For each glyph: its index within PDFium, its letter, its cell, and whether white space precedes it."""
    box = pdfium.FS_RECTF()
    unicode_of, angle_of = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetCharAngle
    place_of = pdfium.FPDFText_GetLooseCharBox
    upright: dict[float, bool] = {}  # by angle: most texts have one
    high = 0
    spaced = False
    for index in range(pdfium.FPDFText_CountChars(textpage)):
        code = unicode_of(textpage, index)
        if code in _SURROGATES:  # PDFium gives a character beyond U+FFFF as two
            if code < 0xDC00:
                high = code
                continue
            code = 0x10000 + (max(high - 0xD800, 0) << 10) + code - 0xDC00
        letter = _HYPHENS.get(code) or chr(code)
        if not _prints(letter):  # all that PDFium adds by itself is white space
            spaced = spaced or letter.isspace()
            continue
        angle = angle_of(textpage, index)
        if angle not in upright:
            # As the page is looked at; text that runs in another direction is left out by the first reader.
            seen = angle + math.radians(sheet.turned)
            upright[angle] = turn_of(math.cos(seen), -math.sin(seen)) == 0
        if upright[angle] and place_of(textpage, index, box):
            yield index, letter, _cell(sheet, box.left, box.bottom, box.right, box.top), spaced
            spaced = False


def _cell(sheet: Sheet, left: float, bottom: float, right: float, top: float) -> GlyphBox:
    """A rectangle of the file as one of the page."""
    if not sheet.turned and left <= right and bottom <= top:
        return GlyphBox(left - sheet.left, sheet.top - top, right - sheet.left, sheet.top - bottom)
    (x0, y0), (x1, y1) = sheet.place(left, bottom), sheet.place(right, top)
    return GlyphBox(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _ink(textpage: pdfium.FPDF_TEXTPAGE, index: int, sheet: Sheet) -> GlyphBox:
    """The rectangle that a glyph blackens if it is printed alone."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    pdfium.FPDFText_GetCharBox(textpage, index, left, right, bottom, top)
    return _cell(sheet, left.value, bottom.value, right.value, top.value)


class VisiblePart:
    """What can be seen of a page: the part of the sheet that is shown, and the page as it is drawn."""

    def __init__(self, window: GlyphBox, drawing: Drawing) -> None:
        self._window, self._drawing = window, drawing
        self._width, self._height = drawing.image.size
        self._shades = drawing.image.tobytes()  # one byte a pixel, row by row

    def shows(self, cell: GlyphBox) -> bool:
        """True if that part of the sheet is visible, and print differs from its background there."""
        x, y = (cell.x0 + cell.x1) / 2, (cell.top + cell.bottom) / 2
        window = self._window
        if not (window.x0 <= x <= window.x1 and window.top <= y <= window.bottom):
            return False
        inset, scale = _OVERHANG * (cell.x1 - cell.x0), self._drawing.scale
        left, top = math.floor(scale * (cell.x0 + inset)), math.floor(scale * cell.top)
        right, bottom = math.ceil(scale * (cell.x1 - inset)), math.ceil(scale * cell.bottom)
        if 0 <= left < right <= self._width and 0 <= top < bottom <= self._height:
            # Most print shows within one row of pixels; where none does, two of them may differ.
            for share in _TELLING_ROWS:
                start = (top + int(share * (bottom - top))) * self._width
                row = self._shades[start + left : start + right]
                if max(row) - min(row) >= _CONTRAST:
                    return True
        if left >= right or top >= bottom:
            return True  # it has no extent, so that nothing can be said of it
        # Of a picture in shades of grey, as this one is.
        extrema = self._drawing.image.crop((left, top, right, bottom)).getextrema()
        darkest, lightest = cast(tuple[int, int], extrema)
        return lightest - darkest >= _CONTRAST


def _overlapping(cells: Sequence[GlyphBox]) -> Iterator[tuple[int, int]]:
    """Pairs of cells that cover much of each other, the earlier one first; strip by strip, left to right."""
    strips: dict[int, list[int]] = {}
    for place, cell in enumerate(cells):
        strips.setdefault(int((cell.top + cell.bottom) / 2 / _STRIP), []).append(place)
    for strip, places in sorted(strips.items()):
        upper = set(places)
        before: list[int] = []
        for place in sorted((*places, *strips.get(strip + 1, ())), key=lambda place: cells[place].x0):
            cell = cells[place]
            left, top, _, bottom = cell
            before = [other for other in before if cells[other].x1 > left]
            for other in before:
                above = cells[other]
                if above.bottom <= top or bottom <= above.top:  # as with most: they stand on two lines
                    continue
                if (place in upper or other in upper) and _share(above, cell) > _COVERED:
                    yield min(place, other), max(place, other)
            before.append(place)


def _share(one: GlyphBox, other: GlyphBox) -> float:
    """The share of the smaller rectangle that lies within the other."""
    x0, top, x1, bottom = one
    u0, upper, u1, lower = other
    width = (x1 if x1 < u1 else u1) - (x0 if x0 > u0 else u0)
    if width <= 0:
        return 0.0
    height = (bottom if bottom < lower else lower) - (top if top > upper else upper)
    if height <= 0:
        return 0.0
    area = min((x1 - x0) * (bottom - top), (u1 - u0) * (lower - upper))
    return width * height / area if area > 0 else 0.0


def _may_be_overlay(glyphs: Sequence[Glyph], one: int, other: int) -> bool:
    """True for different letters or digits, unless they may be a slanted pair in sequence, or one ligature.

    Accents, strokes and rings over a letter make one sign with it. The same letter printed twice imitates
    bold print.
    """
    first, second = glyphs[one], glyphs[other]
    if first.letter == second.letter or not (first.letter.isalnum() and second.letter.isalnum()):
        return False
    if other - one < _LONGEST_LIGATURE and first.cell == second.cell:
        return False
    narrower = min(glyph.cell.x1 - glyph.cell.x0 for glyph in (first, second))
    return other - one > 1 or second.cell.x0 - first.cell.x0 < _COVERED * narrower
