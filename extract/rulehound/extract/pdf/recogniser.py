"""Recognising the text in pictures of pages, in a process of its own: `recognition` runs `serve` there.

This is the only module that needs the extra `ocr`. RapidOCR has its models in its wheel, and fetches none.
"""

import hashlib
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import pypdfium2
from rapidocr import RapidOCR
from rapidocr.utils.output import RapidOCROutput

from rulehound.extract.document import DocumentError, Style
from rulehound.extract.pdf.drawing import draw, open_page, open_pdf
from rulehound.extract.pdf.pages import Page, TextRun, UnreadPage

_SCALE = 200 / 72  # pixels a point: more costs time, and finds no more on a page of usual print
_SETTINGS: dict[str, Any] = {
    "Global.log_level": "critical",
    "Global.text_score": 0.0,  # a line of which it is unsure is told of, not left out
    "Global.use_cls": False,  # pages stand upright: nobody scans a rulebook upside down
    "Global.max_side_len": 4000,
    # Each process has one thread, so that the same file gives the same text on every machine.
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}
# A line of which it is less sure than that is shown to a person.
_SURE = 0.8
_SAMPLE = 60
# Heights of lines vary with their letters; those within that share of the usual one have it.
_ABOUT_USUAL = 0.3
# A line is found with some white around it; its letters are that share of it, their feet that far from its
# middle.
_PRINTED, _FEET = 0.9, 0.3


class FoundLine(NamedTuple):
    """A line in a picture, with its box in points (origin top left) and how sure its text is, 0 to 1."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    sure: float


def serve(path: str, sha256: str, password: str | None) -> Generator[Page | UnreadPage | None, int, None]:
    """Yield None once the file is open, then a Page or an UnreadPage for each page number sent (1-based).

    A page on which nothing is found has no runs. Raises DocumentError where the file has changed, or PDFium
    cannot open it.
    """
    if hashlib.sha256(Path(path).read_bytes()).hexdigest() != sha256:
        raise DocumentError(path, "the file changed while it was read", "try again")
    engine = RapidOCR(params=_SETTINGS)
    with open_pdf(path, password) as pdf:
        number = yield None
        while True:
            number = yield _recognised(pdf, number, path, engine)


def _recognised(pdf: pypdfium2.PdfDocument, number: int, path: str, engine: RapidOCR) -> Page | UnreadPage:
    try:
        page = open_page(pdf, number, path)
        drawing = draw(page, _SCALE)
        page.close()
    except (pypdfium2.PdfiumError, DocumentError) as error:
        return UnreadPage(number, f"cannot be drawn ({error})")
    width, height = (side / drawing.scale for side in drawing.image.size)
    if drawing.image.getcolors(1):  # an empty sheet has a single one
        return Page(number, width, height, ())
    found = engine(drawing.image)
    assert isinstance(found, RapidOCROutput)  # as asked for: with places, texts and scores
    corners = () if found.boxes is None else found.boxes
    lines = [
        FoundLine(text.strip(), *_box(points, drawing.scale), float(sure))
        for points, text, sure in zip(corners, found.txts or (), found.scores or (), strict=True)
        if text.strip()
    ]
    runs = tuple(text_runs(lines))
    return Page(number, width, height, runs, warnings=tuple(doubts(lines)), recognised=bool(runs))


def _box(corners: Iterable[tuple[float, float]], scale: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a quadrangle in points."""
    across, down = zip(*corners, strict=True)
    left, top, right, bottom = min(across), min(down), max(across), max(down)
    return float(left) / scale, float(top) / scale, float(right) / scale, float(bottom) / scale


def text_runs(lines: Iterable[FoundLine]) -> Iterator[TextRun]:
    """Each line as a run of characters, of one size where the print is about as high as usual on the page."""
    lines = list(lines)
    if not lines:
        return
    usual = median(line.bottom - line.top for line in lines)
    for line in lines:
        high = line.bottom - line.top
        size = _PRINTED * (usual if abs(high - usual) <= _ABOUT_USUAL * usual else high)
        middle = (line.top + line.bottom) / 2
        style = Style("", round(size, 1), False, False, "#000000")
        yield TextRun(
            line.text,
            line.x0,
            middle - size / 2,
            line.x1,
            middle + size / 2,
            middle + _FEET * size,
            size,
            False,
            ((0, style),),
        )


def doubts(lines: Iterable[FoundLine]) -> Iterator[str]:
    """A warning about the lines of which it is not sure; none where it is sure of all."""
    unsure = [line.text for line in lines if line.sure < _SURE]
    if unsure:
        sample = unsure[0] if len(unsure[0]) <= _SAMPLE else unsure[0][: _SAMPLE - 1] + "…"
        yield f'lines that are hardly legible: {len(unsure)}, such as "{sample}"'
