"""Making the clauses of a document without numbers from its blocks: sections and addresses."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from rulehound.extract.document import Clause
from rulehound.extract.kinds import is_afterword
from rulehound.extract.layout.blocks import Block
from rulehound.extract.layout.flow import usage_of
from rulehound.extract.layout.lines import Line
from rulehound.extract.provenance import clause_from
from rulehound.extract.unnumbered.classification import TITLE, classified
from rulehound.extract.unnumbered.keys import FRONT, Keys, slug
from rulehound.extract.unnumbered.parts import DocumentPart, row_lines

_COUNTED_APART = {"label": "label-", "contents": "toc-"}
"""Kinds that are counted apart from the paragraphs of their section, with the start of their addresses."""


class Structure(NamedTuple):
    """The structure of a document without numbers. Every line of its blocks is in one of the clauses."""

    clauses: tuple[Clause, ...]
    surroundings: tuple[Clause, ...]
    """The end of a web page: comments of readers and the like."""
    front: tuple[Line, ...]
    """The lines before contents and sections, which may name version and date. They are in clauses, too."""
    titles: tuple[Line, ...]
    """Those of `front` that are set as headings."""


def read_structure(blocks: Sequence[Block]) -> Structure:
    """The clauses of a document without numbers, in reading order.

    Headings are clauses of kind `heading`, keyed by the words of their title. Other clauses of a section are
    keyed by their place in it (`section/3`), or by number or term if they are rows of a table or entries of a
    glossary (`section/term`). Where ordered lists are nested, steps are keyed by their numbers
    (`section/4/1`, or `section/L2/1` in the second list of a section) and paragraphs beside them are counted
    apart (`section/p2`).
    """
    usage = usage_of(line for block in blocks for line in row_lines(block))
    end = next((index for index, block in enumerate(blocks) if _closes(block)), len(blocks))
    parts = classified(blocks[:end], usage)
    preface = list(takewhile(lambda part: part.kind == "introduction", parts))
    titles = [part for part in preface if 0 < part.level < TITLE and not part.marker]
    behind = [part._replace(kind="introduction") for part in classified(blocks[end:], usage)]
    keys = Keys()
    return Structure(
        clauses=tuple(_clauses(parts, keys, FRONT)),
        surroundings=tuple(_clauses(behind, keys, "afterword")),
        front=tuple(line for part in preface for line in part.lines),
        titles=tuple(line for part in titles for line in part.lines),
    )


def _closes(block: Block) -> bool:
    return block.kind in ("heading", "paragraph") and is_afterword(
        " ".join(line.text for line in block.cells[0])
    )


def _clauses(parts: Sequence[DocumentPart], keys: Keys, outside: str) -> Iterator[Clause]:
    """The clauses of the parts. `outside`: the section name of those before the first heading."""
    nested = any(_is_numbered(part) and part.level > 1 for part in parts)
    above: list[tuple[int, str]] = []
    for section in _sections(parts):
        head, body = (section[0], section[1:]) if section[0].kind == "heading" else (None, section)
        key, parent = outside, None
        if head is not None:
            above = [(level, title) for level, title in above if level < head.level]
            key, parent = keys.new(slug(head.text)), above[-1][1] if above else None
            above.append((head.level, key))
            yield clause_from(head.lines, head.words, head.kind, key, parent=parent)
        steps: dict[str, str] = {}
        for part, address in zip(body, _addresses(body, nested), strict=True):
            unique = keys.new(f"{key}/{address}")
            steps[address] = unique
            step_above = address.rpartition("/")[0]
            above_it = steps.get(step_above, key if head is not None else None)
            yield clause_from(part.lines, part.words, part.kind, unique, parent=above_it)


def _sections(parts: Sequence[DocumentPart]) -> list[list[DocumentPart]]:
    sections: list[list[DocumentPart]] = []
    for part in parts:
        if part.kind == "heading" or not sections:
            sections.append([])
        sections[-1].append(part)
    return sections


def _addresses(parts: Sequence[DocumentPart], nested: bool) -> Iterator[str]:
    """The address of each part of a section within it."""
    counts, steps = Counter[str](), list[str]()
    plain = "p" if nested and not any(_is_bullet(part) for part in parts) else ""
    lists = 0
    for part in parts:
        if part.address:
            yield part.address
        elif nested and _is_numbered(part):
            number = re.sub(r"\W", "", part.marker)
            if part.level == 1 and (not steps or _order(number) <= _order(steps[0])):
                lists += 1
            steps[part.level - 1 :] = [number]
            yield "/".join([f"L{lists}"] * (lists > 1) + steps)
        else:
            prefix = _COUNTED_APART.get(part.kind, plain)
            counts[prefix] += 1
            yield f"{prefix}{counts[prefix]}"


def _is_numbered(part: DocumentPart) -> bool:
    """True for an item of an ordered list."""
    return part.level > 0 and any(map(str.isalnum, part.marker))


def _is_bullet(part: DocumentPart) -> bool:
    return bool(part.marker) and not _is_numbered(part)


def _order(number: str) -> tuple[int, str]:
    """Sort key of step numbers: numbers before letters."""
    return (int(number), "") if number.isdecimal() else (0, number)
