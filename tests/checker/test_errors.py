"""Errors of users in one line, and text from engines that cannot pass for a line of ours."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.checker.errors import UserError, one_line, printable


def test_an_error_prints_what_is_wrong_and_what_to_do() -> None:
    error = UserError("rules.pdf: no such file", "name a file")
    assert str(error) == "rules.pdf: no such file; name a file"
    assert (error.what, error.remedy) == ("rules.pdf: no such file", "name a file")


def test_an_error_goes_to_another_process_whole() -> None:
    error = pickle.loads(pickle.dumps(UserError("a; b", "c")))
    assert isinstance(error, UserError)
    assert (str(error), error.what, error.remedy) == ("a; b; c", "a; b", "c")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("舟 é", "舟 é"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\tb\rc", "a\\tb\\rc"),
        ("\u202eabc", "\\u202eabc"),
        ("back\\slash 'quote\"", "back\\slash 'quote\""),
        ("\ud800", "\\ud800"),
        ("two\nlines", "two\nlines"),
    ],
)
def test_control_characters_are_made_visible(text: str, shown: str) -> None:
    assert printable(text) == shown


@settings(max_examples=80)
@given(st.text(st.characters(), max_size=20))
def test_whatever_an_engine_says_is_one_line(text: str) -> None:
    line = one_line(text)
    assert line.isprintable()
    assert line.splitlines() == ([line] if line else [])
    assert one_line(line) == line
    assert (line == text) == text.isprintable()
