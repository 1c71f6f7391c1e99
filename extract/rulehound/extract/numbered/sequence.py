"""The sequence of a document's own numbers among all numbers at the starts of lines.

A line may start with a number because a clause starts there, or because it begins with a cross-reference, an
amount or an entry of the contents. The clauses' numbers ascend through the document, mostly without gaps, and
the others do not fit in. So the sequence is the heaviest ascending chain, in which gaps cost weight.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from rulehound.extract.numbered.numbering import Number, following

GAP = 12
"""The cost of a number that follows the one before it with a gap or without its parent."""


class Option(NamedTuple):
    """A number that one place of the document may hold, and the weight of the evidence for it."""

    place: int
    number: Number
    weight: int


class _End(NamedTuple):
    """The end of a sequence, with its weight. Of equal weights the later end is the larger."""

    weight: int
    last: int


_NOTHING = _End(0, -1)


def heaviest_sequence(options: Sequence[Option]) -> list[int]:
    """Indices of the options, in order, that form the heaviest ascending sequence.

    `options` are sorted by place; a place gives at most one number. Options of weight 0 or less are never
    taken. Of equal weights the later place wins: the body comes after the contents. Takes O(n log n) steps.
    """
    ends = _Ends(option.number for option in options)
    best = _NOTHING
    before: dict[int, int] = {}
    for _, group in groupby(enumerate(options), key=lambda item: item[1].place):
        # The options of one place are entered together, so that they cannot follow each other.
        entered = []
        for index, option in group:
            if option.weight > 0:
                weight, before[index] = ends.before(option.number)
                entered.append((option.number, _End(weight + option.weight, index)))
        for number, end in entered:
            ends.enter(number, end)
            best = max(best, end)
    chain = []
    index = best.last
    while index >= 0:
        chain.append(index)
        index = before[index]
    return chain[::-1]


def weight_of(chain: Sequence[Option]) -> int:
    """The weight of an ascending sequence: the sum of its options less the cost of its gaps."""
    gaps = sum(after.number not in following(before.number) for before, after in pairwise(chain))
    return sum(option.weight for option in chain) - GAP * gaps


class _Ends:
    """The heaviest sequences so far, by the numbers that may continue them."""

    def __init__(self, numbers: Iterable[Number]) -> None:
        self._ranks = sorted(set(numbers))
        self._unbroken: dict[Number, _End] = {}
        self._tree = [_NOTHING] * (
            len(self._ranks) + 1
        )  # binary indexed tree of prefix maxima (Fenwick 1994)

    def enter(self, number: Number, end: _End) -> None:
        """Let later numbers continue the sequence that ends with `number`."""
        for continuation in following(number):
            self._unbroken[continuation] = max(end, self._unbroken.get(continuation, end))
        place = bisect_left(self._ranks, number) + 1
        while place < len(self._tree):
            self._tree[place] = max(self._tree[place], end)
            place += place & -place

    def before(self, number: Number) -> _End:
        """The heaviest sequence that `number` can continue, less the cost of a gap if there is one."""
        largest = _NOTHING
        place = bisect_left(self._ranks, number)
        while place > 0:
            largest = max(largest, self._tree[place])
            place -= place & -place
        unbroken = self._unbroken.get(number, _NOTHING)
        return max(_NOTHING, unbroken, _End(largest.weight - GAP, largest.last))
