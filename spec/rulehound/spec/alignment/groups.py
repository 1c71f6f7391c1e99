"""Clauses that were split or merged: one that says what several neighbours together say on the other side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rulehound.spec.alignment.likeness import Likeness

MOST_PARTS = 6

REACH = 3
"""How far from the other parts the next one is looked for: something new may stand between them."""

CONTAINED = 0.5
"""Share of what a part says that the whole says too, at least."""

TOGETHER = 0.5
"""Likeness of the whole and all its parts together, at least."""

PREFERENCE = 0.4
"""By how much more of a part must be in the whole than in the counterpart that it is taken from."""


class Group(NamedTuple):
    """Places of the old passages and of the new ones that they became."""

    old: tuple[int, ...]
    new: tuple[int, ...]


def groups(pairs: Mapping[int, int], sizes: tuple[int, int], likeness: Likeness) -> list[Group]:
    """All passages of two sides in groups, most of one and one; of none and one where they came or went.

    `pairs` are the old and new places matched one to one, `sizes` the numbers of passages. A passage is split
    where its words are in several neighbours of the other side, and are more like all of them together than
    like fewer; merged is the same from the other side. The likeliest are taken first.
    """
    split = _Wholes(pairs, sizes[1], likeness, turned=False).groups(range(sizes[0]))
    turned = {new: old for old, new in pairs.items()}
    merged = _Wholes(turned, sizes[0], likeness, turned=True).groups(range(sizes[1]))
    proposed = [group for _, group in sorted([*split, *merged], key=lambda each: (-each[0], each[1]))]
    proposed += [Group((old,), (new,)) for old, new in pairs.items()]
    proposed += [Group((old,), ()) for old in range(sizes[0])]
    proposed += [Group((), (new,)) for new in range(sizes[1])]
    taken_olds: set[int] = set()
    taken_news: set[int] = set()
    found = []
    for group in proposed:
        if taken_olds.isdisjoint(group.old) and taken_news.isdisjoint(group.new):
            taken_olds.update(group.old)
            taken_news.update(group.new)
            found.append(group)
    return found


class _Wholes:
    """Looks for the parts of passages: of old ones among the new, or turned, of new ones among the old."""

    def __init__(self, pairs: Mapping[int, int], others: int, likeness: Likeness, turned: bool) -> None:
        self._pairs, self._others, self._likeness, self._turned = pairs, others, likeness, turned
        self._partner = {other: one for one, other in pairs.items()}
        self._free = [place for place in range(others) if place not in self._partner]

    def groups(self, wholes: range) -> list[tuple[float, Group]]:
        """Every passage that has two parts or more, and its likeness to them."""
        found = []
        for whole in wholes:
            own = self._pairs.get(whole)
            if own is not None and self._together(whole, [own]) >= 1:
                continue
            for seed in self._free if own is None else [own]:
                parts = self._grown(whole, seed)
                alike = self._together(whole, parts)
                if len(parts) > 1 and alike >= TOGETHER:
                    group = (tuple(parts), (whole,)) if self._turned else ((whole,), tuple(parts))
                    found.append((alike, Group(*group)))
        return found

    def _grown(self, whole: int, seed: int) -> list[int]:
        """A part and those around it that are parts of the same whole, in their order."""
        parts = [seed]
        if self._contained(whole, seed) < CONTAINED:
            return parts
        while len(parts) < MOST_PARTS:
            around = range(max(0, parts[0] - REACH), min(self._others, parts[-1] + REACH + 1))
            fuller = [
                (self._together(whole, [*parts, place]), place)
                for place in around
                if place not in parts and self._is_part(whole, place)
            ]
            if not fuller or max(fuller)[0] <= self._together(whole, parts) + 0.02:
                break
            parts = sorted([*parts, max(fuller)[1]])
        return parts

    def _is_part(self, whole: int, place: int) -> bool:
        contained = self._contained(whole, place)
        partner = self._partner.get(place)
        needed = CONTAINED if partner is None else self._contained(partner, place) + PREFERENCE
        return contained >= needed

    def _contained(self, whole: int, part: int) -> float:
        """Share of what the part says that the whole says too."""
        if self._turned:
            said, _, both = self._likeness.overlap(part, whole)
        else:
            _, said, both = self._likeness.overlap(whole, part)
        return both / said

    def _together(self, whole: int, parts: Sequence[int]) -> float:
        sides = (parts, [whole]) if self._turned else ([whole], parts)
        return self._likeness.together(*sides)
