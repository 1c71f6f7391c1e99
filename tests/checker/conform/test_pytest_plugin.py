"""The pytest plugin: an item of every rule and scenario, with its clauses, also where it is skipped."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import conform_faults

pytest_plugins = ("pytester",)

PLUGIN = ("-p", "no:cacheprovider")


@pytest.fixture
def faulty() -> str:
    return f"{sys.executable} {Path(conform_faults.__file__)} pass-2"


def test_items_pass_fail_and_are_skipped_with_their_clauses(pytester: pytest.Pytester, faulty: str) -> None:
    pytester.makepyfile(test_own="def test_own(): pass")
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
    result.stdout.fnmatch_lines(["*turn.pass: effect:turn.pass, met * times, deterministic*", "*replay:*"])
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


def test_an_engine_that_does_not_start_is_a_usage_error(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess(*PLUGIN, "--rulehound-engine=/nonexistent", timeout=60)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*engine command '/nonexistent' does not exist*"])
