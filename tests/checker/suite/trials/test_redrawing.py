"""An exchanged hand comes by chance: on engines that shuffle, and on engines that do not."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials.redrawing import REDRAWS, redrawing
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Adapter, Handshake, Observation, Setup
from rulehound_testing.faults.catching import bound
from rulehound_testing.faults.turns.setup import FAULTS
from rulehound_testing.toy import game as toy

EDITION = "comprehensive-4.0"


def records(opened: Callable[[], Adapter] = DcgAdapter, edition: str = EDITION) -> list[CheckRecord]:
    return redrawing(target_of(BoundModel(game, edition, bound(edition)), "test", opened))


def test_the_reference_engine_exchanges_by_chance() -> None:
    (record,) = records()
    assert (record.check, record.rules) == (REDRAWS, ["setup.redraw"])
    assert (record.verdict, record.explanation) == (Verdict.PASS, "")
    assert "counts of cards, of which 0 cannot be chance; a bias is seen where " in record.shown


@pytest.mark.parametrize("fault", ["redraw-unshuffled", "redraw-before-shuffling"])
def test_an_exchange_without_chance_is_found(fault: str) -> None:
    with FAULTS[fault].install():
        (record,) = records()
    assert record.verdict is Verdict.VIOLATION
    assert "; observed: in " in record.explanation


def test_there_is_nothing_to_ask_where_no_hands_are_exchanged() -> None:
    assert records(edition="manual-2.3") == []
    assert redrawing(target_of(BoundModel(toy.game, "", {}), "test", DcgAdapter)) == []


class Keeps(DcgAdapter):
    """It offers nobody an exchange."""

    def legal_actions(self) -> list[Action]:
        return [action for action in super().legal_actions() if action["action"] != "redraw"]


class Shuffles(DcgAdapter):
    """It shuffles the decks in any case."""

    def new_game(self, setup: Setup) -> Observation:
        return super().new_game(msgspec.structs.replace(setup, ordered=False))


class Little(DcgAdapter):
    """It does not take decks in order."""

    def handshake(self) -> Handshake:
        able = [name for name in super().handshake().capabilities if name != "deck-order"]
        return msgspec.structs.replace(super().handshake(), capabilities=able)


@pytest.mark.parametrize(
    ("engine", "verdict", "why"),
    [
        (Keeps, Verdict.NOT_EXERCISED, "does not offer"),
        (Shuffles, Verdict.INCONCLUSIVE, "does not take decks in the order given"),
        (Little, Verdict.UNSUPPORTED, "deck-order"),
    ],
)
def test_what_cannot_be_asked_is_said(engine: type[DcgAdapter], verdict: Verdict, why: str) -> None:
    (record,) = records(engine)
    assert record.verdict is verdict
    assert why in record.explanation
