"""Whatever is broken, a check, a guard or a cited line: the gate goes red and names the clauses."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import pytest

from rulehound.checker.rulebook.reading import load_spec, open_game
from rulehound.checker.suite.catalogue import declared_checks
from rulehound_testing.folders import ROOT
from rulehound_testing.rotating import SEED


@pytest.fixture(scope="module")
def tool() -> Any:
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(ROOT / "tools")
        return importlib.import_module("break_something")


@pytest.fixture(scope="module")
def places(tool: Any) -> list[Any]:
    """Every place that can be broken."""
    return list(tool.breaks())


def test_every_kind_of_check_can_be_drawn(places: list[Any]) -> None:
    """And what is left of a file without it is still Python."""
    game = open_game("dcg")
    kinds = {check.kind for check in declared_checks(game, load_spec(game))}
    assert {place.family for place in places if place.kind != "line"} == kinds | {"vector"}
    assert all(place.rules for place in places)
    for place in places:
        if place.text is not None and place.kind != "line" and place.file.suffix == ".py":
            compile(place.text, place.file, "exec")


def test_the_gate_goes_red_at_a_place_of_each_kind(
    tool: Any, places: list[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Others with every seed; the same script breaks fifty in `make deep`."""
    monkeypatch.setattr(sys, "argv", ["break_something.py", "--count", "3", "--seed", str(SEED)])
    monkeypatch.setattr(tool, "breaks", lambda: iter(places))
    with pytest.raises(SystemExit) as ended:
        tool.main()
    printed = capsys.readouterr()
    assert ended.value.code == 0, printed
    lines = printed.out.splitlines()
    assert [line.partition(":")[0] for line in lines[:-1]] == ["red"] * 3
    assert {line.split(": ")[1] for line in lines[:-1]} == {"check", "guard", "line"}
    assert lines[-1] == "3 of 3 shown"
