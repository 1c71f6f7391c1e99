"""A changed number is told from changed words, and numbers are read as people write them."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.documents.wording import NUMBER_WORDS, in_digits, number, wording, written_numbers

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven"]
WORDS += ["eight", "nine", "ten", "eleven", "twelve"]
ZEROS = [chr(c) for c in range(0x110000) if unicodedata.decimal(chr(c), -1) == 0]


def test_number_words_in_any_case() -> None:
    assert [number(word) for word in WORDS] == list(range(13))
    assert [number(word.upper()) for word in WORDS] == list(range(13))
    assert [number(word.title()) for word in WORDS] == list(range(13))
    assert number("twenty-five") == 25
    assert number("sixty") == 60


@given(st.integers(0, 10**6), st.data())
def test_digits_of_any_script(value: int, data: st.DataObject) -> None:
    zero = data.draw(st.sampled_from(ZEROS))
    assert number("".join(chr(ord(zero) + int(digit)) for digit in str(value))) == value


@given(st.integers(1000, 10**9))
def test_thousands_may_be_set_apart(value: int) -> None:
    assert number(f"{value:,}") == value
    assert [one.value for one in written_numbers(f"It is {value:,}.")] == [value]


@given(st.text())
def test_other_text_is_no_number(text: str) -> None:
    plain = text.replace(",", "").replace("，", "")
    digits = plain != "" and all(unicodedata.category(character) == "Nd" for character in plain)
    if text.casefold() not in NUMBER_WORDS and not digits:
        assert number(text) is None


@pytest.mark.parametrize(
    ("text", "values", "digits"),
    [
        ("DP is 0, 1 or 2", [0, 1, 2], "DP is 0, 1 or 2"),
        ("at most Twenty-One, once", [21, 1], "at most 21, 1"),
        ("the 3rd of 1,000", [3, 1000], "the 3 of 1000"),
        ("someone, often, tone", [], "someone, often, tone"),
    ],
)
def test_numbers_of_a_text(text: str, values: list[int], digits: str) -> None:
    assert [one.value for one in written_numbers(text)] == values
    written, places = in_digits(text)
    assert written == digits
    assert [int(written[one.start : one.end]) for one in places] == values


def test_numbers_and_the_words_that_agree_with_them_are_no_wording() -> None:
    one = wording("A player draws one card, which is kept.")
    assert wording("A player draws 3 cards, which are kept.") == (one.words, (3,))
    assert (
        wording("A player draws 3 cards, which are kept.").words != wording("A player keeps 3 cards.").words
    )


@pytest.mark.parametrize(
    "other",
    [
        "A player cannot draw 3 cards.",
        "A player draws up to 3 cards.",
        "The opponent draws 3 cards.",
        "A player draws 3 cards, 1 a turn.",
    ],
)
def test_other_words_are_another_wording(other: str) -> None:
    assert wording(other).words != wording("A player draws 3 cards.").words


def test_a_text_without_numbers_has_none() -> None:
    assert wording("Nobody draws.") == ("", ())


SPELLED = {value: word for word, value in reversed(NUMBER_WORDS.items()) if word[-2:] not in ("th", "st")}


def spelled(value: int, joiner: str) -> str:
    """A number below a million in words, such as two thousand five hundred and six."""
    if value >= 1000:
        rest = spelled(value % 1000, joiner) if value % 1000 else ""
        return f"{spelled(value // 1000, joiner)} thousand {rest}".rstrip()
    if value >= 100:
        rest = f"{joiner}{spelled(value % 100, joiner)}" if value % 100 else ""
        return f"{SPELLED[value // 100]} hundred{rest}"
    return SPELLED[value] if value in SPELLED else f"{SPELLED[value // 10 * 10]}-{SPELLED[value % 10]}"


@given(st.integers(1, 999_999), st.sampled_from([" ", " and "]))
def test_a_number_of_several_words_is_one_number(value: int, joiner: str) -> None:
    text = f"No fewer than {spelled(value, joiner)} cards and two eggs"
    first, second = written_numbers(text)
    assert (first.value, second.value) == (value, 2)
    assert text[first.start : first.end] == spelled(value, joiner)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("at most a dozen, at least two dozen", [12, 24]),
        ("its DP is 1 000, then 12 000 000", [1000, 12_000_000]),
        ("1 100-card deck", [1, 100]),
        ("two and three, one or two", [2, 3, 1, 2]),
        ("the first hundred cards, twice a hundred", [1, 100, 2, 100]),
        ("ten (10) cards", [10, 10]),
        ("3 hundred", [3, 100]),
    ],
)
def test_what_stands_beside_a_number_is_another(text: str, values: list[int]) -> None:
    assert [one.value for one in written_numbers(text)] == values
