"""What happened to a clause on the way from the old edition to the new one."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from rulehound.spec.documents.alignment.groups import Group
from rulehound.spec.documents.alignment.matching import Outline
from rulehound.spec.documents.alignment.records import Passage


def moved(groups: Sequence[Group], old: Outline, new: Outline) -> set[Group]:
    """The groups that stand elsewhere than their surroundings took them to.

    A clause stayed where its new parent is what its old parent became and it is in order with the other
    children who stayed with that parent: the most that are in one order stayed, the fewest moved. So what is
    only pushed on by an insertion did not move, nor did what stands under a heading that moved.
    """
    pairs = [group for group in groups if group.old and group.new]
    of_old = {place: group for group in pairs for place in group.old}
    families: dict[Group | None, list[Group]] = defaultdict(list)
    elsewhere = set()
    for group in pairs:
        parent, new_parent = old.parent[group.old[0]], new.parent[group.new[0]]
        became = None if parent is None else of_old.get(parent)
        if new_parent is None if parent is None else became is not None and new_parent in became.new:
            families[became].append(group)
        else:
            elsewhere.add(group)
    for family in families.values():
        siblings = sorted(family)
        stayed = _longest_increasing([group.new[0] for group in siblings])
        elsewhere.update(group for index, group in enumerate(siblings) if index not in stayed)
    return elsewhere


def _longest_increasing(values: Sequence[int]) -> set[int]:
    """Places of a longest increasing subsequence, by patience sorting (Fredman, Discrete Mathematics,
    1975)."""
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


def renumbered(olds: Sequence[Passage], news: Sequence[Passage]) -> bool:
    """None of the old numbers (of the keys, where there are no numbers) is among the new ones."""
    return {p.number or p.key for p in olds}.isdisjoint(p.number or p.key for p in news)
