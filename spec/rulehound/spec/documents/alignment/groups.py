"""Splits and merges: a clause that says what several neighbours together say on the other side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import pairwise
from typing import NamedTuple

from rulehound.spec.documents.alignment.likeness import Likeness
from rulehound.spec.documents.alignment.matching import CONTEXT, NEXT, PREVIOUS, Pair, PassageTree

MOST_PARTS = 6

REACH = 4
"""How far from the other parts the next part is searched, since new clauses may stand between them."""

CONTAINED = 0.3
"""The least share of the words of a part that the whole has, too."""

TOGETHER = 0.4
"""The least likeness of the whole and all its parts together."""

FAR_CONTAINED = 0.8
"""The least share of the words of a part that the whole has, too, where the part stands further away."""

FAR_LEFT = 0.8
"""The least likeness of such a part to the rest of the whole."""

LEFT = 0.4
"""The least likeness of a part to the rest of the whole, unless the part stands beside the others."""

BESIDE = CONTEXT * (PREVIOUS + NEXT)
"""The weight of standing beside the other parts. It equals that of a counterpart in its expected place."""

SEEDS = 3
"""How many passages are tried as the first part of a whole without a counterpart, best contained first."""


class Group(NamedTuple):
    """The places of old passages, and of the new passages that they became."""

    old: tuple[int, ...]
    new: tuple[int, ...]


def groups(
    pairs: Mapping[int, Pair],
    old: PassageTree,
    new: PassageTree,
    likeness: Likeness,
    forced: Sequence[Group] = (),
) -> list[Group]:
    """All passages of two sides in groups: one to one, split, merged, removed, or added.

    `pairs`: the passages that were matched one to one. A passage is split where its words are in several
    neighbours of the other side, or in one without a counterpart that stands elsewhere, each of them like the
    rest that the others leave. A merge is a split seen
    from the other side. A part is taken from its counterpart where that has less evidence. The likeliest
    groups are taken first, those of neighbours before others. The `forced` ones are taken before all.
    """
    bare = likeness.without_remarks()
    split = _divided(pairs, old, new, likeness, bare)
    turned = {pair.new: Pair(place, pair.worth) for place, pair in pairs.items()}
    merged = _divided(turned, new, old, likeness.turned(), bare.turned())
    candidates = [(_reaches(parts), -alike, Group((whole,), parts)) for alike, whole, parts in split]
    candidates += [(_reaches(parts), -alike, Group(parts, (whole,))) for alike, whole, parts in merged]
    proposed = [*forced, *(group for _, _, group in sorted(candidates))]
    proposed += [Group((place,), (pair.new,)) for place, pair in pairs.items()]
    proposed += [Group((place,), ()) for place in range(len(old.passages))]
    proposed += [Group((), (place,)) for place in range(len(new.passages))]
    taken_olds: set[int] = set()
    taken_news: set[int] = set()
    chosen = []
    for group in proposed:
        if taken_olds.isdisjoint(group.old) and taken_news.isdisjoint(group.new):
            taken_olds.update(group.old)
            taken_news.update(group.new)
            chosen.append(group)
    return chosen


_Division = tuple[float, int, tuple[int, ...]]
"""A passage with two parts or more: its likeness to them, its place, and theirs."""


def _divided(
    pairs: Mapping[int, Pair], side: PassageTree, other: PassageTree, likeness: Likeness, bare: Likeness
) -> list[_Division]:
    """Every divided passage of a side. `bare` compares without remarks in brackets.

    Parts of which only the rule was kept, and not the example, are seen by that alone. It is asked for more
    parts of what is divided anyway, since a remark may be all that was split off.
    """
    divisions = _Wholes(pairs, side, other, likeness).divided()
    if divisions:
        more = {whole: (alike, parts) for alike, whole, parts in _Wholes(pairs, side, other, bare).divided()}
        for index, (_, whole, parts) in enumerate(divisions):
            if whole in more and set(parts) < set(more[whole][1]):
                divisions[index] = (more[whole][0], whole, more[whole][1])
    return divisions


def _reaches(parts: Sequence[int]) -> bool:
    """Whether parts are further from each other than neighbours are."""
    return any(after - before > REACH for before, after in pairwise(parts))


class _Wholes:
    """Searches for the parts of passages of one side among the passages of the other side."""

    def __init__(
        self, pairs: Mapping[int, Pair], side: PassageTree, other: PassageTree, likeness: Likeness
    ) -> None:
        self._pairs, self._side, self._other, self._likeness = pairs, side, other, likeness
        self._partner = {pair.new: place for place, pair in pairs.items()}
        alone = [place for place in range(len(side.passages)) if place not in pairs]
        free = [place for place in range(len(other.passages)) if place not in self._partner]
        self._nearest = likeness.nearest(alone, free)
        self._free_like = likeness.nearest(self._reworded(), free)

    def _reworded(self) -> list[int]:
        """The passages whose counterparts have other words."""
        return [
            place
            for place, pair in self._pairs.items()
            if self._side.passages[place].fingerprint != self._other.passages[pair.new].fingerprint
        ]

    def divided(self) -> list[_Division]:
        """Every passage with two parts or more: its likeness to them, its place, and theirs."""
        divisions = []
        for whole in range(len(self._side.passages)):
            for seed in self._seeds(whole):
                parts = self._grown(whole, seed)
                alike = self._likeness.covered(whole, parts).likeness
                if len(parts) > 1 and alike >= TOGETHER:
                    divisions.append((alike, whole, tuple(parts)))
        return divisions

    def _seeds(self, whole: int) -> list[int]:
        """The first parts to try: its counterpart, unless that has equal words, else what it may contain."""
        if whole not in self._pairs:
            fitting = [place for place in self._nearest[whole] if self._contained(whole, place) >= CONTAINED]
            return nlargest(SEEDS, fitting, key=lambda place: (self._contained(whole, place), -place))
        own = self._pairs[whole].new
        same = self._side.passages[whole].fingerprint == self._other.passages[own].fingerprint
        return [] if same or self._contained(whole, own) < CONTAINED else [own]

    def _grown(self, whole: int, seed: int) -> list[int]:
        """All parts of a whole around the first part `seed`, in their order."""
        parts = [seed]
        while len(parts) < MOST_PARTS:
            around = range(max(0, parts[0] - REACH), min(len(self._other.passages), parts[-1] + REACH + 1))
            fitting = [
                (evidence, place)
                for place in around
                if place not in parts and self._may_be_part(whole, place)
                if (evidence := self._evidence(whole, parts, place)) > self._worth(place)
            ]
            if parts == [seed]:
                fitting = fitting or list(self._far_parts(whole, parts))
            if not fitting:
                break
            parts = sorted([*parts, max(fitting)[1]])
        return parts

    def _far_parts(self, whole: int, parts: Sequence[int]) -> Iterator[tuple[float, int]]:
        """Passages without a counterpart that say what the parts leave of a whole, wherever they stand."""
        for place in self._free_like.get(whole, ()):
            if place not in parts and self._may_be_part(whole, place):
                evidence = self._evidence(whole, parts, place) + LEFT - FAR_LEFT
                if evidence > 0 and self._contained(whole, place) >= FAR_CONTAINED:
                    yield evidence, place

    def _may_be_part(self, whole: int, place: int) -> bool:
        """Whether a passage says little else, and its children did not stand under another passage."""
        under = [self._partner.get(child) for child in self._other.children[place]]
        foreign = [
            child for child in under if child not in (None, whole) and self._side.parent[child] != whole
        ]
        return not foreign and self._contained(whole, place) >= CONTAINED

    def _evidence(self, whole: int, parts: Sequence[int], place: int) -> float:
        """Evidence that a passage is one more part, less the evidence that is needed."""
        before = self._likeness.covered(whole, parts)
        after = self._likeness.covered(whole, [*parts, place])
        rest, part_words = before.one - before.both, after.other - before.other
        both = after.both - before.both
        words = 2 * both / (rest + part_words) if both > 0 else 0.0
        return words + BESIDE * (place in (parts[0] - 1, parts[-1] + 1)) - LEFT

    def _worth(self, place: int) -> float:
        """The cost of taking a passage from its counterpart."""
        return self._pairs[self._partner[place]].worth if place in self._partner else 0.0

    def _contained(self, whole: int, part: int) -> float:
        """The share of the words of the part that the whole has, too."""
        _, part_words, both = self._likeness.overlap(whole, part)
        return both / part_words
