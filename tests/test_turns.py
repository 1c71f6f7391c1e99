"""The table of tests that take turns names tests that there are, and every one of them has its turn."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest

from rulehound_testing.folders import ROOT
from rulehound_testing.turns import BLOCK, Turn, left_out, read_turns

TURNS = read_turns()
NAMES = ["a.py::one", "a.py::two[1]", "a.py::two[b]", "a.py::two[3]", "b.py::one", "b.py::other", "c.py::two"]
SEEDS = range(7, 7 + 12 * BLOCK)


def asked(turn: Turn, seed: int) -> list[str]:
    waiting = left_out(NAMES, [turn], seed)
    return [name for name in NAMES if name not in waiting]


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.why)
def test_what_is_listed_is_there(turn: Turn) -> None:
    for listed in turn.listed():
        file, _, case = listed.partition("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        function = case.partition("[")[0]
        assert not function or re.search(rf"^def {function}\(", text, re.MULTILINE), listed
    assert bool(turn.one_of) != bool(turn.cases_of)
    assert (turn.parts or len(turn.one_of)) > 1


def test_nothing_is_listed_twice() -> None:
    listed = Counter(one for turn in TURNS for one in turn.listed())
    assert [one for one, times in listed.items() if times > 1] == []
    whole = {one for one in listed if "::" not in one}
    assert [one for one in listed if "::" in one and one.partition("::")[0] in whole] == []


def test_one_of_what_is_listed_is_asked_and_all_that_is_not_listed() -> None:
    turn = Turn("", one_of=(("a.py::one", "b.py"), ("a.py::two[b]",), ("a.py::two[3]",)))
    rest = {"a.py::two[1]", "c.py::two"}
    parts = [{"a.py::one", "b.py::one", "b.py::other"}, {"a.py::two[b]"}, {"a.py::two[3]"}]
    assert [set(asked(turn, seed)) - rest for seed in range(3)] == parts
    assert all(rest <= set(asked(turn, seed)) for seed in SEEDS)


def test_cases_take_turns_by_themselves_and_some_runs_may_ask_none() -> None:
    two = Turn("", cases_of=("a.py::two",), parts=2)
    parts = [["a.py::two[1]", "a.py::two[3]"], ["a.py::two[b]"]]
    assert [asked(two, seed)[1:-3] for seed in range(2)] == parts
    rare = Turn("", cases_of=("b.py::one",), parts=3)
    assert ["b.py::one" in asked(rare, seed) for seed in range(4)] == [True, False, False, True]


@pytest.mark.parametrize("parts", sorted({turn.parts or len(turn.one_of) for turn in TURNS}))
def test_every_turn_comes_with_each_seed_that_chooses_cases(parts: int) -> None:
    """As `of_this_run` chooses them by the same seed, by so many parts or others."""
    turn = Turn("", cases_of=("a.py", "b.py", "c.py"), parts=parts)
    for chosen_by in (2, 3, 4, 5, 8, 12):
        met = {(name, seed % chosen_by) for seed in range(parts * BLOCK * 12) for name in asked(turn, seed)}
        assert len(met) == len(NAMES) * chosen_by


def test_a_table_that_says_something_else_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="halves"):
        msgspec.convert({"why": "", "halves": 2}, Turn)
