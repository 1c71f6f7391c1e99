"""Facts: numbers read from the text of clauses, by the patterns that rules declare for their sources.

A fact has a value only where every pattern of the chosen documents matches, all give the same number, and
every clause says around that number what somebody has reviewed. There is no default and no last known value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec

from rulehound.spec.documents.alignment.punctuation import same_punctuation
from rulehound.spec.documents.at_hand import DocumentAtHand
from rulehound.spec.documents.links import RECOGNISED
from rulehound.spec.documents.links_at_hand import (
    ReviewedClause,
    ReviewedWords,
    is_unreviewed_recognition,
    reviewed_words,
)
from rulehound.spec.documents.spec_records import FactPattern, RecordedClause
from rulehound.spec.documents.store import Store
from rulehound.spec.documents.wording import TextRange, in_digits, number, wording, written_numbers

if TYPE_CHECKING:
    from rulehound.extract import Clause

FactStatus: TypeAlias = Literal["ok", "missing", "contradictory", "suspect"]
"""suspect: a clause that states it says other words around the number than those that were reviewed, or it
was recognised in a picture of the page, and nobody has reviewed it."""


class FactPlace(msgspec.Struct, frozen=True):
    """One place where a fact is stated: its clause in the document at hand."""

    document: str
    edition: str
    clause: str
    page: int
    value: int
    rule: str
    """The rule whose source the pattern belongs to."""
    otherwise: tuple[int, ...] = ()
    """Other numbers that reviewed clauses of the same words state here."""
    reviewed: bool = True
    """Whether the clause was reviewed with this number."""

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
    otherwise: tuple[int, ...] = ()
    """Other numbers that reviewed clauses of the same words state, such as that of an edition before."""


class StatedNumber(NamedTuple):
    """A number that a pattern reads in a text."""

    written: str
    value: int | None
    """None where the words are no number."""
    place: int | None
    """Which of the text's written numbers it is, from 0; None where it is part of another word."""


def read_facts(store: Store, documents: Sequence[DocumentAtHand]) -> dict[str, FactReading]:
    """Read every fact of the spec, sorted by name, from the documents at hand.

    A pattern must match in at least one clause of its source, no clause of its source may be gone, all
    matches of all patterns must be the same number, and the other words of each clause reviewed ones.
    """
    places: dict[str, list[FactPlace]] = {fact: [] for fact in store.facts()}
    problems: dict[str, list[_Problem]] = {fact: [] for fact in places}
    for hand in documents:
        reviewed = reviewed_words(store, hand.identified.document)
        for pattern in store.fact_patterns(*hand.identified.edition):
            stated, problem = _read(pattern, hand, store, reviewed)
            places[pattern.fact] += stated
            problems[pattern.fact] += problem
    return {fact: _reading(fact, tuple(places[fact]), problems[fact]) for fact in places}


def numbers_in(pattern: FactPattern, text: str) -> tuple[StatedNumber, ...]:
    """Each number that a pattern reads in a text, in order, however the text writes its numbers.

    A pattern is searched in the text as it stands, and with every number in digits. A match that holds a part
    of a number stands for the whole of it.
    """
    numbers = written_numbers(text)
    digits, digit_places = in_digits(text)
    stated: dict[tuple[int, int] | int, StatedNumber] = {}
    for searched, spans in ((text, numbers), (digits, digit_places)):
        for match in re.finditer(pattern.pattern, searched, re.IGNORECASE):
            start, end = match.span("int")
            place = next((i for i, one in enumerate(spans) if one.start < end and start < one.end), None)
            if place is not None:
                one = numbers[place]
                stated[place] = StatedNumber(text[one.start : one.end], one.value, place)
            elif searched is text:
                written = match["int"] or ""
                stated[start, end] = StatedNumber(written, number(written), None)
    return tuple(stated.values())


class _Problem(NamedTuple):
    """A reason why a fact is not read."""

    status: FactStatus
    text: str


