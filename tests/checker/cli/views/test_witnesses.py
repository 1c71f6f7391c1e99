"""Witnesses between editions, as a person and a machine read them."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from rulehound.checker.cli.views.witnesses import as_plain, lines
from rulehound_testing.dcg.differences import CURRENT, FIRST, MANUAL, answer


def test_a_person_reads_readings_clauses_position_and_both_judgements() -> None:
    found = answer("battle.level-2", FIRST)
    told = "\n".join(lines([found], (FIRST, CURRENT)))
    for part in (
        "comprehensive-4.0: no-dp.",
        "dcg-comprehensive-rules-en@4.0 4-16-2, 17-1-3-2-1",
        "witness: move (a player)",
        "stage breeding",
        "comprehensive-4.0: legal",
        "stage: breeding → main",
        "fan-2020: not legal, by battle.level-2",
        "scenario between:battle.level-2:move:comprehensive-4.0",
    ):
        assert part in told


def test_the_result_for_machines_has_all_of_it() -> None:
    plain: dict[str, Any] = json.loads(
        msgspec.json.encode(as_plain(answer("setup.redraw"), (MANUAL, CURRENT)))
    )
    assert (plain["switch"], plain["none"]) == ("setup.redraw", "")
    (witness,) = plain["witnesses"]
    assert set(witness["judgements"]) == {MANUAL, CURRENT}
    assert [scenario["editions"] for scenario in witness["scenarios"]] == [[MANUAL], [CURRENT]]
