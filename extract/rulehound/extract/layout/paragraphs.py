"""Making blocks of the pages of a document without numbers, by their typesetting."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from rulehound.extract.kinds import ends_sentence
from rulehound.extract.layout.blocks import Block
from rulehound.extract.layout.lines import SAME_INDENT, Line, begins_paragraph, read_lines
from rulehound.extract.layout.tables import LiftedPages, lift_tables, tables_of_parts, whole_rows
from rulehound.extract.pdf.pages import Page

# What may stand before an item of a list. A dash that a digit follows is a minus sign.
_BULLET = r"[•●○◦■□▪▫◆◇▶►‣⁃・](?=\s*\S)|[*※](?=\s)|[-–—](?=\s|[^\W\d]|[\"“‘'(\[<])"
_NUMBER = r"\d{1,2}[.)](?=\s)|[(（]\d{1,2}[)）]|[①-⑳]|[a-z][.)](?=\s)|[(（][a-z][)）]"
_MARKER = re.compile(rf"(?:(?:{_BULLET})\s*)?(?:{_NUMBER})|(?:{_BULLET})")

# Larger than the text by this factor is a heading.
_LARGER = 1.08
# Lines of which so many end a sentence are no headings, unless they are bold.
_SENTENCES = 0.15
# A line that stands further below the last one than lines usually do, by this factor, begins a paragraph.
_APART = 1.12
# A pitch is usual if so many of the lines show it; paragraphs stand apart if so many lines do.
_USUAL, _SPACED = 0.08, 0.06
# Where a document does not show it.
_PITCH = 1.3
# Lines further apart, as a multiple of their size, have something between them.
_FURTHEST = 4.0
# Fewer words are no sentence that the next line goes on with.
_FEWEST_WORDS = 5


class LineStyle(NamedTuple):
    """The style of a line, as far as it distinguishes headings from text."""

    size: float
    """Points, rounded to halves."""
    bold: bool


class _Setting(NamedTuple):
    """The way a document is set: its styles, pitch and edges."""

    text: LineStyle
    """The style of most of it."""
    headings: tuple[LineStyle, ...]
    """The styles of headings, the most important first."""
    pitch: float
    """Distance from one line of a paragraph to the next, as a multiple of their size."""
    is_spaced: bool
    """Paragraphs stand apart from each other."""
    edges: dict[int, float]
    """The left edge of the columns of each layout, in points."""

    def indent(self, line: Line) -> float:
        """The indent of a line, in points."""
        return line.box.x0 - self.edges[line.layout]


class Blocks(NamedTuple):
    """The blocks of a document in reading order, and warnings about its pages."""

    blocks: tuple[Block, ...]
    warnings: tuple[str, ...]


def read_blocks(pages: Sequence[Page]) -> Blocks:
    """The headings, paragraphs, list items and table rows of pages without furniture."""
    lifted = lift_tables(pages)
    lines = [line for line in read_lines(lifted.pages) if line.text]
    cells = [cell for table in lifted.tables.values() for row in table.rows for cell in row.cells]
    setting = _setting([line for line in lines if lifted.table_at(line) is None], cells)
    return Blocks(tuple(_with_levels(_blocks(lines, lifted, setting), setting)), lifted.warnings)


def marker_of(text: str) -> str:
    """The marker of a list item at the start of a text, such as `•` or `3.`; empty if there is none."""
    match = _MARKER.match(text)
    return match.group() if match and match.end() < len(text) else ""


def _style_of(line: Line) -> LineStyle:
    bold = sum(span.end - span.start for span in line.spans if span.style.bold)
    return LineStyle(round(2 * line.size) / 2, 2 * bold > len(line.text))


def _setting(lines: Sequence[Line], cells: Sequence[Sequence[Line]]) -> _Setting:
    """The setting of a document, from its lines outside tables and those of each cell."""
    styles = Counter[LineStyle]()
    for line in chain(lines, *cells):
        styles[_style_of(line)] += len(line.text)
    text = styles.most_common(1)[0][0] if styles else LineStyle(0.0, False)
    outside = Counter(map(_style_of, lines))
    ends = Counter(_style_of(line) for line in lines if ends_sentence(line.text))
    # Long paragraphs have few ends.
    amid = Counter(_style_of(line) for line in lines if line.text[:1].islower())
    # Most of the text may be in tables, and smaller than the paragraphs.
    headings = {
        style
        for style in outside
        if _is_heading(style, text)
        and (style.bold or max(ends[style] / _SENTENCES, 2 * amid[style]) < outside[style])
    }
    # Within a sentence, so that paragraphs of one line each do not count.
    within = [pitch for part in (lines, *cells) for pitch, ended in _pitches(part) if not ended]
    steps = Counter(round(20 * pitch) for pitch in within)
    usual = [step / 20 for step, count in steps.items() if count >= _USUAL * steps.total()]
    pitch = min(usual, default=_PITCH)
    all_pitches = [other for other, _ in _pitches(lines)]
    apart = sum(other > pitch * _APART for other in all_pitches)
    in_order = sorted(headings, key=lambda style: (-style.size, not style.bold))
    edges: dict[int, float] = {}
    for line in lines:
        edges[line.layout] = min(line.box.x0, edges.get(line.layout, line.box.x0))
    return _Setting(text, tuple(in_order), pitch, apart > _SPACED * len(all_pitches), edges)


def _pitches(lines: Sequence[Line]) -> Iterator[tuple[float, bool]]:
    """The pitch between each two lines of one style, as a multiple of their size.

    With it comes whether the upper line ends a sentence.
    """
    for above, below in pairwise(lines):
        if above.column == below.column and _style_of(above) == _style_of(below) and below.size:
            pitch = (below.box.top - above.box.top) / below.size
            if 0 < pitch < _FURTHEST:
                yield pitch, ends_sentence(above.text)


def _is_heading(style: LineStyle, text: LineStyle) -> bool:
    return style.size > _LARGER * text.size or (style.bold and not text.bold and style.size >= text.size)


def _blocks(lines: Sequence[Line], lifted: LiftedPages, setting: _Setting) -> Iterator[Block]:
    """The blocks in order, with items that have no level yet."""
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
    styles, marker = set(map(_style_of, lines)), marker_of(lines[0].text)
    if len(styles) == 1 and styles <= set(setting.headings) and marker not in ("-", "*", "•"):
        return Block("heading", setting.headings.index(styles.pop()) + 1, "", (tuple(lines),))
    return Block("item" if marker else "paragraph", 0, marker, (tuple(lines),))


def _begins_block(lines: Sequence[Line], index: int, current: Sequence[Line], setting: _Setting) -> bool:
    """True if a line is not part of the block that the lines `current` make."""
    line, above, first = lines[index], lines[index - 1], current[0]
    if marker_of(line.text):
        return True
    alike, heading = _style_of(line) == _style_of(above), _style_of(line) in setting.headings
    if line.column != above.column:
        return heading or not alike or _begins_on_new_column(lines, index, first, setting)
    is_apart = line.box.top - above.box.top > setting.pitch * _APART * line.size
    if not alike:
        # Words in bold print may fill a line of a paragraph.
        in_sentence = not ends_sentence(above.text) and not begins_paragraph(lines, index)
        return is_apart or not in_sentence or _style_of(line).size != _style_of(above).size
    if is_apart:
        # A sentence that was cut by mistake goes on; what its next line begins with shows it.
        return heading or not _goes_on(current, line)
    if heading or setting.is_spaced:
        return False
    if len(current) > 1 and abs(line.box.x0 - current[1].box.x0) > SAME_INDENT:
        return True  # further lines stand under each other
    return ends_sentence(above.text) and begins_paragraph(lines, index)


def _begins_on_new_column(lines: Sequence[Line], index: int, first: Line, setting: _Setting) -> bool:
    line, above = lines[index], lines[index - 1]
    if marker_of(first.text) and setting.indent(line) > setting.indent(first) + SAME_INDENT:
        return False
    if ends_sentence(above.text):
        return True
    return begins_paragraph(lines, index) and not line.text[:1].islower()


def _goes_on(current: Sequence[Line], line: Line) -> bool:
    words = sum(len(one.text.split()) for one in current)
    return line.text[:1].islower() and words >= _FEWEST_WORDS and not ends_sentence(current[-1].text)


class _Level(NamedTuple):
    """A list that is open, and the last of its items."""

    indent: float
    marker: str


def _with_levels(blocks: Iterator[Block], setting: _Setting) -> Iterator[Block]:
    """The blocks with the levels of items: the number of nested lists, each indented further.

    Where a list goes on in another column, its numbers tell its level: no line may show the edge of that one.
    """
    levels: list[_Level] = []
    above: Line | None = None
    for block in blocks:
        if block.kind != "item":
            levels = []
            yield block
            continue
        line = block.cells[0][0]
        indent = setting.indent(line)
        same = None
        if above is not None and line.column != above.column:
            same = next((i for i, level in enumerate(levels) if _follows(block.marker, level.marker)), None)
        if same is not None:
            levels[same:] = [_Level(indent, block.marker)]
        else:
            while levels and levels[-1].indent > indent + SAME_INDENT:
                levels.pop()
            if levels and indent <= levels[-1].indent + SAME_INDENT:
                indent = levels.pop().indent
            levels.append(_Level(indent, block.marker))
        above = line
        yield block._replace(level=len(levels))


def _follows(marker: str, above: str) -> bool:
    """True if the number or letter of a marker comes next after that of another one: `3.` after `2.`."""
    number, before = (re.sub(r"\W", "", one) for one in (marker, above))
    if number.isdecimal() and before.isdecimal():
        return int(number) == int(before) + 1
    return len(number) == len(before) == 1 and before.isalpha() and ord(number) == ord(before) + 1
