"""Blocks of a document: headings, paragraphs, list items and table rows."""

from typing import Literal, NamedTuple

from rulehound.extract.layout.lines import Line


class Block(NamedTuple):
    """One heading, paragraph, list item or table row of a document."""

    kind: Literal["heading", "paragraph", "item", "row"]
    level: int
    """For a heading, 1 is the most important. For a list item, the depth of its list, from 1. Else 0."""
    marker: str
    """The marker of a list item, as printed: `•`, `-`, `3.`, `①`. Empty for other blocks."""
    cells: tuple[tuple[Line, ...], ...]
    """The lines of each cell of a row, or all lines of another block as one cell. They include the marker."""
    table: int = 0
    """Number of the table of a row, counted from 1 through the document; 0 for other blocks."""
