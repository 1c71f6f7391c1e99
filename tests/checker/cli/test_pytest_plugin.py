"""The pytest plugin: an item of every rule and scenario, with its clauses, also where it is skipped."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import cast
from xml.etree import ElementTree

import pytest

from rulehound.checker.cli.pytest_plugin import CheckedEngine
from rulehound.checker.pipeline import conform
from rulehound.checker.pipeline.conform import Conformed
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.run_record import Conformance
from rulehound.spec.game import Game
from rulehound_testing import made_up_run
from rulehound_testing.folders import ROOT, TESTS

pytest_plugins = ("pytester",)

PLUGIN = ("-p", "no:cacheprovider")
WITH_LITTLE_EFFORT = f"""
import sys
sys.path.append({str(TESTS)!r})
from rulehound.checker.pipeline import engine_run
from rulehound_testing.efforts import LITTLE
engine_run.EFFORTS = {{"quick": LITTLE}}
"""


@pytest.fixture
def faulty() -> str:
    return f"{sys.executable} {ROOT / 'tests/faulty_engines.py'} pass-2"


def test_items_pass_fail_and_are_skipped_with_their_clauses(pytester: pytest.Pytester, faulty: str) -> None:
    pytester.makepyfile(test_own="def test_own(): pass")
    pytester.makeconftest(WITH_LITTLE_EFFORT)
    result = pytester.runpytest_subprocess(
        *PLUGIN,
        f"--rulehound-engine={faulty}",
        "--rulehound-effort=quick",
        "--rulehound-report=report",
        "--junit-xml=items.xml",
        "-m",
        "rulehound",
        "-k",
        "turn.pass or draw.one or between or players-count or draw-phase or setup.redraw",
        timeout=300,
    )
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] >= 1
    assert outcomes["passed"] > outcomes["failed"]
    result.stdout.fnmatch_lines(["*turn.pass: effect:turn.pass, seen * times, deterministic*", "*replay:*"])
    assert (pytester.path / "report/conformance.json").exists()
    cases = list(ElementTree.parse(pytester.path / "items.xml").getroot().iter("testcase"))
    names = [case.get("name") for case in cases]
    assert "rule:turn.pass" in names
    assert not any("test_own" in str(name) for name in names)
    for case in cases:
        told = [each.get("name") for each in case.iter("property")]
        assert "clauses" in told, case.get("name")
    skipped = [case for case in cases if case.find("skipped") is not None]
    assert len(skipped) == outcomes.get("skipped", 0)


def test_without_an_engine_nothing_changes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_own="def test_own(): pass")
    pytester.runpytest_subprocess(*PLUGIN, timeout=60).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("cards", "said"), [("nowhere.json", "nowhere.json: there is no such file"), ("bad.json", "bad.json: ")]
)
def test_cards_that_cannot_be_read_are_a_usage_error(
    cards: str, said: str, pytester: pytest.Pytester, faulty: str
) -> None:
    (pytester.path / "bad.json").write_text('[{"number": 1}]', "utf-8")
    arguments = (f"--rulehound-engine={faulty}", f"--rulehound-cards={cards}")
    result = pytester.runpytest_subprocess(*PLUGIN, *arguments, timeout=60)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert result.stderr.lines[0].startswith(f"ERROR: {said}")


def test_the_suite_is_asked_as_the_options_say(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"edition": "chapter-7", "effort": "quick", "seed": 3, "cards": "mine.toml"}
    given = {f"--rulehound-{name}": value for name, value in {"game": "dcg", **options}.items()}
    asked: list[object] = []

    def conformed(*what: object) -> Conformed:
        asked.extend(what)
        made = Conformance(
            rulehound="1",
            game="dcg",
            game_title="",
            seed=3,
            effort="quick",
            runs=[made_up_run.one_of_each()],
            exit_status=0,
        )
        return Conformed(made, {})

    monkeypatch.setattr(conform, "conform_engines", conformed)
    CheckedEngine(cast("pytest.Config", SimpleNamespace(getoption=given.get)), "an-engine").run  # noqa: B018
    game, engines, *others = asked
    assert cast("Game", game).name == "dcg"
    assert [command for command, _ in cast("list[tuple[str, object]]", engines)] == ["an-engine"]
    assert others == [RunSettings(**options), None]  # type: ignore[arg-type]  # by their names


def test_an_engine_that_does_not_start_is_a_usage_error(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess(*PLUGIN, "--rulehound-engine=/nonexistent", timeout=60)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*engine command '/nonexistent' does not exist*"])
