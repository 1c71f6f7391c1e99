"""Blocks: headings, paragraphs, list items and table rows, from whatever shows them."""

from typing import Literal, NamedTuple

from rulehound.extract.layout.lines import Line


class Block(NamedTuple):
    """One heading, paragraph, list item or table row of a document."""

    kind: Literal["heading", "paragraph", "item", "row"]
    level: int
    """Of a heading: 1 is the most important. Of a list item: how deep its list is nested, from 1. Else 0."""
    marker: str
    """What marks a list item, as printed: `•`, `-`, `3.`, `①`. Empty for the others."""
    cells: tuple[tuple[Line, ...], ...]
    """The lines of each cell of a row; else its lines as one cell. The marker is in the lines."""
    table: int = 0
    """Rows of one table have one number, counted from 1 through the document; 0 for what is no row."""
