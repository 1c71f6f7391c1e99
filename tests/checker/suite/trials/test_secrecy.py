"""A secret choice of one player does not change what the other one sees: on sound engines and on others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials.secrecy import SECRET, secrecy
from rulehound.engine.dmb.adapter import DmbAdapter
from rulehound.spec.dmb import game
from rulehound.spec.formats import Action, Handshake, Observation, Reason, Refused, Setup
from rulehound.spec.game import SecretChoice
from rulehound_testing.dmb.values import VALUES
from rulehound_testing.faults.dmb.engines import create
from rulehound_testing.toy import game as toy
from rulehound_testing.toy import secret

BOUND = BoundModel(game, "undated", VALUES)


def record(opened: Callable[[], Any], bound: BoundModel = BOUND, seed: int = 0) -> CheckRecord:
    (found,) = secrecy(target_of(bound, "test", opened), seed)
    assert bound.game.secret is not None
    assert (found.check, found.rules) == (SECRET, [bound.game.secret.rule])
    return found


@pytest.mark.parametrize("seed", [0, 1])
def test_the_reference_engine_keeps_choices_secret(seed: int) -> None:
    found = record(DmbAdapter, seed=seed)
    assert (found.verdict, found.explanation) == (Verdict.PASS, "")
    if not seed:
        assert found.shown == "45 secret choices made in two ways, 146 views, 362 offers compared"


@pytest.mark.parametrize(
    ("fault", "observed"),
    [
        ("choice-seen-by-the-other", "choice is '"),
        ("cross-seen-by-the-other", "choice is 'cross' or None"),
        ("attack-shown-at-once", "choice is '"),
        ("supports-show-attacks", "3 actions after"),
        ("choice-in-the-order-of-supports", "offers["),
        ("choice-in-the-order-of-attacks", "offers[0].attack is"),
    ],
)
def test_a_choice_that_is_seen_early_is_found(fault: str, observed: str) -> None:
    found = record(partial(create, fault))
    assert found.verdict is Verdict.VIOLATION
    assert observed in found.explanation


class Ticking(DmbAdapter):
    """It shows a clock, which differs between games that are alike."""

    ticks = count()

    def observe(self, player: int | None = None) -> Observation:
        return {**super().observe(player), "clock": next(self.ticks)}


def test_what_differs_anyhow_is_not_taken_for_a_leak() -> None:
    assert record(Ticking).verdict is Verdict.PASS


class Blind(DmbAdapter):
    """It has no view of one player."""

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        able = [each for each in greeting.capabilities if each != "observe-player"]
        return msgspec.structs.replace(greeting, capabilities=able)


class Choosy(DmbAdapter):
    """It refuses every game."""

    def new_game(self, setup: Setup) -> Observation:
        raise Refused([Reason("not-today")])


def test_an_engine_that_cannot_be_asked_is_not_judged() -> None:
    assert record(Blind).verdict is Verdict.UNSUPPORTED
    assert record(Blind).explanation == "the engine cannot: observe-player"
    assert record(Choosy).verdict is Verdict.INCONCLUSIVE
    assert record(Choosy).explanation == "no player was offered a secret choice that was kept"


class Wilful(DmbAdapter):
    """It decides about supports by itself, and lets that depend on the own attack: that may be seen."""

    def handshake(self) -> Handshake:
        return msgspec.structs.replace(super().handshake(), chooses=("support",))

    def apply(self, action: Action) -> Observation:
        seen = super().apply(action)
        while seen["decision"] == "support":
            offers = self.legal_actions()
            seen = super().apply(offers[0 if seen["players"][seen["decider"]]["choice"] == "cross" else -1])
        return seen


def test_what_an_engine_decides_by_itself_may_depend_on_its_choice() -> None:
    found = record(Wilful)
    assert (found.verdict, found.explanation) == (Verdict.PASS, "")
    choices, moments = (int(part.split()[0]) for part in found.shown.split(", ")[:2])
    assert choices == moments > 20


class Choices(secret.SecretEngine):
    """A game of secret choices in which each player has a view."""

    def handshake(self) -> Handshake:
        able = ("new-game", "legal-actions", "apply", "observe", "observe-player", "card-facts")
        return Handshake("1.0", "secret", "secret", "1", able)

    def observe(self, player: int | None = None) -> Observation:
        return super().observe()


class Open(Choices):
    """It shows each player what the other one has chosen."""

    def observe(self, player: int | None = None) -> Observation:
        return {**super().observe(), "values": [*self.chosen]}


def of_choices(opened: Callable[[], Any]) -> CheckRecord:
    kept = SecretChoice(
        "choose.secret", lambda action: action["player"], lambda seen, player: bool(seen["chosen"][player])
    )
    return record(opened, BoundModel(replace(secret.game, secret=kept), "", {}))


def test_any_game_with_secret_choices_is_asked() -> None:
    assert of_choices(Choices).verdict is Verdict.PASS
    assert of_choices(Open).verdict is Verdict.VIOLATION
    assert "values[" in of_choices(Open).explanation


def test_a_game_without_secret_choices_is_not_asked() -> None:
    assert secrecy(target_of(BoundModel(toy.game, "", {}), "test", DmbAdapter)) == []
