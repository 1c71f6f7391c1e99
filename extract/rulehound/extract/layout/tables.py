"""Finding tables by the lines drawn around their cells, and taking them out of their pages."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulehound.extract.document import Style
from rulehound.extract.kinds import ends_sentence
from rulehound.extract.layout.lines import Line, read_lines
from rulehound.extract.pdf.pages import Page, Ruling, TextRun

# Lines that differ by no more, in points, are one edge; a mark no thicker than this is a line, no area.
_SAME = 2.0
_SHORTEST = 3.0
# A row ends where lines cross at least this share of the table.
_ACROSS = 0.5
# A drawing may consist of any number of lines, and every one is compared with every other.
_MOST_LINES = 1500
# Columns of one table on two pages differ by no more, in points.
_SAME_WIDTH = 3.0
# U+FFFC is the character that stands for an object which is no text.
_STAND_IN = "\ufffc"
# A table that takes more of the width of the page than this is in no column of text.
_WIDE = 0.6
# Of this size, a stand-in shares no row with the text beside it.
_NO_SIZE = 0.0
_NO_STYLE = Style("", 0.0, False, False, "#000000")


class TableRow(NamedTuple):
    """One row of a table, or its part on one page."""

    cells: tuple[tuple[Line, ...], ...]
    """The lines of each cell, from left to right; a cell may be empty."""
    opened: bool
    """No line is drawn above it."""
    closed: bool
    """A line is drawn below it."""


class Table(NamedTuple):
    """A table, or some of its rows, on one page and in one column."""

    grid: int
    """Number of the rulings around it. Rows within the same rulings share it."""
    widths: tuple[float, ...]
    """Widths of its columns, in points."""
    rows: tuple[TableRow, ...]


class LiftedPages(NamedTuple):
    """Pages without their tables. In the place of each table is a run that `table_at` knows."""

    pages: list[Page]
    tables: dict[tuple[int, str], Table]
    """The tables by page, and by the text of the run in its place."""
    warnings: tuple[str, ...]

    def table_at(self, line: Line) -> Table | None:
        """The table, or rows of one, that this line of the pages stands for."""
        return self.tables.get((line.box.page, line.text))


class _Grid(NamedTuple):
    """The edges of a table's columns and rows, and the lines that show them."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    upright: tuple[Ruling, ...]
    level: tuple[Ruling, ...]

    def is_drawn_below(self, y: float, x: float) -> bool:
        """True if a level line at the height y crosses x."""
        return any(
            abs(line.top - y) <= _SAME and line.x0 - _SAME <= x <= line.x1 + _SAME for line in self.level
        )

    def is_drawn_beside(self, x: float, y: float) -> bool:
        """True if an upright line at x crosses the height y."""
        return any(abs(line.x0 - x) <= _SAME and line.top <= y <= line.bottom for line in self.upright)


def lift_tables(pages: Sequence[Page]) -> LiftedPages:
    """Take every table of two columns and more out of the pages.

    The run in its place is as wide and as high, so that the table keeps its place in the reading order.
    """
    lifted, tables, warnings = list[Page](), dict[tuple[int, str], Table](), list[str]()
    grids = 0
    for page in pages:
        runs = page.runs
        if len(page.rulings) > _MOST_LINES:
            warnings.append(f"page {page.number}: too many lines are drawn on it to look for tables")
            lifted.append(page)
            continue
        for grid in _grids(page.rulings):
            inside = {run for run in runs if _is_inside(run, grid)}
            rows = _rows(page, grid, [run for run in runs if run in inside])
            runs = tuple(run for run in runs if run not in inside)
            grids += bool(rows)
            widths = tuple(right - left for left, right in pairwise(grid.xs))
            for number, (top, bottom, part) in enumerate(_parts(rows, grid, page)):
                text = f"{_STAND_IN}{grids}.{number}"
                tables[page.number, text] = Table(grids, widths, part)
                styles = ((0, _NO_STYLE),)
                runs += (TextRun(text, grid.xs[0], top, grid.xs[-1], bottom, top, _NO_SIZE, False, styles),)
        lifted.append(page._replace(runs=runs))
    return LiftedPages(lifted, tables, tuple(warnings))


