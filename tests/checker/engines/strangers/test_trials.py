"""Engines tried against themselves: each lie is found by its own check, and sound engines pass all."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from rulehound.checker.engines import EngineLimits, EngineStartError, Misbehaviour
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials import checks, trials
from rulehound.checker.suite.trials.moments import Alike, Moment
from rulehound.spec.formats import Action, Observation, Reason, Refused, Setup
from rulehound_testing.dcg.contrary_engines import CONTRARY
from rulehound_testing.faults.catching import bound, rulebook, violated
from rulehound_testing.strangers.starting import HASTY, PATIENT, opener
from rulehound_testing.toy import game as toy
from rulehound_testing.toy.play import Heap, target
from rulehound_testing.toy.play import opener as in_process

CHECKS = [checks.DETERMINISTIC, checks.FRESH_GAMES, checks.SAVE_RESTORES, checks.ENDS]


def tried(way: str, at: str = "observe:99", limits: EngineLimits = PATIENT) -> dict[str, CheckRecord]:
    return {record.check: record for record in trials(target(opener(way, at, limits), engine=way), seed=1)}


def verdicts(records: dict[str, CheckRecord]) -> list[Verdict]:
    return [records[check].verdict for check in CHECKS]


@pytest.mark.parametrize("way", ["sound", "names-anew"])
def test_a_sound_engine_passes_whatever_it_calls_things(way: str) -> None:
    records = tried(way)
    assert verdicts(records) == [Verdict.PASS] * 4
    assert records[checks.DETERMINISTIC].shown.startswith("3 games, 1")
    assert all((record.rules, record.engine, record.seed) == ([], way, 1) for record in records.values())


VIOLATED = {
    "begins-anyhow": (
        checks.DETERMINISTIC,
        "seed 1000, now game 1 of its process, after 0 steps count was 1 and",
    ),
    "keeps-its-heap": (
        checks.FRESH_GAMES,
        "seed 1002, now game 1 of its process, after 0 steps count was 1 and",
    ),
    "forgets-to-restore": (checks.SAVE_RESTORES, "saved after 0 steps and restored, count was 0 and is "),
    "restores-besides": (
        checks.SAVE_RESTORES,
        "restored after 0 steps, 1 same step further turn was 1 and is 0",
    ),
    "leaves-a-runaway": (checks.ENDS, "it ended, and left 1 running"),
    "deaf-and-stays": (checks.ENDS, "it did not end within 0.3 s of being asked to"),
}
"""Liar to the check that finds it out, and what that says."""


@pytest.mark.parametrize("way", VIOLATED)
def test_each_lie_is_found_by_its_own_check(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRANGER_COUNT", str(tmp_path / "count"))
    found, said = VIOLATED[way]
    monkeypatch.setattr("rulehound.checker.engines.process_end.LINGER", 0.1)
    records = tried(way, limits=HASTY if way == "deaf-and-stays" else PATIENT)
    assert [check for check in CHECKS if records[check].verdict is Verdict.VIOLATION] == [found]
    assert said in records[found].explanation
    assert records[found].explanation.startswith("expected: ")


def test_where_games_differ_anyhow_it_cannot_be_told_what_they_depend_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STRANGER_COUNT", str(tmp_path / "count"))
    record = tried("begins-anyhow")[checks.FRESH_GAMES]
    assert record.verdict is Verdict.INCONCLUSIVE
    assert record.explanation == "the engine is not deterministic, so that games differ anyhow"


def test_a_declared_method_that_is_missing_is_an_error_of_its_name() -> None:
    records = tried("has-no-save")
    assert verdicts(records) == [Verdict.PASS, Verdict.PASS, Verdict.ERROR, Verdict.PASS]
    assert records[checks.SAVE_RESTORES].label == Misbehaviour.MISSING


def test_an_engine_that_breaks_is_an_error_of_every_check_that_asks_for_it() -> None:
    records = tried("crashes", "apply:2")
    assert verdicts(records) == [Verdict.ERROR, Verdict.ERROR, Verdict.ERROR, Verdict.PASS]
    assert {records[check].label for check in CHECKS[:3]} == {"crashed"}
    assert "IndexError" in records[checks.DETERMINISTIC].explanation


def test_an_engine_that_does_not_start_a_second_time_is_an_error() -> None:
    opened = iter([opener("sound", "observe:99")() for _ in ("to be greeted", "to be tried")])

    def once() -> Any:
        for engine in opened:
            return engine
        raise EngineStartError("engine 'x' is gone", "look for it")

    tried = target(once)
    assert [r.verdict for r in trials(tried)] == [Verdict.ERROR] * 4
    with pytest.raises(EngineStartError):
        trials(tried)


def test_what_cannot_be_asked_is_unsupported_or_inconclusive() -> None:
    class Few(Heap):
        capabilities = ("new-game", "legal-actions", "apply", "observe")

    class Fewer(Heap):
        capabilities = ("legal-actions", "apply", "observe")

    class Elsewhere(Heap):
        editions = ("another",)

    passed, not_asked = Verdict.PASS, Verdict.UNSUPPORTED
    for make, expected in (
        (Heap, [passed, passed, passed, not_asked]),
        (Few, [passed, passed, not_asked, not_asked]),
        (Fewer, [not_asked] * 4),
        (Elsewhere, [not_asked] * 4),
    ):
        assert [record.verdict for record in trials(target(in_process(make)))] == expected


def test_a_game_in_which_nothing_is_offered_shows_nothing() -> None:
    class Idle(Heap):
        def legal_actions(self) -> list[Action]:
            return []

    records = trials(target(in_process(Idle)))
    assert [record.verdict for record in records[:3]] == [Verdict.INCONCLUSIVE] * 3


class Fickle(Heap):
    """It refuses what it offered, from the second game on."""

    games = 0

    def new_game(self, setup: Setup) -> Observation:
        self.games += 1
        return super().new_game(setup)

    def apply(self, action: Action) -> Observation:
        if self.games > 1:
            raise Refused([Reason("tired", text="not\nagain")])
        return super().apply(action)


def test_an_engine_that_refuses_what_it_offered_is_not_judged_further() -> None:
    (record, *_) = trials(target(in_process(Fickle)))
    assert record.verdict is Verdict.INCONCLUSIVE
    assert record.explanation == "the engine refuses a legal game, or what it offered: not\\nagain"


CONTRADICTING = {
    "plays another game from the same seed": checks.DETERMINISTIC,
    "remembers games before": checks.FRESH_GAMES,
    "forgets to restore": checks.SAVE_RESTORES,
    "leaves a process behind": checks.ENDS,
    "takes what it cannot read": checks.REFUSES_UNREADABLE,
}


@pytest.mark.parametrize("name", CONTRADICTING)
def test_an_engine_of_the_game_is_found_out_by_its_own_check(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The faults that `seen_to_fail.toml` records of these checks."""
    monkeypatch.setattr("rulehound.checker.engines.process_end.LINGER", 0.1)
    edition = rulebook().game.default_edition
    records = trials(target_of(BoundModel(rulebook().game, edition, bound(edition)), "", CONTRARY[name]))
    assert violated(records) == {CONTRADICTING[name]}


