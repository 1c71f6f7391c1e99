"""Who goes first is left to chance or settled: engines that keep to it, and engines that do not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials.going_first import LOTS, going_first
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.engine.dmb.adapter import DmbAdapter
from rulehound.spec import dmb
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Adapter, Handshake, Observation, Reason, Refused, Setup
from rulehound_testing.dmb.values import VALUES
from rulehound_testing.faults.catching import bound
from rulehound_testing.faults.dmb.engines import create
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


class Pattern(DcgAdapter):
    """The lots fall in a pattern: both players begin equally often, game after game."""

    games = count()
    length = 1

    def new_game(self, setup: Setup) -> Observation:
        first = next(self.games) // self.length % 2 if setup.first is None else setup.first
        return super().new_game(msgspec.structs.replace(setup, first=first))


@pytest.mark.parametrize("length", [1, 2, 3, 4, 48])
def test_lots_that_follow_a_pattern_are_found(length: int) -> None:
    (record,) = records(type("Patterned", (Pattern,), {"length": length, "games": count()}))
    assert record.shown == "player 0 goes first in 48 of 96 games, player 1 goes first in 48 of 96 games"
    assert record.verdict is Verdict.VIOLATION
    assert "the player goes first who did " in record.explanation


def of_battles(opened: Callable[[], Adapter] = DmbAdapter) -> CheckRecord:
    (record,) = going_first(target_of(BoundModel(dmb.game, "undated", VALUES), "test", opened))
    return record


def test_lots_that_are_drawn_after_opening_hands_are_read_then() -> None:
    record = of_battles()
    assert (record.check, record.rules) == (LOTS, ["setup.first-player"])
    assert (record.verdict, record.explanation) == (Verdict.PASS, "")
    assert record.shown == "player 0 goes first in 55 of 96 games, player 1 goes first in 41 of 96 games"


@pytest.mark.parametrize(
    ("fault", "observed"),
    [
        ("first-player-always-zero", "player 0 goes first; observed: in 96"),
        ("first-player-by-the-seed", "who did 1 game before; observed: in 0"),
        (
            "first-player-drawn-anyway",
            "expected: player 0, who is to go first, does; observed: not in 3 of 12",
        ),
        ("other-player-begins", "observed: not in 12 of 12 games"),
    ],
)
def test_an_engine_of_battles_that_decides_otherwise_is_found(fault: str, observed: str) -> None:
    record = of_battles(partial(create, fault))
    assert record.verdict is Verdict.VIOLATION
    assert observed in record.explanation


class Passive(DmbAdapter):
    """Nothing can be done with it, so that nobody sees what comes after the opening hands."""

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        left = tuple(each for each in greeting.capabilities if each != "apply")
        return msgspec.structs.replace(greeting, capabilities=left)


class Stuck(DmbAdapter):
    """It offers nothing."""

    def legal_actions(self) -> list[Action]:
        return []


def test_lots_that_are_never_seen_are_not_judged() -> None:
    for engine in (Passive, Stuck):
        assert of_battles(engine).verdict is Verdict.INCONCLUSIVE
        assert of_battles(engine).explanation == "the engine does not show who goes first"


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
