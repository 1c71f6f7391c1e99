"""From the pages of a document without numbers to its blocks, by how they are set."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from rulehound.extract.blocks import Block
from rulehound.extract.kinds import ends_sentence
from rulehound.extract.lines import SAME_INDENT, Line, begins_paragraph, read_lines
from rulehound.extract.pages import Page
from rulehound.extract.tables import Lifted, lift_tables, tables_of_parts, whole_rows

# What may stand before an item of a list. A dash that a digit follows is a minus sign.
_BULLET = r"[•●○◦■□▪▫◆◇▶►‣⁃・](?=\s*\S)|[*※](?=\s)|[-–—](?=\s|[^\W\d]|[\"“‘'(\[<])"
_NUMBER = r"\d{1,2}[.)](?=\s)|[(（]\d{1,2}[)）]|[①-⑳]|[a-z][.)](?=\s)|[(（][a-z][)）]"
_MARKER = re.compile(rf"(?:(?:{_BULLET})\s*)?(?:{_NUMBER})|(?:{_BULLET})")

# Larger than the text by this factor is a heading.
_LARGER = 1.08
# A line that stands further below the last one than lines usually do, by this factor, begins a paragraph.
_APART = 1.12
# A pitch is usual if so many of the lines show it; paragraphs stand apart if so many lines do.
_USUAL, _SPACED = 0.08, 0.06
# Lines further apart, as a multiple of their size, have something between them.
_FURTHEST = 4.0
# A line shorter than so many words is no sentence that the next line goes on with.
_FEWEST_WORDS = 5


class Look(NamedTuple):
    """How a line is set, as far as it tells headings from text."""

    size: float
    """Points, to the half."""
    bold: bool


class _Setting(NamedTuple):
    """How a document is set."""

    text: Look
    """Of most of it."""
    headings: tuple[Look, ...]
    """Looks of headings, the most important first."""
    pitch: float
    """From one line of a paragraph to the next, as a multiple of their size."""
    is_spaced: bool
    """Paragraphs stand apart from each other."""


class Blocks(NamedTuple):
    """The blocks of a document in reading order, and what is wrong with its pages."""

    blocks: tuple[Block, ...]
    warnings: tuple[str, ...]


def read_blocks(pages: Sequence[Page]) -> Blocks:
    """The headings, paragraphs, list items and table rows of pages without furniture."""
    lifted = lift_tables(pages)
    lines = read_lines(lifted.pages)
    cells = [cell for table in lifted.tables.values() for row in table.rows for cell in row.cells]
    setting = _setting([line for line in lines if lifted.table_at(line) is None], cells)
    return Blocks(tuple(_with_levels(_blocks(lines, lifted, setting))), lifted.warnings)


def marker_of(text: str) -> str:
    """What marks the text as an item of a list, such as `•` or `3.`; empty if nothing does."""
    found = _MARKER.match(text)
    return found.group() if found and found.end() < len(text) else ""


def _look(line: Line) -> Look:
    bold = sum(span.end - span.start for span in line.spans if span.style.bold)
    return Look(round(2 * line.size) / 2, 2 * bold > len(line.text))


def _setting(lines: Sequence[Line], cells: Sequence[Sequence[Line]]) -> _Setting:
    """How a document is set, from its lines outside tables and those of each cell."""
    looks = Counter[Look]()
    for line in chain(lines, *cells):
        looks[_look(line)] += len(line.text)
    text = looks.most_common(1)[0][0] if looks else Look(0.0, False)
    headings = {look for line in lines if _is_heading(look := _look(line), text)}
    outside, inside = list(_pitches(lines)), [pitch for cell in cells for pitch in _pitches(cell)]
    steps = Counter(round(20 * pitch) for pitch in [*outside, *inside])
    pitch = min((step for step, count in steps.items() if count >= _USUAL * steps.total()), default=24) / 20
    apart = sum(other > pitch * _APART for other in outside)
    in_order = sorted(headings, key=lambda look: (-look.size, not look.bold))
    return _Setting(text, tuple(in_order), pitch, apart > _SPACED * len(outside))


def _pitches(lines: Sequence[Line]) -> Iterator[float]:
    """How far below the line before it each line stands that is set alike, as a multiple of its size."""
    for above, below in pairwise(lines):
        if above.column == below.column and _look(above) == _look(below) and below.size:
            pitch = (below.box.top - above.box.top) / below.size
            if 0 < pitch < _FURTHEST:
                yield pitch


def _is_heading(look: Look, text: Look) -> bool:
    return look.size > _LARGER * text.size or (look.bold and not text.bold and look.size >= text.size)


def _blocks(lines: Sequence[Line], lifted: Lifted, setting: _Setting) -> Iterator[Block]:
    """The blocks in order; items have no level yet."""
    number = 0
    for is_table, group in groupby(lines, key=lambda line: lifted.table_at(line) is not None):
        run = list(group)
        if not is_table:
            yield from _text_blocks(run, setting)
            continue
        tables = [table for line in run if (table := lifted.table_at(line)) is not None]
        for parts in tables_of_parts(tables):
            number += 1
            for cells in whole_rows(parts):
                yield Block("row", 0, "", cells, number)


def _text_blocks(lines: Sequence[Line], setting: _Setting) -> Iterator[Block]:
    current = [lines[0]]
    for index in range(1, len(lines)):
        if _begins_block(lines, index, current, setting):
            yield _block(current, setting)
            current = []
        current.append(lines[index])
    yield _block(current, setting)


def _block(lines: Sequence[Line], setting: _Setting) -> Block:
    look, marker = _look(lines[0]), marker_of(lines[0].text)
    if look in setting.headings and not (marker and marker == lines[0].text[:1] in "-*•"):
        return Block("heading", setting.headings.index(look) + 1, "", (tuple(lines),))
    return Block("item" if marker else "paragraph", 0, marker, (tuple(lines),))


def _begins_block(lines: Sequence[Line], index: int, current: Sequence[Line], setting: _Setting) -> bool:
    """True if a line is not part of the block that the lines `current` make."""
    line, above, first = lines[index], lines[index - 1], current[0]
    if _look(line) != _look(above) or marker_of(line.text):
        return True
    heading = _look(line) in setting.headings
    if line.column != above.column:
        return heading or _begins_on_new_column(lines, index, first)
    pitch = (line.box.top - above.box.top) / line.size
    if pitch > setting.pitch * _APART:
        # A sentence that was cut by mistake goes on; what its next line begins with shows it.
        return heading or not _goes_on(first, above, line)
    if heading or setting.is_spaced:
        return False
    if len(current) > 1 and abs(line.box.x0 - current[1].box.x0) > SAME_INDENT:
        return True  # further lines stand under each other
    return ends_sentence(above.text) and begins_paragraph(lines, index)


def _begins_on_new_column(lines: Sequence[Line], index: int, first: Line) -> bool:
    line, above = lines[index], lines[index - 1]
    if marker_of(first.text) and _left(line) > _left(first) + SAME_INDENT and line.layout == first.layout:
        return False
    if ends_sentence(above.text):
        return True
    return begins_paragraph(lines, index) and not line.text[:1].islower()


def _goes_on(first: Line, above: Line, line: Line) -> bool:
    long_enough = (
        len(above.text.split()) + (len(first.text.split()) if first is not above else 0) >= _FEWEST_WORDS
    )
    return line.text[:1].islower() and long_enough and not ends_sentence(above.text)


def _left(line: Line) -> float:
    return line.box.x0 if line.indent is None else line.indent


def _with_levels(blocks: Iterator[Block]) -> Iterator[Block]:
    """The blocks with the levels of items: how many lists, each set in further, an item is in."""
    edges: list[float] = []
    for block in blocks:
        if block.kind != "item":
            edges = []
            yield block
            continue
        left = _left(block.cells[0][0])
        while edges and edges[-1] > left + SAME_INDENT:
            edges.pop()
        if not edges or left > edges[-1] + SAME_INDENT:
            edges.append(left)
        yield block._replace(level=len(edges))
