"""One fault is one violated rule: in a check, in conform, when its trace is replayed, and in every view."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulehound.checker.cli import main as cli
from rulehound.checker.cli.terminal import console, print_run
from rulehound.checker.cli.views.conform import print_conformance
from rulehound.checker.diagnosis.baseline import read_baseline, write_baseline
from rulehound.checker.efforts import EFFORTS, Bounds, Scope
from rulehound.checker.pipeline import check as checking
from rulehound.checker.pipeline import engine_run
from rulehound.checker.pipeline.check import CheckedGame, check_game
from rulehound.checker.pipeline.clause_pages import clauses_of_run
from rulehound.checker.pipeline.conform import Conformed, conform_engines
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.records import RuleVerdict
from rulehound.checker.report.directory import write_conformance, write_report
from rulehound.checker.rulebook.reading import open_game
from rulehound.checker.run_record import Run
from rulehound.checker.stage_results import Results
from rulehound.checker.suite.watching import Selection
from rulehound_testing.browser import Browser, NoBrowser
from rulehound_testing.faults.engines import create
from rulehound_testing.folders import TESTS

RULE = "security.attacker-gone"
ENGINE = "check-after-attacker-died"
FEW = Scope(games=1, steps=60, examples=0, runs=20, search_steps=0)
LITTLE = replace(EFFORTS["quick"], play=FEW, with_effects=FEW, exploration=Bounds(states=40, starts=4))
AROUND = Selection(frozenset((RULE, "security.check", "security.digimon")))
"""Of the other rules an example or two has the fault where effects at work keep the model from explaining it:
that is a finding of its own."""
SETTINGS = RunSettings(effort="quick", selection=AROUND)


@pytest.fixture(autouse=True)
def _little_and_without_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model is sound whatever the engine does, and the solver's inputs do not show this fault."""
    monkeypatch.setattr(engine_run, "EFFORTS", {"quick": LITTLE})
    monkeypatch.setattr(engine_run, "vectors_in_background", lambda *_: lambda: ([], []))
    monkeypatch.setattr(checking, "check_model", lambda *_: Results())


@cache
def checked() -> CheckedGame:
    return check_game(open_game("dcg"), ENGINE, partial(create, ENGINE), SETTINGS, background=False)


@cache
def conformed() -> Conformed:
    return conform_engines(open_game("dcg"), [(ENGINE, partial(create, ENGINE))], SETTINGS)


def runs() -> Iterator[Run]:
    yield checked().run
    yield conformed().conformance.runs[0]


def test_one_rule_is_violated_and_the_rest_is_listed_under_it() -> None:
    for run in runs():
        violated = [rule.id for rule in run.rules if rule.verdict is RuleVerdict.VIOLATION]
        assert violated == [RULE]
        (violation,) = run.violations
        assert violation.rule == RULE
        assert violation.trace is not None
        assert violation.trace.rule == RULE
        assert {"scenario:rulings/piercing-01", "scenario:rules/security-attacker-returned"} <= {
            *violation.checks
        }
        assert {"keyword.piercing", "security.check"} <= {*violation.also}
        parts = {record.check for record in run.records if record.violation}
        assert parts == {*violation.checks}


def test_both_commands_find_the_same() -> None:
    one, other = (run.violations[0] for run in runs())
    assert (one.fingerprint, one.element) == (other.fingerprint, other.element)


def test_the_terminal_has_one_violation(tmp_path: Path) -> None:
    stream = io.StringIO()
    print_run(checked().run, tmp_path, console(stream))
    print_conformance(conformed().conformance, tmp_path, console(stream))
    blocks = re.findall(r"^(\S+)   violated   engine", stream.getvalue(), re.MULTILINE)
    assert blocks == [RULE] * 2


def test_each_report_has_one_finding_with_the_clause_its_picture_and_the_boards(tmp_path: Path) -> None:
    write_report(tmp_path / "report", checked().run, checked().pictures, clauses_of_run(checked()))
    write_conformance(tmp_path / "conformance", *conformed())
    for folder in ("report", "conformance"):
        first = (tmp_path / folder / "index.html").read_text("utf-8")
        assert len(re.findall(r'<article class="finding"', first)) == 1
        page = (tmp_path / folder / f"findings/{RULE}.html").read_text("utf-8")
        (finding,) = re.findall(r'<aside class="beside".*?</aside>', page, re.DOTALL)
        assert f"<code>{RULE}</code>" in page
        assert "<strong>13-2-2</strong>" in finding
        assert finding.count('alt="Page 6 with clause 13-2-2 marked"') == 1
        assert len(set(re.findall(r'src="\.\./boards/[^"]+\.svg"', page))) == 2
        assert "a security card is checked" in page
        assert "Observed; what changed" in page
        assert [path.name for path in (tmp_path / folder / "traces").iterdir()] == [f"{RULE}.json"]
        (failure,) = ElementTree.parse(tmp_path / folder / "junit.xml").getroot().iterfind(".//failure/..")
        assert failure.get("classname") == RULE
    (run,) = json.loads((tmp_path / "conformance/results.sarif").read_text())["runs"]
    assert [result["ruleId"] for result in run["results"]] == [RULE]
    data = clauses_of_run(checked()).data
    told = json.loads(data[data.index("{") : data.rindex("}") + 1])
    violated = [clause for clause in told["clauses"] if clause["status"] == "violated"]
    assert violated
    assert all(RULE in clause["rules"] for clause in violated)


def test_the_baseline_knows_one(tmp_path: Path) -> None:
    path = tmp_path / "known.json"
    write_baseline(path, [checked().run])
    assert [known.rule for known in read_baseline(path).known] == [RULE]


def test_replay_names_the_same_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_report(tmp_path / "report", checked().run, {})
    trace = tmp_path / "report/traces" / f"{RULE}.json"
    engine = shlex.join([sys.executable, "-P", str(TESTS / "faulty_engines.py"), ENGINE])
    assert cli.run(["replay", str(trace), "--engine", engine]) == 1
    shown = capsys.readouterr().out
    assert re.findall(r"^violated: (\S+)$", shown, re.MULTILINE) == [RULE]
    assert cli.run(["replay", str(trace), "--engine", engine, "--json"]) == 1
    result = json.loads(capsys.readouterr().out)["result"]
    assert result["violated"] == RULE
    assert cli.run(["replay", str(trace), "--engine", "reference"]) == 0
    assert "violated:" not in capsys.readouterr().out


def test_what_a_clause_shows_is_loaded_when_somebody_looks(tmp_path: Path) -> None:
    write_report(tmp_path / "report", checked().run, checked().pictures, clauses_of_run(checked()))
    page = tmp_path / "report/clauses.html"
    assert page.stat().st_size < 500_000
    try:
        browser = Browser(tmp_path / "profile")
    except NoBrowser as error:
        pytest.skip(str(error))
    with browser:
        browser.go(page.as_uri())
        assert browser.value("typeof globalThis.clauseData") == "undefined"
        browser.value("document.querySelector('.cell.violated').click(); 0")
        until = time.monotonic() + 30
        while not browser.value("!document.getElementById('clause').hidden") and time.monotonic() < until:
            time.sleep(0.05)
        assert "violated" in browser.text("#clause h2")
        assert browser.value("typeof globalThis.clauseData") == "object"
