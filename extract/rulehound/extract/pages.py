"""From a PDF file to the runs of characters on each of its pages."""

import hashlib
import io
import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pdfplumber
from pdfminer.pdfdocument import PDFEncryptionError

from rulehound.extract.colour import is_red
from rulehound.extract.records import DocumentError

# The parser logs every oddity of a file; without a handler, Python would print that to the terminal.
logging.getLogger("pdfminer").addHandler(logging.NullHandler())

# A run ends where the next character stands further off than this share of its size.
_GAP = 0.5
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


class Page(NamedTuple):
    """One page: its runs in the order in which the file prints them."""

    number: int
    width: float
    height: float
    runs: tuple[Run, ...]


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
                pages.append(Page(number, float(page.width), height, runs))
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


def runs_of(chars: Iterable[Mapping[str, Any]], height: float) -> Iterable[Run]:
    """Join pdfplumber's characters to runs. Rotated text (margin notes, watermarks) is left out.

    One pass and few comparisons a character: this loop is nearly all that reading costs beyond pdfplumber.
    """
    text: list[str] = []
    x0 = x1 = top = bottom = baseline = size = gap = 0.0
    red = colour_red = False
    colour: object = None
    for char in chars:
        if not char["upright"]:
            continue
        glyph, left = char["text"], char["x0"]
        here = height - char["matrix"][5]
        blank = glyph.isspace()
        if text and (abs(here - baseline) > 0.5 or not -gap < left - x1 < gap):
            yield Run("".join(text).rstrip(), x0, top, x1, bottom, baseline, size, red)
            text = []
        if blank:
            if text:
                text.append(" ")
                # The gap is measured from here on, though the box ends with the last letter.
                x1_blank = char["x1"]
                gap = x1_blank - x1 + _GAP * size
            continue
        if char["non_stroking_color"] != colour:
            colour = char["non_stroking_color"]
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
        text.append(glyph)
        x1 = char["x1"]
        gap = _GAP * size
        top, bottom = min(top, char["top"]), max(bottom, char["bottom"])
        red = red or colour_red
    if text:
        yield Run("".join(text).rstrip(), x0, top, x1, bottom, baseline, size, red)
