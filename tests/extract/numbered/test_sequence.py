"""The heaviest ascending sequence of numbers, and how numbers are read."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.extract.numbered.numbering import (
    DASHED,
    DOTTED,
    FLAT,
    LETTERED,
    NUMBERINGS,
    SCHEMES,
    Number,
    Scheme,
    following,
    read_number,
)
from rulehound.extract.numbered.sequence import GAP, Option, heaviest_sequence, weight_of

numbers = st.lists(st.integers(1, 3), min_size=1, max_size=3).map(tuple)
options = st.lists(st.tuples(st.integers(0, 5), numbers, st.integers(-5, 20)), max_size=9).map(
    lambda rows: [Option(*row) for row in sorted(rows, key=lambda row: row[0])]
)


def is_sequence(chain: Sequence[Option]) -> bool:
    return all(a.place < b.place and a.number < b.number for a, b in pairwise(chain))


@given(options)
def test_no_other_sequence_is_heavier(options: list[Option]) -> None:
    """Against every subset, one after another."""
    chain = [options[index] for index in heaviest_sequence(options)]
    assert is_sequence(chain)
    positive = [option for option in options if option.weight > 0]
    subsets = (
        [option for bit, option in enumerate(positive) if mask >> bit & 1]
        for mask in range(2 ** len(positive))
    )
    assert weight_of(chain) == max(weight_of(subset) for subset in subsets if is_sequence(subset))


def test_of_equal_sequences_the_later_is_taken() -> None:
    twice: list[Number] = [(1,), (2,), (1,), (1, 1), (2,)]
    assert heaviest_sequence([Option(place, number, 10) for place, number in enumerate(twice)]) == [2, 3, 4]


def test_one_place_holds_one_number() -> None:
    assert len(heaviest_sequence([Option(0, (1,), 10), Option(0, (2,), 10)])) == 1


def test_nothing_is_chosen_from_nothing() -> None:
    assert heaviest_sequence([]) == []
    assert heaviest_sequence([Option(0, (1,), 0)]) == []


def test_holes_weigh_against_a_sequence() -> None:
    chain = [Option(0, (1,), 10), Option(1, (1, 1), 20), Option(2, (1, 3), 30), Option(3, (2,), 40)]
    assert weight_of(chain) == 100 - GAP
    assert weight_of([]) == 0


levels = st.lists(st.integers(1, 99), min_size=1, max_size=5).map(tuple)


@given(levels, st.sampled_from(SCHEMES), st.sampled_from((". ", " ")))
def test_a_written_number_is_read(number: Number, scheme: Scheme, behind: str) -> None:
    number = number[: scheme.deepest]
    if len(number) == scheme.lettered:
        number = (*number[:-1], number[-1] % len(scheme.letters) + 1)
    if scheme.sections_of:
        number = (number[0] % 9 + 1, *number[1:])
    first = next(read_number(f"{scheme.write(number)}{behind}Lanterns", scheme))
    form = "closed" if behind == ". " else "spaced"
    bare = scheme.write(number).isdigit() and form == "spaced"
    assert (first.number, first.text, first.form, first.split) == (number, "Lanterns", form, False)
    assert first.bare == bare


@given(levels, levels, st.sampled_from(SCHEMES))
def test_numbers_are_written_as_they_are_ordered(one: Number, other: Number, scheme: Scheme) -> None:
    """No two numbers are written alike."""
    one, other = one[: scheme.deepest], other[: scheme.deepest]
    if scheme.lettered and (max(*one, *other) > 24 or max(len(one), len(other)) > scheme.lettered):
        return
    assert (scheme.write(one) == scheme.write(other)) == (one == other)


def test_digits_of_the_text_may_be_glued_to_the_number() -> None:
    readings = [(reading.number, reading.text) for reading in read_number("7-2-51 of each", DASHED)]
    assert readings == [((7, 2, 51), "of each"), ((7, 2, 5), "1 of each")]
    assert not list(read_number("2024/05/06 Lanterns", DASHED))
    assert not list(read_number("lantern 1-1", DASHED))


def numbers_read(text: str, scheme: Scheme) -> list[Number]:
    return [reading.number for reading in read_number(text, scheme)]


def test_letters() -> None:
    """A scheme of hundreds without l and o: behind 1.1k comes 1.1m, and behind 1.1n 1.1p."""
    scheme = LETTERED[-1]
    assert numbers_read("1. Lanterns", scheme) == [(1,)]
    assert numbers_read("100. Lighting", scheme) == [(1, 1)]
    assert numbers_read("123. Tides", scheme) == [(1, 24)]
    assert numbers_read("200. Boats", scheme) == [(2, 1)]
    assert numbers_read("702.190. Oars", scheme) == [(7, 3, 190)]
    assert numbers_read("100.1a A lantern", scheme) == [(1, 1, 1, 1)]
    assert numbers_read("100.1k A lantern", scheme) == [(1, 1, 1, 11)]
    assert numbers_read("100.1m A lantern", scheme) == [(1, 1, 1, 12)]
    assert numbers_read("100.1p A lantern", scheme) == [(1, 1, 1, 14)]
    assert (1, 1, 1, 12) in following((1, 1, 1, 11))
    assert (2, 1) in following((2,))
    # No letter: a word.
    assert numbers_read("100.1l A lantern", scheme)[0] == (1, 1, 1)
    assert numbers_read("100.1an lantern", scheme)[0] == (1, 1, 1)
    # Below 100 are sections, and those have no rules of their own; deeper levels than letters there are none.
    assert not numbers_read("99.1 lanterns", scheme)
    assert not numbers_read("100.1.1 lanterns", scheme)


def test_letters_below_two_and_three_numbers() -> None:
    for scheme, text, number in (
        (LETTERED[0], "1.2l. Boats", (1, 2, 12)),
        (LETTERED[1], "1.2m. Boats", (1, 2, 12)),
        (LETTERED[2], "1.2.3a Boats", (1, 2, 3, 1)),
    ):
        assert numbers_read(text, scheme) == [number]
        assert scheme.write(number) == text.split()[0].rstrip(".")
    assert not numbers_read("1.2.3 Boats", LETTERED[0])


def test_one_level() -> None:
    assert numbers_read("12. Boats", FLAT) == numbers_read("12) Boats", FLAT) == [(12,)]
    assert not numbers_read("1.2 Boats", FLAT)
    assert [reading.bare for reading in read_number("12 Boats", FLAT)] == [True]


def test_names_of_schemes() -> None:
    assert NUMBERINGS == ("dashed", "dotted", "lettered", "flat", "bracketed", "none")


@pytest.mark.parametrize(
    ("line", "scheme"),
    [
        ("1" * 5000 + ". Boats", DOTTED),
        ("1." * 300_000 + "1 Boats", DOTTED),
        ("1-" * 5000 + "1 Boats", DASHED),
    ],
)
def test_endless_numbers_are_none(line: str, scheme: Scheme) -> None:
    assert not list(read_number(line, scheme))
