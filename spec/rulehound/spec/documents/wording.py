"""The wording of a clause: its words with the numbers taken out, and the numbers by themselves.

Two clauses of equal wording say the same but for their numbers. So a changed number is told from changed
words where only hashes of the old words are at hand.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

_UNITS = re.findall(r"\w+", """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen
""")  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NUMBER_WORDS: Mapping[str, int] = {
    **{unit: value for value, unit in enumerate(_UNITS)},
    **{ordinal: value for value, ordinal in enumerate(_ORDINALS, 1)},
    **{ten: 10 * tens for tens, ten in enumerate(_TENS, 2)},
    **{
        f"{ten}{join}{unit}": 10 * tens + value
        for tens, ten in enumerate(_TENS, 2)
        for value, unit in enumerate(_UNITS[1:10], 1)
        for join in "- "
    },
    **{"once": 1, "twice": 2, "thrice": 3, "dozen": 12, "hundred": 100, "thousand": 1000},
}
"""English words that state a number, each with its value."""

_TIMES = ("dozen", "hundred", "thousand")
"""Words by which the number before them is multiplied: two hundred."""

_PARTS = frozenset(NUMBER_WORDS) - frozenset((*_TIMES, *_ORDINALS, "zero", "once", "twice", "thrice"))
"""Words that may be the first or a further part of a number."""

_GROUPED = re.compile(r"\d{1,3}(?:(?:[,，]\d{3})+|(?: 000)+)")
_BETWEEN_PARTS = re.compile(r"[ -](?:and )?", re.IGNORECASE)
_NUMBER = re.compile(
    r"\d{1,3}(?:(?:[,，]\d{3})+|(?: 000)+)(?!\d)|\d+"
    rf"|(?<![^\W_])(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})(?![^\W_])",
    re.IGNORECASE,
)
_ORDINAL_END = re.compile(r"(?:st|nd|rd|th)(?![^\W_])", re.IGNORECASE)

_TAKEN_OUT = "ꙮ"
"""The letter that stands for a number that was taken out. No rulebook uses it."""

_AGREEMENT = {"are": "is", "were": "was", "have": "has", "do": "does"}
_PLURAL = re.compile(r"(?<![^\W_])([^\W\d_]{2,}?)(ies|s)(?![^\W_])")
_VERB = re.compile(rf"(?<![^\W_])(?:{'|'.join(_AGREEMENT)})(?![^\W_])")


class TextRange(Protocol):
    """A stretch of a text, such as a reference to another clause."""

    @property
    def start(self) -> int:
        """Its first character."""

    @property
    def end(self) -> int:
        """The character behind its last."""


class WrittenNumber(NamedTuple):
    """A number in a text: its place, first character and the one behind its last, and its value."""

    start: int
    end: int
    value: int


class Wording(NamedTuple):
    """The words of a clause without its numbers, as a hash, and the numbers in the order of the text.

    The hash is empty where the clause has no number: then its fingerprint says all. The forms of words that
    agree with a number ("1 card is", "2 cards are") do not count.
    """

    words: str
    numbers: tuple[int, ...]


def number(text: str) -> int | None:
    """The number that a text is: in digits of any script, with or without commas, or in English words.

    >>> number("10"), number("１０"), number("٣"), number("Five"), number("1,000"), number("third")
    (10, 10, 3, 5, 1000, 3)
    >>> number("many") is None
    True
    """
    word = NUMBER_WORDS.get(text.casefold())
    if word is not None:
        return word
    if _GROUPED.fullmatch(text):
        text = re.sub("[,， ]", "", text)
    digits = [unicodedata.decimal(character, -1) for character in text]
    if not digits or -1 in digits:
        return None
    value = 0
    for digit in digits:
        value = 10 * value + digit
    return value


def written_numbers(text: str, references: Sequence[TextRange] = ()) -> tuple[WrittenNumber, ...]:
    """The numbers of a text in order, without those of its references to other clauses.

    What is written in several words is one number: two hundred and five.
    """
    found = []
    for match in _NUMBER.finditer(text):
        value = number(match.group())
        if value is not None and not any(r.start < match.end() and match.start() < r.end for r in references):
            ordinal = _ORDINAL_END.match(text, match.end()) if match.group()[-1].isdigit() else None
            found.append(WrittenNumber(match.start(), ordinal.end() if ordinal else match.end(), value))
    return tuple(_joined(text, found))


def _joined(text: str, numbers: Sequence[WrittenNumber]) -> Iterator[WrittenNumber]:
    """The numbers of a text, with those that are parts of one number joined: two thousand five hundred."""
    start, end, thousands, rest = 0, -1, 0, 0
    for one in numbers:
        word = text[one.start : one.end].casefold()
        joins = end >= 0 and bool(_BETWEEN_PARTS.fullmatch(text, end, one.start))
        if joins and word == "thousand" and 0 < rest < 1000 and not thousands:
            thousands, rest = 1000 * rest, 0
        elif joins and word in _TIMES and 0 < rest < 100:
            rest *= one.value
        elif joins and word in _PARTS and (thousands if rest == 0 else rest % 100 == 0):
            rest += one.value
        else:
            if end >= 0:
                yield WrittenNumber(start, end, thousands + rest)
            # What is no word for an amount (20, third, twice) is joined with nothing.
            if word not in _PARTS and word not in _TIMES:
                yield one
                end = -1
                continue
            start, thousands, rest = one.start, 0, one.value
            if word == "thousand":
                thousands, rest = 1000, 0
        end = one.end
    if end >= 0:
        yield WrittenNumber(start, end, thousands + rest)


def in_digits(text: str) -> tuple[str, tuple[WrittenNumber, ...]]:
    """A text with every number in digits, and these numbers at their places in the result."""
    parts: list[str] = []
    places: list[WrittenNumber] = []
    length = position = 0
    for one in written_numbers(text):
        parts += [text[position : one.start], str(one.value)]
        length += one.start - position
        places.append(WrittenNumber(length, length + len(parts[-1]), one.value))
        length, position = places[-1].end, one.end
    return "".join([*parts, text[position:]]), tuple(places)


def wording(text: str, references: Sequence[TextRange] = ()) -> Wording:
    """The wording of a clause's text. The numbers and titles of its references do not count."""
    # Only who records or reads a document needs the readers of documents, and has them loaded.
    from rulehound.extract import fingerprint

    numbers = written_numbers(text, references)
    if not numbers:
        return Wording("", ())
    cuts = [(one.start, one.end, _TAKEN_OUT) for one in numbers]
    cuts += [(reference.start, reference.end, "/") for reference in references]
    parts: list[str] = []
    position = 0
    for start, end, instead in sorted(cuts):
        parts += [text[position:start], f" {instead} "]
        position = end
    words = unicodedata.normalize("NFKC", "".join([*parts, text[position:]])).casefold()
    words = _VERB.sub(lambda match: _AGREEMENT[match.group()], words)
    words = _PLURAL.sub(lambda match: match[1] + ("y" if match[2] == "ies" else ""), words)
    return Wording(fingerprint(words), tuple(one.value for one in numbers))
