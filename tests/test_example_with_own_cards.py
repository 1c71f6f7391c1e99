"""The example with cards of its own: its adapter is sound, and nothing is found in its engine."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from functools import partial

import pytest

from rulehound.checker.cli.main import run
from rulehound.checker.efforts import EFFORTS
from rulehound.checker.engines import open_engine
from rulehound.checker.pipeline.conform import conform_engines
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.records import Verdict
from rulehound.spec.dcg import game
from rulehound_testing.efforts import LITTLE
from rulehound_testing.folders import ROOT

FOLDER = ROOT / "examples" / "own_cards"
CARDS = FOLDER / "cards.toml"
ENGINE = shlex.join([sys.executable, str(FOLDER / "adapter.py")])


@pytest.mark.parametrize("options", [[], ["--cards", str(CARDS)]], ids=["our cards", "its cards"])
def test_its_adapter_has_nothing_to_mend(options: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["adapter", "check", ENGINE, *options]) == 0
    summary = capsys.readouterr().out.splitlines()[-1]
    assert summary.startswith("toy-own-cards 1: ")
    assert "mend" not in summary
    assert "doubt" not in summary


def test_nothing_is_found_in_its_engine_with_its_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFORTS, "little", LITTLE)
    settings = RunSettings(effort="little", cards=CARDS, jobs=1)
    opener = partial(open_engine, ENGINE, game.name)
    (of_engine,) = conform_engines(game, [(ENGINE, opener)], settings).conformance.runs
    assert (of_engine.violations, of_engine.breakdowns) == ([], [])
    verdicts = [record.verdict for record in of_engine.records]
    assert {Verdict.VIOLATION, Verdict.ERROR}.isdisjoint(verdicts)
    assert verdicts.count(Verdict.PASS) > 300
    assert of_engine.own_cards is not None
    assert of_engine.own_cards.steps > 50
