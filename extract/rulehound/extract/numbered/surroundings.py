"""The surroundings of the clauses: title, preface and contents before them; glossary, credits and update
history behind them.

A part is recognised by its heading, the contents also by leaders and by numbers that occur again, an update
history also by its words. Nothing is left out: lines without a heading are `preface` before the clauses and
`closing` behind them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise, takewhile
from statistics import median
from typing import NamedTuple

from rulehound.extract.document import Clause, Kind, Revision
from rulehound.extract.front_matter import date_in, version_in
from rulehound.extract.headings import CLOSING, LEADERS, section_of
from rulehound.extract.layout.flow import Usage, running_text
from rulehound.extract.layout.lines import Line, begins_paragraph
from rulehound.extract.numbered.history import Entry, bullet_of, entries_of, looks_like_history, revisions_of
from rulehound.extract.numbered.numbering import read_number
from rulehound.extract.numbered.outline import Outline
from rulehound.extract.provenance import clause_from

# Larger print than most of a document by this factor is a heading.
_LARGER = 1.1
# What stands between a term and its definition where they share a line.
_TERM = re.compile(r"\s[-–—]\s|[:：]")
# Further down than most lines by this factor, a line begins a paragraph.
_FURTHER = 1.25


class SurroundingPart(NamedTuple):
    """A part of the surroundings of the clauses."""

    name: str
    """`preface`, `contents`, `glossary`, `index`, `credits`, `history` or `closing`."""
    heading: Line | None
    lines: tuple[Line, ...]


class _Piece(NamedTuple):
    """A heading, paragraph or entry of a part."""

    kind: Kind
    key: str
    lines: Sequence[Line]
    skipped: int = 0
    """The number of characters before its text: those of a bullet."""


def parts_of(outline: Outline) -> tuple[SurroundingPart, ...]:
    """The parts before and behind the clauses, in reading order."""
    front = _front_names(outline)
    behind = _behind_names(outline.behind)
    return tuple(
        _part(name, [line for line, _ in group])
        for lines, names in ((outline.front, front), (outline.behind, behind))
        for name, group in groupby(zip(lines, names, strict=True), key=lambda item: item[1])
    )


def _part(name: str, lines: Sequence[Line]) -> SurroundingPart:
    if section_of(lines[0].text) == name:
        return SurroundingPart(name, lines[0], tuple(lines[1:]))
    return SurroundingPart(name, None, tuple(lines))


def _front_names(outline: Outline) -> Iterator[str]:
    """The name of the part of each line before the clauses."""
    lines = outline.front
    titles = {piece.number: piece.text for piece in outline.pieces}
    name = "preface"
    for index, line in enumerate(lines):
        title = LEADERS.sub("", line.text)
        section = section_of(title)
        numbered = any(
            name == "contents" or reading.text == titles[reading.number]
            for reading in read_number(title, outline.scheme)
            if reading.number in titles
        )
        if section and section not in CLOSING:
            name = section
        elif title != line.text or numbered:
            name = "contents"
        elif section and name == "contents":
            # A name among the contents, unless it has text of its own before the clauses.
            following = lines[index + 1].text if index + 1 < len(lines) else ""
            name = "contents" if not following or section_of(following) else section
        elif section:
            name = section
        yield name


def _behind_names(lines: Sequence[Line]) -> Iterator[str]:
    """The name of the part of each line behind the clauses."""
    name = (
        "history" if looks_like_history(lines) and not any(section_of(x.text) for x in lines) else "closing"
    )
    for line in lines:
        section = section_of(line.text)
        if section in CLOSING:
            name = section
        yield name


def surroundings_of(
    parts: Sequence[SurroundingPart], title: Sequence[Line], usage: Usage
) -> tuple[Clause, ...]:
    """The pieces of all parts as clauses without number and parent, in reading order.

    Keys name part and place: `preface/1`, `contents/12`, `glossary/active-player`, `history/3-6/12`. The key
    of a part's heading is its name. `title`: the lines that print the document's title.
    """
    size = _usual_size(parts)
    pieces = [piece for part in parts for piece in _pieces(part, title, size, usage)]
    uses: Counter[str] = Counter()
    clauses = []
    for piece in pieces:
        uses[piece.key] += 1
        key = piece.key if uses[piece.key] == 1 else f"{piece.key}-{uses[piece.key]}"
        words = running_text(piece.lines, usage, piece.skipped)
        clauses.append(clause_from(piece.lines, words, piece.kind, key))
    return tuple(clauses)


def revisions_in(parts: Iterable[SurroundingPart], outline: Outline, usage: Usage) -> tuple[Revision, ...]:
    """The revisions in the document's own update history."""
    known = {piece.number for piece in outline.pieces if not piece.marks}
    return tuple(
        revision
        for part in parts
        if part.name == "history"
        for revision in revisions_of(entries_of(part.lines, usage), outline.scheme, known)
    )


