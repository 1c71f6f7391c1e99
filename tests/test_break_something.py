"""Whatever is broken, a check, a guard or a cited line: the gate goes red and names the clauses."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from rulehound.checker.rulebook.reading import load_spec, open_game
from rulehound.checker.suite.catalogue import declared_checks
from rulehound_testing.folders import ROOT
from rulehound_testing.rotating import SEED


def test_every_kind_of_check_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is left of a file without it is still Python."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    places = list(importlib.import_module("break_something").breaks())
    game = open_game("dcg")
    kinds = {check.kind for check in declared_checks(game, load_spec(game))}
    assert {place.family for place in places if place.kind != "line"} == kinds | {"vector"}
    assert all(place.rules for place in places)
    for place in places:
        if place.text is not None and place.kind != "line" and place.file.suffix == ".py":
            compile(place.text, place.file, "exec")


def test_the_gate_goes_red_at_a_place_of_each_kind() -> None:
    """Others with every seed; the same script breaks fifty in `make deep`."""
    command = [sys.executable, "tools/break_something.py", "--count", "3", "--seed", str(SEED)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    lines = ended.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines[:-1]] == ["red"] * 3
    assert {line.split(": ")[1] for line in lines[:-1]} == {"check", "guard", "line"}
    assert lines[-1] == "3 of 3 shown"
