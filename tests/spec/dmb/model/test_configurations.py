"""Searches of the model: exact counts, which other model checkers confirm, and every action of it taken."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulehound.checker.model.search import BackendMissing, SearchResult, search
from rulehound.checker.model.search.breadth_first import TRIAL
from rulehound.checker.model.search.export import murphi, promela
from rulehound.checker.model.search.native.compiler import compiler
from rulehound.spec.dmb.model import model
from rulehound.spec.dmb.model.configurations import SEARCHED, configurations
from rulehound.spec.language import By, Configuration
from rulehound_testing.dmb.values import VALUES
from rulehound_testing.search.other_checkers import Counts, rumur, spin

COUNTS = {
    "opening": (74_882, 81_926, 193, {}),
    "choices": (10_444, 11_396, 141, {}),
    "short-game": (31_666, 34_520, 166, {}),
    "abilities": (115_316, 126_346, 247, {"Active.hp": 24}),
    "crash": (226_818, 249_246, 281, {}),
    "supports": (6_080, 6_552, 113, {}),
    "lines": (3_923_382, 4_338_294, 244, {}),
    "partners": (2_394_850, 2_598_760, 343, {}),
    "points": (189_754, 207_570, 244, {}),
    "hands": (15_690, 16_378, 236, {}),
    "blind": (8_154, 8_486, 207, {}),
    "effects": (1_400_506, 2_397_082, 237, {}),
}
"""Configuration to states, transitions, depth, and steps cut at its bounds."""

CONFIRMED = ("supports", "blind")
"""The configurations that SPIN and rumur are given: small ones, since they are compiled each time."""


@cache
def searched(name: str) -> SearchResult:
    """Plain Python is not tried where it is known to be too slow."""
    large = COUNTS[name][0] > TRIAL
    return search(model, VALUES, configurations(VALUES)[name], backend=fastest() if large else "auto")


@cache
def fastest() -> str:
    try:
        compiler()
    except BackendMissing:
        return "auto"
    return "c"


@pytest.mark.parametrize("name", COUNTS)
def test_counts_and_no_invariant_broken(name: str) -> None:
    result = searched(name)
    assert (result.states, result.transitions, result.depth, result.cut) == COUNTS[name]
    assert result.complete
    assert not result.counterexamples
    assert not result.deadlocks


@pytest.mark.parametrize("name", CONFIRMED)
@pytest.mark.parametrize("tool", ["spin", "rumur"])
def test_other_checkers_count_the_same(name: str, tool: str, tmp_path: Path) -> None:
    configuration: Configuration = configurations(VALUES)[name]
    states, transitions, _, _ = COUNTS[name]
    if tool == "spin":
        counts = spin(promela(model, VALUES, configuration), tmp_path)
    else:
        counts = rumur(murphi(model, VALUES, configuration), tmp_path)
    assert counts == Counts(states, transitions)


def test_together_the_searches_take_every_action() -> None:
    """All but effects, for each of which a configuration would be needed."""
    taken = {action for name in COUNTS for action, count in searched(name).taken.items() if count}
    effects = {name for name, action in model.actions.items() if action.by is By.ENVIRONMENT}
    assert set(model.actions) - taken - effects == set()


def test_every_configuration_is_searched_by_some_effort() -> None:
    assert set(SEARCHED["deep"]) == set(configurations(VALUES)) == set(COUNTS)
    assert set(SEARCHED["quick"]) < set(SEARCHED["normal"]) < set(SEARCHED["deep"])
