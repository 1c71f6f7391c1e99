"""Faults of an engine of Digimon Battles are found by `conform`, and nothing breaks on the way."""

from __future__ import annotations

from functools import partial

import pytest

from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.pipeline import engine_run
from rulehound.checker.pipeline.conform import conform_engines
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.pipeline.selecting import RequestedChecks
from rulehound.checker.rulebook.reading import open_game
from rulehound.spec.formats import Adapter
from rulehound_testing.efforts import LITTLE
from rulehound_testing.faults.dmb.catalogue import FAULTS
from rulehound_testing.faults.dmb.engines import create

ANSWERED_WITH = ["half-damage", "evolve-replaces", "full-mulligan-once"]
"""Where the model goes on from what these show, players answer with a number, with a box or by choosing an
attack."""


def opened(name: str) -> Adapter:
    """A faulty engine, as a channel opens it."""
    engine = create(name)
    return EngineClient(LocalChannel(engine), engine.handshake())


@pytest.mark.parametrize("fault", ANSWERED_WITH)
def test_a_fault_is_found_where_answers_have_parameters(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_run, "EFFORTS", {"quick": LITTLE})
    about = RequestedChecks(rules=(FAULTS[fault].rule,))
    settings = RunSettings(effort="quick", seed=0, asked=about)
    run = conform_engines(open_game("dmb"), [("x", partial(opened, fault))], settings).conformance.runs[0]
    assert FAULTS[fault].rule in {rule for each in run.broken for rule in (each.rule, *each.also)}
