"""Removing the numbers of lines: counts at the margin, beside every line or every fifth, as laws have them.

Clauses may be numbered at the margin, too, and rows of tables. So numbers are those of lines only if they
stand by themselves in a strip of the page, count the lines as they come, and the text that they stand beside
runs on from line to line; or if the same numbers stand in the same places of several pages.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulehound.extract.pdf.pages import Page, TextRun

_LONGEST = 4
"""Digits of a number of a line."""
_ALIGNED = 1.5
"""Points by which the ends of numbers under each other may differ."""
_STEPS = (1, 2, 5, 10)
_FEWEST = 5
_FEWEST_OF_STEPS = 2
_COVERED = 0.8
"""Share of the lines of a page that have a number, where every line has one."""
_FULL = 0.7
"""Share of the widest line from which a line may go on in the next."""
_RUNNING_ON = 0.15
"""Share of numbered lines that go on in the next one, and never fewer than two."""
_PAGES_ALIKE = 3
"""So many pages with the same numbers in the same places need no text that runs on."""
_ENDS = (".", "!", "?", ":", ";", "。")


class _Strip(NamedTuple):
    """Numbers of lines on one page, from the top."""

    runs: tuple[TextRun, ...]
    step: int
    """What they count by."""
    runs_on: bool
    """Whether the text beside them goes on from line to line."""

    @property
    def places(self) -> tuple[tuple[str, int], ...]:
        return tuple((run.text, round(run.baseline)) for run in self.runs)


def without_line_numbers(pages: Sequence[Page]) -> tuple[list[Page], str]:
    """The pages without the numbers of their lines, and a warning that says what was left out; or ''."""
    strips = [_widest_strip(page) for page in pages]
    alike = Counter(strip.places for strip in strips if strip)
    certain = [strip for strip in strips if strip and (strip.runs_on or alike[strip.places] >= _PAGES_ALIKE)]
    if not certain:
        return list(pages), ""
    [(step, _)] = Counter(strip.step for strip in certain).most_common(1)
    cleaned: list[Page] = []
    numbers: dict[int, int] = {}
    for page, strip in zip(pages, strips, strict=True):
        found = strip or _widest_strip(page, step)
        kept = tuple(run for run in page.runs if found is None or run not in found.runs)
        numbers[page.number] = len(page.runs) - len(kept)
        cleaned.append(page._replace(runs=kept))
    numbered = [page for page, count in numbers.items() if count]
    where = f"page {numbered[0]}" if len(numbered) == 1 else f"pages {numbered[0]} to {numbered[-1]}"
    return cleaned, f"{where}: numbers of lines at the margin left out: {sum(numbers.values())}"


def _widest_strip(page: Page, step: int | None = None) -> _Strip | None:
    """The numbers of most lines of a page, if there are any; with `step`, any that count by it."""
    numbers = [run for run in page.runs if _is_number(run.text)]
    columns = [column for edge in (_right_end, _left_end) for column in _aligned(numbers, edge)]
    found = [strip for column in columns if (strip := _strip(page, column, step)) is not None]
    return max(found, key=lambda strip: len(strip.runs), default=None)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _LONGEST


def _left_end(run: TextRun) -> float:
    return run.x0


def _right_end(run: TextRun) -> float:
    return run.x1


def _aligned(runs: Sequence[TextRun], edge: Callable[[TextRun], float]) -> Iterator[list[TextRun]]:
    """The runs that stand under each other, from the top."""
    columns: list[list[TextRun]] = []
    for run in sorted(runs, key=edge):
        if columns and edge(run) - edge(columns[-1][0]) <= _ALIGNED:
            columns[-1].append(run)
        else:
            columns.append([run])
    for column in columns:
        yield sorted(column, key=lambda run: run.baseline)


def _strip(page: Page, column: Sequence[TextRun], known_step: int | None) -> _Strip | None:
    """The numbers of a column as those of the lines beside it; None where they are something else.

    `known_step`: what the numbers of other pages count by; then fewer of them are enough.
    """
    values = [int(run.text) for run in column]
    steps: set[int | None] = {after - before for before, after in pairwise(values)} or {known_step}
    step = steps.pop()
    if steps or step not in _STEPS or known_step not in (None, step):
        return None
    if step > 1 and any(value % step for value in values):
        return None
    if known_step is None and len(values) < (_FEWEST if step == 1 else _FEWEST_OF_STEPS):
        return None
    own = set(column)
    x0, x1 = min(run.x0 for run in column), max(run.x1 for run in column)
    first, last = column[0].baseline, column[-1].baseline
    beside = [run for run in page.runs if run not in own and first - 2 <= run.baseline <= last + 2]
    if not beside or any(run.x0 < x1 and run.x1 > x0 for run in beside):
        return None
    if {run.x0 > x1 for run in beside} != {True} and {run.x1 < x0 for run in beside} != {True}:
        return None
    rows = _rows(beside)
    numbered = [any(abs(run.baseline - row[0].baseline) < run.size / 2 for run in column) for row in rows]
    if step == 1 and sum(numbered) < _COVERED * len(rows):
        return None
    if step > 1 and not _counts_rows(column, rows, step):
        return None
    return _Strip(tuple(column), step, _runs_on(rows))


def _rows(runs: Sequence[TextRun]) -> list[list[TextRun]]:
    """The lines of text, from the top."""
    ordered = sorted(runs, key=lambda run: run.baseline)
    rows: list[list[TextRun]] = []
    for run in ordered:
        if rows and run.baseline - rows[-1][0].baseline < run.size / 2:
            rows[-1].append(run)
        else:
            rows.append([run])
    return [sorted(row, key=lambda run: run.x0) for row in rows]


def _counts_rows(column: Sequence[TextRun], rows: Sequence[Sequence[TextRun]], step: int) -> bool:
    """Whether as many lines of text lie from number to number as they count."""
    heights = [row[0].baseline for row in rows]
    between = [
        sum(before.baseline + 2 < height <= after.baseline + 2 for height in heights)
        for before, after in pairwise(column)
    ]
    return all(count == step for count in between)


def _runs_on(rows: Sequence[Sequence[TextRun]]) -> bool:
    """Whether sentences go on from line to line."""
    widest = max(row[-1].x1 - row[0].x0 for row in rows)
    going_on = sum(
        row[-1].x1 - row[0].x0 >= _FULL * widest
        and not row[-1].text.endswith(_ENDS)
        and following[0].text[:1].islower()
        for row, following in pairwise(rows)
    )
    return going_on >= max(2, _RUNNING_ON * len(rows))
