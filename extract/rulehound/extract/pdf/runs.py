"""Joining the characters of a page to runs: text on one baseline, with its place and styles."""

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from rulehound.extract.document import Style
from rulehound.extract.pdf.colour import hexadecimal, is_red
from rulehound.extract.pdf.pages import TextRun
from rulehound.extract.pdf.word_gaps import NARROWEST, word_starts, words_set_wide

# A run ends where the next character stands further off than this share of its size.
_GAP = 0.5
# A page with so many printed spaces prints them between all words.
_FEWEST_SPACES = 3
# Fonts say their weight and slant in their names (ISO 32000-1, 9.6.2.2 for the standard ones).
_BOLD = re.compile(r"bold|black|heavy", re.IGNORECASE)
_ITALIC = re.compile(r"italic|oblique", re.IGNORECASE)
# Halves of a pair, of which a damaged font can make text that no encoding can write.
_SURROGATE = re.compile("[\ud800-\udfff]")


class Graphics(Protocol):
    """How a character is painted."""

    @property
    def ncolor(self) -> object:
        """Its colour, as the parser has it."""


class PrintedCharacter(Protocol):
    """A character of a page, as pdfminer has it; the origin of places is at the bottom left."""

    @property
    def x0(self) -> float: ...
    @property
    def y0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def y1(self) -> float: ...
    @property
    def size(self) -> float: ...
    @property
    def upright(self) -> bool: ...
    @property
    def fontname(self) -> str: ...
    @property
    def matrix(self) -> tuple[float, float, float, float, float, float]: ...
    @property
    def graphicstate(self) -> Graphics: ...
    def get_text(self) -> str: ...


class _Printed(NamedTuple):
    """A run as it is printed: its glyphs, and how far each stands from the end of the one before it."""

    text: list[str]
    offsets: list[float]
    styles: list[tuple[int, Style]]
    x0: float
    top: float
    x1: float
    bottom: float
    baseline: float
    size: float
    red: bool
    widest: float
    """The widest gap without a printed space."""


def runs_of(chars: Iterable[PrintedCharacter], height: float) -> Iterator[TextRun]:
    """Join the characters of a page `height` points high to runs.

    Mirrored text and characters without a finite place are left out. Where the file moves on to the next word
    without printing a space, the run gets one.
    """
    printed = list(_printed_runs(chars, height))
    prints_spaces = sum(run.text.count(" ") for run in printed) >= _FEWEST_SPACES
    for run in printed:
        if run.widest > NARROWEST * run.size:
            starts = word_starts(
                run.text, run.offsets, run.x1 - run.x0, run.size, prints_spaces=prints_spaces
            )
            _set_spaces(run.text, run.styles, starts)
        text = "".join(run.text).rstrip()
        if len(run.styles) == 1 and run.text[1:4:2] == [" ", " "]:
            text = words_set_wide(run.text, run.offsets) or text
        yield TextRun(
            writable(text),
            run.x0,
            run.top,
            run.x1,
            run.bottom,
            run.baseline,
            run.size,
            run.red,
            tuple(run.styles),
        )


def _printed_runs(chars: Iterable[PrintedCharacter], height: float) -> Iterator[_Printed]:
    """The characters of a page, run by run.

    The loop makes one pass with few comparisons, because it is nearly all the time of reading beside the
    parser.
    """
    text: list[str] = []
    offsets: list[float] = []  # of each glyph from the end of the last one; a space has none
    x0 = x1 = top = bottom = baseline = size = gap = widest = narrowest = 0.0
    length = 0
    red = colour_red = False
    font: object = None
    colour: object = None
    set_size = 0.0
    style = Style("", 0.0, False, False, "")
    styles: list[tuple[int, Style]] = []
    known: dict[object, Style] = {}

    def run() -> Iterator[_Printed]:
        if text and math.isfinite(x0 + x1 + top + bottom + baseline + size):
            yield _Printed(text, offsets, styles, x0, top, x1, bottom, baseline, size, red, widest)

    for char in chars:
        if not char.upright:
            continue
        glyph, left = char.get_text(), char.x0
        if len(glyph) > 1:  # some files name a sign with a space beside it
            glyph = glyph.strip() or " "
        here = height - char.matrix[5]
        offset = left - x1
        # Turned round, so that what is not a number ends a run as well.
        if text and not (abs(here - baseline) <= 0.5 and -gap < offset < gap):
            yield from run()
            text = []
        if glyph.isspace():
            if text:
                text.append(" ")
                offsets.append(math.nan)
                length += 1
                # The gap is measured from here on, though the box ends with the last letter.
                gap = char.x1 - x1 + _GAP * size
            continue
        if char.fontname != font or char.graphicstate.ncolor != colour or char.size != set_size:
            font, colour, set_size = char.fontname, char.graphicstate.ncolor, char.size
            style = _style(font, set_size, colour, known)
            colour_red = is_red(colour)
        if not text:
            x0, baseline, size, red = left, here, char.size, False
            top, bottom = height - char.y1, height - char.y0
            styles, length, offsets, widest, narrowest, offset = [], 0, [], 0.0, math.inf, 0.0
        elif text[-1] != " ":
            widest, narrowest = max(widest, offset), min(narrowest, offset)
        if not styles or styles[-1][1] is not style:
            styles.append((length, style))
        text.append(glyph)
        offsets.append(offset)
        length += len(glyph)
        x1 = char.x1
        gap = _GAP * size
        if 0 < narrowest < math.inf:  # set with wide letters, and with wider spaces
            gap += narrowest * (2 if narrowest > NARROWEST * size else 1)
        top, bottom = min(top, height - char.y1), max(bottom, height - char.y0)
        red = red or colour_red
    yield from run()


def writable(text: str) -> str:
    """The text with characters that no encoding can write replaced."""
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def _set_spaces(text: list[str], styles: list[tuple[int, Style]], starts: list[int]) -> None:
    """Put a space before each of these glyphs of a run, in the style of the glyph before it."""
    places = [0]  # where each glyph begins in the text
    for glyph in text:
        places.append(places[-1] + len(glyph))
    moved = [places[start] for start in starts]
    styles[:] = [(start + sum(place <= start for place in moved), style) for start, style in styles]
    for start in reversed(starts):
        text[start - 1] += " "


def _style(font: object, size: float, colour: object, known: dict[object, Style]) -> Style:
    """The style of a character; equal styles of a page are one object."""
    name = font.decode("latin-1") if isinstance(font, bytes) else str(font)
    name = name.rpartition("+")[2]  # a subset's font carries a tag (ISO 32000-1, 9.6.4)
    style = Style(
        name,
        round(size, 1),
        bold=bool(_BOLD.search(name)),
        italic=bool(_ITALIC.search(name)),
        colour=hexadecimal(colour),
    )
    return known.setdefault(style, style)