def _parts(
    rows: Sequence[tuple[int, TableRow]], grid: _Grid, page: Page
) -> Iterator[tuple[float, float, tuple[TableRow, ...]]]:
    """The rows of a table with their top and bottom: all in one part where they cross columns of text.

    Else each row is a part, so that it counts as a line does when columns of text are found.
    """
    if not rows:
        return
    left, right = min(run.x0 for run in page.runs), max(run.x1 for run in page.runs)
    if grid.xs[-1] - grid.xs[0] > _WIDE * (right - left):
        yield grid.ys[0], grid.ys[-1], tuple(row for _, row in rows)
    else:
        for index, row in rows:
            yield grid.ys[index], grid.ys[index + 1], (row,)


def tables_of_parts(parts: Iterable[Table]) -> list[list[Table]]:
    """The parts of each table: successive parts with equal columns, page after page."""
    tables: list[list[Table]] = []
    for part in parts:
        if tables and _have_equal_columns(tables[-1][-1], part):
            tables[-1].append(part)
        else:
            tables.append([part])
    return tables


def whole_rows(parts: Sequence[Table]) -> Iterator[tuple[tuple[Line, ...], ...]]:
    """The cells of each row of a table, joined with their rest on the next page."""
    rows: list[TableRow] = []
    grid = 0
    for part in parts:
        first = part.rows[0]
        if rows and part.grid != grid and _is_cut(rows[-1], first, rows):
            cells = tuple(cell + more for cell, more in zip(rows[-1].cells, first.cells, strict=True))
            rows[-1] = TableRow(cells, rows[-1].opened, first.closed)
            rows += part.rows[1:]
        else:
            rows += part.rows
        grid = part.grid
    return (row.cells for row in rows)


def _have_equal_columns(one: Table, other: Table) -> bool:
    return len(one.widths) == len(other.widths) and all(
        abs(width - another) <= _SAME_WIDTH for width, another in zip(one.widths, other.widths, strict=True)
    )


def _is_cut(row: TableRow, rest: TableRow, above: Sequence[TableRow]) -> bool:
    """True if `rest`, first on its page, continues `row`, last on the page before, of the table `above`.

    That is so if no line is drawn between them; if a cell of the rest is empty that is filled in every row
    above, such as the number of a question; or if all its cells begin in mid-sentence.
    """
    if not row.closed and rest.opened:
        return True
    pairs = [(_text(cell), _text(more)) for cell, more in zip(row.cells, rest.cells, strict=True)]
    if any(
        not more and all(other.cells[column] for other in above) for column, (_, more) in enumerate(pairs)
    ):
        return all(text for text, more in pairs if more)
    going_on = [column for column, (_, more) in enumerate(pairs) if more]
    mid_sentence = all(
        pairs[column][1][0].islower() and not ends_sentence(pairs[column][0]) for column in going_on
    )
    return mid_sentence and any(
        2 * sum(ends_sentence(_text(other.cells[column])) for other in above[:-1]) > len(above) - 1
        for column in going_on
    )


def _text(cell: Iterable[Line]) -> str:
    return " ".join(line.text for line in cell)


def _grids(rulings: Iterable[Ruling]) -> Iterator[_Grid]:
    """The grids of the lines of a page, from the top."""
    grids = []
    for group in _connected(sorted(set(_edges(rulings)))):
        upright = tuple(line for line in group if line.x0 == line.x1)
        level = tuple(line for line in group if line.x0 != line.x1)
        if not (upright and level):
            continue
        # The outermost cells may be open: then the lines that end there show how far they go.
        xs = _merged([*(line.x0 for line in upright), *(x for line in level for x in (line.x0, line.x1))])
        heights = [
            y for y in _merged(line.top for line in level) if _crossed(y, level) >= _ACROSS * (xs[-1] - xs[0])
        ]
        ends = [min(line.top for line in upright), max(line.bottom for line in upright)]
        ys = _merged([*heights, *ends])
        xs = tuple(
            x for x in xs if x in (xs[0], xs[-1]) or any(abs(line.x0 - x) <= _SAME for line in upright)
        )
        if len(xs) > 2 and len(ys) > 1:
            grids.append(_Grid(xs, ys, upright, level))
    return iter(sorted(grids, key=lambda grid: (grid.ys[0], grid.xs[0])))


