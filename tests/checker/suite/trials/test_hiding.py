"""What is hidden from a player does not change what the player sees: on sound engines and on others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any
from zlib import crc32

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials.hiding import HIDES, hiding
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Handshake, Observation, Reason, Refused, Setup
from rulehound_testing.faults.catching import bound
from rulehound_testing.faults.view import FAULTS
from rulehound_testing.toy import game as toy


def record(engine: Callable[[], Any], seed: int = 0, edition: str = "manual-2.3") -> CheckRecord:
    (found,) = hiding(target_of(BoundModel(game, edition, bound(edition)), "test", engine), seed)
    assert found.check == HIDES
    assert found.rules == ["areas.hidden"]
    return found


# with seeds 8 and 20 an effect makes use of the opponent's hand, with 41 and 47 one reveals a card in passing
@pytest.mark.parametrize("seed", [0, 8, 20, 41, 47])
def test_the_reference_engine_shows_nothing_that_is_hidden(seed: int) -> None:
    found = record(DcgAdapter, seed, "comprehensive-4.0")
    assert (found.verdict, found.explanation) == (Verdict.PASS, "")
    assert found.shown.startswith("48 exchanges of hidden cards, ")


@pytest.mark.parametrize("fault", ["decks-open", "hands-open"])
def test_planted_faults_of_sight_are_found(fault: str) -> None:
    with FAULTS[fault].install():
        found = record(DcgAdapter)
    assert found.verdict is Verdict.VIOLATION
    assert "in each other's place, after " in found.explanation


class Sorted(DcgAdapter):
    """Nothing is shown, but the order of what is offered depends on the own deck."""

    def legal_actions(self) -> list[Action]:
        offers = super().legal_actions()
        whole = self.observe()
        decider = whole["decider"]
        if decider is None or not whole["hidden"][decider]["deck"]:
            return offers
        deck = " ".join(card["card"] for card in whole["hidden"][decider]["deck"])
        return offers if crc32(deck.encode()) % 2 else offers[::-1]


def test_offers_that_depend_on_hidden_cards_are_found() -> None:
    found = record(Sorted)
    assert found.verdict is Verdict.VIOLATION
    assert "offers[" in found.explanation


class Ticking(DcgAdapter):
    """It shows a clock, which differs between games that are alike."""

    ticks = count()

    def observe(self, player: int | None = None) -> Observation:
        return {**super().observe(player), "clock": next(self.ticks)}


def test_what_differs_anyhow_is_not_taken_for_a_leak() -> None:
    assert record(Ticking).verdict is Verdict.PASS


class Without(DcgAdapter):
    """It lacks a capability."""

    lacking = "observe-player"

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        able = [each for each in greeting.capabilities if each != self.lacking]
        return msgspec.structs.replace(greeting, capabilities=able)


class NoEffects(Without):
    lacking = "card-effects"


class NoIds(DcgAdapter):
    """Its cards have no ids."""

    def new_game(self, setup: Setup) -> Observation:
        return _without_ids(super().new_game(setup))


def _without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        is_card = "card" in value
        return {name: _without_ids(each) for name, each in value.items() if name != "id" or not is_card}
    return [_without_ids(each) for each in value] if isinstance(value, list) else value


class Choosy(DcgAdapter):
    """It refuses every game."""

    def new_game(self, setup: Setup) -> Observation:
        raise Refused([Reason("not-today")])


def test_an_engine_that_cannot_be_asked_is_not_judged() -> None:
    assert record(Without).verdict is Verdict.UNSUPPORTED
    assert record(Without).explanation == "the engine cannot: observe-player"
    for engine in (NoIds, Choosy):
        found = record(engine)
        assert found.verdict is Verdict.INCONCLUSIVE
        assert found.explanation.startswith("no two cards were hidden")


def test_without_effects_of_cards_plain_cards_are_enough() -> None:
    assert record(NoEffects).shown.startswith("24 exchanges of hidden cards, ")


def test_a_game_that_hides_nothing_is_not_asked() -> None:
    assert hiding(target_of(BoundModel(toy.game, "", {}), "test", DcgAdapter)) == []
