"""Who goes first is left to chance or settled: engines that keep to it, and engines that do not."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials.going_first import LOTS, going_first
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.formats import Adapter, Handshake, Observation, Reason, Refused, Setup
from rulehound_testing.faults.catching import bound
from rulehound_testing.faults.rewritten import FAULTS
from rulehound_testing.toy import game as toy

EDITION = "comprehensive-4.0"


def records(opened: Callable[[], Adapter] = DcgAdapter) -> list[CheckRecord]:
    return going_first(target_of(BoundModel(game, EDITION, bound(EDITION)), "test", opened))


def test_the_reference_engine_draws_lots() -> None:
    (record,) = records()
    assert (record.check, record.rules) == (LOTS, ["setup.first-player"])
    assert (record.verdict, record.explanation) == (Verdict.PASS, "")
    assert record.shown == "player 0 goes first in 55 of 96 games, player 1 goes first in 41 of 96 games"


@pytest.mark.parametrize(
    ("fault", "observed"),
    [
        ("first-player-always-one", "observed: in 0"),
        ("first-player-zero-drawn", "expected: player 0, who is to go first, does; observed: not in "),
    ],
)
def test_an_engine_that_decides_otherwise_is_found(fault: str, observed: str) -> None:
    with FAULTS[fault].install():
        (record,) = records()
    assert record.verdict is Verdict.VIOLATION
    assert observed in record.explanation


class Veiled(DcgAdapter):
    """It does not show whose turn it is."""

    def new_game(self, setup: Setup) -> Observation:
        observation = super().new_game(setup)
        return {key: value for key, value in observation.items() if key != "turn"}


class Refuses(DcgAdapter):
    """It begins no game."""

    def new_game(self, setup: Setup) -> Observation:
        raise Refused([Reason("closed", "", "not today")])


class Unable(DcgAdapter):
    """It does not say that it begins games."""

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        left = tuple(each for each in greeting.capabilities if each != "new-game")
        return msgspec.structs.replace(greeting, capabilities=left)


@pytest.mark.parametrize(
    ("engine", "verdict", "why"),
    [
        (Veiled, Verdict.INCONCLUSIVE, "the engine does not show who goes first"),
        (Refuses, Verdict.ERROR, "the engine did not start a legal game: not today"),
        (Unable, Verdict.UNSUPPORTED, "new-game"),
    ],
)
def test_what_cannot_be_asked_is_no_pass(engine: type[DcgAdapter], verdict: Verdict, why: str) -> None:
    (record,) = records(engine)
    assert record.verdict is verdict
    assert why in record.explanation


def test_there_is_nothing_to_ask_where_no_lots_are_drawn() -> None:
    assert going_first(target_of(BoundModel(toy.game, "", {}), "test", DcgAdapter)) == []
