"""An engine that follows another number than the document breaks the rule of that number, and no other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulehound.checker.pipeline.check import check_game
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.pipeline.other_numbers import explains_more
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.run_record import Run
from rulehound.checker.suite.replay import replay
from rulehound.extract import read_document
from rulehound.spec.documents.review import review
from rulehound.spec.documents.store import load_store
from rulehound.spec.documents.update import record_update
from rulehound.spec.game import Game
from rulehound_testing.toy.spec import CLAUSES, Engine, rules_pdf, toy_game


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return toy_game(tmp_path / "toy")


def run_by(game: Game, changed: dict[str, str], engine: Callable[[], Engine] = Engine) -> Run:
    pdf = rules_pdf(game.directory / "other.pdf", changed)
    settings = RunSettings(effort="quick", rules=pdf)
    return check_game(game, "reference", engine, settings, background=False).run


FULL_AT_9 = {"1-2": CLAUSES["1-2"].replace("7", "9")}


def broken(run: Run) -> dict[str, str]:
    return {violation.rule: violation.element for violation in run.violations}


def test_all_that_counts_with_a_number_fails_under_the_fact_and_is_judged_by_the_number_followed(
    game: Game,
) -> None:
    run = run_by(game, FULL_AT_9)
    assert broken(run) == {"heap.full": "fact:heap.full"}
    (violation,) = run.violations
    assert violation.expected.endswith("(heap.full = 9)")
    assert violation.observed.endswith("(as with heap.full = 7)")
    assert violation.trace is not None
    assert replay(violation.trace, Engine()).reproduced
    assert not replay(violation.trace, Engine(full=9)).reproduced
    failed = [record for record in run.records if record.verdict is Verdict.VIOLATION]
    assert {record.violation for record in failed} == {violation.fingerprint}
    assert {tuple(record.rules) for record in failed} == {("heap.full",)}
    others = {rule.id: rule.verdict.value for rule in run.rules if rule.id.startswith("add.") and rule.holds}
    assert set(others.values()) == {"pass", "not judged"}
    assert "judged with heap.full = 7, which the engine follows; the document says 9" in run.not_shown.limits
    labels = {record.label for record in run.records if record.engine and record.verdict is Verdict.PASS}
    assert labels == {"with heap.full = 7"}


def test_the_finding_has_the_same_fingerprint_whatever_the_numbers(game: Game) -> None:
    (nine,) = run_by(game, FULL_AT_9).violations
    (five,) = run_by(game, {"1-2": CLAUSES["1-2"].replace("7", "5")}).violations
    assert nine.fingerprint == five.fingerprint


def test_what_is_wrong_by_either_number_is_a_violation_of_its_own(game: Game) -> None:
    run = run_by(game, FULL_AT_9, lambda: Engine(most=3))
    assert set(broken(run)) == {"heap.full", "add.few"}
    assert broken(run)["heap.full"] == "fact:heap.full"
    assert not broken(run)["add.few"].startswith("fact:")


def test_a_number_that_nobody_reviewed_is_no_explanation(game: Game) -> None:
    assert "fact:heap.full" not in broken(run_by(game, FULL_AT_9, lambda: Engine(full=8))).values()


def reviewed_edition(game: Game) -> Path:
    """A newer edition that says nine, reviewed as such."""
    newer = rules_pdf(game.directory / "newer.pdf", FULL_AT_9)
    record_update(game.directory, read_document(newer), version="1.1")
    review(load_store(game.directory), ["heap.full"])
    return newer


@pytest.mark.parametrize(
    ("engine", "causes"),
    [
        (lambda: Engine(full=9), {}),
        (lambda: Engine(full=7), {"heap.full": "fact:heap.full"}),
        (lambda: Engine(full=9, most=3), {"add.few": "guard:add:add.few"}),
    ],
    ids=["the newer", "the older", "the newer, with a fault"],
)
def test_the_number_of_an_older_edition_is_known_too(
    game: Game, engine: Callable[[], Engine], causes: dict[str, str]
) -> None:
    settings = RunSettings(effort="quick", rules=reviewed_edition(game))
    run = check_game(game, "reference", engine, settings, background=False).run
    assert broken(run) == causes
    assert run.suspect_rules == []


def test_other_numbers_by_which_a_passed_scenario_fails_are_not_followed() -> None:
    def record(check: str, verdict: Verdict) -> CheckRecord:
        return CheckRecord(check=check, rules=["a"], verdict=verdict, scope="", shown="", edition="")

    failed = [record("scenario:one", Verdict.VIOLATION), record("scenario:two", Verdict.PASS)]
    better = [record("scenario:one", Verdict.PASS), record("scenario:two", Verdict.PASS)]
    worse = [record("scenario:one", Verdict.PASS), record("scenario:two", Verdict.VIOLATION)]
    longer = [*better, record("effect:two", Verdict.VIOLATION)]
    assert explains_more(failed, better)
    assert explains_more(failed, longer)
    assert not explains_more(failed, worse)
