"""An engine may give other ids in every game: its traces are run again and made shorter all the same."""

from __future__ import annotations

import msgspec
import pytest

from rulehound.checker.diagnosis.naming_causes import diagnose
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.efforts import Scope
from rulehound.checker.judging.names import Names, renamed
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import play
from rulehound.checker.suite.replay import replay
from rulehound.spec.dcg import game
from rulehound_testing.dcg.values import values_of
from rulehound_testing.faults.engines import create as faulty_engine
from rulehound_testing.renaming import Renaming

EDITION = "comprehensive-4.0"
RULES = BoundModel(game, EDITION, values_of(EDITION))
FEW = Scope(games=2, steps=120, examples=0, runs=10, search_steps=20)


def test_ids_are_numbered_as_they_are_met_and_renamed_in_paths_too() -> None:
    names = Names()
    names.see({"hand": [{"id": "a"}, {"id": "b"}]})
    assert names.neutral({"target": "b", "hand[a].card": [None, {"id": "c"}], "word": "d"}) == {
        "target": "#2",
        "hand[#1].card": [None, {"id": "#3"}],
        "word": "d",
    }
    assert renamed({"x[a].y[b]": "a"}, {"a": "b", "b": "a"}) == {"x[b].y[a]": "b"}


@pytest.mark.parametrize("fault", ["attack-same-turn", "no-digivolve-draw", "pass-2"])
def test_what_an_engine_breaks_whose_ids_never_come_again_is_not_flaky(fault: str) -> None:
    told = {}
    for name, make in (
        ("plain", lambda: faulty_engine(fault)),
        ("renaming", lambda: Renaming(faulty_engine(fault))),
    ):
        target = target_of(RULES, name, make)
        records = play(target, seed=1, scope=FEW).records
        assert any(record.verdict is Verdict.VIOLATION for record in records)
        violations = diagnose(records, target, OtherEditions(target, (), None)).violations
        assert {violation.again for violation in violations} == {"deterministic"}
        told[name] = {each.rule for each in violations}
        assert all(each.trace is not None and len(each.trace.steps) < 12 for each in violations)
        for violation in violations:
            assert violation.trace is not None
            assert replay(violation.trace, make()).reproduced
    assert told["renaming"] == told["plain"]


def test_another_thing_in_its_place_is_not_taken_for_the_same() -> None:
    target = target_of(RULES, "renaming", lambda: Renaming(faulty_engine("attack-same-turn")))
    record = next(one for one in play(target, seed=1, scope=FEW).records if one.trace is not None)
    assert record.trace is not None
    wrong = msgspec.structs.replace(record.trace, ids=record.trace.ids[1:])
    assert not replay(wrong, target.open()).reproduced
