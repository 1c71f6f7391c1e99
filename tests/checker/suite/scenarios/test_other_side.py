"""Scenarios from the other side of the table: what an engine does for one player by number shows."""

from __future__ import annotations

import pytest

from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.scenarios.other_side import FROM_THE_OTHER_SIDE, from_the_other_side
from rulehound.engine.adapter import create
from rulehound.engine.dcg.effects import selecting
from rulehound_testing.faults.catching import rulebook, run, words
from rulehound_testing.faults.patching import rewritten
from rulehound_testing.rotating import SEED

EDITION = "comprehensive-4.0"
LOOKED_AT = "rules/areas-looked-at"
"""Scenarios that number the hidden parts of players."""


def records(beginning: str, *, both_sides: bool = True) -> list[CheckRecord]:
    asked = [one for one in rulebook().store.scenarios if one.id.startswith(beginning)]
    return run(create, asked, EDITION, both_sides=both_sides)


def test_an_engine_that_knows_a_player_by_number_is_found_from_the_other_side_alone() -> None:
    with rewritten(selecting.chooser, "return 1 - state.turn if", "return 1 + state.turn if")():
        assert {one.verdict for one in records("rules/effects-each-chooses", both_sides=False)} == {
            Verdict.PASS
        }
        fault, *_ = records("rules/effects-each-chooses")
    assert fault.verdict in (Verdict.VIOLATION, Verdict.ERROR)
    assert fault.explanation.startswith(FROM_THE_OTHER_SIDE)
    assert fault.trace is not None


def test_places_of_players_are_numbered_from_the_side_that_a_scenario_takes() -> None:
    both, one = records(LOOKED_AT), records(LOOKED_AT, both_sides=False)
    assert {record.verdict for record in both} == {Verdict.PASS}
    assert all(record.shown.endswith(", from both sides") for record in both)
    assert [record.counts["steps"] for record in both] == [2 * record.counts["steps"] for record in one]


@pytest.mark.parametrize("share", [SEED % 8])
def test_the_sound_engine_is_accused_from_neither_side(share: int) -> None:
    asked = [one for one in rulebook().store.scenarios if not one.not_executable][share::8]
    failed = [
        (one.check, one.explanation)
        for one in run(create, asked, EDITION, both_sides=True)
        if one.verdict is not Verdict.PASS
    ]
    assert failed == []


def test_who_changes_seats_twice_sits_as_before() -> None:
    assert from_the_other_side(from_the_other_side(words())) == words()
    assert from_the_other_side(words()).sides == ("opponent", "me")
