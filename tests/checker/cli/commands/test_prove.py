"""`rulehound prove --between`: what the command writes, how it ends, and bad usage."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from rulehound.checker.cli import main as cli
from rulehound.checker.suite.witnesses import differences
from rulehound.checker.suite.witnesses.differences import DifferenceWitnesses
from rulehound_testing.dcg.differences import CURRENT, FIRST, MANUAL, answer, scenarios


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--between", MANUAL, "tomorrow"], "has no edition tomorrow"),
        (["--between", MANUAL, MANUAL], "manual-2.3 is compared with itself"),
        (["--out", "there"], "--out is for the scenarios of --between"),
        (["--between", MANUAL, CURRENT, "--consistency"], "are different questions"),
    ],
)
def test_bad_usage_is_told_in_one_line(
    arguments: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["prove", *arguments]) == 2
    told = capsys.readouterr().err
    assert what in told
    assert told.count("\n") == 1


def test_the_command_writes_scenarios_and_says_that_all_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [answer("setup.redraw"), answer("play.no-attack"), answer("battle.level-2", FIRST)]
    monkeypatch.setattr(differences, "compare_editions", lambda book, editions, report: found)
    folder = tmp_path / "deep" / "scenarios"
    assert cli.run(["prove", "--between", MANUAL, CURRENT, "--out", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [entry["id"] for entry in told["differences"]] == [each.difference.id for each in found]
    written = {path.name: tomllib.loads(path.read_text("utf-8"))["id"] for path in folder.iterdir()}
    assert sorted(written.values()) == sorted(s.id for each in found for s in scenarios(each))
    assert len(written) == 4


def test_a_switch_left_without_witness_makes_it_inconclusive(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [DifferenceWitnesses(answer("setup.redraw").difference, (), [], "the model does not read it")]
    monkeypatch.setattr(differences, "compare_editions", lambda book, editions, report: found)
    assert cli.run(["prove", "--between", MANUAL, CURRENT]) == 3
    assert "no witness: the model does not read it" in capsys.readouterr().out
