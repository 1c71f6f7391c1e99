"""Parts: what a document without numbers consists of, each with its kind."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from rulehound.extract.document import Kind
from rulehound.extract.layout.blocks import Block
from rulehound.extract.layout.flow import Usage, running_text
from rulehound.extract.layout.lines import Line
from rulehound.extract.layout.styled_text import StyledText, joined


class DocumentPart(NamedTuple):
    """A block, or a row of a table, and what it is."""

    kind: Kind
    lines: tuple[Line, ...]
    words: StyledText
    """What it says, without its marker."""
    level: int = 0
    """As of a Block. A title that is set as text is less important than every heading."""
    marker: str = ""
    """Of a list item, as of a Block."""
    address: str = ""
    """What names it within its section, if something does: the number of a question, a term."""

    @property
    def text(self) -> str:
        """Its words as a string."""
        return self.words.text


def part_of(kind: Kind, block: Block, usage: Usage) -> DocumentPart:
    """The part that a block, other than a row, makes."""
    lines = block.cells[0]
    return DocumentPart(kind, lines, running_text(lines, usage, len(block.marker)), block.level, block.marker)


def row_words(cells: Iterable[Sequence[Line]], usage: Usage) -> StyledText:
    """The cells of a row, one after the other, with a space between them."""
    return reduce(joined, (running_text(cell, usage) for cell in cells if cell))


def row_lines(row: Block) -> tuple[Line, ...]:
    """The lines of all cells of a row."""
    return tuple(line for cell in row.cells for line in cell)
