"""Texts compared word by word, in scripts with and without spaces."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.documents.alignment.correspondences import Passage, PassageReference, WordChange
from rulehound.spec.documents.alignment.words import (
    compare_words,
    own_words,
    plain,
    same_words,
    word_similarity,
)

texts = st.lists(
    st.sampled_from(
        ["draw", "the", "card", "two", "12", "-3", " ", " ", ",", "“", "’", "札", "を", "引く", "カード"]
    ),
    max_size=14,
).map("".join) | st.text(max_size=30)


def changed(old: str, new: str) -> list[tuple[str, str]]:
    return [(each.old, each.new) for each in compare_words(old, new) if each.old != each.new]


@given(texts, texts)
def test_joined_up_they_are_the_two_texts(old: str, new: str) -> None:
    compared = compare_words(old, new)
    assert "".join(each.old for each in compared) == plain(old)
    assert "".join(each.new for each in compared) == plain(new)


@given(texts, texts)
def test_stretches_that_are_the_same_and_that_are_not_alternate(old: str, new: str) -> None:
    differs = [each.old != each.new for each in compare_words(old, new)]
    assert all(one != other for one, other in pairwise(differs))


@given(texts)
def test_a_text_is_the_same_as_itself(text: str) -> None:
    assert changed(text, text) == []
    assert word_similarity(text, text) == 1
    assert plain(plain(text)) == plain(text)


@given(texts, texts)
def test_similarity_is_symmetric(old: str, new: str) -> None:
    assert word_similarity(old, new) == pytest.approx(word_similarity(new, old))


def test_one_word() -> None:
    assert compare_words("Lay four cards aside.", "Lay five cards aside.") == (
        WordChange("Lay ", "Lay "),
        WordChange("four", "five"),
        WordChange(" cards aside.", " cards aside."),
    )


def test_japanese_by_characters_and_foreign_words() -> None:
    assert changed("手札を1枚捨てる。カード", "手札を2枚捨てる。テイマー") == [
        ("1", "2"),
        ("カード", "テイマー"),
    ]


def test_chance_words_within_a_rewritten_passage_differ_too() -> None:
    old = "Whoever starts shuffles a deck before anything else."
    new = "Somebody brings dice or a coin to decide who begins."
    assert len(changed(old, new)) == 1


def test_typography_is_no_change() -> None:
    old = "The “old”  card’s owner – always"
    assert changed(old, 'The "old" card\'s owner - always') == []
    assert changed("加えら れる　カード", "加えられるカード") == []
    assert changed("１２枚", "12枚") == []


def test_same_words_is_about_words() -> None:
    assert same_words("Draw, then discard.", "draw then “discard”")
    assert not same_words("+1 card", "-1 card")


def test_own_words_are_those_outside_references() -> None:
    cited = (PassageReference("3-1", "3-1", 4, 15), PassageReference("4", "4", 20, 21))
    passage = Passage("1", "1", None, "clause", "", "", 'See 3-1 "Dunes" and 4 too', cited)
    assert own_words(passage).split() == ["See", "and", "too"]
