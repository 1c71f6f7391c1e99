"""Pictures of pages with clauses marked on them."""

import io
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import pypdfium2
from PIL import Image, ImageChops, ImageDraw

from rulehound.extract.records import Box, DocumentError

_MARK = (255, 239, 130)  # a text marker's yellow
_COLOURS = 48
_OVERHANG = 1.5  # points by which a mark is larger than its line


class PageImages:
    """Draws the pages of one PDF, each at most once, for many pictures of its clauses.

    A context manager; `scale` is pixels a point. Raises DocumentError if the file cannot be drawn.
    """

    def __init__(self, path: str | Path, scale: float = 2.0) -> None:
        self._path = str(path)
        self._scale = scale
        self._pages: dict[int, Image.Image] = {}
        try:
            self._pdf = pypdfium2.PdfDocument(path)
        except (pypdfium2.PdfiumError, OSError) as error:
            raise DocumentError(self._path, f"the PDF cannot be drawn ({error})", "check the file") from error

    def __enter__(self) -> "PageImages":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file and of the pages drawn."""
        self._pages.clear()
        self._pdf.close()

    def page(self, page: int, boxes: Sequence[Box] = ()) -> bytes:
        """The whole page (1-based) as PNG, those of `boxes` that lie on it marked."""
        image = self._drawn(page)
        return self._marked(image, (0, 0, *image.size), [box for box in boxes if box.page == page])

    def clause(self, boxes: Sequence[Box], margin: float = 24) -> bytes:
        """The surroundings of a clause on its first page as PNG, its lines marked.

        `boxes` are the lines of the clause, at least one; those on later pages are left out. `margin` is in
        points, on every side.
        """
        here = [box for box in boxes if box.page == boxes[0].page]
        image = self._drawn(here[0].page)
        frame = (
            max(0, self._pixels(min(box.x0 for box in here) - margin)),
            max(0, self._pixels(min(box.top for box in here) - margin)),
            min(image.width, self._pixels(max(box.x1 for box in here) + margin)),
            min(image.height, self._pixels(max(box.bottom for box in here) + margin)),
        )
        return self._marked(image, frame, here)

    def _pixels(self, points: float) -> int:
        return round(points * self._scale)

    def _drawn(self, number: int) -> Image.Image:
        if number not in self._pages:
            if not 1 <= number <= len(self._pdf):
                raise DocumentError(
                    self._path, f"there is no page {number}", f"it has {len(self._pdf)} pages"
                )
            page = self._pdf[number - 1]
            page.set_cropbox(*page.get_mediabox())  # boxes count from the sheet, not from what a viewer shows
            self._pages[number] = page.render(scale=self._scale).to_pil().convert("RGB")
            page.close()
        return self._pages[number]

    def _marked(self, image: Image.Image, frame: tuple[int, int, int, int], boxes: Sequence[Box]) -> bytes:
        picture = image.crop(frame)
        marks = Image.new("RGB", picture.size, "white")
        pen = ImageDraw.Draw(marks)
        for box in boxes:
            pen.rectangle(
                (
                    self._pixels(box.x0 - _OVERHANG) - frame[0],
                    self._pixels(box.top - _OVERHANG) - frame[1],
                    self._pixels(box.x1 + _OVERHANG) - frame[0],
                    self._pixels(box.bottom + _OVERHANG) - frame[1],
                ),
                fill=_MARK,
            )
        png = io.BytesIO()
        marked = ImageChops.multiply(picture, marks)  # the print shows through unchanged
        # print in a few colours needs no more; it makes a report of a hundred pictures a quarter of the size
        marked.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(png, "PNG")
        return png.getvalue()


def clause_picture(path: str | Path, boxes: Sequence[Box], margin: float = 24, scale: float = 2.0) -> bytes:
    """A single PNG of a clause; see PageImages.clause."""
    with PageImages(path, scale) as images:
        return images.clause(boxes, margin)


def page_picture(path: str | Path, page: int, boxes: Sequence[Box] = (), scale: float = 2.0) -> bytes:
    """A single PNG of a whole page; see PageImages.page."""
    with PageImages(path, scale) as images:
        return images.page(page, boxes)
