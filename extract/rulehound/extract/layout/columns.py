"""Finding the columns of a page by the strips in which nothing is printed."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rulehound.extract.pdf.pages import Page, TextRun


class Gutter(NamedTuple):
    """An upright strip between two columns, in points from the left edge of the page."""

    left: float
    right: float


# A strip counts as empty if at most this share of the runs cross it (titles over both columns).
_CROSSING = 0.04
# Narrowest gutter, as a share of the size of the text.
_NARROWEST = 0.7
# Unless the file prints column after column, the narrowest one has at least this share of the width of the
# widest: a strip behind hanging numbers is no gutter.
_BALANCE = 0.5
_FEWEST_RUNS = 4


def find_gutters(pages: Sequence[Page]) -> list[tuple[Gutter, ...]]:
    """The gutters of each page, from left to right; none for a page in one column.

    A page whose own text does not show them, as with a short second column, gets those of the other pages,
    unless its text runs across them. Pages of one layout get equal gutters.
    """
    shared: list[Gutter] = []
    own_gutters = [_own_gutters(page.runs) for page in pages]
    for gutter in (gutter for gutters in own_gutters for gutter in gutters):
        for index, other in enumerate(shared):
            common = Gutter(max(gutter.left, other.left), min(gutter.right, other.right))
            if common.right - common.left > 1:
                shared[index] = common
                break
        else:
            shared.append(gutter)
    shared.sort()
    return [tuple(gutter for gutter in shared if _is_free(gutter, page.runs)) for page in pages]


def crosses(run: TextRun, gutter: Gutter) -> bool:
    """True if `run` is printed from one side of the gutter to the other."""
    return run.x0 < gutter.left and run.x1 > gutter.right


def _own_gutters(runs: Sequence[TextRun]) -> list[Gutter]:
    if len(runs) < 2 * _FEWEST_RUNS:
        return []
    sizes = sorted(run.size for run in runs)
    narrowest = _NARROWEST * sizes[len(sizes) // 2]
    first, last = min(run.x0 for run in runs), max(run.x1 for run in runs)
    gutters: list[Gutter] = []
    # Strips that nothing covers come first: a short second column may be no more than the runs tolerated.
    for tolerated in (0, int(_CROSSING * len(runs))):
        for strip in _empty_strips(runs, first, last, tolerated):
            apart = all(strip.right <= other.left or strip.left >= other.right for other in gutters)
            if apart and strip.right - strip.left >= narrowest and _is_free(strip, runs):
                gutters.append(strip)
    gutters.sort()
    certain = {strip for strip in gutters if _is_order_of_columns(strip, runs)}
    while not certain.issuperset(gutters):
        starts = [first, *(gutter.right for gutter in gutters)]
        ends = [*(gutter.left for gutter in gutters), last]
        widths = [end - start for start, end in zip(starts, ends, strict=True)]
        if min(widths) >= _BALANCE * max(widths):
            break
        # The narrowest column is part of its neighbour: the narrower strip beside it divides nothing.
        doubtful = [
            (min(widths[index : index + 2]), strip.right - strip.left, index)
            for index, strip in enumerate(gutters)
            if strip not in certain
        ]
        del gutters[min(doubtful)[-1]]
    return gutters


def _empty_strips(runs: Sequence[TextRun], first: float, last: float, most: int) -> list[Gutter]:
    """Strips between `first` and `last` that at most `most` runs cover, by a sweep from left to right."""
    edges = sorted([(run.x0, 1) for run in runs] + [(run.x1, -1) for run in runs])
    strips, covering, opened = [], 0, None
    for x, step in edges:
        before, covering = covering, covering + step
        if before > most >= covering and first < x < last:
            opened = x
        elif covering > most >= before and opened is not None:
            strips.append(_between((opened + x) / 2, runs))
            opened = None
    return strips


def _between(middle: float, runs: Sequence[TextRun]) -> Gutter:
    """The gutter around `middle`: from the last run end before it to the first run start after it."""
    return Gutter(
        max(run.x1 for run in runs if run.x1 <= middle), min(run.x0 for run in runs if run.x0 >= middle)
    )


def _is_free(gutter: Gutter, runs: Sequence[TextRun]) -> bool:
    """True if hardly any text runs across the gutter."""
    return sum(crosses(run, gutter) for run in runs) <= max(1, 2 * _CROSSING * len(runs))


def _is_order_of_columns(gutter: Gutter, runs: Sequence[TextRun]) -> bool:
    """True if the file prints everything left of the gutter first, and then the right side from the top."""
    sides = [(run.x0 >= gutter.right, run.baseline) for run in runs if not crosses(run, gutter)]
    turns = [(before, after) for before, after in pairwise(sides) if before[0] != after[0]]
    return len(turns) == 1 and not turns[0][0][0] and turns[0][1][1] < turns[0][0][1]
