"""From a PDF file to the runs of characters on each of its pages."""

import hashlib
import io
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pdfplumber
from pdfminer.pdfdocument import PDFEncryptionError

from rulehound.extract.colour import hexadecimal, is_red
from rulehound.extract.records import DocumentError, Style

# The parser logs every oddity of a file; without a handler, Python would print that to the terminal.
logging.getLogger("pdfminer").addHandler(logging.NullHandler())

# A run ends where the next character stands further off than this share of its size.
_GAP = 0.5
# Fonts say their weight and slant in their names (ISO 32000-1, 9.6.2.2 for the standard ones).
_BOLD = re.compile(r"bold|black|heavy", re.IGNORECASE)
_ITALIC = re.compile(r"italic|oblique", re.IGNORECASE)
# Readers look for the header in the first, for the end mark in the last kilobyte (ISO 32000-1, annex H.3).
_HEAD = _TAIL = 1024


class Run(NamedTuple):
    """Characters printed one after another on one baseline. Points, origin top left."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    baseline: float
    size: float
    red: bool
    styles: tuple[tuple[int, Style], ...] = ()
    """Where in the text a style begins: the first at 0, each other than the one before it."""


class Ruling(NamedTuple):
    """A straight line or the outline of a rectangle, such as tables are drawn with. As Run, in points."""

    x0: float
    top: float
    x1: float
    bottom: float


class Page(NamedTuple):
    """One page: its runs in the order in which the file prints them, and the lines drawn on it."""

    number: int
    width: float
    height: float
    runs: tuple[Run, ...]
    rulings: tuple[Ruling, ...] = ()


class Pages(NamedTuple):
    """All pages of a file, with the file's own title (empty where it has none) and hash."""

    sha256: str
    title: str
    pages: tuple[Page, ...]


def read_pages(path: str | Path, progress: Callable[[int, int], None] | None = None) -> Pages:
    """Read every page of the PDF at `path`; `progress` is told pages done and pages in all.

    Raises DocumentError for a file that is missing, no PDF, empty, cut short, locked or without text.
    """
    name = str(path)
    data = _read_file(Path(path), name)
    try:
        with pdfplumber.open(io.BytesIO(data)) as pdf:
            total = len(pdf.pages)
            pages = []
            for number, page in enumerate(pdf.pages, start=1):
                height = float(page.height)
                runs = tuple(runs_of(page.chars, height))
                pages.append(Page(number, float(page.width), height, runs, rulings_of(page)))
                page.close()  # drops the characters, so that memory stays bounded by one page
                if progress is not None:
                    progress(number, total)
            title = pdf.metadata.get("Title")
    except Exception as error:  # the parser raises whatever a damaged file makes it stumble over
        if any(isinstance(cause, PDFEncryptionError) for cause in (error, *error.args)):
            raise DocumentError(name, "the PDF is encrypted", "save a copy without a password") from error
        raise DocumentError(name, f"the PDF is damaged ({type(error).__name__})", "fetch it again") from error
    if not pages:
        raise DocumentError(name, "the PDF has no pages", "fetch it again")
    if not any(page.runs for page in pages):
        raise DocumentError(name, "the PDF has no text layer", "recognise its text (OCR) first")
    return Pages(
        hashlib.sha256(data).hexdigest(), title.strip() if isinstance(title, str) else "", tuple(pages)
    )


def _read_file(path: Path, name: str) -> bytes:
    """The bytes of a file that begins and ends as a PDF does."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise DocumentError(name, "no such file", "check the path") from error
    except IsADirectoryError as error:
        raise DocumentError(name, "this is a directory", "name a PDF file") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DocumentError(
            name, f"cannot be read ({reason})", "check the file and its permissions"
        ) from error
    if not data:
        raise DocumentError(name, "the file is empty", "fetch it again")
    if b"%PDF-" not in data[:_HEAD]:
        raise DocumentError(name, "this is not a PDF", "name a PDF file")
    if b"%%EOF" not in data[-_TAIL:]:
        raise DocumentError(name, "the PDF is cut short (its end is missing)", "fetch it again")
    return data


def rulings_of(page: pdfplumber.page.Page) -> tuple[Ruling, ...]:
    """The lines and rectangles drawn on a page, in the order of the file."""
    return tuple(
        Ruling(drawn["x0"], drawn["top"], drawn["x1"], drawn["bottom"])
        for drawn in (*page.lines, *page.rects)
    )


def runs_of(chars: Iterable[Mapping[str, Any]], height: float) -> Iterable[Run]:
    """Join pdfplumber's characters to runs. Rotated text (margin notes, watermarks) is left out.

    One pass and few comparisons a character: this loop is nearly all that reading costs beyond pdfplumber.
    """
    text: list[str] = []
    x0 = x1 = top = bottom = baseline = size = gap = 0.0
    red = False
    font: object = None
    colour: object = None
    set_size = 0.0
    style = Style("", 0.0, False, False, "")
    styles: list[tuple[int, Style]] = []
    known: dict[object, Style] = {}
    for char in chars:
        if not char["upright"]:
            continue
        glyph, left = char["text"], char["x0"]
        here = height - char["matrix"][5]
        blank = glyph.isspace()
        if text and (abs(here - baseline) > 0.5 or not -gap < left - x1 < gap):
            yield Run("".join(text).rstrip(), x0, top, x1, bottom, baseline, size, red, tuple(styles))
            text = []
        if blank:
            if text:
                text.append(" ")
                # The gap is measured from here on, though the box ends with the last letter.
                x1_blank = char["x1"]
                gap = x1_blank - x1 + _GAP * size
            continue
        if char["fontname"] != font or char["non_stroking_color"] != colour or char["size"] != set_size:
            font, colour, set_size = char["fontname"], char["non_stroking_color"], char["size"]
            style = _style(font, set_size, colour, known)
            colour_red = is_red(colour)
        if not text:
            x0, top, bottom, baseline, size, red = (
                left,
                char["top"],
                char["bottom"],
                here,
                char["size"],
                False,
            )
            styles = []
        if not styles or styles[-1][1] is not style:
            styles.append((sum(map(len, text)), style))
        text.append(glyph)
        x1 = char["x1"]
        gap = _GAP * size
        top, bottom = min(top, char["top"]), max(bottom, char["bottom"])
        red = red or colour_red
    if text:
        yield Run("".join(text).rstrip(), x0, top, x1, bottom, baseline, size, red, tuple(styles))


def _style(font: object, size: float, colour: object, known: dict[object, Style]) -> Style:
    """The style of a character; equal styles of a page are one object."""
    name = str(font).rpartition("+")[2]  # a subset's font carries a tag (ISO 32000-1, 9.6.4)
    style = Style(
        name,
        round(size, 1),
        bold=bool(_BOLD.search(name)),
        italic=bool(_ITALIC.search(name)),
        colour=hexadecimal(colour),
    )
    return known.setdefault(style, style)
