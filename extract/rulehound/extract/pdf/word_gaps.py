"""Finding the words of a run whose file prints no spaces, by the gaps between its glyphs.

TeX and some other programs move to the next word instead of printing a space. A word gap is then clearly
wider than the usual gap of the run, which is 0 in plain text, and more in a heading with spaced letters.
Other readers use similar limits: PDFium half the width of the font's space, poppler a tenth of the size.
"""

import math
import re
from collections.abc import Sequence

from rulehound.extract.layout.styled_text import SPACELESS

NARROWEST = 0.08
"""No narrower gap is taken for one between words, as a share of the size of the text."""

# A word gap is wider than the usual gap by this share of the size, or in a condensed font of the width of its
# letters. The narrowest that TeX sets is 0.22; kerning and the slant of italics stay below 0.12.
_OF_SIZE, _OF_LETTERS = 0.15, 0.3
# Fewer gaps do not show how wide the letters are set, unless all are equal up to this share of the size.
_FEWEST_GAPS = 4
_EQUAL = 0.02
# The share of the gaps that are narrower than the usual one: most words are long enough for that.
_USUAL = 0.2
# Wider gaps everywhere are those of a heading set with wide letters, if so many of the glyphs are letters.
_TIGHT, _LETTERS = 0.1, 0.8
_SPACELESS_GLYPH = re.compile(f"[{SPACELESS}]")
_DOTS = frozenset(".․…‥·・")


def word_starts(glyphs: Sequence[str], offsets: Sequence[float], width: float, size: float) -> list[int]:
    """Indices of the glyphs of a run before which a word gap stands without a space.

    `offsets`: how far each glyph stands from the end of the one before it; `width` of the run and `size` of
    its text, all in points. Scripts without spaces have no word gaps, nor have dots that lead to a page.
    """
    inner = [index for index in range(1, len(glyphs)) if glyphs[index] != " " != glyphs[index - 1]]
    if not inner or size <= 0:
        return []
    printed = sum(glyph != " " for glyph in glyphs)
    blank = sum(max(offset, 0.0) for offset in offsets[1:] if not math.isnan(offset))
    letter = max(width - blank, 0.0) / printed
    usual = _usual_gap([glyphs[index] for index in inner], [offsets[index] for index in inner], size)
    least = usual + max(NARROWEST * size, min(_OF_SIZE * size, _OF_LETTERS * letter))
    return [
        index
        for index in inner
        if offsets[index] >= least and _may_part(glyphs[index - 1][-1:], glyphs[index][:1])
    ]


def _usual_gap(glyphs: Sequence[str], offsets: Sequence[float], size: float) -> float:
    """The gap between the letters of a word, in points; 0 where the run does not show that it is wider."""
    ordered = sorted(offsets)
    if len(offsets) < _FEWEST_GAPS and (len(offsets) < 2 or ordered[-1] - ordered[0] > _EQUAL * size):
        return 0.0
    usual = ordered[int(_USUAL * len(offsets))]
    spread = sum(glyph.isalpha() for glyph in glyphs) >= _LETTERS * len(glyphs)
    return max(usual, 0.0) if spread or usual < _TIGHT * size else 0.0


def _may_part(before: str, after: str) -> bool:
    """False between characters of a script without spaces, and between dots."""
    return not (_SPACELESS_GLYPH.match(before) or _SPACELESS_GLYPH.match(after) or {before, after} <= _DOTS)
