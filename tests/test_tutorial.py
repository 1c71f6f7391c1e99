"""The tutorial: each file is written, each change made and each command run, in the order of the page."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rulehound_testing.folders import ROOT
from rulehound_testing.followed_page import fits, follow

PAGE = ROOT / "docs" / "tutorial.md"


def test_whoever_follows_the_tutorial_finds_the_fault_and_mends_it(tmp_path: Path) -> None:
    kinds = follow(PAGE, tmp_path, Path(sys.executable).parent)
    assert kinds == ["run", "change", "file", "run", "replace", "run", "run", "change", "run", "run"]


@pytest.mark.parametrize(
    ("printed", "output", "fit"),
    [
        ("one\n…\nthree\n…\n", "one\ntwo\nthree\nfour\n", True),
        ("one\n…\nthree\n", "one\ntwo\nthree\nfour\n", False),
        ("one\n…\nthree\n", "one\nthree\n", True),
        ("one\n…\nthree\n", "one\ntwo\n", False),
        ("…\nthree\n", "one\nthree\n", True),
        ("two\n…\n", "one\ntwo\n", False),
        ("take … of it\n", "take all of it\n", True),
        ("take … of it\n", "take all\n", False),
        ("one\n", "one\ntwo\n", False),
    ],
)
def test_dots_stand_for_what_is_left_out_and_for_nothing_else(printed: str, output: str, fit: bool) -> None:
    assert fits(printed, output) == fit
