"""The game's model: exact counts, and faults planted into it that its invariants catch."""

from __future__ import annotations

import pytest

from model_mutants import MUTANTS, Mutant, rewritten, without_effect, without_guard
from rulehound.checker.search import search
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import Interpreter
from spec.dcg.law import VALUES, values_of

COUNTS = {
    "attacks": (10_052, 14_054, 37, {"Player.battle": 2_859}),
    "breeding": (1_985, 2_725, 24, {"Player.battle": 342}),
    "effects": (24_903, 85_158, 34, {"Player.battle": 17_468}),
    "two-a-side": (96_598, 444_020, 33, {}),
}
"""Configuration to states, transitions, depth, and steps cut at its bounds."""


@pytest.mark.parametrize("name", COUNTS)
def test_counts_and_no_invariant_broken(name: str) -> None:
    result = search(dcg, VALUES, configurations(VALUES)[name])
    assert (result.states, result.transitions, result.depth, result.cut) == COUNTS[name]
    assert result.complete
    assert not result.found
    assert not result.deadlocks


def test_together_the_searched_configurations_take_every_action() -> None:
    """All but effects, for which there is a configuration of their own."""
    taken: set[str] = set()
    for name in ("attacks", "breeding"):
        result = search(dcg, VALUES, configurations(VALUES)[name])
        taken |= {action for action, count in result.taken.items() if count}
    effects = {name for name in dcg.actions if name.startswith("effect-")}
    assert set(dcg.actions) - taken == effects


def test_the_reading_of_level_2_tells_editions_apart() -> None:
    """An egg with DP may move where only DP counts; one without may not under either reading."""
    assert movable("manual-2.3") == [True]
    assert movable("comprehensive-4.0") == [True]
    assert movable("detailed-1.0") == []


def movable(edition: str) -> list[bool]:
    """Which of two Digimon of level 2 may move, one with DP and one without: whether each has DP."""
    values = values_of(edition)
    interpreter = Interpreter(dcg, values, configurations(values)["breeding"])
    found = []
    for facts in ({"has_dp": True, "dp": 1, "printed_dp": 1}, {"has_dp": False}):
        stack = {"digimon": True, "level": 2, "cards": 1, **facts}
        state = dcg.from_dict({"stage": "breeding", "me.breeding": [stack]})
        if any(action.name == "move" for action, _, _ in interpreter.successors(state)):
            found.append(bool(facts["has_dp"]))
    return found


SEARCHED = {
    ("play", "a cost is paid past the gauge"): ("effects", 4),
    ("effect-gain-memory", "gains past the end"): ("effects", 7),
    ("play", "the card stays in the hand"): ("breeding", 8),
    ("check", "the card vanishes"): ("attacks", 15),
    ("hatch", "from an empty pile"): ("breeding", 19),
    ("attack-player", "at once"): ("breeding", 9),
    ("attack-player", "on nobody"): ("breeding", 12),
    ("block", "without the attack moving"): ("attacks", 13),
    ("deck-out", "nobody wins"): ("breeding", 15),
    ("win", "the game goes on"): ("breeding", 14),
    ("unsuspend", "nothing stands up"): ("attacks", 16),
    ("begin-checks", "no number of checks"): ("attacks", 14),
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
    found = search(planted, VALUES, configuration).found[mutant.breaks]
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
    assert dcg.actions["play"] != MUTANTS[0].plant(dcg).actions["play"]
    node = dcg.actions["play"].guards[0].condition
    assert rewritten(node, lambda same: same, {}) is node
