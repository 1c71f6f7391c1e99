"""Longest increasing subsequences: what stayed in order when a sequence was rearranged."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence


def longest_increasing(values: Sequence[int]) -> set[int]:
    """Indices of a longest increasing subsequence, by patience sorting (Fredman, Discrete Math., 1975)."""
    tops: list[int] = []
    ends: list[int] = []
    previous: list[int | None] = []
    for place, value in enumerate(values):
        pile = bisect_left(tops, value)
        previous.append(ends[pile - 1] if pile else None)
        tops[pile:] = [value] if pile == len(tops) else [value, *tops[pile + 1 :]]
        ends[pile:] = [place] if pile == len(ends) else [place, *ends[pile + 1 :]]
    chain = set()
    place_or_none = ends[-1] if ends else None
    while place_or_none is not None:
        chain.add(place_or_none)
        place_or_none = previous[place_or_none]
    return chain


def certainly_in_order(values: Sequence[int]) -> set[int]:
    """Indices of distinct values that stayed in order, whatever moved.

    They are in every longest increasing subsequence, or in one of them and as far from the front as in the
    sorted sequence. Of two neighbours that changed places neither is: each could be the one that moved. What
    stands between two that changed places is.

    >>> sorted(certainly_in_order([1, 0, 2])), sorted(certainly_in_order([3, 0, 1, 2]))
    ([2], [1, 2, 3])
    >>> sorted(certainly_in_order([2, 1, 0]))
    [1]
    """
    before = _lengths(values)
    behind = _lengths([-value for value in reversed(values)])[::-1]
    longest = max(before, default=0)
    places = [place for place in range(len(values)) if before[place] + behind[place] == longest + 1]
    alone = Counter(before[place] for place in places)
    in_sorted = sorted(values)
    return {place for place in places if alone[before[place]] == 1 or values[place] == in_sorted[place]}


def _lengths(values: Sequence[int]) -> list[int]:
    """Length of the longest increasing subsequence that ends at each place."""
    tops: list[int] = []
    lengths = []
    for value in values:
        pile = bisect_left(tops, value)
        tops[pile:] = [value] if pile == len(tops) else [value, *tops[pile + 1 :]]
        lengths.append(pile + 1)
    return lengths
