"""Finding the words of a run whose file prints no spaces, by the gaps between its glyphs.

TeX and some other programs move to the next word instead of printing a space. A word gap is then clearly
wider than the usual gap of the run, which is 0 in plain text, and more in a heading with spaced letters.
Other readers use similar limits: PDFium half the width of the font's space, poppler a tenth of the size.

Where all gaps of a run are wide, its letters are a heading set wide, or words of one letter each:
"R U L E S", "A B C". The gaps are alike; `_is_set_wide` has what tells them apart.
"""

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from rulehound.extract.layout.styled_text import SPACELESS

NARROWEST = 0.08
"""No narrower gap is taken for one between words, as a share of the size of the text."""

# A word gap is wider than the usual gap by this share of the size, or in a condensed font of the width of its
# letters. The narrowest that TeX sets is 0.22; kerning and the slant of italics stay below 0.12.
_OF_SIZE, _OF_LETTERS = 0.15, 0.3
# Fewer gaps do not show how wide the letters are set, unless all are equal up to this share of the size.
_FEWEST_GAPS = 4
_EQUAL = 0.02
# Letters that are set wide stay so: no two are closer than the others by more than kerning.
_KERNING = 0.13
# No gap between words is narrower than this share of the size, where all gaps of the run are as wide.
_NARROWEST_SPACE = 0.2
# So many letters with equal gaps are rather a word set wide than words of one letter each.
_FEWEST_LETTERS = 4
# Letters with a printed space between any two are words set wide if so many of them have gaps of two widths.
_FEWEST_SPACED, _WIDER = 6, 1.6
# The share of the gaps that are narrower than the usual one: most words are long enough for that.
_USUAL = 0.2
# Wider gaps everywhere are those of a heading set with wide letters, if so many of the glyphs are letters.
_TIGHT, _LETTERS = 0.1, 0.8
_SPACELESS_GLYPH = re.compile(f"[{SPACELESS}]")
_DOTS = frozenset(".․…‥·・")


def word_starts(
    glyphs: Sequence[str],
    offsets: Sequence[float],
    width: float,
    size: float,
    *,
    prints_spaces: bool = False,
) -> list[int]:
    """Indices of the glyphs of a run before which a word gap stands without a space.

    `offsets`: how far each glyph stands from the end of the one before it; `width` of the run and `size` of
    its text, all in points. Scripts without spaces have no word gaps, nor have dots that lead to a page.
    `prints_spaces`: whether the page has printed spaces elsewhere.
    """
    inner = [index for index in range(1, len(glyphs)) if glyphs[index] != " " != glyphs[index - 1]]
    if not inner or size <= 0:
        return []
    printed = sum(glyph != " " for glyph in glyphs)
    blank = sum(max(offset, 0.0) for offset in offsets[1:] if not math.isnan(offset))
    letter = max(width - blank, 0.0) / printed
    usual = _usual_gap(glyphs, [offsets[index] for index in inner], size, prints_spaces=prints_spaces)
    least = usual + max(NARROWEST * size, min(_OF_SIZE * size, _OF_LETTERS * letter))
    return [
        index
        for index in inner
        if offsets[index] >= least and _may_part(glyphs[index - 1][-1:], glyphs[index][:1])
    ]


def _usual_gap(glyphs: Sequence[str], offsets: Sequence[float], size: float, *, prints_spaces: bool) -> float:
    """The gap between the letters of a word, in points; 0 where the run does not show that it is wider."""
    ordered = sorted(offsets)
    if len(offsets) < _FEWEST_GAPS and (len(offsets) < 2 or ordered[-1] - ordered[0] > _EQUAL * size):
        return 0.0
    usual = ordered[int(_USUAL * len(offsets))]
    if usual < _TIGHT * size:
        return max(usual, 0.0)
    if ordered[0] < usual - _KERNING * size:
        return 0.0
    is_narrow = usual < _NARROWEST_SPACE * size
    return usual if _is_set_wide(glyphs, prints_spaces=is_narrow or prints_spaces) else 0.0


def _is_set_wide(glyphs: Sequence[str], *, prints_spaces: bool) -> bool:
    """Whether glyphs with wide gaps are letters of words, and not words of one letter each.

    A page that prints its spaces would print them between words here as well. On others, four letters or
    more are rather a word. Letters in the order of the alphabet are none, nor are figures.
    """
    letters = [glyph for glyph in glyphs if glyph != " "]
    if sum(glyph.isalpha() for glyph in letters) < _LETTERS * len(letters) or are_successive(letters):
        return False
    return prints_spaces or len(letters) >= _FEWEST_LETTERS


def are_successive(letters: Sequence[str]) -> bool:
    """Whether these are successive letters of the alphabet, or one and the same."""
    steps = {
        ord(after) - ord(before) if len(before) == len(after) == 1 else 2
        for before, after in pairwise(letters)
    }
    return len(letters) > 1 and steps in ({0}, {1})


def words_set_wide(glyphs: Sequence[str], offsets: Sequence[float]) -> str | None:
    """The words of a run with a printed space behind each letter, and a wider gap behind each word.

    None for any other run, also where all its gaps are alike: "A B C", but "R U L E S" as well.
    """
    places = [index for index, glyph in enumerate(glyphs) if glyph != " "]
    letters = [glyphs[place] for place in places]
    if (
        len(letters) < _FEWEST_SPACED
        or any(after == before + 1 for before, after in pairwise(places))
        or not all(len(letter) == 1 and letter.isalpha() for letter in letters)
        or are_successive(letters)
    ):
        return None
    gaps = [offsets[place] for place in places[1:]]
    usual = sorted(gaps)[int(_USUAL * len(gaps))]
    parted = (
        f" {letter}" if gap >= _WIDER * usual else letter
        for letter, gap in zip(letters[1:], gaps, strict=True)
    )
    text = letters[0] + "".join(parted)
    return text if " " in text and max(map(len, text.split())) >= _FEWEST_GAPS - 1 else None


def _may_part(before: str, after: str) -> bool:
    """False between characters of a script without spaces, and between dots."""
    return not (_SPACELESS_GLYPH.match(before) or _SPACELESS_GLYPH.match(after) or {before, after} <= _DOTS)
