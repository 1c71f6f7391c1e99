"""The outline of a numbered document: its numbered pieces with their lines."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from rulehound.extract.layout.lines import Line, begins_paragraph, is_set_in
from rulehound.extract.numbered.brackets import marked_starts, starts_throughout
from rulehound.extract.numbered.numbering import BRACKETED, SCHEMES, Number, NumberReading, Scheme
from rulehound.extract.numbered.running_heads import running_heads
from rulehound.extract.numbered.starts import PieceStart, Starts, find_starts, is_throughout


class Piece(NamedTuple):
    """A number, what follows it on its first line, and its lines."""

    number: Number
    text: str
    lines: tuple[Line, ...]
    marks: tuple[str, ...] = ()
    """The marks in brackets that its number ends with, without their brackets; `number` counts them too."""


class Outline(NamedTuple):
    """The numbered pieces of a document in reading order, and the lines that belong to none of them."""

    scheme: Scheme
    pieces: tuple[Piece, ...]
    front: tuple[Line, ...]
    """The lines before the first piece: title, preface, contents."""
    stray: tuple[Line, ...]
    """The lines between pieces that belong to none."""
    behind: tuple[Line, ...]
    """The lines after the last piece: glossary, update history and the like."""
    misplaced: tuple[tuple[Number, Line], ...]
    """Lines that look like the start of a piece, but whose numbers are out of sequence."""
    running_heads: tuple[Line, ...]
    """Lines at the head or foot of pages that repeat the number and title of a piece."""


def read_outline(lines: Sequence[Line], scheme_name: str | None = None) -> Outline | None:
    """The numbered pieces of a document; None if it is not numbered throughout.

    The numbering scheme is the one that explains most of the document, among those of `scheme_name` if that
    is given.
    """
    candidates = [
        candidate
        for scheme in SCHEMES
        if scheme_name in (None, scheme.name)
        and (candidate := _candidate(lines, scheme, scheme_known=scheme_name is not None)) is not None
    ]
    if not candidates:
        return _bracketed(lines) if scheme_name in (None, BRACKETED.name) else None
    best = max(candidates, key=lambda candidate: candidate.starts.weight)  # of equals, the first
    return _outline(best.lines, best.starts, best.scheme, best.heads)


def _bracketed(lines: Sequence[Line]) -> Outline | None:
    """The outline of a document that numbers its clauses (a)(1)(i) alone; None if this one does not."""
    marked = starts_throughout(lines)
    if not marked or not is_throughout([start.line for start in marked], len(lines)):
        return None
    chosen = tuple(
        PieceStart(start.line, NumberReading(start.values, start.text, "closed", False, False))
        for start in marked
    )
    outline = _outline(lines, Starts(chosen, (), 0, len(lines)), BRACKETED, ())
    marks = {start.values: start.marks for start in marked}
    return outline._replace(
        pieces=tuple(piece._replace(marks=marks[piece.number]) for piece in outline.pieces)
    )


class _Candidate(NamedTuple):
    """A document as one scheme explains it."""

    scheme: Scheme
    starts: Starts
    lines: Sequence[Line]
    """The lines of the document without its running heads."""
    heads: tuple[Line, ...]


def _candidate(lines: Sequence[Line], scheme: Scheme, *, scheme_known: bool) -> _Candidate | None:
    heads = set(running_heads(lines, scheme))
    kept = [line for index, line in enumerate(lines) if index not in heads] if heads else lines
    starts = find_starts(kept, scheme, scheme_known=scheme_known)
    return starts and _Candidate(scheme, starts, kept, tuple(lines[index] for index in sorted(heads)))


def _outline(lines: Sequence[Line], starts: Starts, scheme: Scheme, heads: tuple[Line, ...]) -> Outline:
    """Give every line to the piece that it continues."""
    habits = _habits_of(lines, starts)
    stops = {start.line for start in starts.misplaced}
    pieces, between, behind = [], list[Line](), list[Line]()
    for start, following in pairwise([*starts.chosen, None]):
        assert start is not None
        until = starts.end if following is None else following.line
        stop = start.line + 1
        while stop < until and stop not in stops and not _is_outside(lines, stop, start, habits):
            stop += 1
        pieces.append(Piece(start.reading.number, start.reading.text, tuple(lines[start.line : stop])))
        (behind if following is None else between).extend(lines[stop:until])
    return Outline(
        scheme,
        tuple(pieces if scheme is BRACKETED else _with_marked(pieces)),
        front=tuple(lines[: starts.chosen[0].line]),
        stray=tuple(between),
        behind=(*behind, *lines[starts.end :]),
        misplaced=tuple((start.reading.number, lines[start.line]) for start in starts.misplaced),
        running_heads=heads,
    )


def _with_marked(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """The pieces, and those into which marks in brackets divide them."""
    contents = [(piece.lines[0]._replace(text=piece.text), *piece.lines[1:]) for piece in pieces]
    for piece, starts in zip(pieces, marked_starts(contents), strict=True):
        ends = [*(start.line for start in starts), len(piece.lines)]
        if ends[0] > 0:
            yield piece._replace(lines=piece.lines[: ends[0]])
        for start, end in zip(starts, ends[1:], strict=True):
            number = (*piece.number, *start.values)
            yield Piece(number, start.text, piece.lines[start.line : end], start.marks)


class _Habits(NamedTuple):
    """The usual indent and distance of the further lines of pieces."""

    hanging: dict[int, bool]
    """For each depth, whether they are indented from the first line. Depth 0 stands for all."""
    leading: float
    """Distance from one line to the next, in points; 0 where no piece shows it."""


def _habits_of(lines: Sequence[Line], starts: Starts) -> _Habits:
    start_lines = {start.line for start in starts.chosen}
    votes: dict[int, Counter[bool]] = {}
    leadings: list[float] = []
    for start in starts.chosen:
        after = start.line + 1
        if after < starts.end and after not in start_lines and not begins_paragraph(lines, after):
            set_in = is_set_in(lines[after], lines[start.line])
            for depth in (0, len(start.reading.number)):
                if set_in is not None:
                    votes.setdefault(depth, Counter())[set_in] += 1
            if lines[after].column == lines[start.line].column:
                leadings.append(lines[after].box.top - lines[start.line].box.top)
    return _Habits(
        {depth: count[True] >= 0.9 * count.total() for depth, count in votes.items() if count.total() >= 2},
        median(leadings) if leadings else 0.0,
    )


def _is_outside(lines: Sequence[Line], index: int, start: PieceStart, habits: _Habits) -> bool:
    """True if a line cannot continue a piece, as further lines of such pieces are indented, and it is not."""
    if is_set_in(lines[index], lines[start.line]) is not False:
        return False
    begins = begins_paragraph(lines, index)
    line, before = lines[index], lines[index - 1]
    is_next = line.column == before.column and line.box.top - before.box.top <= habits.leading + 1
    if is_next and not begins:
        return False  # the typesetter forgot to set it in
    # Where pieces of this depth are too short to show it, others do; but a heading may wrap without hanging.
    return habits.hanging.get(len(start.reading.number), habits.hanging.get(0, False) and begins)
