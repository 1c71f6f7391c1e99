"""The small engine of Digimon Battles in examples/: nothing is found against it, nor where it decides."""

from __future__ import annotations

import sys
from functools import partial

import pytest

from rulehound.checker.engines import open_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.suite.play import play
from rulehound_testing.faults.catching import FEW
from rulehound_testing.folders import ROOT

ADAPTER = f"{sys.executable} {ROOT / 'examples/battles/adapter.py'}"
ALL = "mulligan hand jam priority discard partner rack"


@pytest.mark.parametrize("decides", ["", ALL])
def test_nothing_is_found_against_it(decides: str) -> None:
    command = f"{ADAPTER} {decides}".strip()
    target = target_of(read_rulebook(open_game("dmb")).bound, command, partial(open_engine, command, "dmb"))
    played = play(target, seed=0, scope=FEW)
    wrong = {each.check for each in played.records if each.verdict in (Verdict.VIOLATION, Verdict.ERROR)}
    assert not wrong
    assert played.steps > 50
    assert set(target.greeting.chooses) == set(decides.split())
