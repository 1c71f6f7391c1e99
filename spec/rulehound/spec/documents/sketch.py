"""A sketch of a clause's words: enough to recognise them reworded, split or merged, without keeping them.

A sketch is a b-bit minwise sample of the set of a text's shingles (Li and König, "b-Bit Minwise Hashing", WWW
2010), filled as in "Fast Similarity Sketching" (Dahlgaard, Knudsen and Thorup, FOCS 2017): one hash a shingle
for long texts, and for short ones, which are the hard ones, the accuracy of as many hashes as there are bins.
The number of shingles stands beside it, so that a sketch can also say how much of one text is in another.

Measured on the 1,103 clauses of a real rulebook, words replaced by others of the same rulebook, at the
similarity that one unrelated pair of clauses in a thousand reaches: of clauses of over six words, those with
a tenth or a fifth of their words changed are all recognised (by a simhash of 64 bits: 79 % and 38 %), with
three tenths changed 90 % (14 %), with half changed 4 % (1 %). Of shorter clauses, mostly headings, 26 % are
recognised with a fifth changed (13 %): what tells them apart is where they stand.

What a sketch gives away: it is a hash without a secret, so whoever guesses a text can confirm the guess, as
with the fingerprint beside it. It also confirms part of a guess. Tried with the vocabulary of that rulebook
(981 words), ranking single words by how well they fit: all words of a heading of 2 or 3 words are found, 81 %
in clauses of 4 to 6 words, 36 % at 8 to 12, about one in eight above 16, without their order. Take headings
and short clauses for readable to somebody with a dictionary and patience, and longer ones for confirmable.
"""

from __future__ import annotations

import hashlib
import math
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

BINS = 126
"""How many shingles are sampled. The sketch keeps 4 bits of each, one hexadecimal digit."""

SIZE_STEP = 1.04
"""Ratio of neighbouring values of the logarithmic size in the last two digits."""

_CHANCE = 1 / 16
_LOW_BITS = int("1" * BINS, 16)
_ROUNDS_A_DIGEST = 8
_SPACELESS = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_SPACELESS}]|[^\W\d_{_SPACELESS}]+|(?<![\d.-])\d+(?![.-]?\d)")


def shingles(text: str) -> frozenset[str]:
    """The features by which a text is compared, after NFKC and case folding; punctuation does not count.

    A text in a script with spaces gives its words, its numbers, and each two that follow each other; one in
    Chinese or Japanese gives its characters in the same way. Digits held together by points or dashes are no
    words: mostly they are numbers of clauses, which differ between editions without a change of words.
    """
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    return frozenset(words).union(f"{one} {other}" for one, other in pairwise(words))


def sketch(text: str) -> str:
    """128 hexadecimal digits: 126 sampled shingles of 4 bits, then the number of shingles on a log scale."""
    features = shingles(text) or frozenset({""})
    filled: dict[int, int] = {}
    for turn in range(2 * BINS):
        this_turn: dict[int, int] = {}
        for shingle in features:
            place, value = _hashes(shingle, turn // _ROUNDS_A_DIGEST)[turn % _ROUNDS_A_DIGEST]
            if turn >= BINS:  # by now only an unlucky bin is empty; each is filled in a turn of its own
                place = turn - BINS
            if place not in filled and value < this_turn.get(place, value + 1):
                this_turn[place] = value
        filled |= this_turn
        if len(filled) == BINS:
            break
    size = min(255, round(math.log(len(features), SIZE_STEP)))
    return "".join(f"{filled[place] & 15:x}" for place in range(BINS)) + f"{size:02x}"


@lru_cache(maxsize=1 << 16)
def _hashes(shingle: str, block: int) -> tuple[tuple[int, int], ...]:
    """Bin and value of a shingle in each turn of a block of turns."""
    digest = hashlib.blake2b(shingle.encode(), digest_size=64, salt=block.to_bytes(2, "big")).digest()
    pieces = (int.from_bytes(digest[i : i + 8], "big") for i in range(0, 64, 8))
    return tuple((piece % BINS, piece // BINS) for piece in pieces)


def sketch_similarity(one: str, other: str) -> float:
    """How much the words of two sketched texts resemble each other, 0 to 1: an estimate of Dice's measure."""
    common = _common(one, other)
    return 2 * common / (1 + common)


def sketch_overlap(one: str, other: str) -> tuple[float, float, float]:
    """Estimates of the shingles of the one text, of the other, and of those in both; none is negative."""
    sizes = (_size(one), _size(other))
    common = _common(one, other)
    return *sizes, min(*sizes, common / (1 + common) * sum(sizes))


def sketch_covered(whole: str, parts: Sequence[str]) -> tuple[float, float, float]:
    """The estimates of `sketch_overlap` for a text and several others taken as one.

    Where a bin of the whole equals that of a part, its shingle came from that part. So the words that several
    parts explain together are known better than by adding up what each has in common with the whole.
    """
    digits = zip(whole[:BINS], *(part[:BINS] for part in parts), strict=True)
    by_chance = 1 - (1 - _CHANCE) ** len(parts)
    explained = sum(own in others for own, *others in digits) / BINS
    in_both = _size(whole) * max(0.0, (explained - by_chance) / (1 - by_chance))
    overlaps = (sketch_overlap(whole, part) for part in parts)
    return _size(whole), in_both + sum(size - both for _, size, both in overlaps), in_both


def equal_bins(one: int, other: int) -> int:
    """How many bins of two sketches, given as the numbers that they write, hold the same."""
    differing = (one ^ other) >> 8
    differing |= differing >> 2
    differing |= differing >> 1
    return BINS - (differing & _LOW_BITS).bit_count()


def _common(one: str, other: str) -> float:
    """Estimate of the share of shingles in both among those in either, 0 to 1 (Jaccard)."""
    equal = equal_bins(int(one, 16), int(other, 16)) / BINS
    return max(0.0, (equal - _CHANCE) / (1 - _CHANCE))


def _size(sketched: str) -> float:
    return SIZE_STEP ** int(sketched[BINS:], 16)
