"""Titles in quotes, of every kind of quotes, with and without numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.extract.numbered.titles import titles_in


def titles(text: str) -> list[str]:
    return [title.text for title in titles_in(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("See the rules on boats.", []),
        ('Added "2-1. Boats" and "2-2. Oars".', ["Boats", "Oars"]),
        ("Added '2-1. Boats' only.", ["Boats"]),
        ('Moved "Boats" to "Oars".', ["Boats", "Oars"]),
        ("「2-1.舟」を追加", ["舟"]),
        ("『舟』「櫂」", ["舟", "櫂"]),
        ("“3.4a) Oars”", ["Oars"]),
        ("「旧2-1. 舟」", ["舟"]),
        ("“Oars of “long” boats”", ["Oars of “long” boats"]),
        ("「「舟」の櫂」", ["「舟」の櫂"]),
        ('Added "2-1. The "Row" step".', ['The "Row" step']),
        ('Added "2-1. The step "Row"".', ['The step "Row"']),
        ('"2-1. Boats', ["Boats"]),
        ("「Boats", []),
        ("Boats」", []),
        ('""', []),
        ('"2-1."', []),
        ("5'6\" tall", []),
    ],
)
def test_titles_of_a_text(text: str, expected: list[str]) -> None:
    assert titles(text) == expected


def test_places_hold_quotes_and_number() -> None:
    text = 'Added "2-1. Boats", then 「櫂」.'
    assert [text[title.start : title.end] for title in titles_in(text)] == ['"2-1. Boats"', "「櫂」"]


def test_titles_stand_in_the_order_of_the_text() -> None:
    assert titles('"2-1. Boats" and 「櫂」 and "2-3. Sails"') == ["Boats", "櫂", "Sails"]


WORDS = st.text("abc ", min_size=1, max_size=8).filter(lambda text: text.strip() == text)


@settings(max_examples=60)
@given(
    st.lists(
        st.tuples(WORDS, st.sampled_from(['"1-{}. {}"', "'2.{}. {}'", "「3-{}.{}」", "“{} {}”"])), max_size=5
    )
)
def test_every_quoted_title_is_read_back(quoted: list[tuple[str, str]]) -> None:
    text = "Changed " + ", ".join(form.format(place, words) for place, (words, form) in enumerate(quoted, 1))
    assert titles(text) == [words for words, _ in quoted]


@settings(max_examples=80)
@given(st.text("\"'「」『』“”12-. ab", max_size=20))
def test_whatever_the_quotes_the_places_are_within_the_text(text: str) -> None:
    for title in titles_in(text):
        assert 0 <= title.start < title.end <= len(text)
        assert title.text.rstrip('"') in text[title.start : title.end]
        assert title.text
