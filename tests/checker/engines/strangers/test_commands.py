"""Strangers in each part of a run that talks to engines: the verdict names what they did, and it goes on.

What a command does with one engine, and not the command line: the toy is no installed game.
"""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from rulehound.checker.cli.terminal import console, print_run
from rulehound.checker.efforts import Scope
from rulehound.checker.engines import RESTARTS, EngineError, EngineLimits, EngineStartError
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.judging.traces import Start, Taken
from rulehound.checker.pipeline.check import check_game
from rulehound.checker.pipeline.clause_pages import clauses_of_run
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.records import Finding, Trace, Verdict, exit_status_of_records
from rulehound.checker.report.directory import write_report
from rulehound.checker.run_record import Run
from rulehound.checker.suite.play import play
from rulehound.checker.suite.replay import replay
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.running import WAITED_FOR
from rulehound.checker.suite.trials import checks
from rulehound.spec.game import Game
from rulehound_testing.strangers.kinds import AFTERWARDS, KINDS, LATE
from rulehound_testing.strangers.scenarios import scenarios
from rulehound_testing.strangers.starting import HASTY, PATIENT, command, opened, opener
from rulehound_testing.strangers.stranger import WAYS
from rulehound_testing.toy import game as toy
from rulehound_testing.toy.play import WORDS, Heap, target
from rulehound_testing.toy.play import opener as in_process
from rulehound_testing.toy.spec import Engine, toy_game

SHORT = Scope(games=4, steps=6, examples=0, runs=5, search_steps=5)


def limits_of(way: str) -> EngineLimits:
    return HASTY if way in LATE else PATIENT


