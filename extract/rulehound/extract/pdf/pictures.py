"""Pictures of pages with clauses marked on them."""

import io
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import pypdfium2
from PIL import Image, ImageChops, ImageDraw

from rulehound.extract.document import Box, DocumentError
from rulehound.extract.pdf.drawing import MOST_PIXELS, Drawing, draw, open_page, open_pdf

_MARK = (255, 239, 130)  # a text marker's yellow
_BETWEEN = (128, 128, 128)  # between pages that stand side by side
_COLOURS = 48
_OVERHANG = 1.5  # points by which a mark is larger than its line
_KEPT = 8  # pages; one of A4 takes 6 MB
_GAP = 6  # points between pages that stand side by side


class PageImages:
    """Draws pages of one PDF for pictures of its clauses; each page once if clauses come in reading order.

    A context manager; `scale` is pixels a point, less for pages that would make a picture of more than
    `drawing.MOST_PIXELS`. Raises DocumentError if the file or a page cannot be drawn.
    """

    def __init__(self, path: str | Path, scale: float = 2.0, password: str | None = None) -> None:
        self._path = str(path)
        self._scale = scale
        self._pages: dict[int, Drawing] = {}
        self._pdf = open_pdf(path, password)

    def __enter__(self) -> "PageImages":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and forget the pages drawn."""
        self._pages.clear()
        self._pdf.close()

    def page(self, page: int, boxes: Sequence[Box] = ()) -> bytes:
        """The whole page (1-based) as PNG, with those of `boxes` marked that lie on it."""
        drawing = self._drawing(page)
        return _png(_marked(drawing, (0, 0, *drawing.image.size), [box for box in boxes if box.page == page]))

    def pages(self, boxes: Sequence[Box]) -> bytes:
        """The whole pages that any of `boxes` lies on, side by side, as one PNG; the boxes marked.

        `boxes`: at least one. Many pages are drawn smaller, so that the picture stays within bounds.
        """
        numbers = sorted({box.page for box in boxes})
        marked = []
        for number in numbers:
            drawing = self._draw(number, MOST_PIXELS // len(numbers))
            here = [box for box in boxes if box.page == number]
            marked.append(_marked(drawing, (0, 0, *drawing.image.size), here))
        gap = round(_GAP * self._scale)
        width = sum(picture.width for picture in marked) + gap * (len(marked) - 1)
        together = Image.new("RGB", (width, max(picture.height for picture in marked)), _BETWEEN)
        left = 0
        for picture in marked:
            together.paste(picture, (left, 0))
            left += picture.width + gap
        return _png(together)

    def clause(self, boxes: Sequence[Box], margin: float = 24) -> bytes:
        """The surroundings of a clause on its first page as PNG, its lines marked.

        `boxes` are the lines of the clause, at least one; those on later pages are left out. `margin` is in
        points, on every side.
        """
        here = [box for box in boxes if box.page == boxes[0].page]
        drawing = self._drawing(here[0].page)
        image, scale = drawing
        left, top, right, bottom = (
            max(0, round(scale * (min(box.x0 for box in here) - margin))),
            max(0, round(scale * (min(box.top for box in here) - margin))),
            min(image.width, round(scale * (max(box.x1 for box in here) + margin))),
            min(image.height, round(scale * (max(box.bottom for box in here) + margin))),
        )
        if left >= right or top >= bottom:  # what stands outside the page has no surroundings on it
            left, top, right, bottom = 0, 0, *image.size
        return _png(_marked(drawing, (left, top, right, bottom), here))

    def _drawing(self, number: int) -> Drawing:
        drawing = self._pages.pop(number, None) or self._draw(number, MOST_PIXELS)
        self._pages[number] = drawing  # the latest stands last
        if len(self._pages) > _KEPT:
            del self._pages[next(iter(self._pages))]
        return drawing

    def _draw(self, number: int, most_pixels: int) -> Drawing:
        page = open_page(self._pdf, number, self._path)
        try:
            return draw(page, self._scale, most_pixels=most_pixels)
        except pypdfium2.PdfiumError as error:
            reason = f"page {number} cannot be drawn ({error})"
            raise DocumentError(self._path, reason, "check the file") from error
        finally:
            page.close()


def _marked(drawing: Drawing, frame: tuple[int, int, int, int], boxes: Sequence[Box]) -> Image.Image:
    """The part of the page within `frame` (left, top, right, bottom in pixels), boxes marked."""
    picture = drawing.image.crop(frame)
    marks = Image.new("RGB", picture.size, "white")
    pen = ImageDraw.Draw(marks)
    for box in boxes:
        left, top, right, bottom = (
            round(drawing.scale * edge)
            for edge in (box.x0 - _OVERHANG, box.top - _OVERHANG, box.x1 + _OVERHANG, box.bottom + _OVERHANG)
        )
        pen.rectangle((left - frame[0], top - frame[1], right - frame[0], bottom - frame[1]), fill=_MARK)
    return ImageChops.multiply(picture, marks)  # the print shows through unchanged


def _png(picture: Image.Image) -> bytes:
    png = io.BytesIO()
    # print in a few colours needs no more; it makes a report of a hundred pictures a quarter of the size
    picture.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(png, "PNG")
    return png.getvalue()


def clause_pictures(
    path: str | Path,
    clauses: Sequence[tuple[str, Sequence[Box]]],
    most_bytes: int | None = None,
    password: str | None = None,
) -> dict[str, bytes]:
    """A PNG of each clause by its key, in the given order; see PageImages.clause.

    The order of their pages is the fastest. Beyond `most_bytes` of all pictures, the last ones are left out.
    """
    pictures: dict[str, bytes] = {}
    size = 0
    with PageImages(path, password=password) as images:
        for key, boxes in clauses:
            png = images.clause(boxes)
            size += len(png)
            if most_bytes is not None and size > most_bytes:
                break
            pictures[key] = png
    return pictures


def clause_pages(
    path: str | Path, boxes: Sequence[Box], scale: float = 2.0, password: str | None = None
) -> bytes:
    """A single PNG of the pages that a clause stands on; see PageImages.pages."""
    with PageImages(path, scale, password) as images:
        return images.pages(boxes)
