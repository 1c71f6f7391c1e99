"""Text and Markdown files without numbered clauses: from rows of text to blocks."""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Literal, NamedTuple

from rulehound.extract.blocks import Block
from rulehound.extract.lines import Line
from rulehound.extract.markup import FENCE, QUOTE, RULE, UNDERLINE, heading_in, marked_text
from rulehound.extract.plain_text import TextFile, cell_line, full_width, indent_of, width_of
from rulehound.extract.records import Span, Style
from rulehound.extract.wording import Words

_BULLETS = r"[-*+•●○◦▪■□◆◇▶►‣·・※]"
# Letters in capitals stand before headings as well, so that they mark no items.
_ORDINALS = r"\d{1,3}[.)]|[a-z][.)]|\((?:\d{1,2}|[a-z])\)|[①-⑳❶-❿]"
_ITEM = re.compile(rf"(?:(?P<bullet>{_BULLETS})|(?P<ordinal>{_ORDINALS}))[ \t]+(?=\S)|(?P<circled>[①-⑳❶-❿])")
_DELIMITERS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?")
_BORDER = re.compile(r"(?<!\\)\|")

# A heading that no mark shows: a short line set apart, which ends no sentence and does not begin within one.
_WIDEST_HEADING = 60
_ENDS_WORDS = tuple(".!?:;,。！？：；、，…")
# Below those that are marked.
_LOWEST = 6


class _Open(NamedTuple):
    """A paragraph or item that further rows may continue."""

    kind: Literal["paragraph", "item"]
    level: int
    marker: str
    indent: int
    lines: list[Line]


def text_blocks(file: TextFile) -> list[Block]:
    """The blocks of a text, in its order.

    Headings are those that are marked; where a text marks none, short lines set apart, those in capitals above
    the others. A line in bold alone is a heading as well. Rows of tables have bars or tabs between their cells;
    one that fills the first cell alone is a heading within the table. In Markdown, a paragraph ends with a
    blank line; in plain text, also with a row that has room for the first word of the next.
    """
    return _Reader(file).read()


class _Reader:
    """Reads the rows of a file from the first to the last, keeping what is open."""

    def __init__(self, file: TextFile) -> None:
        self._rows = [_unquoted(row) for row in file.rows]
        self._markdown = file.markdown
        self._full = full_width(file.rows)
        self._marks_headings = any(
            heading_in(row) or (UNDERLINE.fullmatch(row) and row.startswith("=")) for row in self._rows
        )
        self._blocks: list[Block] = []
        self._open: _Open | None = None
        self._lists: list[int] = []
        """Indents of the open lists, from the outermost."""
        self._tables = count(1)

    def read(self) -> list[Block]:
        at = 0
        while at < len(self._rows):
            at = self._step(at)
        self._close()
        return self._blocks
