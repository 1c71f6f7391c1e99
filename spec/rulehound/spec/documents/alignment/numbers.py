"""Numbers that changed between two texts. Checks take their bounds from such numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import Indel

from rulehound.spec.documents.alignment.correspondences import NumberChange
from rulehound.spec.documents.alignment.words import plain, tokens

AROUND = 4
"""Words shown on either side of a number; in a script without spaces, three times as many characters."""

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
NUMBER_WORDS = {word: str(value) for value, word in enumerate(_WORDS.split())} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "hundred": "100", "thousand": "1000",
    "twice": "2", "thrice": "3", "first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5",
}  # fmt: skip
"""Words that state a number, each with its digits."""

HAN_DIGITS = {character: str(value) for value, character in enumerate("〇一二三四五六七八九十")} | {"两": "2"}
HAN_COUNTERS = "枚回つ体人点個種色度番张次个名只"
"""A Chinese numeral states a number where one of these follows it; elsewhere it is often part of a word."""

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_CLAUSE_NUMBER = re.compile(r"\d+(?:-\d+)+")


class _Number(NamedTuple):
    value: str
    """In digits, with its sign."""
    printed: str
    around: str


class _Piece(NamedTuple):
    folded: str
    """The text as it is compared: in small letters, a number as its value."""
    number: _Number | None


def compare_numbers(old: str, new: str) -> tuple[NumberChange, ...]:
    """Numbers that changed, came or went, in the order of the text.

    A number and the word for it are the same. Numbers are paired where the words around them are the same, or
    as they follow each other where those changed too. Numbers like `1-2` are not numbers of the text, and
    cross-references should have been taken out.
    """
    before, after = _pieces(old), _pieces(new)
    changes: list[NumberChange] = []
    olds: list[_Number] = []
    news: list[_Number] = []
    for step in Indel.opcodes([piece.folded for piece in before], [piece.folded for piece in after]):
        old_pieces, new_pieces = before[step.src_start : step.src_end], after[step.dest_start : step.dest_end]
        if step.tag != "equal":
            olds += [piece.number for piece in old_pieces if piece.number]
            news += [piece.number for piece in new_pieces if piece.number]
        elif any(piece.folded.strip() for piece in old_pieces):
            changes += _paired(olds, news)
            olds, news = [], []
    return (*changes, *_paired(olds, news))


def _paired(olds: Sequence[_Number], news: Sequence[_Number]) -> Iterator[NumberChange]:
    """The changed numbers of a differing stretch. Equal values are no change; the others pair in order."""
    steps = Indel.opcodes([number.value for number in olds], [number.value for number in news])
    equal = [step for step in steps if step.tag == "equal"]
    kept_olds = {place for step in equal for place in range(step.src_start, step.src_end)}
    kept_news = {place for step in equal for place in range(step.dest_start, step.dest_end)}
    removed = [number for place, number in enumerate(olds) if place not in kept_olds]
    added = [number for place, number in enumerate(news) if place not in kept_news]
    for one, other in zip(removed, added, strict=False):
        yield NumberChange(one.printed, other.printed, other.around)
    for one in removed[len(added) :]:
        yield NumberChange(one.printed, "", one.around)
    for other in added[len(removed) :]:
        yield NumberChange("", other.printed, other.around)


def _pieces(text: str) -> list[_Piece]:
    parts = tokens(_CLAUSE_NUMBER.sub(" ", plain(text)))
    pieces: list[_Piece] = []
    for place, part in enumerate(parts):
        value = _value(parts, place)
        if value is None:
            pieces.append(_Piece(part.casefold(), None))
        else:
            sign = parts[place - 1] if _is_signed(parts, place) else ""
            around = "".join(parts[max(0, place - _reach(parts)) : place + _reach(parts) + 1]).strip()
            pieces.append(_Piece(sign + value, _Number(sign + value, sign + part, around)))
    return pieces


def _value(parts: Sequence[str], place: int) -> str | None:
    part = parts[place]
    if _DIGITS.fullmatch(part):
        glued = place > 0 and parts[place - 1][-1].isalpha() and parts[place - 1].isascii()
        return None if glued else part.replace(",", "")
    if part in HAN_DIGITS and place + 1 < len(parts) and parts[place + 1][0] in HAN_COUNTERS:
        return HAN_DIGITS[part]
    return NUMBER_WORDS.get(part.casefold())


def _is_signed(parts: Sequence[str], place: int) -> bool:
    """Whether the sign before a number belongs to it, and does not join two words."""
    if place == 0 or parts[place - 1] not in {"+", "-"} or not _DIGITS.fullmatch(parts[place]):
        return False
    return place == 1 or not parts[place - 2][-1].isalnum() or not parts[place - 2].isascii()


def _reach(parts: Sequence[str]) -> int:
    spaced = any(part.isspace() for part in parts)
    return 2 * AROUND if spaced else 3 * AROUND
