"""Finding the lines on which the numbered clauses of a document start.

A line that begins with a number may be the start of a clause, or an amount, or an entry of the contents. The
starts are the ascending sequence of numbers whose evidence weighs most."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence, Set
from itertools import accumulate, pairwise, takewhile
from typing import NamedTuple, TypeVar

from rulehound.extract.headings import CLOSING, LEADERS, section_of
from rulehound.extract.layout.lines import SAME_INDENT, Line, begins_paragraph, is_set_in
from rulehound.extract.numbered.brackets import marks_of, nests_marks
from rulehound.extract.numbered.history import is_version_heading, looks_like_history
from rulehound.extract.numbered.numbering import (
    USUALLY_LARGEST,
    Number,
    NumberReading,
    Scheme,
    read_foreign_number,
    read_number,
)
from rulehound.extract.numbered.sequence import Option, heaviest_sequence, weight_of
from rulehound.extract.numbered.successors import continues_sentence, is_asked_for, missing_successors

_Value = TypeVar("_Value")

# Weight of a number at the start of a line, and what speaks for it or against it. A number that is
# not as the others of its depth are is taken only where the sequence needs it.
_WEIGHT = 10
_CONTENTS = -8  # an entry of the contents
_BARE = -6  # a single number that is not closed: "5 cards"
_FOREIGN = -3  # it has another separator than those of the scheme
_CONTINUES = -5  # the sentence of the line before goes on; twice for a bare number
_ASKED_FOR = -8  # and that ends with a word such as "see"
_SPLIT = -4  # its last digits may be of the text: "1-12 cards" read as 1-1 and "2 cards"
_INDENT, _OTHER_INDENT = 4, -9
_FORM, _OTHER_FORM = 1, -6
_PARAGRAPH, _WRAPPED = 4, -2  # the line before it had room left, or was full

# What makes a list of one level the whole document: so many items, and no stretch without one that holds
# more than this share of the lines.
_FEWEST_ITEMS = 5
_LONG_STRETCH = 0.25

# A number so large that it may be a year or an amount counts only if one at most this much smaller is there.
_NEAR = 10
# Fewer numbers out of sequence at the end are no list of their own.
_FEWEST_ENTRIES = 3
# Lines that may be the heading of a closing part; a document with more means something else by them.
_MOST_HEADINGS = 20
# Among so many lines of one number, an entry of the contents is looked for.
_MOST_BODIES = 20


class PieceStart(NamedTuple):
    """A line that may start a numbered clause, and the number that it may start with."""

    line: int
    reading: NumberReading


class Starts(NamedTuple):
    """The lines on which the numbered clauses of a document start, by one numbering scheme."""

    chosen: tuple[PieceStart, ...]
    misplaced: tuple[PieceStart, ...]
    """Lines that look like starts of clauses, but whose numbers do not ascend."""
    weight: int
    """Weight of the evidence that the document is numbered so."""
    end: int
    """Index of the first line that cannot belong to a clause, where the glossary or update history begins."""


class _Habits(NamedTuple):
    """The usual forms and indents of starts. Lists are empty where there are too few starts."""

    forms: dict[int, list[str]]
    """The usual forms by depth."""
    lefts: dict[tuple[int, int], list[int]]
    """The usual left edges, in points, by depth and layout."""
    leftmost: dict[tuple[int, int], float]
    """The leftmost edge of any start, by depth and layout."""


def find_starts(lines: Sequence[Line], scheme: Scheme, *, scheme_known: bool = False) -> Starts | None:
    """The starts of the clauses, in order; None if the document is not numbered by this scheme.

    If the scheme of the document is known, one number is enough; else the numbers have to show that it is
    this one. A first choice goes by each line alone. That choice shows the usual indent and closing mark of
    the starts of each depth, which the second choice weighs as well.
    """
    starts = [
        PieceStart(index, reading)
        for index, line in enumerate(lines)
        for reading in (*read_number(line.text, scheme), *read_foreign_number(line.text, scheme))
    ]
    starts = _without_contents(_without_amounts(starts), lines)
    has_marks = scheme.deepest == 1 and nests_marks(lines)
    if not (starts if scheme_known or has_marks else _may_show(starts, scheme)):
        return None
    weights = _weights(starts, lines)
    end = _body_end(starts, weights, lines)
    body = sum(start.line < end for start in starts)
    starts, weights = starts[:body], weights[:body]
    habits = _habits_of(_choose(starts, weights).starts, lines)
    weights = [
        weight + _habit_weight(start, lines[start.line], habits)
        for start, weight in zip(starts, weights, strict=True)
    ]
    chosen, chosen_weight = _choose(starts, weights)
    if not chosen or not (
        scheme_known or _is_numbered(starts, chosen, scheme, lines[:end], has_marks=has_marks)
    ):
        return None
    in_sequence = set(chosen)
    # Numbers with other separators are no evidence for the scheme.
    evidence = chosen_weight - sum(
        weight
        for start, weight in zip(starts, weights, strict=True)
        if start.reading.form == "foreign" and start in in_sequence
    )
    chosen = _with_missing(chosen, starts, weights, lines[:end])
    chosen_lines = {start.line for start in chosen}
    misplaced = (
        start
        for start, weight in zip(starts, weights, strict=True)
        if chosen[0].line < start.line < chosen[-1].line
        and start.line not in chosen_lines
        and weight >= _WEIGHT + _INDENT + _FORM
        and not continues_sentence(lines, start.line, start.reading.text)
    )
    return Starts(tuple(chosen), tuple(misplaced), evidence, end)


def _may_show(starts: Sequence[PieceStart], scheme: Scheme) -> bool:
    """False if no choice among these numbers can show that the document is numbered by the scheme."""
    numbers = {start.reading.number for start in starts}
    if scheme.deepest == 1:
        return len(numbers) >= _FEWEST_ITEMS
    depths = {len(number) for number in numbers}
    # A document without letters and hundreds is not numbered by a scheme with letters, but with points.
    return bool(depths - {1}) and (not scheme.letters or scheme.sections_of > 0 or scheme.lettered in depths)


def _weights(starts: Sequence[PieceStart], lines: Sequence[Line]) -> list[int]:
    """The weight of each start by itself."""
    contents = _contents_entries(starts)
    return [
        _WEIGHT
        + _BARE * start.reading.bare
        + _SPLIT * start.reading.split
        + _FOREIGN * (start.reading.form == "foreign")
        + _CONTINUES * (1 + start.reading.bare) * continues_sentence(lines, start.line, start.reading.text)
        + _ASKED_FOR * (is_asked_for(lines, start.line) and not _is_titled(start.reading))
        + _CONTENTS * (start.line in contents)
        + (_PARAGRAPH if begins_paragraph(lines, start.line) else _WRAPPED)
        for start in starts
    ]


def _without_amounts(starts: Sequence[PieceStart]) -> list[PieceStart]:
    """The starts without those with a level so large that it is a year or an amount."""
    numbers = {start.reading.number for start in starts}
    return [start for start in starts if _is_reached(start.reading.number, numbers)]


def _is_reached(number: Number, numbers: Set[Number]) -> bool:
    """True if no level of a number is very large, or the document has a number shortly before it too."""
    depth = next((depth for depth, level in enumerate(number) if level > USUALLY_LARGEST), None)
    if depth is None:
        return True
    return any((*number[:depth], number[depth] - step) in numbers for step in range(1, _NEAR + 1))


def _without_contents(starts: Sequence[PieceStart], lines: Sequence[Line]) -> list[PieceStart]:
    """The starts without those from the heading of the contents up to the repetition of its first entry."""
    heading = next((index for index, line in enumerate(lines) if section_of(line.text) == "contents"), 0)
    behind = starts[bisect_left(starts, heading, key=lambda start: start.line) :] if heading else ()
    repetition = next((start.line for start in behind[1:] if start.reading == behind[0].reading), heading)
    return [start for start in starts if not heading < start.line < repetition]


def _contents_entries(starts: Sequence[PieceStart]) -> set[int]:
    """The lines with dots that lead to a page number, and those whose number and text occur again later."""
    entries, later = set[int](), dict[Number, list[str]]()
    for start in reversed(starts):
        number, text = start.reading.number, start.reading.text
        title = LEADERS.sub("", text)
        bodies = later.setdefault(number, [])
        if title != text or any(title.startswith(body) or body.startswith(title) for body in bodies):
            entries.add(start.line)
        elif title and not (start.reading.split or start.reading.bare) and len(bodies) < _MOST_BODIES:
            bodies.append(title)
    return entries


def _body_end(starts: Sequence[PieceStart], weights: Sequence[int], lines: Sequence[Line]) -> int:
    """Index of the first line behind the clauses; the number of lines if there is none.

    A glossary or history has a heading. The contents or a clause may hold the same words, but there the
    numbers go on behind it. A history may also begin with the heading of a version, or be a list at the end
    whose lines all start with a number at one left edge, most of them out of sequence. Where the clauses have
    the same left edge, each line of the history has to say what was done: added, changed, removed.
    """
    headings = [index for index, line in enumerate(lines) if section_of(line.text) in CLOSING]
    for index in headings[-_MOST_HEADINGS:]:
        before = bisect_left(starts, index, key=lambda start: start.line)
        body = _choose(starts[:before], weights[:before]).starts
        behind = _choose(starts[before:], weights[before:]).starts
        goes_on = [start for start in behind if body and start.reading.number > body[-1].reading.number]
        if len(body) > len(behind) and 2 * len(goes_on) <= len(behind):
            return index
    chosen = _choose(starts, weights).starts
    if not chosen:
        return len(lines)
    tail = range(chosen[-1].line + 1, len(lines))
    version = next((index for index in tail if is_version_heading(lines[index].text)), len(lines))
    if looks_like_history(lines[version:]):
        return version
    numbered, in_sequence = {start.line for start in starts}, {start.line for start in chosen}
    entries = list(takewhile(numbered.__contains__, range(len(lines) - 1, -1, -1)))
    entries = list(takewhile(lambda index: _stand_under(lines[index], lines[-1]), entries))
    out_of_sequence = [index not in in_sequence for index in entries]
    mostly_out = 2 * sum(out_of_sequence) > len(entries)
    if len(entries) >= _FEWEST_ENTRIES and mostly_out and entries[-1] > chosen[0].line:
        return entries[-1]
    return _entries_begin(lines, out_of_sequence)


def _entries_begin(lines: Sequence[Line], out_of_sequence: Sequence[bool]) -> int:
    """Index of the first entry of a history that follows the clauses without a heading and at their own edge.

    It is the number of lines if there is no such history. `out_of_sequence`: of each of the last lines, from
    the end. All entries say what was done, and most are out of sequence. So the history begins where lines
    out of sequence prevail most, or before that with as short lines that say what was done, since the first
    entries may be in sequence by chance.
    """
    backwards = lines[len(lines) - len(out_of_sequence) :][::-1]
    entries = list(takewhile(lambda line: looks_like_history([line]), backwards))
    surplus = list(accumulate(1 if is_out else -1 for is_out in out_of_sequence[: len(entries)]))
    count = 1 + max(range(len(surplus)), key=lambda index: (surplus[index], index), default=-1)
    if count < _FEWEST_ENTRIES or surplus[count - 1] <= 0:
        return len(lines)
    longest = max(len(line.text) for line in entries[:count])
    more = takewhile(lambda line: len(line.text) <= longest, entries[count:])
    return len(lines) - count - sum(1 for _ in more)


def _stand_under(line: Line, other: Line) -> bool:
    return is_set_in(line, other) is is_set_in(other, line) is False


class _Chain(NamedTuple):
    """The starts of the heaviest sequence, and its weight."""

    starts: list[PieceStart]
    weight: int


def _choose(starts: Sequence[PieceStart], weights: Sequence[int]) -> _Chain:
    options = [
        Option(start.line, start.reading.number, weight)
        for start, weight in zip(starts, weights, strict=True)
    ]
    chain = heaviest_sequence(options)
    return _Chain([starts[index] for index in chain], weight_of([options[index] for index in chain]))


def _is_titled(reading: NumberReading) -> bool:
    """True for the number of a chapter with its title, "1. Setup": hardly anybody refers to one so."""
    return len(reading.number) == 1 and not reading.bare and reading.text[:1].isupper()


def _with_missing(
    chosen: Sequence[PieceStart],
    starts: Sequence[PieceStart],
    weights: Sequence[int],
    lines: Sequence[Line],
) -> list[PieceStart]:
    """The chosen starts, and those between them that continue the sequence exactly.

    A number without a mark or a second level is taken only where the number below it is there.
    """
    contents, numbers = _contents_entries(starts), {start.reading.number for start in chosen}
    candidates = [
        index
        for index, (line, reading) in enumerate(starts)
        if not reading.split
        and line not in contents
        and (not reading.bare or (*reading.number, 1) in numbers)
        and not is_asked_for(lines, line)
        and (weights[index] > 0 or not continues_sentence(lines, line, reading.text))
    ]
    missing = missing_successors(
        [Option(start.line, start.reading.number, 0) for start in chosen],
        [Option(starts[index].line, starts[index].reading.number, weights[index]) for index in candidates],
        len(lines),
    )
    return sorted([*chosen, *(starts[candidates[index]] for index in missing)])


def _habits_of(chosen: Sequence[PieceStart], lines: Sequence[Line]) -> _Habits:
    forms: dict[int, Counter[str]] = {}
    lefts: dict[tuple[int, int], Counter[int]] = {}
    leftmost: dict[tuple[int, int], float] = {}
    for start in chosen:
        line, depth = lines[start.line], len(start.reading.number)
        forms.setdefault(depth, Counter())[start.reading.form] += 1
        place = depth, line.layout
        lefts.setdefault(place, Counter())[round(line.box.x0)] += 1
        leftmost[place] = min(line.box.x0, leftmost.get(place, line.box.x0))
    return _Habits(
        {key: _usual(counts) for key, counts in forms.items()},
        {key: _usual(counts) for key, counts in lefts.items()},
        leftmost,
    )


def _habit_weight(start: PieceStart, line: Line, habits: _Habits) -> int:
    """Weight for a start that looks like the others of its depth; negative for one that does not."""
    depth, weight = len(start.reading.number), 0
    if lefts := habits.lefts.get((depth, line.layout)):
        alike = any(abs(line.box.x0 - left) <= SAME_INDENT for left in lefts)
        weight += _INDENT if alike else _OTHER_INDENT
    elif any(
        layout == line.layout and deeper > depth and line.box.x0 > left + SAME_INDENT
        for (deeper, layout), left in habits.leftmost.items()
    ):
        weight += _OTHER_INDENT  # deeper ones are not set in as far
    if forms := habits.forms.get(depth):
        weight += _FORM if start.reading.form in forms else _OTHER_FORM
    return weight


def _usual(counts: Counter[_Value]) -> list[_Value]:
    """The values that make up a tenth or more; none where there are too few."""
    total = counts.total()
    return [value for value, count in counts.items() if count >= max(2, total / 10)] if total >= 3 else []


def _is_numbered(
    starts: Sequence[PieceStart],
    chosen: Sequence[PieceStart],
    scheme: Scheme,
    lines: Sequence[Line],
    *,
    has_marks: bool,
) -> bool:
    """True if the numbers of the document are mostly one sequence, of several levels if the scheme has them.

    Lists that count from 1 again and again do not make a numbered document. `has_marks`: the lines nest marks
    in brackets, as "(a)(1)".
    """
    clear_starts = {
        start.line
        for start in starts
        if start.line >= chosen[0].line
        and not start.reading.bare
        and not LEADERS.search(lines[start.line].text)
    }
    if scheme.deepest == 1:
        marked = [index for index, line in enumerate(lines) if has_marks and marks_of(line.text)[0]]
        return _is_numbered_throughout(chosen, len(clear_starts), len(lines), marked)
    levels = {len(start.reading.number) for start in chosen}
    return len(chosen) >= 2 and levels != {1} and 2 * len(chosen) >= len(clear_starts)


def _is_numbered_throughout(
    chosen: Sequence[PieceStart], clear_starts: int, lines: int, marked: Sequence[int]
) -> bool:
    """True if one list makes up the document: from 1, without a gap, with hardly another number beside it,
    and without a long stretch of text between its numbers, or those lines that marks divide (`marked`).
    """
    unbroken = [start.reading.number for start in chosen] == [(n,) for n in range(1, len(chosen) + 1)]
    return (
        is_throughout([*(start.line for start in chosen), *marked], lines)
        and unbroken
        and 10 * len(chosen) >= 9 * clear_starts
    )


def is_throughout(starts: Sequence[int], lines: int) -> bool:
    """True if so many lines start a clause, and there is no long stretch of text between them."""
    longest = max(after - before for before, after in pairwise(sorted([0, *starts, lines])))
    return len(starts) >= _FEWEST_ITEMS and longest <= max(_LONG_STRETCH * lines, 3)