def _read(
    pattern: FactPattern, hand: DocumentAtHand, store: Store, reviewed: ReviewedWords
) -> tuple[list[FactPlace], list[_Problem]]:
    """Every place where one pattern reads its number, and every problem."""
    edition = hand.identified.edition
    source = f"{pattern.document} {hand.version}"
    places: list[FactPlace] = []
    problems: list[_Problem] = []
    for key in pattern.clauses:
        keys = hand.resolutions[key].places
        recorded = store.clauses[edition][key]
        words = reviewed.get((pattern.rule, recorded.id), ())
        if not keys:
            problems.append(_Problem("missing", f"{source}, {key} is gone"))
        for clause in map(hand.clauses.__getitem__, keys):
            numbers = numbers_in(pattern, clause.text)
            otherwise = _otherwise(clause, numbers, words)
            for written, value, _ in numbers:
                if value is None:
                    what = f'{source}, {clause.key} says "{written}" where a number is read'
                    problems.append(_Problem("missing", what))
                else:
                    places.append(
                        FactPlace(
                            pattern.document,
                            hand.version,
                            clause.key,
                            clause.page,
                            value,
                            pattern.rule,
                            tuple(number for number in otherwise if number != value),
                            any(one.clause.fingerprint == clause.fingerprint for one in words),
                        )
                    )
            states_it = numbers or recorded.numbers
            if numbers and is_unreviewed_recognition(clause, hand, words):
                problems.append(_Problem("suspect", f"{source}, {clause.key}: {RECOGNISED}"))
            elif states_it and not any(
                _says_what_was_reviewed(clause, hand.punctuation[clause.key], numbers, one) for one in words
            ):
                what = f"{source}, {clause.key} has not the words that were reviewed"
                was = f" ({words[0]})" if words else ""
                problems.append(_Problem("suspect", f"{what}{was}"))
    if not places and not any(problem.status == "missing" for problem in problems):
        clauses = ", ".join(pattern.clauses)
        problems.append(
            _Problem("missing", f"{source}, {clauses} no longer states it in words that are known")
        )
    return places, problems


def _says_what_was_reviewed(
    clause: Clause, marks: str, numbers: Sequence[StatedNumber], reviewed: ReviewedClause
) -> bool:
    """Whether a clause has reviewed words, but for the numbers that a fact reads in it.

    Another number may change with the fact where it had the same value ("1 through 10 … the highest is 10").
    `marks`: the punctuation of the clause.
    """
    if clause.fingerprint == reviewed.clause.fingerprint:
        return same_punctuation(marks, reviewed.clause.punctuation)
    pairs = reviewed.numbers_changed(clause)
    if pairs is None:
        return False
    changes = {pairs[place] for place in _places_read(clause.text, clause.references, numbers)}
    return bool(changes) and all(old == new or (old, new) in changes for old, new in pairs)


def _otherwise(
    clause: Clause, numbers: Sequence[StatedNumber], words: Iterable[ReviewedClause]
) -> tuple[int, ...]:
    """The numbers of reviewed clauses of the same words where a fact reads its number in a clause."""
    reviewed = ((one, one.numbers_changed(clause)) for one in words)
    places = set(_places_read(clause.text, clause.references, numbers))
    values = (pairs[place][0] for _, pairs in reviewed if pairs is not None for place in places)
    return tuple(dict.fromkeys(values))


def _places_read(
    text: str, references: Sequence[TextRange], numbers: Iterable[StatedNumber]
) -> Iterator[int]:
    """The places of numbers that were read among those of the text outside its references."""
    every, outside = written_numbers(text), written_numbers(text, references)
    for one in numbers:
        if one.place is not None and every[one.place] in outside:
            yield outside.index(every[one.place])


def recorded_values(
    pattern: FactPattern, text: str, references: Sequence[TextRange], recorded: RecordedClause
) -> frozenset[int]:
    """The numbers of a recorded clause at the places where a pattern reads them in a text of equal wording.

    The text of the recorded clause need not be at hand. None where its words are others.
    """
    words, _ = wording(text, references)
    if not words or words != recorded.wording:
        return frozenset()
    places = _places_read(text, references, numbers_in(pattern, text))
    return frozenset(recorded.numbers[place] for place in places)


def _reading(fact: str, places: tuple[FactPlace, ...], problems: Sequence[_Problem]) -> FactReading:
    stated = tuple(dict.fromkeys(places))
    values = {place.value for place in stated}
    gone = [problem.text for problem in problems if problem.status == "missing"]
    if len(values) > 1:
        return FactReading(fact, None, "contradictory", stated, _text([*map(str, stated), *gone]))
    if gone:
        return FactReading(fact, None, "missing", stated, _text(gone))
    if problems:
        return FactReading(fact, None, "suspect", stated, _text(problem.text for problem in problems))
    if not stated:
        return FactReading(fact, None, "missing", (), "no source in the chosen documents states it")
    otherwise = dict.fromkeys(number for place in stated for number in place.otherwise)
    return FactReading(fact, values.pop(), "ok", stated, _text(map(str, stated)), tuple(otherwise))


def _text(parts: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(parts))
