"""Reading pages with PDFium alone, where the usual parser cannot; without the lines drawn on them."""

import ctypes
import math
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from rulehound.extract.pdf.drawing import Sheet, sheet_of, turn_in, turn_page
from rulehound.extract.pdf.glyphs import readings
from rulehound.extract.pdf.pages import Page, UnreadPage
from rulehound.extract.pdf.runs import runs_of
from rulehound.extract.processes.isolation import Limits

_LONGEST_NAME = 256


class PdfiumFile:
    """A PDF that PDFium has open. Raises pypdfium2.PdfiumError if it cannot be opened, or its first page."""

    def __init__(self, data: bytes, password: str | None) -> None:
        self._pdf = pypdfium2.PdfDocument(data, password=password)
        self._pdf[0].close()
        self.pages = len(self._pdf)
        self.title = self._pdf.get_metadata_value("Title").strip()

    def read(self, number: int, limits: Limits) -> Page | UnreadPage:
        """Read the page of that number, from 1."""
        try:
            with closing(self._pdf[number - 1]) as page:
                turned = turn_in(page)
                turn_page(page, turned)
                sheet = sheet_of(page)
                height = sheet.right - sheet.left if sheet.turned % 180 else sheet.top - sheet.bottom
                width = sheet.right - sheet.left + sheet.top - sheet.bottom - height
                textpage = page.get_textpage()
                with closing(textpage):
                    if pdfium.FPDFText_CountChars(textpage.raw) > limits.page_characters:
                        reason = f"has more than {limits.page_characters:,} characters"
                        return UnreadPage(number, reason)
                    runs = tuple(runs_of(_characters(textpage.raw, sheet, height), height))
                drawn = pdfium.FPDFPage_CountObjects(page.raw) > 0
        except pypdfium2.PdfiumError as error:
            return UnreadPage(number, f"is damaged ({error})")
        return Page(number, width, height, runs, turned=turned, drawn=drawn)


class _Colour(NamedTuple):
    ncolor: tuple[float, float, float]
    """Red, green and blue, from 0 to 1."""


class _Character(NamedTuple):
    """A character of PDFium as `runs_of` takes it; the origin of places is at the bottom left."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    matrix: tuple[float, float, float, float, float, float]
    fontname: str
    graphicstate: _Colour
    upright: bool = True

    def get_text(self) -> str:
        return self.text


def _characters(textpage: pdfium.FPDF_TEXTPAGE, sheet: Sheet, height: float) -> Iterator[_Character]:
    """The characters that run from left to right, in the order of PDFium, with the spaces that it sees."""
    x, y = ctypes.c_double(), ctypes.c_double()
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    matrix = pdfium.FS_MATRIX()
    name, flags = ctypes.create_string_buffer(_LONGEST_NAME), ctypes.c_int()
    before: _Character | None = None
    for index, letter, cell, spaced in readings(textpage, sheet):
        pdfium.FPDFText_GetCharOrigin(textpage, index, x, y)
        pdfium.FPDFText_GetMatrix(textpage, index, matrix)
        length = pdfium.FPDFText_GetFontInfo(textpage, index, name, _LONGEST_NAME, flags)
        font = name.value.decode(errors="replace") if 0 < length <= _LONGEST_NAME else ""
        colour = _Colour((0.0, 0.0, 0.0))
        if pdfium.FPDFText_GetFillColor(textpage, index, red, green, blue, alpha):
            colour = _Colour((red.value / 255, green.value / 255, blue.value / 255))
        _, baseline = sheet.place(x.value, y.value)
        size = pdfium.FPDFText_GetFontSize(textpage, index) * math.hypot(matrix.c, matrix.d)
        place = 1.0, 0.0, 0.0, 1.0, cell.x0, height - baseline
        character = _Character(
            letter if letter != "\0" else "\N{REPLACEMENT CHARACTER}",
            cell.x0,
            height - cell.bottom,
            cell.x1,
            height - cell.top,
            size,
            place,
            font,
            colour,
        )
        if spaced and before is not None:
            yield character._replace(text=" ", x0=min(before.x1, cell.x0), x1=cell.x0)
        yield character
        before = character
