"""Finding the clauses of two editions that moved or were renumbered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from rulehound.spec.documents.alignment.correspondences import Passage
from rulehound.spec.documents.alignment.groups import Group
from rulehound.spec.documents.alignment.matching import PassageTree
from rulehound.spec.documents.alignment.sequences import longest_increasing


def moved(groups: Sequence[Group], old: PassageTree, new: PassageTree) -> set[Group]:
    """The groups that moved relative to their surroundings.

    A clause stayed where its new parent is the successor of its old parent, and it is in order with the other
    children of that parent that stayed. The longest sequence of children in one order stayed, all others
    moved. So a clause that an insertion pushes on did not move, nor did a clause under a heading that moved.
    """
    pairs = [group for group in groups if group.old and group.new]
    of_old = {place: group for group in pairs for place in group.old}
    families: dict[Group | None, list[Group]] = defaultdict(list)
    moved_groups = set()
    for group in pairs:
        parent, new_parent = old.parent[group.old[0]], new.parent[group.new[0]]
        successor = None if parent is None else of_old.get(parent)
        if new_parent is None if parent is None else successor is not None and new_parent in successor.new:
            families[successor].append(group)
        else:
            moved_groups.add(group)
    for family in families.values():
        siblings = sorted(family)
        stayed = longest_increasing([group.new[0] for group in siblings])
        moved_groups.update(group for index, group in enumerate(siblings) if index not in stayed)
    return moved_groups


def renumbered(olds: Sequence[Passage], news: Sequence[Passage]) -> bool:
    """Whether none of the old numbers is among the new ones. Keys stand for missing numbers."""
    return {p.number or p.key for p in olds}.isdisjoint(p.number or p.key for p in news)
