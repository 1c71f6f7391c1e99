"""Numbers that changed: in digits, in words, signed, and never those of clauses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.documents.alignment.numbers import compare_numbers


def changes(old: str, new: str) -> list[tuple[str, str]]:
    return [(each.old, each.new) for each in compare_numbers(old, new)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Lay four cards aside.", "Lay five cards aside.", [("four", "five")]),
        ("Lay four cards aside.", "Lay 4 cards aside.", []),
        ("It has 1,000 points.", "It has 1000 points.", []),
        ("It gets +2000.", "It gets -2000.", [("+2000", "-2000")]),
        ("It gets −2000.", "It gets -2000.", []),
        ("Draw 1 of 3.", "Draw 3 of 1.", [("1", "3"), ("3", "1")]),
        ("Draw 1 card.", "Draw 1 card and pay 2.", [("", "2")]),
        ("Draw 1 card and pay 2.", "Draw 1 card.", [("2", "")]),
        ("Stack 10 and 12 high.", "Stack 11 and 12 high.", [("10", "11")]),
        ("See 1-2-3 for it.", "See 1-2-4 for it.", []),
        ("手札は５枚まで。", "手札は6枚まで。", [("5", "6")]),
        ("三枚引く。", "3枚引く。", []),
        ("三枚引く。", "四枚引く。", [("三", "四")]),
        ("一度だけ。", "二度だけ。", [("一", "二")]),
        ("一緒に。", "全部に。", []),
        ("Card B12 is red.", "Card B13 is red.", []),
    ],
)
def test_changes(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    assert changes(old, new) == expected


def test_the_words_around_a_number_are_of_the_new_text() -> None:
    (change,) = compare_numbers("The pile holds 50 cards in all.", "The heap holds 60 cards in all.")
    assert change.around == "The heap holds 60 cards in all."


@given(st.text(max_size=40))
def test_a_text_has_no_other_numbers_than_itself(text: str) -> None:
    assert compare_numbers(text, text) == ()


@given(st.lists(st.integers(0, 30), max_size=8), st.lists(st.integers(0, 30), max_size=8))
def test_every_number_that_came_or_went_is_told(old: list[int], new: list[int]) -> None:
    found = compare_numbers(*(" then ".join(f"pay {n} gold" for n in numbers) for numbers in (old, new)))
    left = sorted(map(str, old))
    for change in found:
        if change.old:
            left.remove(change.old)
    assert sorted(left + [change.new for change in found if change.new]) == sorted(map(str, new))
