"""Giving each of several places something of its own out of what it would take."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import TypeVar

Thing = TypeVar("Thing", bound=Hashable)


def most_paired(wanted: Sequence[Collection[Thing]]) -> int:
    """How many places can be filled at once, each with one of the things that it would take.

    Nothing fills two places. Found by augmenting paths (H. W. Kuhn, The Hungarian method, 1955).
    """
    holder: dict[Thing, int] = {}

    def fill(place: int, tried: set[Thing]) -> bool:
        for thing in wanted[place]:
            if thing not in tried:
                tried.add(thing)
                if thing not in holder or fill(holder[thing], tried):
                    holder[thing] = place
                    return True
        return False

    return sum(fill(place, set()) for place in range(len(wanted)))
