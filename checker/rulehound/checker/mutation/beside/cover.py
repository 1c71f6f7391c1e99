"""Choosing a few scenarios that catch every fault that any of many scenarios catches."""

from __future__ import annotations

from collections.abc import Mapping, Set


def small_cover(caught_by: Mapping[str, Set[str]]) -> dict[str, list[str]]:
    """The faults by the scenario that is chosen for them: each time the one that catches most of the rest.

    `caught_by`: scenario to the faults that it catches. Chvátal, "A Greedy Heuristic for the Set-Covering
    Problem" (1979). Of equally good ones the first is chosen.
    """
    left = {fault for faults in caught_by.values() for fault in faults}
    chosen: dict[str, list[str]] = {}
    while left:
        best = max(caught_by, key=lambda one: len(caught_by[one] & left))
        chosen[best] = sorted(caught_by[best] & left)
        left -= caught_by[best]
    return chosen
