"""Numbers at the start of lines, by each scheme: every reading, and what may come next."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
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

THIRD, FOURTH, IN_SECTIONS = LETTERED[0], LETTERED[2], LETTERED[4]
WITHOUT_L_AND_O = LETTERED[5]


def readings(line: str, scheme: Scheme) -> list[tuple[Number, str, str]]:
    return [(each.number, each.text, each.form) for each in read_number(line, scheme)]


@pytest.mark.parametrize(
    ("line", "scheme", "expected"),
    [
        ("1-4-2. Row the boat.", DASHED, [((1, 4, 2), "Row the boat.", "closed")]),
        ("7", DASHED, [((7,), "", "spaced")]),
        ("3.1 Oars", DOTTED, [((3, 1), "Oars", "spaced")]),
        ("5) Oars", FLAT, [((5,), "Oars", "closed")]),
        ("5.2 Oars", FLAT, []),
        ("1.2a. Oars", THIRD, [((1, 2, 1), "Oars", "closed")]),
        ("1.2.3b Oars", FOURTH, [((1, 2, 3, 2), "Oars", "spaced")]),
        ("104.3. Oars", IN_SECTIONS, [((1, 5, 3), "Oars", "closed")]),
        ("104.3a Oars", IN_SECTIONS, [((1, 5, 3, 1), "Oars", "spaced")]),
        ("1.1.1m. Oars", LETTERED[3], [((1, 1, 1, 12), "Oars", "closed")]),
        ("1.1.1m. Oars", LETTERED[2], [((1, 1, 1, 13), "Oars", "closed")]),
    ],
)
def test_readings_of_a_line(line: str, scheme: Scheme, expected: list[tuple[Number, str, str]]) -> None:
    assert readings(line, scheme) == expected


def test_the_last_digits_may_be_an_amount() -> None:
    every = list(read_number("1-12 cards", DASHED))
    assert [(each.number, each.text, each.split) for each in every] == [
        ((1, 12), "cards", False),
        ((1, 1), "2 cards", True),
    ]
    assert [each.form for each in every] == ["spaced", "glued"]


def test_no_amount_begins_with_zero() -> None:
    assert [each.number for each in read_number("1-105 cards", DASHED)] == [(1, 105), (1, 10)]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Oars",
        "0. Oars",
        "0-1. Oars",
        "1-0. Oars",
        "-1. Oars",
        " 1. Oars",
        "1-10000-2. Oars",
        "10000-1. Oars",
        "1000 cards",
        "9" * 11 + " cards",
        "1" + "-1" * 13 + ". Oars",
    ],
)
def test_what_is_no_number_of_a_clause(line: str) -> None:
    assert readings(line, DASHED) == []


def test_a_large_number_is_one_if_something_shows_it() -> None:
    assert readings("1000. Oars", DASHED) == [((1000,), "Oars", "closed")]
    assert [each.bare for each in read_number("5 cards", DASHED)] == [True]
    assert [each.bare for each in read_number("5. Cards", DASHED)] == [False]
    assert {each.bare for each in read_number("1-5 cards", DASHED)} == {False}


def test_letters_stand_on_their_level_alone() -> None:
    assert not any(readings(line, THIRD) for line in ("1a. Oars", "1.2.3 Oars", "1.2.3a Oars"))
    assert readings("1.2an Oars", THIRD) == [((1, 2), "an Oars", "glued")]
    assert readings("1.1.1l. Oars", WITHOUT_L_AND_O) == []


def numbers_of(scheme: Scheme) -> st.SearchStrategy[Number]:
    """Numbers that a scheme can write."""

    def fitting(levels: list[int]) -> Number:
        number = tuple(levels[: scheme.deepest])
        if scheme.sections_of:
            number = (min(number[0], 9), *number[1:])  # further sections would look like years
        if scheme.lettered and len(number) == scheme.lettered:
            number = (*number[:-1], number[-1] % len(scheme.letters) + 1)
        return number

    return st.lists(st.integers(1, 99), min_size=1, max_size=6).map(fitting)


@settings(max_examples=80)
@given(st.sampled_from(SCHEMES).flatmap(lambda scheme: st.tuples(st.just(scheme), numbers_of(scheme))))
def test_a_written_number_is_read_back(made: tuple[Scheme, Number]) -> None:
    scheme, number = made
    first, *others = read_number(scheme.write(number) + ". Row the boat.", scheme)
    assert (first.number, first.text, first.form, first.split) == (number, "Row the boat.", "closed", False)
    assert not others


@settings(max_examples=80)
@given(st.sampled_from(SCHEMES), st.text("0123456789-.) abz", max_size=12))
def test_readings_leave_nothing_out(scheme: Scheme, line: str) -> None:
    for reading in read_number(line, scheme):
        written = scheme.write(reading.number)
        assert line.startswith(written)
        rest = line.removeprefix(written)
        assert rest.removesuffix(reading.text).strip() in ("", *scheme.closers)
        assert reading.number[0] >= 1
        assert scheme.deepest is None or len(reading.number) <= scheme.deepest


def test_what_may_follow() -> None:
    assert list(following((2,))) == [(2, 1), (3,)]
    assert list(following((1, 4, 2))) == [(1, 4, 2, 1), (1, 4, 3), (1, 5), (2,)]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5).map(tuple))
@settings(max_examples=30)
def test_what_follows_is_later_and_leaves_no_gap(number: Number) -> None:
    later = list(following(number))
    assert later == sorted(later) or number > later[0]
    for after in later:
        assert after > number
        *above, last = after
        assert (last == 1 and tuple(above) == number) or (*above, last - 1) == number[: len(after)]
    assert len(set(later)) == len(number) + 1


def test_the_names_of_numberings() -> None:
    assert NUMBERINGS == ("dashed", "dotted", "lettered", "flat", "bracketed", "none")
