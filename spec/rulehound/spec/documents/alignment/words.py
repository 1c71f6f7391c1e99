"""Comparing two texts word by word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import Indel

from rulehound.spec.documents.alignment.correspondences import Passage, WordChange

_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    rf"""
    \d+(?:[.,]\d+)*                  # a number
    | [^\W\d_{_CJK}]+(?:'[^\W\d_{_CJK}]+)*  # a word
    | [\u30a0-\u30ff]+               # a foreign word in Japanese
    | \s+ | .                        # in scripts without spaces, a character
    """,
    re.VERBOSE | re.DOTALL,
)
_SAYS = re.compile(r"[^\W_]|[+%=≤≥≠-]")
_PLAIN = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(map(ord, "“”„‟«»〝〞"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛`´"), "'"),
    **dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣"), "-"),
    ord("\u3000"): " ",
    ord("\u00ad"): None,
}
_BLANKS = re.compile(rf"(?<=[{_CJK}、。」』】）])\s+|\s+(?=[{_CJK}「『【（])|\s+")


def plain(text: str) -> str:
    """A text in plain typography, in which two printings of the same words are equal.

    It has one kind of quotes and of dashes, single blanks, none within a script that has none, and ASCII at
    normal width.
    """
    spaced = text.translate(_PLAIN)
    return _BLANKS.sub(lambda blank: " " if _between_words(spaced, *blank.span()) else "", spaced).strip()


def _between_words(text: str, start: int, end: int) -> bool:
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return not re.search(rf"[{_CJK}、。「」『』【】]", around)


def own_words(passage: Passage) -> str:
    """The text of a passage without its cross-references; empty where there is none."""
    text = passage.text or ""
    for cited in sorted(passage.references, key=lambda each: each.start, reverse=True):
        if cited.end:
            text = text[: cited.start] + " " + text[cited.end :]
    return text


def tokens(text: str) -> list[str]:
    """Words, numbers, stretches of blanks and other signs, in order. Joined, they are the text."""
    return _TOKEN.findall(text)


def word_similarity(old: str, new: str) -> float:
    """The share of words and numbers in common in the same order, 0 to 1. Case does not count."""
    return Indel.normalized_similarity(_folded_words(old), _folded_words(new))


def same_words(old: str, new: str) -> bool:
    """Whether two texts differ in typography and punctuation at most."""
    return _folded_words(old) == _folded_words(new)


def _folded_words(text: str) -> list[str]:
    return [token.casefold() for token in tokens(plain(text)) if _SAYS.search(token)]


def compare_words(old: str, new: str) -> tuple[WordChange, ...]:
    """The stretches of the longest common sequence of words, and the differing stretches between them.

    Joined, they are `plain` of the two texts. A common stretch that is shorter than the differences on both
    sides of it counts as differing, since a chance word within a rewritten passage helps no reader.
    """
    before, after = tokens(plain(old)), tokens(plain(new))
    stretches = [
        ("".join(before[step.src_start : step.src_end]), "".join(after[step.dest_start : step.dest_end]))
        for step in Indel.opcodes(before, after)
    ]
    while (merged := _without_chance(_joined(stretches))) != stretches:
        stretches = merged
    return tuple(WordChange(one, other) for one, other in stretches)


def _joined(stretches: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Stretches, with neighbouring ones that differ joined to one."""
    joined: list[tuple[str, str]] = []
    for one, other in stretches:
        if joined and one != other and joined[-1][0] != joined[-1][1]:
            joined[-1] = (joined[-1][0] + one, joined[-1][1] + other)
        else:
            joined.append((one, other))
    return joined


def _without_chance(stretches: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Stretches, with the first short common one merged into the longer differences around it."""
    for place in range(1, len(stretches) - 1):
        one, other = stretches[place]
        around = min(max(map(len, stretches[place - 1])), max(map(len, stretches[place + 1])))
        if one == other and len(one) <= around:
            three = stretches[place - 1 : place + 2]
            whole = ("".join(each[0] for each in three), "".join(each[1] for each in three))
            return [*stretches[: place - 1], whole, *stretches[place + 2 :]]
    return stretches
