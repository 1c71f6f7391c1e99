"""Clauses numbered by marks in brackets: (a)(1)(i), below a number such as 12, or throughout a document.

A mark states only its place among its neighbours, so it belongs to the level whose last mark it continues:
(c) after (b), whatever comes between. A mark that begins a new level is the first of its kind. (i) is a
letter after (h), and a Roman numeral if (ii) follows, sooner or later: of several places for a mark, the one
is taken after which most of the following marks find theirs.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from rulehound.extract.layout.lines import Line

_Kind: TypeAlias = Literal["letter", "capital", "figure", "roman", "roman capital"]

_MARKS = re.compile(r"(?:[(（][A-Za-z0-9]{1,5}[)）]\s*)+")
_MARK = re.compile(r"[(（]([A-Za-z0-9]{1,5})[)）]")
_ROMAN = re.compile(r"(?=.)(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

# A document is numbered so if it nests such marks, and these are nearly all of the marks at starts of lines.
_FEWEST = 4
_SHARE = 0.8
# So many of the marks that follow one are looked at to find its place.
_AHEAD = 40

# Behind these a mark at the start of a line is a reference, if the same mark comes again.
_DEMANDS_MARK = re.compile(
    r"(?:\b(?:see|section|subsection|rule|clause|paragraph|item|point|under|by|of|to)s?"
    r"|(?<![,;]) (?:and|or))$",
    re.IGNORECASE,
)


class MarkedStart(NamedTuple):
    """A line on which a clause with marks starts: its index, all marks of the clause, and their values."""

    line: int
    marks: tuple[str, ...]
    values: tuple[int, ...]
    text: str
    """What stands behind the marks on the line."""


class _Level(NamedTuple):
    kind: _Kind
    value: int
    mark: str


def marks_of(text: str) -> tuple[list[str], str]:
    """The marks at the start of a line, without brackets, and the text behind them."""
    match = _MARKS.match(text)
    return (_MARK.findall(match.group()), text[match.end() :]) if match else ([], text)


def starts_throughout(lines: Sequence[Line]) -> list[MarkedStart]:
    """The starts of the clauses of a document without other numbers; none if it is not numbered so.

    Marks of one kind alone are a list.
    """
    (starts,) = marked_starts([lines])
    kinds = {
        kind for start in starts for mark in start.marks for kind, value in _readings(mark) if value == 1
    }
    return starts if len(kinds) > 1 else []


def nests_marks(lines: Sequence[Line]) -> bool:
    """True if lines start with marks of several kinds, as those of nested levels do."""
    marks = [mark for line in lines for mark in marks_of(line.text)[0]]
    kinds = {kind for mark in marks for kind, value in _readings(mark) if value == 1}
    return len(marks) >= _FEWEST and bool(kinds & {"letter", "capital"}) and "figure" in kinds


def marked_starts(pieces: Sequence[Sequence[Line]]) -> list[list[MarkedStart]]:
    """The starts of marked clauses in each piece; empty lists where the document is not numbered so.

    A piece is given by the lines behind its own number; its first line may begin with marks as well.
    """
    starts = [list(_starts_in(lines)) for lines in pieces]
    placed = sum(len(some) for some in starts)
    marked = sum(bool(marks_of(line.text)[0]) for lines in pieces for line in lines)
    nested = any(len(start.marks) > 1 for some in starts for start in some)
    is_usual = nested and placed >= _FEWEST and placed >= _SHARE * marked
    return starts if is_usual else [[] for _ in pieces]


def _starts_in(lines: Sequence[Line]) -> Iterator[MarkedStart]:
    """The starts of the marked clauses in one piece."""
    marks = [(index, mark) for index, line in enumerate(lines) for mark in marks_of(line.text)[0]]
    last = {mark: index for index, mark in marks}
    place = 0
    levels: list[_Level] = []
    for index, line in enumerate(lines):
        own, text = marks_of(line.text)
        if not own:
            continue
        place += len(own)
        if index and _DEMANDS_MARK.search(lines[index - 1].text) and last[own[0]] > index:
            continue  # a reference
        placed: list[_Level] | None = levels
        for count, mark in enumerate(own, start=1):
            start = place - len(own) + count
            after = [mark for _, mark in marks[start : start + _AHEAD]]
            placed = _placed(placed, mark, after) if placed is not None else None
        if placed is not None:
            levels = placed
            yield MarkedStart(
                index, tuple(level.mark for level in levels), tuple(level.value for level in levels), text
            )


def _placed(levels: list[_Level], mark: str, after: Sequence[str]) -> list[_Level] | None:
    """The levels down to this mark; None where it follows none and begins none.

    Of several places, the one is taken that lets most of the next marks (`after`) follow, of such the deepest
    that continues a level.
    """
    options = list(_options(levels, mark))
    if len(options) < 2:
        return options[0] if options else None
    return max(options, key=lambda option: _followers(option, after))  # of equals, the first


def _followers(levels: list[_Level], marks: Sequence[str]) -> int:
    """How many of these marks follow these levels one after the other, until one finds no place."""
    reached = [levels]
    for count, mark in enumerate(marks):
        reached = list(
            {tuple(option): option for some in reached for option in _options(some, mark)}.values()
        )
        if not reached:
            return count
    return len(marks)


def _options(levels: list[_Level], mark: str) -> Iterator[list[_Level]]:
    readings = _readings(mark)
    for depth in range(len(levels) - 1, -1, -1):
        for kind, value in readings:
            if (levels[depth].kind, levels[depth].value + 1) == (kind, value):
                yield [*levels[:depth], _Level(kind, value, mark)]
    for kind, value in readings:
        if value == 1 and all(level.kind != kind for level in levels):
            yield [*levels, _Level(kind, value, mark)]


@cache
def _readings(mark: str) -> list[tuple[_Kind, int]]:
    """What a mark may stand for: its kind, and its place among those of its kind, from 1."""
    if mark.isdigit():
        return [("figure", int(mark))] if int(mark) else []
    small = mark.lower()
    readings: list[tuple[_Kind, int]] = []
    if small == mark or mark.isupper():
        is_capital = small != mark
        if len(set(small)) == 1 and len(small) <= 2:  # behind z come aa and bb
            readings.append(
                ("capital" if is_capital else "letter", ord(small[0]) - ord("a") + 1 + 26 * (len(small) - 1))
            )
        if _ROMAN.fullmatch(small):
            readings.append(("roman capital" if is_capital else "roman", _roman_value(small)))
    return readings


def _roman_value(numeral: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    return sum(
        -value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True)
    )
