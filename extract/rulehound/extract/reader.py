"""Reads a document: pages, lines, outline, clauses."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from pathlib import Path

from rulehound.extract.fingerprints import fingerprint
from rulehound.extract.front_matter import read_front_matter
from rulehound.extract.furniture import without_furniture
from rulehound.extract.lines import read_lines
from rulehound.extract.numbering import Number, Scheme, following
from rulehound.extract.outline import Outline, Piece, read_outline
from rulehound.extract.pages import Page, read_pages
from rulehound.extract.records import Box, Clause, Document, DocumentError

_SENTENCE_ENDS = tuple(".!?:;。．！？：；…")
_CLOSERS = "\"'”’)）」』]】"


def read_document(path: str | Path, progress: Callable[[int, int], None] | None = None) -> Document:
    """Read the numbered clauses of the PDF at `path`, in reading order.

    `progress` is told pages read and pages in all. Contents, page numbers, running heads and the update
    history are no clauses. Raises DocumentError if the file cannot be read or holds no numbered clause.
    """
    source = read_pages(path, progress)
    outline = read_outline(read_lines(without_furniture(source.pages)))
    if outline is None:
        raise DocumentError(
            str(path), "no numbered clauses found", "use a document numbered throughout, like 1-1. or 1.1."
        )
    front = read_front_matter(outline.front, source.title)
    return Document(
        path=str(path),
        sha256=source.sha256,
        title=front.title,
        version=front.version,
        date=front.date,
        pages=len(source.pages),
        clauses=_clauses(outline),
        warnings=(*_page_warnings(source.pages, outline), *_outline_warnings(outline)),
    )


def _clauses(outline: Outline) -> tuple[Clause, ...]:
    present = {piece.number for piece in outline.pieces}
    above = {parent for piece in outline.pieces if (parent := _parent(piece.number, present))}
    return tuple(_clause(piece, outline.scheme, present, piece.number in above) for piece in outline.pieces)


def _clause(piece: Piece, scheme: Scheme, present: set[Number], has_children: bool) -> Clause:
    number, parent = scheme.write(piece.number), _parent(piece.number, present)
    text = " ".join(" ".join([piece.text, *(line.text for line in piece.lines[1:])]).split())
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
    )


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


def _page_warnings(pages: Iterable[Page], outline: Outline) -> Iterator[str]:
    unknown = Counter(
        line.box.page
        for piece in outline.pieces
        for line in piece.lines
        for _ in range(line.text.count("(cid:"))
    )
    for page in pages:
        if not page.runs:
            yield f"page {page.number}: no text on it"
        elif unknown[page.number]:
            yield f"page {page.number}: glyphs without a letter in clauses: {unknown[page.number]}"


def _outline_warnings(outline: Outline) -> Iterator[str]:
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
