"""Making the clauses of a numbered document from its outline."""

from collections import Counter
from collections.abc import Iterator

from rulehound.extract.document import Clause, Kind
from rulehound.extract.layout.flow import Usage, running_text
from rulehound.extract.numbered.numbering import Number, Scheme, following
from rulehound.extract.numbered.outline import Outline, Piece
from rulehound.extract.provenance import clause_from

_SENTENCE_ENDS = tuple(".!?:;。．！？：；…")
_CLOSERS = "\"'”’)）」』]】"


def numbered_clauses(outline: Outline, usage: Usage) -> tuple[Clause, ...]:
    """The clauses of a numbered document, in reading order."""
    present = {piece.number for piece in outline.pieces}
    above = {parent for piece in outline.pieces if (parent := _parent(piece.number, present))}
    return tuple(
        _clause(piece, outline.scheme, usage, present, piece.number in above) for piece in outline.pieces
    )


def _clause(piece: Piece, scheme: Scheme, usage: Usage, present: set[Number], has_children: bool) -> Clause:
    number, parent = scheme.write(piece.number), _parent(piece.number, present)
    words = running_text(piece.lines, usage, len(piece.lines[0].text) - len(piece.text))
    is_chapter = len(piece.number) == 1 and scheme.deepest != 1
    is_sentence = words.text.rstrip(_CLOSERS).endswith(_SENTENCE_ENDS)
    kind: Kind = "heading" if (has_children or is_chapter) and not is_sentence else "clause"
    return clause_from(piece.lines, words, kind, number, number, scheme.write(parent) if parent else None)


def _parent(number: Number, present: set[Number]) -> Number | None:
    """The nearest number above that the document holds."""
    return next(
        (number[:depth] for depth in range(len(number) - 1, 0, -1) if number[:depth] in present), None
    )


def outline_warnings(outline: Outline) -> Iterator[str]:
    """Warnings about the numbering, a line each: gaps, missing parents, lines of no clause."""
    write = outline.scheme.write
    known = {piece.number for piece in outline.pieces}
    before: Number = ()
    for piece in outline.pieces:
        number, page = piece.number, piece.lines[0].box.page
        if number[:-1] and number[:-1] not in known:
            known.add(number[:-1])  # reported once, at the first clause below it
            yield f"page {page}: there is no {write(number[:-1])} above {write(number)}"
        elif before and number not in following(before):
            yield f"page {page}: {write(number)} follows {write(before)}, with a gap between them"
        before = number
    pages = {piece.number: piece.lines[0].box.page for piece in outline.pieces}
    for number, line in outline.misplaced:
        page = line.box.page
        if number in pages:
            yield f"page {page}: {write(number)} is printed again on page {pages[number]}, where it is read"
        else:
            yield f"page {page}: a line starts with {write(number)} out of sequence"
    for page, count in Counter(line.box.page for line in outline.stray).items():
        lines = "1 line between clauses belongs" if count == 1 else f"{count} lines between clauses belong"
        yield f"page {page}: {lines} to none"
