"""Clauses that were split or merged: one that says what several neighbours together say on the other side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

from rulehound.spec.documents.alignment.likeness import Likeness
from rulehound.spec.documents.alignment.matching import CONTEXT, NEXT, PREVIOUS, Outline, Pair

MOST_PARTS = 6

REACH = 4
"""How far from the other parts the next one is looked for: something new may stand between them."""

CONTAINED = 0.3
"""Share of what a part says that the whole says too, at least."""

TOGETHER = 0.4
"""Likeness of the whole and all its parts together, at least."""

LEFT = 0.4
"""Likeness of a part to what the other parts leave of the whole, at least, unless it stands beside them."""

BESIDE = CONTEXT * (PREVIOUS + NEXT)
"""What it counts to stand beside the other parts: as much as it counts for a counterpart to stand where its
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
    other side, each of them like what the others leave of it; merged is the same from the other side. A part
    is taken from a counterpart for which there is less evidence. The likeliest groups are taken first.
    """
    split = _Wholes(pairs, old, new, likeness).divided()
    turned = {pair.new: Pair(place, pair.worth) for place, pair in pairs.items()}
    merged = _Wholes(turned, new, old, likeness.turned()).divided()
    found = [(-alike, Group((whole,), parts)) for alike, whole, parts in split]
    found += [(-alike, Group(parts, (whole,))) for alike, whole, parts in merged]
    proposed = [group for _, group in sorted(found)]
    proposed += [Group((place,), (pair.new,)) for place, pair in pairs.items()]
    proposed += [Group((place,), ()) for place in range(len(old.passages))]
    proposed += [Group((), (place,)) for place in range(len(new.passages))]
    taken_olds: set[int] = set()
    taken_news: set[int] = set()
    kept = []
    for group in proposed:
        if taken_olds.isdisjoint(group.old) and taken_news.isdisjoint(group.new):
            taken_olds.update(group.old)
            taken_news.update(group.new)
            kept.append(group)
    return kept


class _Wholes:
    """Looks for the parts of the passages of one side among those of the other side."""

    def __init__(self, pairs: Mapping[int, Pair], side: Outline, other: Outline, likeness: Likeness) -> None:
        self._pairs, self._side, self._other, self._likeness = pairs, side, other, likeness
        self._partner = {pair.new: place for place, pair in pairs.items()}
        alone = [place for place in range(len(side.passages)) if place not in pairs]
        free = [place for place in range(len(other.passages)) if place not in self._partner]
        self._nearest = likeness.nearest(alone, free)

    def divided(self) -> list[tuple[float, int, tuple[int, ...]]]:
        """Every passage that has two parts or more: its likeness to them, it, and the parts."""
        found = []
        for whole in range(len(self._side.passages)):
            for seed in self._seeds(whole):
                parts = self._grown(whole, seed)
                alike = self._likeness.covered(whole, parts).likeness
                if len(parts) > 1 and alike >= TOGETHER:
                    found.append((alike, whole, tuple(parts)))
        return found

    def _seeds(self, whole: int) -> list[int]:
        """Its counterpart unless that has the same words; without one, what it may contain."""
        if whole not in self._pairs:
            fitting = [place for place in self._nearest[whole] if self._contained(whole, place) >= CONTAINED]
            return nlargest(SEEDS, fitting, key=lambda place: (self._contained(whole, place), -place))
        own = self._pairs[whole].new
        same = self._side.passages[whole].fingerprint == self._other.passages[own].fingerprint
        return [] if same or self._contained(whole, own) < CONTAINED else [own]

    def _grown(self, whole: int, seed: int) -> list[int]:
        """A part and those around it that are parts of the same whole, in their order."""
        parts = [seed]
        while len(parts) < MOST_PARTS:
            around = range(max(0, parts[0] - REACH), min(len(self._other.passages), parts[-1] + REACH + 1))
            fitting = [
                (evidence, place)
                for place in around
                if place not in parts and self._may_be_part(whole, place)
                if (evidence := self._evidence(whole, parts, place)) > self._worth(place)
            ]
            if not fitting:
                break
            parts = sorted([*parts, max(fitting)[1]])
        return parts

    def _may_be_part(self, whole: int, place: int) -> bool:
        """It says little else, and what stands under it did not stand elsewhere."""
        under = [self._partner.get(child) for child in self._other.children[place]]
        foreign = [
            child for child in under if child not in (None, whole) and self._side.parent[child] != whole
        ]
        return not foreign and self._contained(whole, place) >= CONTAINED

    def _evidence(self, whole: int, parts: Sequence[int], place: int) -> float:
        """That a passage is one more part, beyond what is needed."""
        before = self._likeness.covered(whole, parts)
        after = self._likeness.covered(whole, [*parts, place])
        left, says = before.one - before.both, after.other - before.other
        both = after.both - before.both
        words = 2 * both / (left + says) if both > 0 else 0.0
        return words + BESIDE * (place in (parts[0] - 1, parts[-1] + 1)) - LEFT

    def _worth(self, place: int) -> float:
        """What it costs to take a passage from its counterpart."""
        return self._pairs[self._partner[place]].worth if place in self._partner else 0.0

    def _contained(self, whole: int, part: int) -> float:
        """Share of what the part says that the whole says too."""
        _, said, both = self._likeness.overlap(whole, part)
        return both / said
