"""Reading text and Markdown files into rows of text, and into lines like those of a page.

A text file is one page of cells: a row has a height of 1, a character a width of 1, or of 2 in the scripts
that print it twice as wide. Plain text is read as Markdown with few marks in it.
"""

import codecs
import hashlib
import os
import re
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rulehound.extract.document import Box, DocumentError
from rulehound.extract.layout.lines import Line
from rulehound.extract.layout.styled_text import StyledText, squeezed
from rulehound.extract.text.markup import QUOTE, RULE, UNDERLINE, heading_in, marked_text

MARKDOWN_SUFFIXES = frozenset({".md", ".markdown"})

_LARGEST_FILE = 64 << 20  # bytes; the longest rulebook there is has one million characters
_LONGEST_ROW = 1_000_000
# UTF-32 begins as UTF-16 does, so it comes first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What no text holds: control characters but tab, line ends, form feed and the like.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x7f\ufffe\uffff]")

# In cells: text is wrapped within these, and what is wider has a paragraph a row.
_NARROWEST, _WIDEST = 40, 132
# In wrapped text, most rows are full; rows that end anywhere are full now and then.
_FULL = 0.3
_ENDLESS = 1e6
_TAB = 4


class TextFile(NamedTuple):
    """A text file as read."""

    sha256: str
    rows: tuple[str, ...]
    """Without line ends, and spaces at the end; tabs there end cells of a table. Blank rows are empty.

    Those of Markdown are without the marks of quotations.
    """
    markdown: bool
    """Whether its suffix is of Markdown, in which the end of a row alone does not end a paragraph."""


def read_text_file(path: str | Path) -> TextFile:
    """Read a text: UTF-8, or UTF-16 or UTF-32 with a byte order mark.

    Raises DocumentError for a file that is missing, too large, empty or no such text.
    """
    name = str(path)
    data = _bytes_of(path, name)
    mark, encoding = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", "utf-8"))
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, len(mark) + error.start) + 1
        raise DocumentError(
            f"{name}:{line}", f"this is not text in {encoding.upper()}", "save it as UTF-8"
        ) from error
    markdown = Path(path).suffix.lower() in MARKDOWN_SUFFIXES
    printed = (QUOTE.sub("", row, count=1) if markdown else row for row in text.splitlines())
    rows = tuple(row.rstrip(" ") if row.strip() else "" for row in printed)
    for number, row in enumerate(rows, start=1):
        if match := _CONTROL.search(row):
            what = f"character U+{ord(match.group()):04X} is not text"
            raise DocumentError(f"{name}:{number}", what, "save the document as text in UTF-8")
        if len(row) > _LONGEST_ROW:
            what = f"the line is longer than {_LONGEST_ROW:,} characters"
            raise DocumentError(f"{name}:{number}", what, "break it into paragraphs")
    if not any(rows):
        raise DocumentError(name, "the file is empty", "fetch it again")
    return TextFile(hashlib.sha256(data).hexdigest(), rows, markdown)


def _bytes_of(path: str | Path, name: str) -> bytes:
    try:
        kind = os.stat(path)
        if stat.S_ISDIR(kind.st_mode):
            raise DocumentError(name, "this is a directory", "name a document")
        if not stat.S_ISREG(kind.st_mode):  # a pipe may never end
            raise DocumentError(name, "this is not a regular file", "name a document")
        if kind.st_size > _LARGEST_FILE:
            what = f"the file is too large for a text ({kind.st_size >> 20} MB)"
            raise DocumentError(name, what, f"read one of at most {_LARGEST_FILE >> 20} MB")
        return Path(path).read_bytes()
    except FileNotFoundError as error:
        raise DocumentError(name, "no such file", "check the path") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DocumentError(
            name, f"cannot be read ({reason})", "check the file and its permissions"
        ) from error


def text_lines(file: TextFile) -> list[Line]:
    """The lines of a text, in the form that `read_lines` gives those of a page, without blank and drawn ones.

    They do not include the marks of Markdown. Headings of the first level, and the first line as the title,
    are larger than the others.
    """
    full = full_width(file.rows)
    lines: list[Line] = []
    for number, row in enumerate(file.rows):
        if not row or RULE.fullmatch(row) or (UNDERLINE.fullmatch(row) and number and file.rows[number - 1]):
            continue
        heading = heading_in(row)
        words = marked_text(heading.text if heading else row)
        if words.text.strip():
            ends = number + 1 == len(file.rows) or not file.rows[number + 1] or heading is not None
            large = not lines or (heading is not None and heading.level == 1)
            lines.append(cell_line(words, number, indent_of(row), None if ends else full, 1.0 + large))
    return lines


def cell_line(words: StyledText, row: int, indent: float, full: int | None, size: float = 1.0) -> Line:
    """A line in cells, in the given row (from 0), with the given indent in cells.

    `full`: the width of the rows, where they are wrapped and another may follow.
    """
    clean = squeezed(words)
    end = indent + width_of(clean.text)
    return Line(
        text=clean.text,
        box=Box(1, indent, row, end, row + 1),
        size=size,
        red=False,
        column=(1, 0, 0),
        layout=0,
        indent=indent,
        room=_ENDLESS if full is None else max(0.0, full - end),
        spans=clean.spans,
    )


def indent_of(row: str) -> int:
    """Cells of white space at the start of a row."""
    start = row[: len(row) - len(row.lstrip())]
    return width_of(start.expandtabs(_TAB))


def width_of(text: str) -> int:
    """The width of a text in cells."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def full_width(rows: Sequence[str]) -> int | None:
    """The width of the rows of a wrapped text; None where each row ends where its author ended it."""
    widths = sorted(width_of(row) for row in rows if row)
    # A few rows, such as addresses, may be wider than the others.
    usual = (widths[-1], widths[-1 - len(widths) // 50]) if widths else ()
    longest = next((width for width in usual if _NARROWEST <= width <= _WIDEST), None)
    if longest is None:
        return None
    full = [longest - width_of(row) <= _first_word(following) for row, following in _neighbours(rows)]
    return longest if full and sum(full) >= _FULL * len(full) else None


def _neighbours(rows: Sequence[str]) -> Iterator[tuple[str, str]]:
    return ((row, following) for row, following in pairwise(rows) if row and following)


def _first_word(row: str) -> int:
    return width_of(row.split(maxsplit=1)[0])
