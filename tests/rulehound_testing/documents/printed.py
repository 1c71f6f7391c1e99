"""Prints documents without numbers as PDFs: headings, paragraphs, lists and tables, line by line.

As with `typeset`, every break and ruling is decided here, and not by a layout engine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from rulehound_testing.documents.typeset import RED, wrap

_MARGIN, _LEADING, _GAP, _HANG, _INDENT, _PAD = 40.0, 1.3, 4.0, 14.0, 12.0, 4.0


@dataclass(frozen=True)
class Title:
    """A heading, in bold print."""

    text: str
    size: float = 12.0


@dataclass(frozen=True)
class Text:
    """A paragraph; `red` if the edition changed it."""

    text: str
    red: bool = False


@dataclass(frozen=True)
class Entry:
    """An item of a list. Lists of a greater level are set in further."""

    marker: str
    text: str
    level: int = 1


@dataclass(frozen=True)
class Grid:
    """A table with rulings around its cells. `cut` says how a row is drawn that the page breaks, if any."""

    rows: Sequence[Sequence[str]]
    shares: Sequence[float]
    """Of the width of the column of text, one for each column of the table."""
    cut: Literal["open", "closed", "never"] = "never"


Piece: TypeAlias = Title | Text | Entry | Grid


def printed(
    pieces: Sequence[Piece], path: Path, columns: int = 1, size: tuple[float, float] = (420.0, 595.0)
) -> Path:
    """Write the pieces to `path`, one below the other, and give that back."""
    canvas = Canvas(str(path), size, invariant=True, pageCompression=0)
    printer = _Printer(canvas, columns, size)
    for piece in pieces:
        printer.piece(piece)
    canvas.save()
    return path


class _Printer:
    def __init__(self, canvas: Canvas, columns: int, size: tuple[float, float]) -> None:
        self._canvas, self._columns, (self._width, self._height) = canvas, columns, size
        self._column_width = (self._width - 2 * _MARGIN - 20 * (columns - 1)) / columns
        self._column, self._top = 0, _MARGIN

    def piece(self, piece: Piece) -> None:
        if isinstance(piece, Grid):
            self._grid(piece)
        elif isinstance(piece, Title):
            self._top += 2 * _GAP
            # A heading stays with what it is the heading of.
            self._reserve(piece.size * _LEADING + 40)
            self._lines(piece.text, "Helvetica-Bold", piece.size)
        elif isinstance(piece, Text):
            self._lines(piece.text, "Helvetica", 9, red=piece.red)
        else:
            indent = piece.level * _INDENT
            self._lines(f"{piece.marker} {piece.text}", "Helvetica", 9, indent, _HANG)
        self._top += _GAP

    def _lines(
        self, text: str, font: str, size: float, indent: float = 0, hang: float = 0, red: bool = False
    ) -> None:
        room = self._column_width - indent
        for number, line in enumerate(wrap(text, font, size, room, room - hang)):
            self._reserve(size * _LEADING)
            self._top += size * _LEADING
            self._set(line, self._left + indent + (hang if number else 0), self._top, font, size, red)

    def _grid(self, grid: Grid) -> None:
        widths = [share * self._column_width for share in grid.shares]
        for row in grid.rows:
            cells = [
                wrap(text, "Helvetica", 8, width - 2 * _PAD, width - 2 * _PAD) if text else []
                for text, width in zip(row, widths, strict=True)
            ]
            for part, opened, closed in self._parts(cells, grid.cut):
                self._row(part, widths, opened, closed)
        self._top += _GAP

    def _parts(self, cells: list[list[str]], cut: str) -> Iterator[tuple[list[list[str]], bool, bool]]:
        """The lines of a row that stand on each page, and whether a ruling is above and below them."""
        height = max(map(len, cells))
        fitting = int((self._height - _MARGIN - self._top - 2 * _PAD) / (8 * _LEADING))
        if height <= fitting or cut == "never" or fitting < 1:
            self._reserve(height * 8 * _LEADING + 2 * _PAD)
            yield cells, True, True
            return
        yield [cell[:fitting] for cell in cells], True, cut == "closed"
        self._next_column()
        yield [cell[fitting:] for cell in cells], cut == "closed", True

    def _row(self, cells: list[list[str]], widths: Sequence[float], opened: bool, closed: bool) -> None:
        bottom = self._top + max(map(len, cells)) * 8 * _LEADING + 2 * _PAD
        left = self._left
        for cell, width in zip(cells, widths, strict=True):
            for number, line in enumerate(cell, 1):
                self._set(line, left + _PAD, self._top + number * 8 * _LEADING, "Helvetica", 8)
            self._rule(left, self._top, left, bottom)
            left += width
        self._rule(left, self._top, left, bottom)
        if opened:
            self._rule(self._left, self._top, left, self._top)
        if closed:
            self._rule(self._left, bottom, left, bottom)
        self._top = bottom

    @property
    def _left(self) -> float:
        return _MARGIN + self._column * (self._column_width + 20)

    def _reserve(self, height: float) -> None:
        if self._top + height > self._height - _MARGIN:
            self._next_column()

    def _next_column(self) -> None:
        self._column, self._top = self._column + 1, _MARGIN
        if self._column == self._columns:
            self._canvas.showPage()
            self._column = 0

    def _set(self, text: str, x: float, top: float, font: str, size: float, red: bool = False) -> None:
        self._canvas.setFillColorRGB(*(RED if red else (0.0, 0.0, 0.0)))
        self._canvas.setFont(font, size)
        self._canvas.drawString(x, self._height - top, text)
        assert stringWidth(text, font, size) <= self._width

    def _rule(self, x0: float, top: float, x1: float, bottom: float) -> None:
        self._canvas.line(x0, self._height - top, x1, self._height - bottom)
