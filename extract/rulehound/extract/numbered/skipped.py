"""Listing the lines of a numbered document that look like clauses but are none, or belong to no clause."""

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from rulehound.extract.document import Document, SkippedLine, SkipReason
from rulehound.extract.layout.lines import Line
from rulehound.extract.numbered.brackets import marks_of
from rulehound.extract.numbered.clauses import written_number
from rulehound.extract.numbered.numbering import (
    SCHEMES,
    NumberReading,
    Scheme,
    read_foreign_number,
    read_number,
)
from rulehound.extract.numbered.outline import Outline
from rulehound.extract.numbered.successors import continues_sentence
from rulehound.extract.numbered.surroundings import SurroundingPart
from rulehound.extract.pdf.pages import Page


def skipped_lines(outline: Outline, parts: Sequence[SurroundingPart]) -> tuple[SkippedLine, ...]:
    """The lines that start like a clause and are none, and those between clauses that belong to none.

    They are in the order of the pages. `parts` are the parts around the clauses.
    """
    skipped = [
        *(line for part in parts for line in _around_clauses(part, outline.scheme)),
        *_within_clauses(outline),
        *(_skipped(line, outline.scheme, "running head") for line in outline.running_heads),
        *(_skipped(line, outline.scheme, "between clauses") for line in outline.stray),
    ]
    return tuple(sorted(skipped, key=lambda line: line.page))


def with_skipped_furniture(document: Document, pages: Sequence[Page], cleaned: Sequence[Page]) -> Document:
    """The document with the running heads and feet that start like a clause among what was skipped.

    `cleaned` are the `pages` without their running heads and feet.
    """
    scheme = next((scheme for scheme in SCHEMES if scheme.name == document.numbering), None)
    if scheme is None:
        return document
    removed = [
        SkippedLine(page.number, scheme.write(reading.number), run.text, "running head", None)
        for page, clean in zip(pages, cleaned, strict=True)
        for run in sorted(set(page.runs) - set(clean.runs), key=lambda run: (run.baseline, run.x0))
        if (reading := _reading(run.text, scheme)) and any(map(str.isalpha, reading.text))
    ]
    in_order = sorted([*document.skipped, *removed], key=lambda line: line.page)
    return msgspec.structs.replace(document, skipped=tuple(in_order))


def _around_clauses(part: SurroundingPart, scheme: Scheme) -> Iterator[SkippedLine]:
    reasons: dict[str, SkipReason] = {"contents": "contents", "history": "history"}
    for line in part.lines:
        if _reading(line.text, scheme):
            yield _skipped(line, scheme, reasons.get(part.name, "outside the clauses"))


def _within_clauses(outline: Outline) -> Iterator[SkippedLine]:
    """The further lines of clauses that start like a clause."""
    numbers = {piece.number for piece in outline.pieces if not piece.marks}
    has_marks = any(piece.marks for piece in outline.pieces)
    for piece in outline.pieces:
        for index, line in enumerate(piece.lines[1:], start=1):
            reading = _reading(line.text, outline.scheme)
            if reading is not None:
                reason: SkipReason = (
                    "amount"
                    if reading.bare
                    else "reference"
                    if reading.number in numbers or continues_sentence(piece.lines, index, reading.text)
                    else "out of sequence"
                )
            elif has_marks and marks_of(line.text)[0]:
                reason = "reference"
            else:
                continue
            yield _skipped(line, outline.scheme, reason, written_number(piece, outline.scheme))


def _reading(text: str, scheme: Scheme) -> NumberReading | None:
    return next(chain(read_number(text, scheme), read_foreign_number(text, scheme)), None)


def _skipped(line: Line, scheme: Scheme, reason: SkipReason, clause: str | None = None) -> SkippedLine:
    reading = _reading(line.text, scheme)
    return SkippedLine(
        page=line.box.page,
        number=scheme.write(reading.number) if reading else "",
        text=line.text,
        reason=reason,
        clause=clause,
    )
