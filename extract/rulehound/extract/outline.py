"""From lines to the numbered pieces of a document: which lines belong to which."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rulehound.extract.lines import Line, begins_paragraph, is_set_in
from rulehound.extract.numbering import SCHEMES, Number, Scheme
from rulehound.extract.starts import Start, Starts, find_starts


class Piece(NamedTuple):
    """A number, what follows it on its first line, and its lines."""

    number: Number
    text: str
    lines: tuple[Line, ...]


class Outline(NamedTuple):
    """The numbered pieces of a document in reading order, and what belongs to none of them."""

    scheme: Scheme
    pieces: tuple[Piece, ...]
    front: tuple[Line, ...]
    """Before the first piece: title, preface, contents."""
    stray: tuple[Line, ...]
    """Between pieces, but part of none."""
    history: tuple[Line, ...]
    """After the last piece: update history and whatever else closes the document."""
    misplaced: tuple[tuple[Number, Line], ...]
    """Looks like the start of a piece but is out of sequence."""


def read_outline(lines: Sequence[Line]) -> Outline | None:
    """The numbered pieces of a document; None if it is not numbered throughout.

    The numbering scheme is the one that explains most of the document.
    """
    outlines = [
        _outline(lines, starts, scheme)
        for scheme in SCHEMES
        if (starts := find_starts(lines, scheme)) is not None
    ]
    return max(outlines, key=lambda outline: len(outline.pieces), default=None)


def _outline(lines: Sequence[Line], starts: Starts, scheme: Scheme) -> Outline:
    """Give every line to the piece that it continues."""
    hanging = _hanging_depths(lines, starts)
    pieces, between, behind = [], list[Line](), list[Line]()
    for start, following in pairwise([*starts.chosen, None]):
        assert start is not None
        until = starts.end if following is None else following.line
        stop = start.line + 1
        while stop < until and not _is_outside(lines, stop, start, hanging):
            stop += 1
        pieces.append(Piece(start.reading.number, start.reading.text, tuple(lines[start.line : stop])))
        (behind if following is None else between).extend(lines[stop:until])
    return Outline(
        scheme,
        tuple(pieces),
        front=tuple(lines[: starts.chosen[0].line]),
        stray=tuple(between),
        history=(*behind, *lines[starts.end :]),
        misplaced=tuple((start.reading.number, lines[start.line]) for start in starts.misplaced),
    )


def _hanging_depths(lines: Sequence[Line], starts: Starts) -> dict[int, bool]:
    """Which depths show whether further lines are set in from the first. Depth 0 stands for all of them."""
    taken = {start.line for start in starts.chosen}
    votes: dict[int, Counter[bool]] = {}
    for start in starts.chosen:
        after = start.line + 1
        if after < starts.end and after not in taken and not begins_paragraph(lines, after):
            set_in = is_set_in(lines[after], lines[start.line])
            for depth in (0, len(start.reading.number)):
                if set_in is not None:
                    votes.setdefault(depth, Counter())[set_in] += 1
    return {depth: count[True] >= 0.9 * count.total() for depth, count in votes.items() if count.total() >= 2}


def _is_outside(lines: Sequence[Line], index: int, start: Start, hanging: dict[int, bool]) -> bool:
    """True if a line cannot continue a piece: further lines of such pieces hang, and this one does not."""
    if is_set_in(lines[index], lines[start.line]) is not False:
        return False
    # Where pieces of this depth are too short to show it, others do; but a heading may wrap without hanging.
    return hanging.get(len(start.reading.number), hanging.get(0, False) and begins_paragraph(lines, index))
