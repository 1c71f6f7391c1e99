"""Small faults in the checker's own judging are noticed by scenarios, faulty engines and tests."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from rulehound_testing.folders import ROOT
from rulehound_testing.rotating import of_this_run

AGAIN = 2
"""How many mutants of the sample on record a run tries again, at least."""


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


def test_what_was_caught_once_is_caught_again(tool: Any, mutants: list[Any]) -> None:
    """Of the sample on record, other ones with every seed; those of functions edited since are left out."""
    current = {(mutant.name, mutant.content): mutant for mutant in mutants}
    recorded = tool.read_record()
    same = [one for one in recorded.caught if (one.name, one.content) in current]
    assert len(same) > 0.7 * len(recorded.caught), "--sample 110 --record takes a new sample"
    assert len(recorded.caught) + len(recorded.hung) + len(recorded.survived) == recorded.sample
    for one in of_this_run(same, len(same) // AGAIN):
        assert tool.outcome_of(current[one.name, one.content]) != tool.SURVIVED, one.name


def test_a_comparison_that_always_agrees_is_noticed(tool: Any, mutants: list[Any]) -> None:
    own = [one for one in mutants if one.place.endswith("steps:_judge_place")]
    [mutant] = [one for one in own if "not same(" in one.shown and one.shown.endswith("-> False")]
    outcome = tool.outcome_of(mutant)
    assert outcome.startswith("caught: scenario:")
    assert outcome.endswith("which it is recorded to")
