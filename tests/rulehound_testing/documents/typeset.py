"""Writes small rulebooks as PDFs, so that tests know exactly what stands in them.

Words are set by hand on a reportlab canvas: every line break, indent and colour is decided here and not by a
layout engine that the reader might share an opinion with.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

RED = (0.93, 0.0, 0.0)
BLACK = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Item:
    """One clause to print: `red` colours its text, `red_number` its number. Without a number, a paragraph."""

    number: str
    text: str
    red: bool = False
    red_number: bool = False
    depth: int = 0
    """How far it is set in, from 1; 0: as the levels of its number say."""
    after_number: str | None = None
    """What stands behind its number; None: what the style says."""


@dataclass(frozen=True)
class Style:
    """How a rulebook looks. Lengths in points."""

    columns: int = 1
    gutter: float = 20.0
    width: float = 420.0
    height: float = 595.0
    margin: float = 40.0
    size: float = 9.0
    leading: float = 11.0
    indent: float = 9.0
    """Further to the right for each level of depth."""
    hang: float = 20.0
    """Further lines stand so much further to the right than first ones."""
    after_number: str = ". "
    """Behind numbers of two levels and more; nothing glues them to the text. Chapters have a full stop."""
    gap: float = 2.0
    """Between clauses."""
    font: str = "Helvetica"


@dataclass(frozen=True)
class Rulebook:
    """What to print: the body, and what surrounds it."""

    items: Sequence[Item]
    title: Sequence[str] = ()
    contents: Sequence[str] = ()
    history: Sequence[str] = ()
    head: str = ""
    page_numbers: bool = True
    style: Style = field(default_factory=Style)


def typeset(rulebook: Rulebook, path: Path, encrypt: str | None = None) -> Path:
    """Write the rulebook to `path`, and give that back. With `encrypt`, only this password opens it."""
    canvas = Canvas(
        str(path),
        (rulebook.style.width, rulebook.style.height),
        invariant=True,
        encrypt=encrypt,
        pageCompression=0,
    )
    printer = _Printer(canvas, rulebook)
    printer.title(rulebook.title)
    for entry in rulebook.contents:
        printer.line(entry, 0)
    for item in rulebook.items:
        printer.item(item)
    if rulebook.history:
        printer.skip(6)
    for line in rulebook.history:
        printer.line(line, 0)
    printer.finish()
    canvas.save()
    return path


def wrap(text: str, font: str, size: float, first: float, further: float) -> list[str]:
    """Break a text into lines of width `first` and then `further`; a word that is too long stands alone."""
    lines: list[str] = []
    current = ""
    for word in text.split(" "):
        trial = f"{current} {word}" if current else word
        room = further if lines else first
        if current and stringWidth(trial, font, size) > room:
            lines.append(current)
            current = word
        else:
            current = trial
    return [*lines, current]


class _Printer:
    """Sets lines from top to bottom, column after column, page after page."""

    def __init__(self, canvas: Canvas, rulebook: Rulebook) -> None:
        self._canvas = canvas
        self._book = rulebook
        self._style = rulebook.style
        inner = self._style.width - 2 * self._style.margin
        self._column_width = (inner - (self._style.columns - 1) * self._style.gutter) / self._style.columns
        self._page, self._column = 1, 0
        self._top = self._column_top = self._style.margin

    def title(self, lines: Sequence[str]) -> None:
        """Above all columns of the first page."""
        for line in lines:
            self.line(line, 0, size=16)
        self._column_top = self._top

    def item(self, item: Item) -> None:
        if not item.number:
            self.line(item.text, 0)
            return
        style = self._style
        depth = item.depth or len(item.number.replace(".", "-").split("-"))
        after = item.after_number
        if after is None:
            after = ". " if depth == 1 else style.after_number
        number = item.number + after
        indent = (depth - 1) * style.indent
        printed = f"{number}{item.text}"
        first = self._column_width - indent
        lines = wrap(printed, style.font, style.size, first, first - style.hang)
        self.skip(style.gap)
        for index, line in enumerate(lines):
            here = indent + (style.hang if index else 0)
            if index == 0 and item.red_number != item.red:
                self._coloured(
                    [(line[: len(number)], item.red_number), (line[len(number) :], item.red)],
                    here,
                    style.size,
                )
            else:
                self._coloured([(line, item.red)], here, style.size)

    def line(self, text: str, indent: float, size: float | None = None) -> None:
        self._coloured([(text, False)], indent, size or self._style.size)

    def skip(self, points: float) -> None:
        self._top += points

    def finish(self) -> None:
        style = self._style
        if self._book.page_numbers:
            self._canvas.setFillColorRGB(*BLACK)
            self._canvas.setFont(style.font, 8)
            self._canvas.drawCentredString(style.width / 2, 18, str(self._page))
        if self._book.head:
            self._canvas.setFillColorRGB(*BLACK)
            self._canvas.setFont(style.font, 8)
            self._canvas.drawRightString(style.width - style.margin, style.height - 22, self._book.head)

    def _coloured(self, parts: Iterable[tuple[str, bool]], indent: float, size: float) -> None:
        style = self._style
        leading = style.leading + size - style.size
        if self._top + leading > style.height - style.margin:
            self._next_column()
        self._top += leading
        x = style.margin + self._column * (self._column_width + style.gutter) + indent
        for text, red in parts:
            self._canvas.setFillColorRGB(*(RED if red else BLACK))
            self._canvas.setFont(style.font, size)
            self._canvas.drawString(x, style.height - self._top, text)
            x += stringWidth(text, style.font, size)

    def _next_column(self) -> None:
        self._column += 1
        if self._column == self._style.columns:
            self.finish()
            self._canvas.showPage()
            self._page, self._column, self._column_top = self._page + 1, 0, self._style.margin
        self._top = self._column_top