@pytest.mark.parametrize("way", KINDS)
def test_a_scenario_ends_in_an_error_of_that_name_and_the_next_is_run_on_a_fresh_process(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = target(opener(way, "apply:1", limits_of(way)))  # which greets us from a process of its own
    monkeypatch.setenv("STRANGER_ONCE", str(tmp_path / "once"))
    records = run_scenarios(stranger, scenarios(3), WORDS)
    assert [record.verdict for record in records] == [Verdict.ERROR, Verdict.PASS, Verdict.PASS]
    assert records[0].label == KINDS[way]
    assert records[0].explanation.startswith(f"{KINDS[way]}: ")
    assert exit_status_of_records(records) == 1


@pytest.mark.parametrize("way", {kind: way for way, kind in KINDS.items()}.values())
def test_play_notes_an_error_of_that_name_and_plays_its_other_games(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = "new_game:1" if way in AFTERWARDS else "apply:2"  # where what they answer first is right
    stranger = target(opener(way, at, limits_of(way)))  # which greets us from a process of its own
    monkeypatch.setenv("STRANGER_ONCE", str(tmp_path / "once"))
    outcome = play(stranger, seed=1, scope=SHORT)
    errors = [record for record in outcome.records if record.verdict is Verdict.ERROR]
    assert [error.explanation.partition(":")[0] for error in errors] == [KINDS[way]]
    assert outcome.games == SHORT.games
    others = {record.verdict for record in outcome.records if record not in errors}
    assert others == {Verdict.INCONCLUSIVE}
    assert exit_status_of_records(outcome.records) == 1


def test_every_stranger_goes_through_each_part() -> None:
    assert set(KINDS) == set(WAYS) - {"no-reasons", "stops-reading"}


def test_an_engine_that_breaks_in_every_game_ends_play() -> None:
    outcome = play(target(opener("crashes", "apply:2")), seed=1, scope=SHORT)
    assert {record.verdict for record in outcome.records} == {Verdict.ERROR, Verdict.INCONCLUSIVE}
    assert Counter(record.verdict for record in outcome.records)[Verdict.ERROR] == 4


def test_an_engine_may_break_at_many_scenarios_as_long_as_it_answers_between_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process answers two scenarios of two steps, and crashes at the third."""
    monkeypatch.delenv("STRANGER_ONCE", raising=False)
    records = run_scenarios(target(opener("crashes", "apply:5")), scenarios(15), WORDS)
    assert [record.verdict for record in records] == [Verdict.PASS, Verdict.PASS, Verdict.ERROR] * 5
    assert {record.label for record in records} == {"", "crashed"}


def test_an_engine_that_breaks_at_every_scenario_is_given_up() -> None:
    records = run_scenarios(target(opener("crashes", "apply:1")), scenarios(8), WORDS)
    assert [record.verdict for record in records] == [Verdict.ERROR] * 8
    asked = [record for record in records if not record.explanation.startswith("not asked: ")]
    assert len(asked) == 1 + RESTARTS


def test_an_engine_that_hangs_now_and_then_is_given_up_before_it_has_cost_much() -> None:
    records = run_scenarios(target(opener("hangs", "apply:3", HASTY)), scenarios(2 * WAITED_FOR + 3), WORDS)
    verdicts = [record.verdict for record in records]
    assert verdicts == [Verdict.PASS, Verdict.ERROR] * WAITED_FOR + [Verdict.ERROR] * 3
    asked = [record for record in records if not record.explanation.startswith("not asked: ")]
    assert len(asked) == 2 * WAITED_FOR


def trace() -> Trace:
    """A game of two steps in which a sound engine is called wrong."""
    engine = opened("sound", "observe:99")
    start = Start(setup=toy.game.setup(1, {}), edition="only")
    steps = []
    before = start.begin(engine)
    for amount in (1, 2):
        action = {"action": "add", "amount": amount}
        steps.append(Taken(action, before, before := engine.apply(action)))
    engine.close()
    return target().trace(start, steps, Finding(["add.turns"], "effect:add.turns", "one", "another"))


@pytest.mark.parametrize("way", ["crashes", "not-json", "wrong-id", "no-such-method"])
def test_an_engine_that_breaks_in_a_replay_has_its_name(way: str) -> None:
    told = trace()
    engine = opened(way, "apply:2")
    with pytest.raises(EngineError) as caught:
        replay(told, engine)
    assert caught.value.kind is KINDS[way]
    engine.close()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The toy with a rulebook."""
    return toy_game(tmp_path_factory.mktemp("game") / "toy")


@pytest.mark.parametrize("way", ["crashes", "closes-its-output", "huge-number", "has-no-save", "loud-name"])
def test_a_whole_run_ends_in_a_report_whatever_the_engine_does(way: str, tmp_path: Path, game: Game) -> None:
    settings = RunSettings(effort="quick")
    found = check_game(game, command(way, "apply:2"), opener(way, "apply:2"), settings, background=False)
    run, pictures = found.run, found.pictures
    assert run.exit_status == (0 if way == "loud-name" else 1)
    trials = {record.check: record.verdict for record in run.records if record.check.startswith("engine:")}
    assert {checks.DETERMINISTIC, checks.FRESH_GAMES, checks.SAVE_RESTORES, checks.ENDS} <= set(trials)
    write_report(tmp_path / "report", run, pictures, clauses_of_run(found))
    ElementTree.parse(tmp_path / "report" / "junit.xml")
    assert read_report(tmp_path / "report") == run
    stream = io.StringIO()
    print_run(run, tmp_path / "report", console(stream))
    assert all(line.isprintable() for line in stream.getvalue().split("\n"))


@pytest.mark.parametrize("starts", [1, 2, 5, 9])
def test_an_engine_that_does_not_start_again_ends_in_a_report_too(starts: int, game: Game) -> None:
    left = iter([None] * starts)

    def opened() -> EngineClient:
        for _ in left:
            return in_process(Engine)()
        raise EngineStartError("engine 'toy' is gone", "look for it")

    run, *_ = check_game(game, "reference", opened, RunSettings(effort="quick"), background=False)
    errors = {record.check for record in run.records if record.verdict is Verdict.ERROR}
    assert errors
    assert run.exit_status == 1
    assert "engine:starts-again" in errors


def read_report(folder: Path) -> Run:
    return msgspec.json.decode((folder / "report.json").read_bytes(), type=Run)


@pytest.mark.parametrize("at", ["apply:2", "legal_actions:1", "new_game:1"])
def test_the_trace_of_a_crash_in_play_ends_with_what_crashed_and_crashes_again(at: str) -> None:
    outcome = play(target(opener("crashes", at)), seed=1, scope=SHORT)
    error = next(record for record in outcome.records if record.verdict is Verdict.ERROR)
    assert error.trace is not None
    assert any(step.broke for step in error.trace.steps) is (at == "apply:2")
    for engine, again in ((opened("crashes", at), True), (Heap(), False)):
        try:
            result = replay(error.trace, engine)
        except EngineError:
            assert (at, again) == ("new_game:1", True)  # where it does not start
            continue
        assert result.reproduced is again
        assert again or result.difference in ("the engine answers", "refused: too many")


def test_the_trace_of_a_crash_in_a_scenario_ends_with_what_crashed_and_crashes_again() -> None:
    (record,) = run_scenarios(target(opener("crashes", "apply:1")), scenarios(1), WORDS)
    assert record.trace is not None
    assert [step.broke for step in record.trace.steps] == [True]
    again = replay(record.trace, opened("crashes", "apply:1"))
    assert (again.reproduced, again.steps) == (True, 1)
    assert again.offers[0].startswith("the engine broke: crashed: ")
