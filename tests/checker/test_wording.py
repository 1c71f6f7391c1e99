"""Counts, values and long texts in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.wording import counted, shortened, value_text


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 rules"), (1, "1 rule"), (2, "2 rules"), (1234567, "1,234,567 rules"), (-1, "-1 rules")],
)
def test_counts(number: int, words: str) -> None:
    assert counted(number, "rule") == words


@settings(max_examples=60)
@given(st.text("ab", max_size=12), st.integers(1, 12))
def test_a_long_text_is_cut_and_says_so(text: str, most: int) -> None:
    short = shortened(text, most)
    assert len(short) <= most
    assert short == text if len(text) <= most else text.startswith(short[:-1]) and short.endswith("…")
    assert len(short) == min(len(text), most)


def test_a_line_of_a_table_holds_160_characters() -> None:
    assert shortened("a" * 160) == "a" * 160
    assert shortened("a" * 161) == "a" * 159 + "…"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "none"),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        (1, "1"),
        (1.5, "1.5"),
        ("", ""),
        ("None", "None"),
        ([], "[]"),
        ({}, "{}"),
        ([1, [True, None], "a"], "[1, [yes, none], a]"),
        ({"hand": [1], "suspended": False}, "{hand [1], suspended no}"),
    ],
)
def test_values(value: Any, words: str) -> None:
    assert value_text(value) == words
