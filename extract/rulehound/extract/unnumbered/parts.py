"""The parts of a document without numbers, each with its kind."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from rulehound.extract.document import Kind
from rulehound.extract.layout.blocks import Block
from rulehound.extract.layout.flow import Usage, running_text
from rulehound.extract.layout.lines import Line
from rulehound.extract.layout.styled_text import StyledText, joined


class DocumentPart(NamedTuple):
    """A block, or a row of a table, with its kind."""

    kind: Kind
    lines: tuple[Line, ...]
    words: StyledText
    """Its text without its marker."""
    level: int = 0
    """Level as in Block. A title that is set as text is less important than every heading."""
    marker: str = ""
    """Marker of a list item, as in Block."""
    address: str = ""
    """Its name within its section, such as a term or the number of a question; else empty."""

    @property
    def text(self) -> str:
        """Its text without styles."""
        return self.words.text


def part_of(kind: Kind, block: Block, usage: Usage) -> DocumentPart:
    """The part of a block that is no row."""
    lines = block.cells[0]
    return DocumentPart(kind, lines, running_text(lines, usage, len(block.marker)), block.level, block.marker)


def row_words(cells: Iterable[Sequence[Line]], usage: Usage) -> StyledText:
    """The cells of a row, one after the other, with a space between them."""
    return reduce(joined, (running_text(cell, usage) for cell in cells if cell))


def row_lines(row: Block) -> tuple[Line, ...]:
    """The lines of all cells of a row."""
    return tuple(line for cell in row.cells for line in cell)
