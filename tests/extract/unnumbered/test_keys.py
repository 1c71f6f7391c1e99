"""Addresses made of titles: readable, short, and each given once."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.extract.unnumbered.keys import Keys, slug


@pytest.mark.parametrize(
    ("title", "address"),
    [
        ("Boats", "boats"),
        ("  Boats & Oars! ", "boats-oars"),
        ("Security Attack +1", "security-attack-plus-1"),
        ("Speed -2", "speed-minus-2"),
        ("Well-made", "well-made"),
        ("a - b", "a-b"),
        ("• ● Boats", "boats"),
        ("③ Boats", "boats"),
        ("The captain's **oar**", "the-captains-oar"),
        ("The captain’s oar", "the-captains-oar"),
        ("Boats (ver. 1.2)", "boats"),
        ("Boats (Ver.3, revised) and oars", "boats-and-oars"),
        ("Boats (version)", "boats-version"),
        ("舟と 櫂", "舟と-櫂"),
        ("STRASSE Straße", "strasse-strasse"),
        ("snake_case", "snake-case"),
        ("", "untitled"),
        ("!?", "untitled"),
        ("one two three four five six seven eight nine", "one-two-three-four-five-six-seven-eight"),
        ("b" * 70, "b" * 60),
        ("b" * 59 + " oars", "b" * 59),
    ],
)
def test_the_address_of_a_title(title: str, address: str) -> None:
    assert slug(title) == address


@settings(max_examples=80)
@given(st.text(max_size=90))
def test_whatever_the_title_the_address_is_words_with_dashes(title: str) -> None:
    address = slug(title)
    assert re.fullmatch(r"[^\W_]+(-[^\W_]+)*", address)
    assert len(address) <= 60
    assert address.count("-") < 8


def test_a_repeated_key_is_numbered() -> None:
    keys = Keys()
    wanted = "oars", "oars", "sails", "oars"
    assert [keys.new(key) for key in wanted] == ["oars", "oars-2", "sails", "oars-3"]


def test_a_number_that_is_taken_is_left_out() -> None:
    keys = Keys()
    assert [keys.new(key) for key in ("oars-2", "oars", "oars", "oars-2")] == [
        "oars-2",
        "oars",
        "oars-3",
        "oars-2-2",
    ]


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["a", "a-2", "a-2-2", "b"]), max_size=12))
def test_no_key_is_given_twice(wanted: list[str]) -> None:
    keys = Keys()
    given_keys = [keys.new(key) for key in wanted]
    assert len(set(given_keys)) == len(wanted)
    assert all(key.startswith(first) for key, first in zip(given_keys, wanted, strict=True))
    assert all(given_keys[wanted.index(key)] == key for key in {"b"} & set(wanted))
