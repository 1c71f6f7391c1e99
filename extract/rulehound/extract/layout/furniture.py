"""Removing the furniture of pages: page numbers, running heads and feet, stamps across the text."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from rulehound.extract.pdf.pages import Page, TextRun

_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"\W*(?:p(?:age|\.)?\s*)?\d+(?:\s*(?:/|of)\s*\d+)?\W*", re.IGNORECASE)
# How many rows from the top and from the bottom may be furniture.
_OUTER_ROWS = 2
# Running heads may differ between left and right pages, and be absent from a few.
_SHARE = 1 / 3
# What recurs on two pages only must also stand apart from the text, by this share of its height, and not in a
# cell: the first rows of a table may be alike on two pages, too.
_APART = 1.0
# What is stamped across the text recurs on so many pages at least, and is so many times larger.
_FEWEST_STAMPS = 3
_LARGER = 1.5


class _Mark(NamedTuple):
    """The recurring part of a run: its height on the page, and its text without the page number."""

    baseline: int
    before: str
    after: str
    offset: int | None
    """Printed number minus number of the page; None where the whole text recurs unchanged."""


def without_furniture(pages: Sequence[Page]) -> list[Page]:
    """The pages without the runs that recur at the head or foot of many, or across the text of many.

    Page numbers may count up.
    """
    stamps = _stamps(pages)
    edges = [_edge_runs(page) for page in pages]
    counts: Counter[_Mark] = Counter()
    for page, runs in zip(pages, edges, strict=True):
        counts.update({mark for run in runs for mark in _marks(run, page)})
    enough = max(2, len(pages) * _SHARE)
    cleaned = []
    for page, runs in zip(pages, edges, strict=True):
        furniture = set()
        for run, apart in runs.items():
            recurs = max(counts[mark] for mark in _marks(run, page))
            lone_number = len(pages) == 1 and _PAGE_NUMBER.fullmatch(run.text) and _counts(run, page)
            twice = apart and not _is_in_cell(run, page)
            if (recurs >= enough and (twice or recurs > 2)) or (apart and lone_number):
                furniture.add(run)
        kept = (run for run in page.runs if run not in furniture and _place(run) not in stamps)
        cleaned.append(page._replace(runs=tuple(kept)))
    return cleaned


_Place: TypeAlias = tuple[str, int, int]
"""A text with its left end and its height on the page, in whole points."""


def _place(run: TextRun) -> _Place:
    return run.text, round(run.x0), round(run.baseline)


def _stamps(pages: Sequence[Page]) -> frozenset[_Place]:
    """What recurs in one place of many pages and lies across other text there, such as "DRAFT"."""
    counts = Counter(place for page in pages for place in set(map(_place, page.runs)))
    enough = max(_FEWEST_STAMPS, len(pages) * _SHARE)
    recurring = {place for place, count in counts.items() if count >= enough}
    return frozenset(
        _place(run)
        for page in pages
        for run in page.runs
        if _place(run) in recurring and any(_lies_across(run, other) for other in page.runs)
    )


def _lies_across(run: TextRun, other: TextRun) -> bool:
    """Whether another, smaller text is printed within a run."""
    return (
        other.size * _LARGER <= run.size
        and run.x0 < other.x1
        and other.x0 < run.x1
        and run.top < other.baseline < run.bottom
    )


def _edge_runs(page: Page) -> dict[TextRun, bool]:
    """The runs of the outermost rows, each with whether its row stands apart from the next one inwards."""
    rows: list[list[TextRun]] = []
    for run in sorted(page.runs, key=lambda run: run.baseline):
        if rows and run.baseline - rows[-1][0].baseline < run.size / 2:
            rows[-1].append(run)
        else:
            rows.append([run])
    edge: dict[TextRun, bool] = {}
    for inwards in (rows, rows[::-1]):
        for row, following in pairwise(inwards[: _OUTER_ROWS + 1]):
            upper, lower = sorted((row, following), key=lambda row: row[0].baseline)
            room = min(run.top for run in lower) - max(run.bottom for run in upper)
            for run in row:
                edge[run] = edge.get(run, False) or room > _APART * run.size
    return edge


def _is_in_cell(run: TextRun, page: Page) -> bool:
    """Whether upright lines are drawn on both sides of a run, as those of a table are."""
    upright = [
        x for line in page.rulings if line.top < run.baseline < line.bottom for x in (line.x0, line.x1)
    ]
    return any(x <= run.x0 for x in upright) and any(x >= run.x1 for x in upright)


def _marks(run: TextRun, page: Page) -> Iterator[_Mark]:
    baseline = round(run.baseline)
    yield _Mark(baseline, run.text, "", None)
    for number in _NUMBER.finditer(run.text):
        offset = int(number.group()) - page.number
        yield _Mark(baseline, run.text[: number.start()], run.text[number.end() :], offset)


def _counts(run: TextRun, page: Page) -> bool:
    return any(int(number) == page.number for number in _NUMBER.findall(run.text))
