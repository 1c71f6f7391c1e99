"""Small faults in the checker's own judging are noticed by scenarios, faulty engines and tests."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from rulehound_testing.folders import ROOT


@pytest.fixture(scope="module")
def tool() -> Any:
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(ROOT / "tools")
        return importlib.import_module("mutate_judging")


@pytest.fixture(scope="module")
def mutants(tool: Any) -> list[Any]:
    """Every mutant of the code that judges."""
    every: list[Any] = tool.mutants_of_modules(tool.judging_modules())
    return every


def test_every_room_that_judges_has_mutants(mutants: list[Any]) -> None:
    names = [mutant.name for mutant in mutants]
    assert len(set(names)) == len(names) > 2000
    for room in ("judging.belief", "judging.successors", "judging.judgements", "suite.scenarios.steps"):
        assert any(name.startswith(f"rulehound.checker.{room}") for name in names), room


def test_a_comparison_that_always_agrees_is_noticed(tool: Any, mutants: list[Any]) -> None:
    shown = "not same(expected, observed) -> False"
    [mutant] = [one for one in mutants if one.place.endswith("steps:_judge_place") and shown in one.shown]
    outcome = tool.outcome_of(mutant)
    assert outcome.startswith("caught: scenario:")
    assert outcome.endswith("which it is recorded to")
