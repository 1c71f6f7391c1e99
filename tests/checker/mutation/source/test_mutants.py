"""The mutants that the operators make of made-up source."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.engines.source.modules import read_engine
from rulehound.checker.mutation.source.mutants import SourceMutant, source_mutants
from rulehound_testing.small_source import RULES, source


def mutants(folder: Path, text: str) -> list[SourceMutant]:
    return source_mutants(source(folder, text), RULES)


CASES = {
    "return x < 1 and not x.y  # rule.a": [
        "x < 1 and (not x.y) -> x < 1 or not x.y",
        "x < 1 and (not x.y) -> not x.y",
        "x < 1 and (not x.y) -> x < 1",
        "x < 1 -> x <= 1",
        "1 -> 2",
        "1 -> 0",
        "not x.y -> x.y",
    ],
    "x.n -= 2  # rule.a": ["x.n -= 2 -> pass", "2 -> 3", "2 -> 1"],
    "x.go(True, key=-y)  # rule.a": [
        "x.go(True, key=-y) -> pass",
        "x.go(True, key=-y) -> x.go(True)",
        "True -> False",
        "-y -> y",
    ],
    "y = max(x)[1:]  # rule.a": ["max(x) -> min(x)", "1: -> :-1", "1 -> 2", "1 -> 0"],
    "x.z = ('a', *y)  # rule.a": [
        "x.z = ('a', *y) -> pass",
        "('a', *y) -> (*y,)",
        "('a', *y) -> ('a',)",
        "('a', *y) -> (*y, 'a')",
    ],
    "y = 'a' if x is None else [z for z in x if z not in y]  # rule.a": [
        "'a' if x is None else [z for z in x if z not in y] -> 'a'",
        "'a' if x is None else [z for z in x if z not in y] -> [z for z in x if z not in y]",
        "x is None -> x is not None",
        " for z in x if z not in y -> for z in x",
        "z not in y -> z in y",
    ],
    "y = x - 1 + f'{1 + 1}'  # rule.a": ["x - 1 -> x + 1", "1 -> 2", "1 -> 0"],
    "raise x  # rule.a": ["raise x -> pass"],
    "y: int = z  # rule.a": [],
    "pass  # rule.a": [],
}


@pytest.mark.parametrize("line", CASES)
def test_operators(tmp_path: Path, line: str) -> None:
    shown = [mutant.shown for mutant in mutants(tmp_path, f"def f(x, y):\n    {line}\n")]
    assert shown == [f"line 2: {change.strip()}" for change in CASES[line]]


@pytest.mark.parametrize(
    ("returns", "changes"),
    [
        ("bool", ["returns True", "returns False"]),
        ("int", ["returns one more", "returns one less"]),
        ("str | None", ["returns None"]),
        ("tuple[int, ...]", ["returns nothing"]),
        ("tuple[int, int]", []),
        ("Iterable[int]", ["returns nothing"]),
        ("list[int]", ["returns nothing"]),
        ("str", []),
    ],
)
def test_results_by_what_a_function_returns(tmp_path: Path, returns: str, changes: list[str]) -> None:
    text = f"def f(x) -> {returns}:\n    return x  # rule.a\n"
    assert [mutant.name for mutant in mutants(tmp_path, text)] == [f"shells:f:1 {said}" for said in changes]


def test_conditions_loops_and_what_hangs_on_them(tmp_path: Path) -> None:
    text = """\
def f(x):
    if x:
        x.go()  # rule.a
    while x:  # rule.b
        x.stop()
    for y in (x, 1 - x):  # rule.c
        y.go()
    if x:
        x.go()  # rule.d
        x.stop()
"""
    assert [mutant.name.removeprefix("shells:f:") for mutant in mutants(tmp_path, text)] == [
        "1 always",
        "1 never",
        "3 never",
        "4 over nothing",
        "4 in the other order",
        "4 without x",
        "4 without 1 - x",
        "4 - is +",
        "4 1 is one more",
        "4 1 is one less",
        "5 always",
        "5 never",
        "6 left out",
    ]


def test_two_that_come_to_the_same_are_one_with_the_rules_of_both(tmp_path: Path) -> None:
    text = "def f(x):  # rule.a\n    return x == 1  # rule.b\n"
    every = mutants(tmp_path, text)
    assert [mutant.rules for mutant in every] == [("rule.a", "rule.b")] * 3
    assert len({mutant.changed.text for mutant in every}) == 3


def test_names_stay_while_code_around_them_moves(tmp_path: Path) -> None:
    text = "def f(x):\n    return [1, 1, x]  # rule.a\n"
    names = [mutant.name for mutant in mutants(tmp_path, text)]
    assert names[-2:] == ["shells:f:1 1 is one more #2", "shells:f:1 1 is one less #2"]
    assert len(set(names)) == len(names) == 6
    moved = mutants(tmp_path, f"import os\n\n\ndef g(x):\n    return x < 1  # rule.b\n\n\n{text}")
    assert names == [mutant.name for mutant in moved if mutant.place == "shells:f"]


def test_the_source_of_each_mutant_of_the_reference_engine_differs_and_compiles() -> None:
    source_read = read_engine("reference", "dcg")
    every = source_mutants(source_read, ["memory.limit", "turn.end", "attack.targets", "security.count"])
    assert len(every) >= 40
    assert len({mutant.name for mutant in every}) == len(every)
    texts = {mutant.changed.text for mutant in every}
    assert len(texts) == len(every)
    for text in texts:
        compile(text, "", "exec")
