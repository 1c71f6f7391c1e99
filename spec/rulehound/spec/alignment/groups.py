"""Clauses that were split or merged: one that says what several neighbours together say on the other side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

from rulehound.spec.alignment.likeness import Likeness
from rulehound.spec.alignment.matching import CONTEXT, NEXT, PREVIOUS, Outline, Pair

MOST_PARTS = 6

REACH = 4
"""How far from the other parts the next one is looked for: something new may stand between them."""

CONTAINED = 0.3
"""Share of what a part says that the whole says too, at least."""

TOGETHER = 0.4
"""Likeness of the whole and all its parts together, at least."""

BESIDE = CONTEXT * (PREVIOUS + NEXT)
"""What it counts, beside the words, to stand next to the other parts: as much as a counterpart where its
neighbours have it."""

SEEDS = 3
"""Passages from which the parts of one without a counterpart are looked for, those first that it contains
most of."""


class Group(NamedTuple):
    """Places of the old passages and of the new ones that they became."""

    old: tuple[int, ...]
    new: tuple[int, ...]


def groups(pairs: Mapping[int, Pair], old: Outline, new: Outline, likeness: Likeness) -> list[Group]:
    """All passages of two sides in groups, most of one and one; of none and one where they came or went.

    `pairs` are those matched one to one. A passage is split where its words are in several neighbours of the
    other side, and are more like all of them together than like fewer; merged is the same from the other
    side. A part may be taken from a counterpart whose evidence is less than what it adds to the likeness of
    the whole, with what its place beside the other parts is worth. The likeliest groups are taken first.
    """
    split = _Wholes(pairs, old, new, likeness, turned=False).groups()
    turned = {pair.new: Pair(place, pair.worth) for place, pair in pairs.items()}
    merged = _Wholes(turned, new, old, likeness, turned=True).groups()
    proposed = [group for _, group in sorted([*split, *merged], key=lambda each: (-each[0], each[1]))]
    proposed += [Group((place,), (pair.new,)) for place, pair in pairs.items()]
    proposed += [Group((place,), ()) for place in range(len(old.passages))]
    proposed += [Group((), (place,)) for place in range(len(new.passages))]
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

    def __init__(
        self, pairs: Mapping[int, Pair], side: Outline, other: Outline, likeness: Likeness, turned: bool
    ) -> None:
        self._pairs, self._side, self._other = pairs, side, other
        self._likeness, self._turned = likeness, turned
        self._partner = {pair.new: place for place, pair in pairs.items()}
        self._free = [place for place in range(len(other.passages)) if place not in self._partner]

    def groups(self) -> list[tuple[float, Group]]:
        """Every passage that has two parts or more, and its likeness to them."""
        found = []
        for whole in range(len(self._side.passages)):
            for seed in self._seeds(whole):
                parts = self._grown(whole, seed)
                alike = self._together(whole, parts)
                if len(parts) > 1 and alike >= TOGETHER:
                    group = (tuple(parts), (whole,)) if self._turned else ((whole,), tuple(parts))
                    found.append((alike, Group(*group)))
        return found

    def _seeds(self, whole: int) -> list[int]:
        """Its counterpart unless that has the same words; without one, what it may contain."""
        if whole not in self._pairs:
            fitting = [place for place in self._free if self._contained(whole, place) >= CONTAINED]
            return nlargest(SEEDS, fitting, key=lambda place: (self._contained(whole, place), -place))
        own = self._pairs[whole].new
        same = self._side.passages[whole].fingerprint == self._other.passages[own].fingerprint
        return [] if same or self._contained(whole, own) < CONTAINED else [own]

    def _grown(self, whole: int, seed: int) -> list[int]:
        """A part and those around it that are parts of the same whole, in their order."""
        parts = [seed]
        while len(parts) < MOST_PARTS:
            around = range(max(0, parts[0] - REACH), min(len(self._other.passages), parts[-1] + REACH + 1))
            alike = self._together(whole, parts)
            fuller = [
                (gain, place)
                for place in around
                if place not in parts and self._may_be_part(whole, place)
                if (gain := self._together(whole, [*parts, place]) - alike) > self._cost(place, parts)
            ]
            if not fuller:
                break
            parts = sorted([*parts, max(fuller)[1]])
        return parts

    def _may_be_part(self, whole: int, place: int) -> bool:
        """It says little else, and what stands under it did not stand elsewhere."""
        under = [self._partner.get(child) for child in self._other.children[place]]
        foreign = [
            child for child in under if child not in (None, whole) and self._side.parent[child] != whole
        ]
        return not foreign and self._contained(whole, place) >= CONTAINED

    def _cost(self, place: int, parts: Sequence[int]) -> float:
        """What it costs to take a passage from its counterpart and put it to these parts; never negative."""
        if place not in self._partner:
            return 0.0
        is_beside = place in (parts[0] - 1, parts[-1] + 1)
        return max(0.0, self._pairs[self._partner[place]].worth - BESIDE * is_beside)

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
