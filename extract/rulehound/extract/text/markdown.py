"""Making blocks of the rows of a text or Markdown file without numbered clauses."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from rulehound.extract.document import Span, Style
from rulehound.extract.layout.blocks import Block
from rulehound.extract.layout.lines import Line
from rulehound.extract.layout.styled_text import StyledText
from rulehound.extract.text.markup import FENCE, RULE, UNDERLINE, heading_in, marked_text
from rulehound.extract.text.plain_text import TextFile, cell_line, full_width, indent_of, width_of

# Letters in capitals stand before headings as well, so that they mark no items.
_ITEM = re.compile(
    r"(?P<marker>[-*+•●○◦▪■□◆◇▶►‣·・※]|\d{1,3}[.)]|[a-z][.)]|\((?:\d{1,2}|[a-z])\))[ \t]+(?=\S)"
    r"|(?P<circled>[①-⑳❶-❿])"
)
_DELIMITERS = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_PAGE_NUMBERS = re.compile(r"\d+(?:\s*[-–]\s*\d+)?")
_BARS, _TABS = re.compile(r"(?<!\\)\|"), re.compile(r"\t")

# A heading that no mark shows is a short line set apart, which neither ends a sentence nor begins within one.
_WIDEST_HEADING = 60
_NARROWEST_TITLE = 4  # in a table; what is narrower abbreviates the name of a column
_ENDS_WORDS = tuple(".:;,。：；、，…")  # a heading may ask, and may call
_LOWEST = 6
_PLAIN = Style("", 1.0, False, False, "#000000")


class _Cell(NamedTuple):
    start: int
    """Its start in the row."""
    text: str


class _Row(NamedTuple):
    """A row of the file, classified by its own marks."""

    kind: Literal["blank", "heading", "text", "code", "item", "cells"]
    number: int
    cells: tuple[_Cell, ...] = ()
    """The cells of a table row; else a single one."""
    level: int = 0
    """Level of a marked heading."""
    marker: str = ""

    @property
    def indent(self) -> int:
        return self.cells[0].start


def text_blocks(file: TextFile) -> list[Block]:
    """The blocks of a text, in its order.

    Headings are marked lines, and below them lines that are bold from end to end. Where a text marks none,
    short lines set apart are headings as well, with those in capitals above the others. Cells of tables are
    separated by bars or tabs, and a row with only its first cell filled is a heading within the table. In
    Markdown, a paragraph ends with a blank line; in plain text also with a row that has room for the first
    word of the next.
    """
    rows = [
        row if any(map(_has_words, row.cells)) else _Row("blank", row.number) for row in _classified(file)
    ]
    while rows and rows[-1].kind == "blank":
        rows.pop()
    marks = any(row.level for row in rows)
    full = None if file.markdown else full_width(file.rows)
    blocks: list[Block] = []
    lists: list[int] = []  # indents of the open lists, from the outermost
    further: dict[int, list[Line]] = {}  # by the block that they continue
    tables, in_table = 0, False
    for at, row in enumerate(rows):
        if row.kind == "blank":
            continue
        if (
            at
            and _may_go_on(rows[at - 1], row)
            and (file.markdown or _is_full(rows[at - 1], row, full, lists))
        ):
            further.setdefault(len(blocks) - 1, []).extend(_lines(row, full)[0])
            continue
        if row.kind == "item":
            while lists and row.indent < lists[-1]:
                lists.pop()
            if not lists or row.indent > lists[-1] + 1:
                lists.append(row.indent)
            blocks.append(Block("item", len(lists), row.marker, _lines(row, full)))
        elif row.kind == "cells" and not _heads_table(rows, at):
            tables += not in_table
            blocks.append(Block("row", 0, "", _lines(row, None), tables))
        elif level := _heading_level(rows, at, marks, first=not blocks):
            blocks.append(Block("heading", level, "", _lines(row, None, 2.0 if level == 1 else 1.0)[:1]))
        else:
            blocks.append(Block("paragraph", 0, "", _lines(row, full)))
        in_table = blocks[-1].kind == "row"
        if row.kind != "item" and (not lists or row.indent <= lists[0]):
            lists.clear()
    widest: dict[int, int] = {}
    for block in blocks:
        widest[block.table] = max(len(block.cells), widest.get(block.table, 0))
    return [_whole(block, further.get(index, []), widest[block.table]) for index, block in enumerate(blocks)]


def _whole(block: Block, further: Sequence[Line], cells: int) -> Block:
    """A block with the lines that continue it; a row with as many cells as the widest of its table."""
    if block.kind == "row":
        return block._replace(cells=block.cells + ((),) * (cells - len(block.cells)))
    return block._replace(cells=((*block.cells[0], *further),)) if further else block


def _classified(file: TextFile) -> Iterator[_Row]:
    """Each row, classified. The row between the head of a table and its other rows is left out."""
    fence = ""
    in_bars = False  # within a table drawn with bars
    for number, row in enumerate(file.rows):
        above = file.rows[number - 1] if number else ""
        below = file.rows[number + 1] if number + 1 < len(file.rows) else ""
        opening = FENCE.fullmatch(row)
        if opening and (not fence or row.strip().startswith(fence)):
            fence = "" if fence else opening["fence"]
            yield _Row("blank", number)
        elif fence and row:
            yield _Row("code", number, (_Cell(indent_of(row), row.strip()),))
        elif not row or RULE.fullmatch(row) or (above and UNDERLINE.fullmatch(row)):
            in_bars = False
            yield _Row("blank", number)
        elif "|" in row and (in_bars or ("|" in below and _DELIMITERS.fullmatch(below))):
            if not (in_bars and _DELIMITERS.fullmatch(row)):
                yield _Row("cells", number, tuple(_split(row, _BARS)))
            in_bars = True
        else:
            in_bars = False
            yield _with_marks(row, number, below)


def _with_marks(row: str, number: int, below: str) -> _Row:
    """A row of words, classified by its start, by its tabs, or by the line drawn under it."""
    words = (_Cell(indent_of(row), row.strip()),)
    if heading := heading_in(row):
        return _Row("heading", number, (_Cell(0, heading.text),), heading.level)
    if underline := UNDERLINE.fullmatch(below):
        return _Row("heading", number, words, 1 if underline["mark"] == "=" else 2)
    item = _ITEM.match(row.lstrip())
    if item and "\t" not in row.lstrip()[item.end() :]:
        return _Row("item", number, words, marker=item["marker"] or item["circled"])
    if "\t" in row.lstrip():
        return _Row("cells", number, tuple(_split(row, _TABS)))
    return _Row("text", number, words)


def _split(row: str, border: re.Pattern[str]) -> Iterator[_Cell]:
    """The cells of a row; bars may stand at its ends as well."""
    start = 0
    for place in (*(match.span() for match in border.finditer(row)), (len(row), len(row))):
        text = row[start : place[0]]
        outside = border is _BARS and not text.strip() and (start == 0 or place[0] == len(row))
        if not outside:
            yield _Cell(start + indent_of(text), text.strip())
        start = place[1]


def _lines(row: _Row, full: int | None, size: float = 1.0) -> tuple[tuple[Line, ...], ...]:
    """The line of each cell; none for an empty cell."""
    words = [
        StyledText(cell.text, (Span(0, len(cell.text), _PLAIN),))
        if row.kind == "code"
        else marked_text(cell.text)
        for cell in row.cells
    ]
    return tuple(
        (cell_line(text, row.number, cell.start, full, size),) if text.text.strip() else ()
        for cell, text in zip(row.cells, words, strict=True)
    )


def _has_words(cell: _Cell) -> bool:
    """False for an empty cell, and for a picture."""
    return bool(marked_text(cell.text).text.strip())


def _may_go_on(before: _Row, row: _Row) -> bool:
    """True for words below words or below an item, without a blank row between them."""
    return row.kind == "text" and before.kind in ("text", "item")


def _is_full(before: _Row, row: _Row, full: int | None, lists: Sequence[int]) -> bool:
    """True if a row of plain text continues a full row, or is indented below an item."""
    if lists and row.indent > lists[-1] and (before.kind == "item" or before.indent > lists[-1]):
        return True
    if full is None:
        return False
    room = full - before.indent - width_of(before.cells[0].text)
    return room <= width_of(row.cells[0].text.split(maxsplit=1)[0])


def _heads_table(rows: Sequence[_Row], at: int) -> bool:
    """True if only the first cell is filled, and rows of a table follow."""
    first, *others = rows[at].cells
    if any(cell.text for cell in others) or width_of(first.text) < _NARROWEST_TITLE:
        return False
    following = next((rows[index] for index in range(at + 1, len(rows)) if rows[index].kind != "blank"), None)
    # The contents are a table as well, and their entries are no headings.
    return (
        following is not None
        and following.kind == "cells"
        and not _PAGE_NUMBERS.fullmatch(following.cells[-1].text)
    )


def _heading_level(rows: Sequence[_Row], at: int, marks: bool, first: bool) -> int:
    """Level of a row that is a heading; 0 for other rows."""
    row = rows[at]
    if row.level:
        return row.level
    if row.kind == "cells":
        return _LOWEST
    above, below = rows[at - 1].kind if at else "blank", rows[at + 1].kind if at + 1 < len(rows) else "text"
    words = marked_text(row.cells[0].text)
    text = words.text.strip()
    if (
        row.kind != "text"
        or above not in ("blank", "heading")
        or below == "text"
        or text.endswith(_ENDS_WORDS)
        or not any(letter.isalpha() for letter in text)
    ):
        return 0
    if all(span.style.bold for span in words.spans):
        return _LOWEST if marks else 2
    if marks or width_of(text) > _WIDEST_HEADING or text[0].islower():
        return 0
    return 1 if first or text.isupper() else 2
