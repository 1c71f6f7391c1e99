"""A fingerprint changes with the words and with nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.extract import fingerprint


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A lantern is lit.", "a  lantern\nis LIT"),
        ('the "tide" turns', "the “tide” turns"),
        ("Digi-Egg", "Digi–Egg"),
        ("gets -2000 DP", "gets −2000 DP"),
        ("**bold** <Lit>", "bold [Lit]"),
        ("５ lanterns", "5 lanterns"),
        ("the keepers' boat", "thekeepers'boat"),
    ],
)
def test_typography_does_not_count(one: str, other: str) -> None:
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("at most 10", "at most 12"),
        ("gets -2000 DP", "gets +2000 DP"),
        ("gets -2000 DP", "gets 2000 DP"),
        ("see 1-12", "see 11-2"),
        ("version 1.1", "version 11"),
        ("may row", "must row"),
    ],
)
def test_words_and_numbers_count(one: str, other: str) -> None:
    assert fingerprint(one) != fingerprint(other)


def test_it_is_the_same_on_every_machine() -> None:
    assert fingerprint("Lanterns are lit at dusk.") == "99932763e3d9fb7e"


@given(st.text())
def test_white_space_and_case_never_count(text: str) -> None:
    assert len(fingerprint(text)) == 16
    assert fingerprint(f" {text}\t") == fingerprint(text)
