"""Drawing pages of a PDF with PDFium, within bounds that a hostile file cannot exceed."""

import math
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from rulehound.extract.document import DocumentError
from rulehound.extract.pdf.directions import turn_of, turn_of_most

MOST_PIXELS = 12_000_000
"""Pixels of one picture at most. A larger page is drawn coarser. A4 at four pixels a point has 8 million."""

# A page of one point by a million is within that, and a picture that no viewer opens.
_LONGEST_SIDE = 16_000
_ANYWHERE = 1e7
# Readers look for the header in the first kilobyte (ISO 32000-1, annex H.3).
_HEAD = 1024
# Where a page names no sheet that is a rectangle (US letter, as PDFium has it).
_SHEET = (0.0, 0.0, 612.0, 792.0)


class Sheet(NamedTuple):
    """The place of a page's paper in the coordinates of its file, and its rotation."""

    left: float
    bottom: float
    right: float
    top: float
    turned: int
    """Clockwise, in degrees: 0, 90, 180 or 270."""

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point of the file as a point of the page as it is seen: origin top left, y downwards."""
        match self.turned:
            case 90:
                return y - self.bottom, x - self.left
            case 180:
                return self.right - x, y - self.bottom
            case 270:
                return self.top - y, self.right - x
            case _:
                return x - self.left, self.top - y


class Drawing(NamedTuple):
    """A page as a picture."""

    image: Image.Image
    """In shades of grey, or in colour (RGB)."""
    scale: float
    """Pixels a point."""


def open_pdf(path: str | Path, password: str | None = None) -> pypdfium2.PdfDocument:
    """The file, to be closed by the caller. Raises DocumentError if it is no PDF or cannot be opened."""
    try:
        with open(path, "rb") as file:
            if b"%PDF-" not in file.read(_HEAD):
                raise DocumentError(
                    str(path), "there are no pictures of a file that is not a PDF", "name the PDF"
                )
        return pypdfium2.PdfDocument(path, password=password)
    except (pypdfium2.PdfiumError, OSError, ValueError) as error:
        raise DocumentError(str(path), f"the PDF cannot be drawn ({error})", "check the file") from error


def open_page(
    pdf: pypdfium2.PdfDocument, number: int, path: str | Path, turned: int | None = None
) -> pypdfium2.PdfPage:
    """The page of that number, from 1, to be closed by the caller, with its text upright.

    `turned` says by how much the page is turned for that, clockwise, in degrees; None finds it out. Raises
    DocumentError if there is no such page.
    """
    if not 1 <= number <= len(pdf):
        raise DocumentError(str(path), f"there is no page {number}", f"it has {len(pdf)} pages")
    try:
        page = pdf[number - 1]
        turn_page(page, turn_in(page) if turned is None else turned)
        return page
    except pypdfium2.PdfiumError as error:
        raise DocumentError(
            str(path), f"page {number} cannot be drawn ({error})", "check the file"
        ) from error


def turn_page(page: pypdfium2.PdfPage, turn: int) -> None:
    """Turn a page clockwise by 0, 90, 180 or 270 degrees."""
    if turn:
        page.set_rotation((page.get_rotation() + turn) % 360)


def turn_in(page: pypdfium2.PdfPage) -> int:
    """The clockwise turn, in degrees, by which most of the text of a page becomes upright."""
    textpage = page.get_textpage()
    try:
        seen = math.radians(page.get_rotation())
        angles = (
            pdfium.FPDFText_GetCharAngle(textpage.raw, index) + seen
            for index in range(pdfium.FPDFText_CountChars(textpage.raw))
            if pdfium.FPDFText_IsGenerated(textpage.raw, index) != 1
        )
        return turn_of_most(turn_of(math.cos(angle), -math.sin(angle)) for angle in angles)
    finally:
        textpage.close()


def sheet_of(page: pypdfium2.PdfPage) -> Sheet:
    """The whole paper of a page.

    From now on PDFium shows all of it, not only the part that the file names.
    """
    # PDFium tells the media box only of a page that has one of its own; but what it shows is cut to it.
    page.set_cropbox(-_ANYWHERE, -_ANYWHERE, _ANYWHERE, _ANYWHERE)
    left, bottom, right, top = page.get_bbox()
    if not (all(map(math.isfinite, (left, bottom, right, top))) and left < right and bottom < top):
        left, bottom, right, top = _SHEET
    return Sheet(left, bottom, right, top, page.get_rotation())


def draw(
    page: pypdfium2.PdfPage, scale: float, grey: bool = False, most_pixels: int = MOST_PIXELS
) -> Drawing:
    """Draw the whole sheet with `scale` pixels a point, or coarser where that would be too many pixels.

    Raises pypdfium2.PdfiumError if the page cannot be drawn.
    """
    sheet = sheet_of(page)
    width, height = sheet.right - sheet.left, sheet.top - sheet.bottom
    fitting = min(
        scale, math.sqrt(most_pixels / (width * height)), _LONGEST_SIDE / width, _LONGEST_SIDE / height
    )
    bitmap = page.render(scale=fitting, grayscale=grey)
    try:
        return Drawing(bitmap.to_pil().convert("L" if grey else "RGB"), fitting)
    finally:
        bitmap.close()
