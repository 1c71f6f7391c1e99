"""Making lines of text in reading order of pages, each with its column."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulehound.extract.document import Box, Span
from rulehound.extract.layout.columns import Gutter, crosses, find_gutters
from rulehound.extract.layout.styled_text import SPACELESS, StyledText, joined, squeezed
from rulehound.extract.pdf.pages import Page, TextRun

SAME_INDENT = 1.5
"""The largest difference of indents, in points, of lines that stand under each other."""

# A line may break before any character of a script without spaces, but for punctuation, which takes those
# before it along.
_FIRST_WORD = re.compile(rf"[^\s{SPACELESS}]*[{SPACELESS}]{{0,3}}")
# So many lines show where the left edge of a column is; fewer may all be set in.
_FEWEST_LINES = 30


class Line(NamedTuple):
    """One printed line of one column."""

    text: str
    """Single spaces, none at the ends."""
    box: Box
    size: float
    """Size of its largest characters, in points."""
    red: bool
    column: tuple[int, int, int]
    """Page, band and column: equal for lines that stand under each other."""
    layout: int
    """Equal for lines of columns at the same place of different pages."""
    indent: float | None
    """Distance from the left edge of its layout, in points; None where too few lines show that edge."""
    room: float
    """Free space at its end, to the right edge of its layout, in points."""
    spans: tuple[Span, ...] = ()
    """The styles of its text, from its first character to its last."""


def is_set_in(line: Line, other: Line) -> bool | None:
    """True if the line begins further to the right than the other; None if that is unknown."""
    if line.layout == other.layout:
        return line.box.x0 > other.box.x0 + SAME_INDENT
    if line.indent is None or other.indent is None:
        return None
    return line.indent > other.indent + SAME_INDENT


def begins_paragraph(lines: Sequence[Line], index: int) -> bool:
    """True if the line begins although its first word would have fitted on the line before it."""
    if index == 0:
        return True
    line = lines[index]
    first = _FIRST_WORD.match(line.text)
    word = (first.end() if first else 0) + 1  # and the space before it
    return lines[index - 1].room > word / len(line.text) * (line.box.x1 - line.box.x0)


class _Column(NamedTuple):
    place: tuple[int, int, int]
    gutters: tuple[Gutter, ...]
    rows: list[list[TextRun]]


class _Layout(NamedTuple):
    """The common edges of columns at the same place of different pages."""

    number: int
    left: float | None
    right: float


def read_lines(pages: Sequence[Page]) -> list[Line]:
    """The lines of all pages in reading order.

    A page is read column by column. A row printed across columns ends them: the columns above it are read
    first, those below it afterwards.
    """
    columns = [
        column
        for page, gutters in zip(pages, find_gutters(pages), strict=True)
        for column in _columns_of(page, gutters)
    ]
    alike: dict[object, list[_Column]] = {}
    for column in columns:
        alike.setdefault((column.gutters, column.place[-1]), []).append(column)
    layouts = {
        column.place: layout
        for index, group in enumerate(alike.values())
        for layout in [_layout(index, [row for column in group for row in column.rows])]
        for column in group
    }
    return [_line(row, column.place, layouts[column.place]) for column in columns for row in column.rows]


def _layout(number: int, rows: Sequence[Sequence[TextRun]]) -> _Layout:
    left, right = min(run.x0 for row in rows for run in row), max(run.x1 for row in rows for run in row)
    return _Layout(number, left if len(rows) >= _FEWEST_LINES else None, right)


def _columns_of(page: Page, gutters: tuple[Gutter, ...]) -> Iterator[_Column]:
    wide = [run for run in page.runs if any(crosses(run, gutter) for gutter in gutters)]
    bounds = sorted({run.baseline for run in wide})
    middles = [(gutter.left + gutter.right) / 2 for gutter in gutters]
    wide_rows, places = set(wide), dict[tuple[int, int], list[TextRun]]()
    for run in page.runs:
        above = sum(bound < run.baseline - 1 for bound in bounds)
        if run in wide_rows or any(abs(run.baseline - bound) <= 1 for bound in bounds):
            place = 2 * above + 1, -1  # a row across the columns is a band of its own
        else:
            place = 2 * above, sum(run.x0 > middle for middle in middles)
        places.setdefault(place, []).append(run)
    for (band, index), runs in sorted(places.items()):
        yield _Column((page.number, band, index), gutters, _rows(runs))


def _rows(runs: Sequence[TextRun]) -> list[list[TextRun]]:
    """The rows of a column: runs on nearly one baseline, including raised and lowered characters."""
    rows: list[list[TextRun]] = []
    widest: list[TextRun] = []  # of each row: what is raised or lowered is measured from that
    for run in sorted(runs, key=lambda run: run.baseline):
        if rows and run.baseline - widest[-1].baseline < min(run.size, widest[-1].size) / 2:
            rows[-1].append(run)
            widest[-1] = max(widest[-1], run, key=lambda run: run.x1 - run.x0)
        else:
            rows.append([run])
            widest.append(run)
    return [sorted(row, key=lambda run: run.x0) for row in rows]


def _line(row: Sequence[TextRun], column: tuple[int, int, int], layout: _Layout) -> Line:
    x0, x1 = min(run.x0 for run in row), max(run.x1 for run in row)
    top, bottom = min(run.top for run in row), max(run.bottom for run in row)
    words = _words(row[0])
    for before, after in pairwise(row):
        words = joined(words, _words(after), "" if _touch(before, after) else " ")
    return Line(
        text=words.text,
        box=Box(column[0], round(x0, 2), round(top, 2), round(x1, 2), round(bottom, 2)),
        size=round(max(run.size for run in row), 2),
        red=any(run.red for run in row),
        column=column,
        layout=layout.number,
        indent=None if layout.left is None else round(x0 - layout.left, 1),
        room=round(layout.right - x1, 1),
        spans=words.spans,
    )


def _touch(before: TextRun, after: TextRun) -> bool:
    """True if the second run goes on where the first ended, without room for a space."""
    return after.x0 - before.x1 < 0.2 * min(before.size, after.size)


def _words(run: TextRun) -> StyledText:
    """The text of a run with single spaces, and its styles."""
    ends = [start for start, _ in run.styles[1:]] + [len(run.text)]
    return squeezed(
        StyledText(
            run.text,
            tuple(Span(start, end, style) for (start, style), end in zip(run.styles, ends, strict=True)),
        )
    )
