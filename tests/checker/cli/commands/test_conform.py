"""The command `rulehound conform` from end to end: engines over pipes, everything it writes, bad input."""

from __future__ import annotations

import html
import json
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulehound.checker.cli import main as cli
from rulehound.checker.cli.terminal import FAILURES_AT_MOST
from rulehound.checker.diagnosis.baseline import read_baseline
from rulehound.checker.efforts import EFFORTS, Bounds, Scope
from rulehound.checker.pipeline import engine_run
from rulehound_testing.command_line import refused
from rulehound_testing.folders import ROOT

FILE = ROOT / "tests/faulty_engines.py"
FAULTY = shlex.join([sys.executable, str(FILE)]) + " pass-2"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


VIEWS = ("conformance/findings/turn.pass.html", "conformance/junit.xml", "conformance/results.sarif", "a.xml")
"""The files that say how to replay a trace."""

LITTLE = replace(
    EFFORTS["quick"],
    play=Scope(games=1, steps=40, examples=0, runs=10, search_steps=20),
    with_effects=Scope(games=1, steps=40, examples=0, runs=10, search_steps=20),
    exploration=Bounds(states=20, starts=3),
)


def test_a_faulty_engine_over_a_pipe_and_all_that_is_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_run, "EFFORTS", {"quick": LITTLE})
    about = ["--rule", "turn.pass", "--rule", "memory.pay"]
    outputs = ["--junit", "a.xml", "--sarif", "a.sarif", "--write-baseline", "known.json"]
    assert cli.run(["conform", "--engine", FAULTY, "--effort", "quick", *about, *outputs]) == 1
    said = capsys.readouterr().out
    first = said.splitlines()[0]
    assert first.startswith(
        "engine rulehound-faulty-pass-2: judged by edition comprehensive-4.0, as the engine"
    )
    assert "turn.pass   violated" in said
    assert "replay: rulehound replay conformance/traces/turn.pass.json --engine" in said
    assert said.splitlines()[-1].startswith("End of report: 1 of 1 engine ran")
    assert ElementTree.parse("a.xml").getroot().get("failures") != "0"
    log = json.loads(Path("a.sarif").read_text())
    assert log["runs"][0]["results"][0]["ruleId"] == "turn.pass"
    assert Path("a.sarif").read_bytes() == Path("conformance/results.sarif").read_bytes()
    assert cli.run(["replay", "conformance/traces/turn.pass.json"]) == 1
    assert cli.run(["replay", "conformance/traces/turn.pass.json", "--engine", "reference"]) == 0
    views = [said, *(html.unescape(Path(file).read_text()) for file in VIEWS)]
    commands = [
        re.findall(r"rulehound replay [^<\n]*traces/turn\.pass\.json --engine '[^']*'", view)
        for view in views
    ]
    assert [set(each) for each in commands] == [set(commands[0])] * len(views)
    assert cli.run(shlex.split(commands[0][0])[1:]) == 1
    assert "Run it again from where this report was made" in views[1]
    found = json.loads(Path("conformance/conformance.json").read_text())
    assert found["complete"]
    assert found["runs"][0]["violations"][0]["again"] == "deterministic"
    known = {each.fingerprint for each in read_baseline(Path("known.json")).known}
    assert known == {each["fingerprint"] for each in found["runs"][0]["violations"]}


def test_bad_input_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(["conform", "--engine", "/nonexistent"], capsys)
    assert said.startswith("engine command '/nonexistent' does not exist; ")
    said = refused(["conform", "--edition", "never"], capsys)
    assert said.startswith("Digimon Card Game has no edition never; use one of fan-2020")
    said = refused(["conform", "--baseline", "none.json"], capsys)
    why = "cannot be read (No such file or directory)"
    assert said == f"none.json: {why}; give a file that --write-baseline wrote"
    Path("mine").mkdir()
    Path("mine/notes.txt").write_text("keep")
    said = refused(["conform", "--out", "mine"], capsys)
    assert said.startswith("mine: holds notes.txt, which is no part of a report; ")
    assert not Path("conformance").exists()
    assert cli.run(["conform", "--help"]) == 0


def conformed(*options: str) -> dict[str, object]:
    """The run of the faulty engine with these options."""
    cli.run(["conform", "--engine", FAULTY, "--effort", "quick", *options])
    run = json.loads(Path("conformance/conformance.json").read_text())["runs"][0]
    assert isinstance(run, dict)
    return run


def test_failures_are_told_as_they_come_and_the_run_may_end_there_or_be_of_one_rule(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_run, "EFFORTS", {"quick": LITTLE})
    of_rule = conformed("--rule", "turn.pass")
    records = of_rule["records"]
    assert isinstance(records, list)
    assert {rule for one in records for rule in one["rules"]} >= {"turn.pass"}
    assert all("turn.pass" in one["rules"] for one in records)
    failed = [one["check"] for one in records if one["verdict"] == "violation"]
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith(f"violation: {failed[0]} (") or told[0].startswith("violation: scenario:")
    assert len(told) == FAILURES_AT_MOST + 1 < len(failed)
    assert told[-1] == "more fails; the causes are named when the run is over"
    again = conformed("--last-failed")["records"]
    assert isinstance(again, list)
    assert {one["check"] for one in again} == set(failed)
    capsys.readouterr()
    first = conformed("--rule", "turn.pass", "--fail-fast")
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert "the run ended at the first failure, as asked for" in str(first["not_shown"])
    assert len(str(first["records"])) < len(str(records))


def test_a_rule_that_there_is_not_and_a_report_that_there_is_not_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = refused(["conform", "--rule", "turn.never"], capsys)
    assert said.startswith("there is no rule 'turn.never'; the nearest are turn.")
    said = refused(["conform", "--last-failed", "--out", "none"], capsys)
    assert said.startswith("none/conformance.json: cannot be read")
