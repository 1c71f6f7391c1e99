"""Removing the furniture of pages: page numbers, running heads and feet."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulehound.extract.pdf.pages import Page, TextRun

_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"\W*(?:p(?:age|\.)?\s*)?\d+(?:\s*(?:/|of)\s*\d+)?\W*", re.IGNORECASE)
# How many rows from the top and from the bottom may be furniture.
_OUTER_ROWS = 2
# Running heads may differ between left and right pages, and be absent from a few.
_SHARE = 1 / 3
# What recurs on two pages only must also stand apart from the text, by this share of its height.
_APART = 1.0


class _Mark(NamedTuple):
    """The recurring part of a run: its height on the page, and its text without the page number."""

    baseline: int
    before: str
    after: str
    offset: int | None
    """Printed number minus number of the page; None where the whole text recurs unchanged."""


def without_furniture(pages: Sequence[Page]) -> list[Page]:
    """The pages without the runs that recur at the head or foot of many. Page numbers may count up."""
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
            if (recurs >= enough and (apart or recurs > 2)) or (apart and lone_number):
                furniture.add(run)
        cleaned.append(page._replace(runs=tuple(run for run in page.runs if run not in furniture)))
    return cleaned


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


def _marks(run: TextRun, page: Page) -> Iterator[_Mark]:
    baseline = round(run.baseline)
    yield _Mark(baseline, run.text, "", None)
    for number in _NUMBER.finditer(run.text):
        offset = int(number.group()) - page.number
        yield _Mark(baseline, run.text[: number.start()], run.text[number.end() :], offset)


def _counts(run: TextRun, page: Page) -> bool:
    return any(int(number) == page.number for number in _NUMBER.findall(run.text))
