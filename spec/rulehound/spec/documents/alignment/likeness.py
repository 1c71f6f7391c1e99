"""The likeness of an old and a new passage: the words that they share, by their texts or their sketches."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from heapq import nlargest
from typing import NamedTuple

import msgspec

from rulehound.spec.documents.alignment.correspondences import Passage
from rulehound.spec.documents.sketch import equal_bins, shingles, sketch, sketch_covered, sketch_overlap

CANDIDATES = 8
"""How many passages of the other side are compared closely with one passage, for their words."""

COMMON = 40
"""A shingle in more passages than this does not propose candidates, unless a passage has no rarer one."""


_REMARK = re.compile(r"[(（][^()（）]*[)）]")


class Overlap(NamedTuple):
    """The amount of words of one text, of the other, and of both in common, in one unit."""

    one: float
    other: float
    both: float

    @property
    def likeness(self) -> float:
        """The share of words in common, 0 to 1 (Dice's measure)."""
        return 2 * self.both / (self.one + self.other)


class Likeness:
    """Compares passages of two sides, named by their places (from 0), by their words weighed by rarity.

    Where both texts are at hand, words and pairs of words count by the square root of their information, the
    logarithm of their rarity in the two editions. So common words like "the player" count little, and one
    rare word does not outweigh all others. In sketches, which know no words, every shingle counts the same.
    """

    def __init__(self, old: Sequence[Passage], new: Sequence[Passage]) -> None:
        self._old, self._new = _Side(old), _Side(new)
        spread = Counter(word for words in (*self._old.words, *self._new.words) for word in words)
        total = len(old) + len(new)
        # In whole numbers, so that a sum is the same in whatever order a set gives its words.
        self._weight = {
            word: round(1000 * math.sqrt(math.log(1 + total / count))) for word, count in spread.items()
        }
        for side in (self._old, self._new):
            side.amounts = [self._amount(words) for words in side.words]
        self._overlaps: dict[tuple[int, int], Overlap] = {}

    def without_remarks(self) -> Likeness:
        """This comparison without what stands in brackets, where all texts are at hand; else as it is.

        An example in brackets may be longer than the clause that it illustrates, and goes where clauses are
        merged.
        """
        sides = self._old.passages, self._new.passages
        if any(passage.text is None for side in sides for passage in side):
            return self
        old, new = ([_without_remarks(passage) for passage in side] for side in sides)
        return Likeness(old, new)

    def turned(self) -> Likeness:
        """This comparison with the old and the new side exchanged."""
        turned = copy(self)
        turned._old, turned._new, turned._overlaps = self._new, self._old, {}
        return turned

    def overlap(self, old: int, new: int) -> Overlap:
        """The overlap of an old passage (`one`) and a new passage (`other`)."""
        known = self._overlaps.get((old, new))
        if known is None:
            known = self._overlaps[old, new] = self._measure(old, new)
        return known

    def _measure(self, old: int, new: int) -> Overlap:
        if self._old.passages[old].fingerprint == self._new.passages[new].fingerprint:
            return Overlap(1.0, 1.0, 1.0)
        if not (self._old.is_known(old) and self._new.is_known(new)):
            return Overlap(1.0, 1.0, 0.0)
        one, other = self._old.words[old], self._new.words[new]
        if not (one and other):
            return Overlap(*sketch_overlap(self._old.sketch(old), self._new.sketch(new)))
        return Overlap(self._old.amounts[old], self._new.amounts[new], self._amount(one & other))

    def covered(self, old: int, news: Sequence[int]) -> Overlap:
        """The overlap of an old passage (`one`) and several new ones taken as one text (`other`)."""
        if not (self._old.is_known(old) and all(map(self._new.is_known, news))):
            return Overlap(1.0, 1.0, 0.0)
        one, others = self._old.words[old], [self._new.words[new] for new in news]
        if not (one and all(others)):
            return Overlap(*sketch_covered(self._old.sketch(old), [self._new.sketch(new) for new in news]))
        other = frozenset[str]().union(*others)
        return Overlap(self._old.amounts[old], self._amount(other), self._amount(one & other))

    def together(self, olds: Sequence[int], news: Sequence[int]) -> float:
        """Likeness of the old passages as one text and the new ones as one text.

        One side is a single passage.
        """
        if len(olds) == len(news) == 1:
            return self(olds[0], news[0])
        overlap = self.covered(olds[0], news) if len(olds) == 1 else self.turned().covered(news[0], olds)
        return overlap.likeness

    def __call__(self, old: int, new: int) -> float:
        """Likeness of two passages, 0 to 1; 1 where fingerprints are equal."""
        return self.overlap(old, new).likeness

    def _amount(self, words: Iterable[str]) -> int:
        return sum(map(self._weight.__getitem__, words))

    def nearest(self, olds: Sequence[int], news: Sequence[int]) -> dict[int, list[int]]:
        """For each old passage, the new passages with the most words in common, nearest first."""
        places: dict[str, list[int]] = defaultdict(list)
        for new in news:
            for word in self._new.words[new]:
                places[word].append(new)
        lacking_text = not (
            all(self._old.words[old] for old in olds) and all(self._new.words[new] for new in news)
        )
        sketched = {new: int(self._new.sketch(new), 16) for new in news} if lacking_text else {}
        wordless = {new: number for new, number in sketched.items() if not self._new.words[new]}
        return {
            old: self._nearest_by_words(old, places)
            + self._nearest_by_sketch(old, wordless if self._old.words[old] else sketched)
            for old in olds
        }

    def _nearest_by_words(self, old: int, places: Mapping[str, Sequence[int]]) -> list[int]:
        words = [word for word in self._old.words[old] if word in places]
        telling = [word for word in words if len(places[word]) <= COMMON] or words
        both: dict[int, int] = defaultdict(int)
        for word in telling:
            for new in places[word]:
                both[new] += self._weight[word]
        own, others = self._old.amounts[old], self._new.amounts
        return nlargest(CANDIDATES, both, key=lambda new: (both[new] / (own + others[new]), -new))

    def _nearest_by_sketch(self, old: int, news: Mapping[int, int]) -> list[int]:
        if not news:
            return []
        own = int(self._old.sketch(old), 16)
        equal = {new: equal_bins(own, number) for new, number in news.items()}
        return nlargest(CANDIDATES, equal, key=lambda new: (equal[new], -new))


def _without_remarks(passage: Passage) -> Passage:
    text = _REMARK.sub(" ", passage.text or "").strip()
    return msgspec.structs.replace(passage, text=text) if text else passage


class _Side:
    """The words of the passages of one side."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = passages
        self.words = [shingles(passage.text) if passage.text else frozenset() for passage in passages]
        self.amounts: list[int] = []
        """The weight of all words of each passage."""
        self._sketches: dict[int, str] = {}

    def is_known(self, place: int) -> bool:
        """Whether a passage has a text or a sketch. Otherwise only its fingerprint can be compared."""
        return self.passages[place].text is not None or self.passages[place].sketch != ""

    def sketch(self, place: int) -> str:
        """The recorded sketch of a passage, or one made of its text."""
        if place not in self._sketches:
            passage = self.passages[place]
            self._sketches[place] = passage.sketch or sketch(passage.text or "")
        return self._sketches[place]