THINGS = st.lists(st.sampled_from("abcdef"), unique=True, min_size=2)


@given(THINGS, st.randoms())
def test_games_are_alike_whatever_things_are_called(names: list[str], chance: Random) -> None:
    others = [f"new-{name}" for name in names]
    chance.shuffle(others)

    def moment(ids: list[str]) -> Moment:
        things = [{"id": name, "size": place} for place, name in enumerate(ids)]
        actions = [{"action": "take", "what": name} for name in reversed(ids)]
        return Moment({"things": things, "sides": {name: place for place, name in enumerate(ids)}}, actions)

    here, there = moment(names), moment(others)
    assert Alike(toy.game.reader, {}).differ(here, there) == ""
    swapped = Moment(there.observation, [there.offered[1], there.offered[0], *there.offered[2:]])
    assert "what it offers" in Alike(toy.game.reader, {}).differ(here, swapped)
    games = Alike(toy.game.reader, {})
    assert games.differ(here, there) == ""
    assert games.differ(here, moment([others[1], others[0], *others[2:]])) != ""


def test_true_is_no_number() -> None:
    here, there = (Moment({}, [{"action": "add", "amount": value}]) for value in (True, 1))
    assert Alike(toy.game.reader, {}).differ(here, there) == "what it offers[0].amount was True and is 1"
