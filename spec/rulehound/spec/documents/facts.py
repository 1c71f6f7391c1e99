"""Facts: numbers read from the text of clauses, by the patterns that rules declare for their sources.

A fact has a value only where every pattern of the chosen documents matches and all give the same number.
There is no default and no last known value.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from rulehound.spec.documents.at_hand import DocumentAtHand
from rulehound.spec.documents.spec_records import FactPattern
from rulehound.spec.documents.store import Store

FactStatus: TypeAlias = Literal["ok", "missing", "contradictory"]

_WORDS = ("zero", "one", "two", "three", "four", "five", "six")
_MORE_WORDS = ("seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBER_WORDS: Mapping[str, int] = {word: value for value, word in enumerate(_WORDS + _MORE_WORDS)}


class FactPlace(msgspec.Struct, frozen=True):
    """One place where a fact is stated: its clause in the document at hand."""

    document: str
    edition: str
    clause: str
    page: int
    value: int
    rule: str
    """The rule whose source the pattern belongs to."""

    def __str__(self) -> str:
        return f"{self.value} at {self.document} {self.edition}, {self.clause}, page {self.page}"


class FactReading(msgspec.Struct, frozen=True):
    """The value of a fact in the chosen documents, with the places that state it."""

    name: str
    value: int | None
    """None unless the status is ok."""
    status: FactStatus
    places: tuple[FactPlace, ...]
    explanation: str


def number(text: str) -> int | None:
    """The number written in digits of any script or as an English word up to twelve; None for other text.

    >>> number("10"), number("１０"), number("٣"), number("Five"), number("many")
    (10, 10, 3, 5, None)
    """
    word = NUMBER_WORDS.get(text.casefold())
    if word is not None:
        return word
    digits = [unicodedata.decimal(character, -1) for character in text]
    if not digits or -1 in digits:
        return None
    value = 0
    for digit in digits:
        value = 10 * value + digit
    return value


def read_facts(store: Store, documents: Sequence[DocumentAtHand]) -> dict[str, FactReading]:
    """Read every fact of the spec, sorted by name, from the documents at hand.

    A pattern must match in at least one clause of its source, no clause of its source may be gone, and all
    matches of all patterns must be the same number.
    """
    places: dict[str, list[FactPlace]] = {fact: [] for fact in store.facts()}
    problems: dict[str, list[str]] = {fact: [] for fact in places}
    for hand in documents:
        for pattern in store.fact_patterns(*hand.identified.edition):
            stated, problem = _read(pattern, hand)
            places[pattern.fact] += stated
            problems[pattern.fact] += problem
    return {fact: _reading(fact, tuple(places[fact]), problems[fact]) for fact in places}


def numbers_in(pattern: FactPattern, text: str) -> Iterator[tuple[str, int | None]]:
    """Each match of a pattern in a text: as written, and its value, or None where it is no number."""
    for match in re.finditer(pattern.pattern, text, re.IGNORECASE):
        written = match["int"] or ""
        yield written, number(written)


def _read(pattern: FactPattern, hand: DocumentAtHand) -> tuple[list[FactPlace], list[str]]:
    """Every place where one pattern reads its number, and every problem in words."""
    version = hand.identified.version
    source = f"{pattern.document} {version}"
    places: list[FactPlace] = []
    problems: list[str] = []
    for key in pattern.clauses:
        keys = hand.resolutions[key].places
        if not keys:
            problems.append(f"{source}, {key} is gone")
        for clause in map(hand.clauses.__getitem__, keys):
            for written, value in numbers_in(pattern, clause.text):
                if value is None:
                    problems.append(f'{source}, {clause.key} says "{written}" where a number is read')
                else:
                    places.append(
                        FactPlace(pattern.document, version, clause.key, clause.page, value, pattern.rule)
                    )
    if not places and not problems:
        problems.append(f"{source}, {', '.join(pattern.clauses)} no longer states it in words that are known")
    return places, problems


def _reading(fact: str, places: tuple[FactPlace, ...], problems: Sequence[str]) -> FactReading:
    stated = tuple(dict.fromkeys(places))
    values = {place.value for place in stated}
    if len(values) > 1:
        return FactReading(fact, None, "contradictory", stated, _text([*map(str, stated), *problems]))
    if problems:
        return FactReading(fact, None, "missing", stated, _text(problems))
    if not stated:
        return FactReading(fact, None, "missing", (), "no source in the chosen documents states it")
    return FactReading(fact, values.pop(), "ok", stated, _text(map(str, stated)))


def _text(parts: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(parts))