def _edges(rulings: Iterable[Ruling]) -> Iterator[Ruling]:
    """Rulings as lines without thickness. A thin ruling is one line, an area has four around it."""
    for x0, top, x1, bottom in rulings:
        if bottom - top <= _SAME:
            if x1 - x0 > _SHORTEST:
                yield Ruling(x0, (top + bottom) / 2, x1, (top + bottom) / 2)
        elif x1 - x0 <= _SAME:
            if bottom - top > _SHORTEST:
                yield Ruling((x0 + x1) / 2, top, (x0 + x1) / 2, bottom)
        else:
            yield from (Ruling(x0, top, x1, top), Ruling(x0, bottom, x1, bottom))
            yield from (Ruling(x0, top, x0, bottom), Ruling(x1, top, x1, bottom))


def _connected(edges: Sequence[Ruling]) -> list[list[Ruling]]:
    """Groups of lines that touch each other, directly or through others."""
    groups: list[list[Ruling]] = []
    remaining = list(edges)
    while remaining:
        group, reach = [remaining.pop(0)], 0
        while reach < len(group):
            touching = [edge for edge in remaining if _touch(edge, group[reach])]
            group += touching
            if touching:
                grouped = set(touching)
                remaining = [edge for edge in remaining if edge not in grouped]
            reach += 1
        groups.append(group)
    return groups


def _touch(one: Ruling, other: Ruling) -> bool:
    return (
        one.x0 <= other.x1 + _SAME
        and other.x0 <= one.x1 + _SAME
        and one.top <= other.bottom + _SAME
        and other.top <= one.bottom + _SAME
    )


def _merged(places: Iterable[float]) -> tuple[float, ...]:
    """Places in order, with nearly equal ones merged to the first of them."""
    merged: list[float] = []
    for place in sorted(places):
        if not merged or place - merged[-1] > _SAME:
            merged.append(place)
    return tuple(merged)


def _crossed(y: float, level: Iterable[Ruling]) -> float:
    """The width that the level lines at a height cover, in points."""
    covered, reached = 0.0, float("-inf")
    for line in sorted(line for line in level if abs(line.top - y) <= _SAME):
        covered += max(0.0, line.x1 - max(line.x0, reached))
        reached = max(reached, line.x1)
    return covered


def _is_inside(run: TextRun, grid: _Grid) -> bool:
    x, y = (run.x0 + run.x1) / 2, (run.top + run.bottom) / 2
    return grid.xs[0] < x < grid.xs[-1] and grid.ys[0] < y < grid.ys[-1]


def _rows(page: Page, grid: _Grid, runs: Sequence[TextRun]) -> list[tuple[int, TableRow]]:
    """The rows that hold text, each with its index in the grid."""
    cells: dict[tuple[int, int], list[TextRun]] = {}
    for run in runs:
        cells.setdefault(_cell_of(run, grid), []).append(run)
    columns = [(left + right) / 2 for left, right in pairwise(grid.xs)]
    rows = []
    for index, (top, bottom) in enumerate(pairwise(grid.ys)):
        texts = tuple(_cell_lines(page, cells.get((index, column), ())) for column in range(len(columns)))
        if any(texts):
            opened = not any(grid.is_drawn_below(top, x) for x in columns)
            closed = any(grid.is_drawn_below(bottom, x) for x in columns)
            rows.append((index, TableRow(texts, opened, closed)))
    return rows


def _cell_of(run: TextRun, grid: _Grid) -> tuple[int, int]:
    """Row and column of the cell around the middle of a run. A cell over several has its first ones."""
    x, y = (run.x0 + run.x1) / 2, (run.top + run.bottom) / 2
    row = sum(edge <= y for edge in grid.ys[1:])
    column = sum(edge <= x for edge in grid.xs[1:])
    while row and not grid.is_drawn_below(grid.ys[row], x):
        row -= 1
    while column and not grid.is_drawn_beside(grid.xs[column], y):
        column -= 1
    return row, column


def _cell_lines(page: Page, runs: Sequence[TextRun]) -> tuple[Line, ...]:
    return tuple(line for line in read_lines([page._replace(runs=tuple(runs))]) if line.text) if runs else ()