def _usual_size(parts: Iterable[SurroundingPart]) -> float:
    """The size of most characters."""
    sizes: Counter[float] = Counter()
    for part in parts:
        for line in part.lines:
            sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _pieces(part: SurroundingPart, title: Sequence[Line], size: float, usage: Usage) -> Iterator[_Piece]:
    if part.heading:
        yield _Piece("heading", part.name, (part.heading,))
    lines = [line for line in part.lines if line not in title]
    if len(lines) < len(part.lines):
        yield _Piece("heading", "title", title)
    if part.name == "glossary":
        yield from _definitions(lines)
    elif part.name == "history":
        yield from _changes(entries_of(lines, usage))
    else:
        kind: Kind = "contents" if part.name in ("contents", "index") else "introduction"
        paragraphs = ([line] for line in lines) if kind == "contents" else _paragraphs(lines)
        for count, paragraph in enumerate(paragraphs, start=1):
            is_heading = kind != "contents" and _is_heading(paragraph[0], size)
            yield _Piece("heading" if is_heading else kind, f"{part.name}/{count}", paragraph)


def _is_heading(line: Line, usual_size: float) -> bool:
    return line.size > _LARGER * usual_size and not (version_in(line.text) or date_in(line.text))


def _definitions(lines: Sequence[Line]) -> Iterator[_Piece]:
    """The definitions of a glossary: each begins with a bold term, or is a paragraph if no term is bold."""
    if not any(_is_bold(line) for line in lines):
        groups = list(_paragraphs(lines))
    else:
        groups = []
        for index, line in enumerate(lines):
            begins = _is_bold(line) and not (index and _is_bold(lines[index - 1]))
            if begins or not groups:
                groups.append([])
            groups[-1].append(line)
    for group in groups:
        term = " ".join(line.text for line in takewhile(_is_bold, group)) or _TERM.split(group[0].text, 1)[0]
        yield _Piece("definition", f"glossary/{_slug(term)}", group)


def _is_bold(line: Line) -> bool:
    return bool(line.spans) and all(span.style.bold for span in line.spans)


def _changes(entries: Iterable[Entry]) -> Iterator[_Piece]:
    """The entries of a history as pieces, counted in each version."""
    count = 0
    above = "history"
    for entry in entries:
        if entry.is_heading:
            above = "/".join(["history", *filter(None, [_slug(entry.version or entry.date)])])
            count = 0
            yield _Piece("heading", above, entry.lines)
        else:
            count += 1
            bullet = bullet_of(entry.lines[0])
            yield _Piece("change-entry", f"{above}/{count}", entry.lines, len(bullet))


def _paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The paragraphs of lines. One begins behind free space, further down, or in another size."""
    steps = [after.box.top - line.box.top for line, after in pairwise(lines) if line.column == after.column]
    step = median(steps) if steps else 0.0
    paragraph: list[Line] = []
    for index, line in enumerate(lines):
        before = lines[index - 1]
        if paragraph and (
            begins_paragraph(lines, index)
            or line.size != before.size
            or (line.column == before.column and line.box.top - before.box.top > _FURTHER * step)
        ):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _slug(term: str) -> str:
    """A term as part of a key: its letters and digits in lower case, with dashes between words."""
    return "-".join(re.findall(r"\w+", re.sub(r"['’]", "", term).casefold()))
