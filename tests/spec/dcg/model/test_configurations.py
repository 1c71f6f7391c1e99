"""The game's model: exact counts, and faults planted into it that its invariants catch."""

from __future__ import annotations

from functools import cache

import pytest

from rulehound.checker.efforts import EFFORTS
from rulehound.checker.model.search import BackendMissing, SearchLimits, SearchResult, search
from rulehound.checker.model.search.breadth_first import TRIAL
from rulehound.checker.model.search.native.compiler import compiler
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import By, Interpreter
from rulehound_testing.dcg.values import VALUES, values_of
from rulehound_testing.model_mutants import MUTANTS, Mutant, rewritten, without_effect, without_guard

COUNTS = {
    "counters": (4_226, 37_226, 18, {"Player.security": 6_098}),
    "short-game": (8_236, 8_797, 39, {}),
    "attacks": (22_674, 26_740, 71, {"Player.battle": 2_910}),
    "breeding": (5_384, 6_377, 37, {"Player.battle": 515}),
    "materials": (10_915, 24_467, 48, {"Player.battle": 1_915, "Shown.cost": 494}),
    "options": (34_697, 40_603, 57, {"Player.battle": 990}),
    "fusions": (78_716, 152_442, 75, {"Player.battle": 1_708}),
    "effects": (553_414, 1_346_774, 47, {"Player.battle": 45_540, "Stack.dp_change": 22_302}),
    "keywords": (307_732, 527_128, 53, {}),
    "checks": (104, 155, 26, {"Stack.more_checks": 17}),
    "unsettled": (892, 1_564, 25, {"Stack.dp_change": 12}),
    "retaliation": (5_793, 6_896, 77, {"Player.battle": 600}),
    "overdrawn": (4_144, 10_028, 33, {"Player.battle": 328, "Stack.more_checks": 799}),
    "duel": (10_194, 16_144, 53, {"Player.battle": 402}),
    "decoys": (10_958, 15_482, 39, {"Player.battle": 30}),
    "long-list": (10_013, 21_676, 47, {"Player.battle": 97}),
    "eggs": (12_734, 19_011, 62, {"Player.battle": 376}),
    "unsettled-field": (38_517, 83_003, 47, {"Player.battle": 4_650, "Stack.dp_change": 3_642}),
    "interrupted": (5_032, 34_015, 26, {"Stack.dp_change": 1_412}),
}
"""Configuration to states, transitions, depth, and steps cut at its bounds, under the manual."""

OF_OTHER_EDITIONS = {
    *("redraw", "keep", "counter-over"),  # the current one
    *("attack", "choose-player", "choose-digimon"),  # the first two
    "assemble",  # from chapter 7 on
}


@cache
def searched(name: str) -> SearchResult:
    """Plain Python is not tried where it is known to be too slow; the limit is that of a check."""
    limits, large = SearchLimits(states=EFFORTS["normal"].searched_states), COUNTS[name][0] > TRIAL
    return search(dcg, VALUES, configurations(VALUES)[name], limits, backend=fastest() if large else "auto")


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
    assert all(result.met.values())


def test_together_the_searched_configurations_take_every_action() -> None:
    """All but effects, for each of which a configuration would be needed, and what other editions have."""
    taken = {action for name in COUNTS for action, count in searched(name).taken.items() if count}
    effects = {name for name, action in dcg.actions.items() if action.by is By.ENVIRONMENT}
    assert set(dcg.actions) - taken - effects == OF_OTHER_EDITIONS


def test_the_current_edition_is_searched_to_other_counts() -> None:
    """Its setup has decisions, its attacks one timing more."""
    values = values_of("comprehensive-4.0")
    result = search(dcg, values, configurations(values)["breeding"])
    assert (result.states, result.transitions, result.depth) == (6_089, 7_084, 40)
    assert not result.counterexamples
    assert {"redraw", "keep", "counter-over"} <= {name for name, count in result.taken.items() if count}


SEARCHED = {
    ("effect-gain-memory", "gains past the end"): ("counters", 5),
    ("pass", "the turn goes on"): ("counters", 6),
    ("draw", "the card stays in the deck"): ("counters", 6),
    ("deck-out", "nobody wins"): ("counters", 9),
    ("hatch", "into an attack"): ("breeding", 5),
    ("hatch", "from an empty pile"): ("breeding", 25),
}
"""Faults that a search shows: where, and in how few steps. The others lie outside these configurations."""


def fault(mutant: Mutant) -> tuple[str, str]:
    """What a fault goes by."""
    return mutant.action, mutant.fault


@pytest.mark.parametrize(
    "mutant", [m for m in MUTANTS if fault(m) in SEARCHED], ids=lambda m: "-".join(fault(m))
)
def test_a_search_catches_a_planted_fault(mutant: Mutant) -> None:
    name, steps = SEARCHED[fault(mutant)]
    planted = mutant.plant(dcg)
    configuration = configurations(VALUES)[name]
    found = search(planted, VALUES, configuration, SearchLimits(depth=steps)).counterexamples[mutant.breaks]
    assert len(found.steps) == steps
    assert found.steps[-1][0] in dcg.actions
    interpreter, state = Interpreter(planted, VALUES, configuration), found.start
    for action, parameters, after in found.steps:
        assert not interpreter.failed_guards(state, planted.actions[action], parameters)
        assert interpreter.apply(state, planted.actions[action], parameters) == after
        state = after
    assert mutant.breaks in {invariant.name for invariant in interpreter.failed_invariants(state)}


def test_faults_are_planted_only_where_they_change_something() -> None:
    for change in (without_guard("no such guard"), without_effect("no such field")):
        with pytest.raises(ValueError, match="changes nothing"):
            Mutant("play", "none", change, "memory.limit").plant(dcg)
    sound, faulty = (m.actions[MUTANTS[0].action] for m in (dcg, MUTANTS[0].plant(dcg)))
    assert sound != faulty
    node = dcg.actions["play"].guards[0].condition
    assert rewritten(node, lambda same: same, {}) is node
