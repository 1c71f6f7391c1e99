"""Scenarios with the game saved and restored before each step, on engines that lose something by that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.engine_checks import SCENARIO_WORDS
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.checker.suite.scenarios.restored import restored_scenarios
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game as dcg
from rulehound.spec.formats import Adapter, Handshake, Observation, Reason, Refused, Scenario
from rulehound_testing.dcg.contrary_engines import LosesWhatIsLeft
from rulehound_testing.dcg.values import values_of
from rulehound_testing.toy.play import WORDS as HEAP_WORDS
from rulehound_testing.toy.play import Heap, opener, target
from rulehound_testing.toy.scenarios import TWO_THEN_THREE, scenario

EDITION = "comprehensive-4.0"
WORDS = load_vocabulary(dcg.directory / SCENARIO_WORDS)

LATER = """
[given.cards.promise]
kind = "option"
play_cost = 0
[[given.cards.promise.effects]]
timing = "main"
steps = [{ do = "at-turn-end", steps = [{ do = "draw" }] }]
[given.position]
me = { hand = ["promise"], deck = 5, battle = [{ cards = [{}] }] }
opponent = { deck = 5 }
[[step]]
do = { action = "use", card = "me.hand[0]" }
[[step]]
do = { action = "pass" }
expect.state = { "me.hand.count" = 1 }
"""


def of_dcg(make: Callable[[], Adapter]) -> Target:
    return target_of(BoundModel(dcg, EDITION, values_of(EDITION)), "test", make)


def of_heap(make: Callable[[], Adapter]) -> Target:
    return target(opener(make))


def restored(on: Target, scenarios: Sequence[Scenario], *, everything: bool = True) -> CheckRecord:
    words = WORDS if on.game is dcg else HEAP_WORDS
    records = run_scenarios(on, scenarios, words)
    return restored_scenarios(on, scenarios, words, records, everything=everything)


@pytest.mark.parametrize("everything", [True, False])
def test_a_game_that_keeps_all_goes_on_as_it_would_have(everything: bool) -> None:
    record = restored(of_dcg(DcgAdapter), [scenario(LATER)], everything=everything)
    assert (record.verdict, record.shown) == (Verdict.PASS, "1 scenario of 1 that pass")


@pytest.mark.parametrize("everything", [True, False])
def test_what_a_restored_game_has_lost_is_missed_by_a_later_step(everything: bool) -> None:
    record = restored(of_dcg(LosesWhatIsLeft), [scenario(LATER)], everything=everything)
    assert record.verdict is Verdict.VIOLATION
    assert record.rules == []
    assert record.explanation == (
        "scenario:one, with the game saved and restored before each step: "
        "expected: me.hand.count is 1; observed: me.hand.count is 0"
    )


class RefusesItsOwn(Heap):
    def restore(self, token: Any) -> Observation:
        raise Refused([Reason("stale", text="this is too old")])


class NamesAnew(Heap):
    """Each game that it restores has other ids."""

    restores = 0

    def observe(self) -> Observation:
        return {**super().observe(), "stone": {"id": f"stone-{self.restores}"}}

    def restore(self, token: Any) -> Observation:
        self.restores += 1
        return super().restore(token)


class Moody(Heap):
    """It forgets a game now and then, whether restored or not."""

    later = False

    def apply(self, action: Any) -> Observation:
        if Moody.later:
            raise Refused([Reason("tired")])
        return super().apply(action)

    def save(self) -> Any:
        Moody.later = True
        return super().save()


@pytest.mark.parametrize(
    ("make", "verdict", "why"),
    [
        (Heap, Verdict.PASS, ""),
        (
            RefusesItsOwn,
            Verdict.ERROR,
            "scenario:one, with the game saved and restored before each step: "
            "withheld: restore is refused: this is too old",
        ),
        (NamesAnew, Verdict.UNSUPPORTED, "the engine names things anew when it restores a game"),
        (Moody, Verdict.INCONCLUSIVE, "scenario:one does not go the same way twice, saved or not"),
    ],
)
def test_what_comes_of_it(
    make: type[Heap], verdict: Verdict, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Moody, "later", False)
    record = restored(of_heap(make), [scenario(TWO_THEN_THREE)])
    assert (record.verdict, record.explanation) == (verdict, why)


def test_an_engine_that_saves_nothing_is_not_asked() -> None:
    class Forgetful(Heap):
        def handshake(self) -> Handshake:
            said = super().handshake()
            named = [each for each in said.capabilities if each != "save"]
            return msgspec.structs.replace(said, capabilities=named)

    record = restored(of_heap(Forgetful), [scenario(TWO_THEN_THREE)])
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, "the engine cannot: save")


def test_where_no_scenario_passes_there_is_nothing_to_show() -> None:
    assert restored(of_heap(Heap), []).verdict is Verdict.NOT_EXERCISED
