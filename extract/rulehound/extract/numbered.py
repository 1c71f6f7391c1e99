"""From the outline of a numbered document to its clauses."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile

from rulehound.extract.fingerprints import fingerprint
from rulehound.extract.numbering import Number, Scheme, following
from rulehound.extract.outline import Outline, Piece
from rulehound.extract.records import Box, Clause
from rulehound.extract.wording import Words, joined, part, squeezed

_SENTENCE_ENDS = tuple(".!?:;。．！？：；…")
_CLOSERS = "\"'”’)）」』]】"


def numbered_clauses(outline: Outline) -> tuple[Clause, ...]:
    """The clauses of a numbered document, in reading order."""
    present = {piece.number for piece in outline.pieces}
    above = {parent for piece in outline.pieces if (parent := _parent(piece.number, present))}
    return tuple(_clause(piece, outline.scheme, present, piece.number in above) for piece in outline.pieces)


def _clause(piece: Piece, scheme: Scheme, present: set[Number], has_children: bool) -> Clause:
    number, parent = scheme.write(piece.number), _parent(piece.number, present)
    words = _words(piece)
    text = words.text
    is_heading = (has_children or len(piece.number) == 1) and not text.rstrip(_CLOSERS).endswith(
        _SENTENCE_ENDS
    )
    return Clause(
        number=number,
        key=number,
        parent=scheme.write(parent) if parent else None,
        kind="heading" if is_heading else "clause",
        text=text,
        page=piece.lines[0].box.page,
        bbox=_union(
            line.box for line in takewhile(lambda line: line.column == piece.lines[0].column, piece.lines)
        ),
        boxes=tuple(line.box for line in piece.lines),
        changed=any(line.red for line in piece.lines),
        fingerprint=fingerprint(text),
        spans=words.spans,
    )


def _words(piece: Piece) -> Words:
    """What a piece says: its lines without the number, and how they are set."""
    first, *others = piece.lines
    words = part(Words(first.text, first.spans), len(first.text) - len(piece.text))
    for line in others:
        words = joined(words, Words(line.text, line.spans))
    return squeezed(words)


def _parent(number: Number, present: set[Number]) -> Number | None:
    """The nearest number above that the document holds."""
    return next(
        (number[:depth] for depth in range(len(number) - 1, 0, -1) if number[:depth] in present), None
    )


def _union(boxes: Iterable[Box]) -> Box:
    pages, lefts, tops, rights, bottoms = zip(
        *((box.page, box.x0, box.top, box.x1, box.bottom) for box in boxes), strict=True
    )
    return Box(pages[0], min(lefts), min(tops), max(rights), max(bottoms))


def outline_warnings(outline: Outline) -> Iterator[str]:
    """What looks wrong in the numbering, a line each: holes, missing parents, lines of no clause."""
    write = outline.scheme.write
    known = {piece.number for piece in outline.pieces}
    before: Number = ()
    for piece in outline.pieces:
        number, page = piece.number, piece.lines[0].box.page
        if number[:-1] and number[:-1] not in known:
            known.add(number[:-1])  # said once, at the first clause below it
            yield f"page {page}: there is no {write(number[:-1])} above {write(number)}"
        elif before and number not in following(before):
            yield f"page {page}: {write(number)} follows {write(before)}, with a hole between them"
        before = number
    for number, line in outline.misplaced:
        yield f"page {line.box.page}: a line starts with {write(number)} out of sequence"
    for page, count in Counter(line.box.page for line in outline.stray).items():
        lines = "1 line between clauses belongs" if count == 1 else f"{count} lines between clauses belong"
        yield f"page {page}: {lines} to none"
