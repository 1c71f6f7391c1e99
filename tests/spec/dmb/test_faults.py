"""Faults that are planted into the engine of Digimon Battles: each is caught by a check of its rule."""

from __future__ import annotations

import random

import pytest

from rulehound.checker.evidence.seen_to_fail import read_seen_to_fail
from rulehound.checker.records import Verdict
from rulehound.checker.suite.catalogue import scenario_check
from rulehound_testing.rotating import SEED

pytest.importorskip("rulehound.engine.dmb", reason="there is no engine of the game here")

from rulehound_testing.faults.dmb.catalogue import FAULTS
from rulehound_testing.faults.dmb.catching import checks_that_catch, rulebook, scenario_records
from rulehound_testing.faults.dmb.engines import create

SHARE = 20
"""How many faults one run of the tests asks; another twenty with every seed."""


def asked() -> list[str]:
    return sorted(random.Random(SEED).sample(sorted(FAULTS.keys() - left_to_chance()), SHARE))


def left_to_chance() -> set[str]:
    """What trials of chance and of what is hidden catch on record, and no scenario does."""
    by_scenario, by_trial = set[str](), set[str]()
    for check, seen in read_seen_to_fail(rulebook().game.directory).items():
        (by_scenario if check.startswith("scenario:") else by_trial).update(seen.faults)
    return by_trial - by_scenario


def test_each_breaks_a_rule_of_the_game() -> None:
    assert {fault.rule for fault in FAULTS.values()} <= rulebook().store.rules.keys()
    assert len({fault.description for fault in FAULTS.values()}) > len(FAULTS) - 25


@pytest.mark.parametrize("name", asked())
def test_a_fault_is_caught_by_a_scenario_of_its_rule(name: str) -> None:
    rules = {scenario_check(each): each.rules for each in rulebook().store.scenarios}
    caught = checks_that_catch(name, scenario_records)
    assert any(FAULTS[name].rule in rules[check] for check in caught)


def test_every_scenario_is_on_record_as_seen_to_fail() -> None:
    record = read_seen_to_fail(rulebook().game.directory)
    assert {fault for seen in record.values() for fault in seen.faults} <= FAULTS.keys()
    assert {scenario_check(each) for each in rulebook().store.scenarios} <= record.keys()


def test_no_fault_makes_the_engine_break() -> None:
    for name in asked()[:5]:
        records = scenario_records(lambda name=name: create(name))  # type: ignore[misc]
        assert not [one.check for one in records if one.verdict is Verdict.ERROR]


def test_an_unknown_fault_is_refused() -> None:
    with pytest.raises(LookupError, match="there is no fault 'none'"):
        create("none")
