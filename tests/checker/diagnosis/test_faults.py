"""Faulty engines are found by conform, first of all by the right rule and a short trace; a sound one is not.

Two faults a run, which ones the variable RULEHOUND_SEED tells (0 where it is not set), by a little
effort; all of them where RULEHOUND_FAULTS is "all", each fourth from the first on where it is "1/4", by the
default effort.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.pipeline import engine_run
from rulehound.checker.pipeline.conform import conform_engines
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.run_record import Run
from rulehound.engine.adapter import create
from rulehound.spec.formats import Adapter
from rulehound_testing.efforts import LITTLE
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.engines import create as faulty_engine
from rulehound_testing.faults.naming import second_reading
from rulehound_testing.faults.sets import EXPECTED
from rulehound_testing.rotating import SEED

WANTED = os.environ.get("RULEHOUND_FAULTS", "")
ALL = WANTED != ""
A_RUN = 2

NOT_FIRST = {
    "deleted-one-by-one": "keyword.decoy",
    # what lies under a card is placed with it: one step of the model carries out both rules
    "placed-upside-down": "play.battle-area",
}
"""Known gaps: faults whose rule is named, but not first, with the rule that is. One that is mended fails here
until it is taken off."""


def chosen() -> list[str]:
    """The faults of this run: every twenty-seventh or so, another set with every seed."""
    names = list(EXPECTED)
    if ALL:
        share, _, shares = WANTED.replace("all", "1/1").partition("/")
        return names[int(share) - 1 :: int(shares)]
    sets = -(-len(names) // A_RUN)
    return names[SEED % sets :: sets]


def conformed(make: Callable[..., Adapter], monkeypatch: pytest.MonkeyPatch) -> Run:
    if not ALL:
        monkeypatch.setattr(engine_run, "EFFORTS", {"quick": LITTLE})
    settings = RunSettings(effort="normal" if ALL else "quick")

    def opened() -> Adapter:
        engine = make()
        return EngineClient(LocalChannel(engine), engine.handshake())

    return conform_engines(open_game("dcg"), [("x", opened)], settings).conformance.runs[0]


@pytest.mark.parametrize("fault", chosen())
def test_a_faulty_engine_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = conformed(lambda: faulty_engine(fault), monkeypatch)
    expected = EXPECTED[fault]
    if fault in NOT_FIRST:
        assert found.broken[0].rule == NOT_FIRST[fault]
        named_rules = ((one.rule, *one.candidates, *one.also) for one in found.broken)
        assert {rule for rules in named_rules for rule in rules} & set(expected.rules)
        return
    named = [violation for violation in found.broken if violation.rule in expected.rules]
    assert named, f"found instead: {[violation.rule for violation in found.violations]}"
    assert found.broken[0] is named[0], f"found first: {found.broken[0].rule}"
    assert named[0].trace is not None
    assert len(named[0].trace.steps) <= expected.shortest + 2
    assert named[0].again == "deterministic"


def test_the_sound_engine_is_met_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    found = conformed(create, monkeypatch)
    assert found.violations == []
    assert found.exit_status == 0


def test_there_are_enough_faults_and_every_run_has_its_share() -> None:
    assert len(EXPECTED) >= 40
    assert set(EXPECTED) <= set(FAULTS)
    assert all(FAULTS[name].rule in expected.rules for name, expected in EXPECTED.items())
    assert ALL or len(chosen()) >= A_RUN - 1


def test_the_second_reading_is_of_faults_and_rules_that_there_are() -> None:
    rules = read_rulebook(open_game("dcg"), None, None).store.rules
    assert set(second_reading()) <= set(FAULTS)
    assert {rule for own in second_reading().values() for rule in own} <= set(rules)
    assert all(second_reading().values())
