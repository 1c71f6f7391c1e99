"""How much the words of an old and a new passage have in common, by their texts or else by their sketches."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest

from rulehound.spec.alignment.records import Passage
from rulehound.spec.sketch import equal_bins, shingles, sketch, sketch_covered, sketch_overlap

CANDIDATES = 8
"""Passages of the other side that are looked at closer for the words of one."""

COMMON = 40
"""A shingle of more passages than this is no way to find candidates, unless a passage has no rarer one."""


class Likeness:
    """Compares passages of two sides by their place there (from 0), with what they say weighed by its rarity.

    Where both texts are at hand, words and pairs of words count by the root of their information, which is
    the logarithm of how rare they are in the two editions: that a clause says "the player" tells little, and
    yet one rare word in exchange for another should not outweigh all the rest. Sketches know no words, so
    there every shingle counts the same.
    """

    def __init__(self, old: Sequence[Passage], new: Sequence[Passage]) -> None:
        self._old, self._new = old, new
        self._old_words = [_shingles(passage) for passage in old]
        self._new_words = [_shingles(passage) for passage in new]
        spread = Counter(word for words in (*self._old_words, *self._new_words) for word in words)
        total = len(old) + len(new)
        # In whole numbers, so that a sum is the same in whatever order a set gives its words.
        self._weight = {
            word: round(1000 * math.sqrt(math.log(1 + total / count))) for word, count in spread.items()
        }
        self._old_amount = [sum(map(self._weight.__getitem__, words)) for words in self._old_words]
        self._new_amount = [sum(map(self._weight.__getitem__, words)) for words in self._new_words]
        self._sketches: dict[tuple[bool, int], str] = {}
        self._overlaps: dict[tuple[int, int], tuple[float, float, float]] = {}

    def overlap(self, old: int, new: int) -> tuple[float, float, float]:
        """How much the old passage says, how much the new one, and how much of that both do (in one unit)."""
        known = self._overlaps.get((old, new))
        if known is None:
            known = self._overlaps[old, new] = self._measure(old, new)
        return known

    def _measure(self, old: int, new: int) -> tuple[float, float, float]:
        if self._old[old].fingerprint == self._new[new].fingerprint:
            return 1.0, 1.0, 1.0
        if not (_is_known(self._old[old]) and _is_known(self._new[new])):
            return 1.0, 1.0, 0.0
        one, other = self._old_words[old], self._new_words[new]
        if not (one and other):
            return sketch_overlap(self._sketch(False, old), self._sketch(True, new))
        both = sum(map(self._weight.__getitem__, one & other))
        return self._old_amount[old], self._new_amount[new], both

    def together(self, olds: Sequence[int], news: Sequence[int]) -> float:
        """Likeness of all old passages as one text to all new ones as one text; one of the two is one
        passage."""
        passages = [self._old[old] for old in olds] + [self._new[new] for new in news]
        if not all(map(_is_known, passages)):
            return 0.0
        words = [self._old_words[old] for old in olds], [self._new_words[new] for new in news]
        if all(all(side) for side in words):
            old_words, new_words = (frozenset[str]().union(*side) for side in words)
            counted = (old_words, new_words, old_words & new_words)
            amounts = [float(sum(map(self._weight.__getitem__, each))) for each in counted]
        else:
            old_sketches = [self._sketch(False, old) for old in olds]
            new_sketches = [self._sketch(True, new) for new in news]
            parts, whole = sorted((old_sketches, new_sketches), key=len, reverse=True)
            amounts = [*sketch_covered(whole[0], parts)]
        one, other, both = amounts
        return 2 * both / (one + other)

    def __call__(self, old: int, new: int) -> float:
        """Share of what the two say that both say, 0 to 1 (Dice's measure); 1 where fingerprints are
        equal."""
        one, other, both = self.overlap(old, new)
        return 2 * both / (one + other)

    def nearest(self, olds: Iterable[int], news: Sequence[int]) -> dict[int, list[int]]:
        """For each old passage the new ones with the most words in common, the nearest first."""
        places: dict[str, list[int]] = defaultdict(list)
        for new in news:
            for word in self._new_words[new]:
                places[word].append(new)
        lacking_text = any(not words for words in (*self._old_words, *self._new_words))
        sketched = {new: int(self._sketch(True, new), 16) for new in news} if lacking_text else {}
        wordless = {new: number for new, number in sketched.items() if not self._new_words[new]}
        return {
            old: self._nearest_by_words(old, places)
            + self._nearest_by_sketch(old, wordless if self._old_words[old] else sketched)
            for old in olds
        }

    def _nearest_by_words(self, old: int, places: dict[str, list[int]]) -> list[int]:
        words = [word for word in self._old_words[old] if word in places]
        telling = [word for word in words if len(places[word]) <= COMMON] or words
        both: dict[int, int] = defaultdict(int)
        for word in telling:
            for new in places[word]:
                both[new] += self._weight[word]
        own = self._old_amount[old]
        return nlargest(CANDIDATES, both, key=lambda new: (both[new] / (own + self._new_amount[new]), -new))

    def _nearest_by_sketch(self, old: int, news: Mapping[int, int]) -> list[int]:
        if not news:
            return []
        own = int(self._sketch(False, old), 16)
        equal = {new: equal_bins(own, number) for new, number in news.items()}
        return nlargest(CANDIDATES, equal, key=lambda new: (equal[new], -new))

    def _sketch(self, is_new: bool, place: int) -> str:
        known = self._sketches.get((is_new, place))
        if known is None:
            passage = (self._new if is_new else self._old)[place]
            known = self._sketches[is_new, place] = passage.sketch or sketch(passage.text or "")
        return known


def _is_known(passage: Passage) -> bool:
    """Of a passage with neither text nor sketch, only the fingerprint can be compared."""
    return passage.text is not None or passage.sketch != ""


def _shingles(passage: Passage) -> frozenset[str]:
    return shingles(passage.text) if passage.text else frozenset()
