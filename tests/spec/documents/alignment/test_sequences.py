"""What stayed in order, against a search through all subsequences."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.documents.alignment.sequences import certainly_in_order, longest_increasing


def longest(values: list[int]) -> list[set[int]]:
    """All longest increasing subsequences, as places."""
    for length in range(len(values), 0, -1):
        found = [
            set(places)
            for places in combinations(range(len(values)), length)
            if all(values[one] < values[other] for one, other in pairwise(places))
        ]
        if found:
            return found
    return [set()]


@given(st.lists(st.integers(0, 20), max_size=8, unique=True))
def test_one_of_the_longest_and_what_surely_stayed(values: list[int]) -> None:
    every = longest(values)
    assert longest_increasing(values) in every
    in_place = {place for place, value in enumerate(sorted(values)) if values[place] == value}
    in_order = certainly_in_order(values)
    assert in_order == set.intersection(*every) | (set.union(*every) & in_place)
    kept = [values[place] for place in sorted(in_order)]
    assert kept == sorted(kept)
