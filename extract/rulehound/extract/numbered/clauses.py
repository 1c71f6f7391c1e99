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
    present = {written_number(piece, outline.scheme) for piece in outline.pieces}
    parents = [
        next((name for name in _names_above(piece, outline.scheme) if name in present), None)
        for piece in outline.pieces
    ]
    above = set(parents)
    return tuple(
        _clause(piece, outline.scheme, usage, parent, written_number(piece, outline.scheme) in above)
        for piece, parent in zip(outline.pieces, parents, strict=True)
    )


def _clause(piece: Piece, scheme: Scheme, usage: Usage, parent: str | None, has_children: bool) -> Clause:
    number = written_number(piece, scheme)
    words = running_text(piece.lines, usage, len(piece.lines[0].text) - len(piece.text))
    is_chapter = len(piece.number) == 1 and scheme.deepest != 1
    is_sentence = words.text.rstrip(_CLOSERS).endswith(_SENTENCE_ENDS)
    kind: Kind = "heading" if (has_children or is_chapter) and not is_sentence else "clause"
    return clause_from(piece.lines, words, kind, number, number, parent)


def written_number(piece: Piece, scheme: Scheme) -> str:
    """The number of a piece as the document writes it: "1-4-2", "12(a)(1)"."""
    numbered = piece.number[: len(piece.number) - len(piece.marks)]
    written = scheme.write(numbered) if numbered else ""
    return written + "".join(f"({mark})" for mark in piece.marks)


def _names_above(piece: Piece, scheme: Scheme) -> Iterator[str]:
    """The numbers above that of a piece, from the nearest one."""
    if piece.marks:
        above = piece._replace(number=piece.number[:-1], marks=piece.marks[:-1])
        yield written_number(above, scheme)
        yield from _names_above(above, scheme)
    else:
        yield from (scheme.write(piece.number[:depth]) for depth in range(len(piece.number) - 1, 0, -1))


def outline_warnings(outline: Outline) -> Iterator[str]:
    """Warnings about the numbering, a line each: gaps, missing parents, lines of no clause."""
    write = outline.scheme.write
    pieces = [piece for piece in outline.pieces if not piece.marks]
    known = {piece.number for piece in pieces}
    before: Number = ()
    for piece in pieces:
        number, page = piece.number, piece.lines[0].box.page
        if number[:-1] and number[:-1] not in known:
            known.add(number[:-1])  # reported once, at the first clause below it
            yield f"page {page}: there is no {write(number[:-1])} above {write(number)}"
        elif before and number not in following(before):
            yield f"page {page}: {write(number)} follows {write(before)}, with a gap between them"
        before = number
    pages = {piece.number: piece.lines[0].box.page for piece in pieces}
    for number, line in outline.misplaced:
        page = line.box.page
        if number in pages:
            yield f"page {page}: {write(number)} is printed again on page {pages[number]}, where it is read"
        else:
            yield f"page {page}: a line starts with {write(number)} out of sequence"
    for page, count in Counter(line.box.page for line in outline.stray).items():
        lines = "1 line between clauses belongs" if count == 1 else f"{count} lines between clauses belong"
        yield f"page {page}: {lines} to none"
