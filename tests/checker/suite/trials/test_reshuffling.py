"""An effect shuffles by chance: on engines that shuffle, and on engines that do not."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials.reshuffling import RESHUFFLES, reshuffling
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Adapter, Handshake, Observation, Setup
from rulehound_testing.faults.catching import bound
from rulehound_testing.faults.rare_words import FAULTS
from rulehound_testing.toy import game as toy

EDITION = "comprehensive-4.0"


def records(opened: Callable[[], Adapter] = DcgAdapter, edition: str = EDITION) -> list[CheckRecord]:
    return reshuffling(target_of(BoundModel(game, edition, bound(edition)), "test", opened))


@pytest.mark.parametrize("edition", [EDITION, "manual-2.3", "fan-2020"])
def test_the_reference_engine_shuffles_by_chance(edition: str) -> None:
    (record,) = records(edition=edition)
    assert (record.check, record.rules) == (RESHUFFLES, ["effects.shuffle"])
    assert (record.verdict, record.explanation) == (Verdict.PASS, "")
    assert "counts of cards, of which 0 cannot be chance; a bias is seen where " in record.shown


@pytest.mark.parametrize("fault", ["shuffled-by-effect-in-vain", "cut-and-not-shuffled"])
def test_a_shuffle_without_chance_is_found(fault: str) -> None:
    with FAULTS[fault].install():
        (record,) = records()
    assert record.verdict is Verdict.VIOLATION
    assert "; observed: in " in record.explanation


def test_there_is_nothing_to_ask_where_no_effect_shuffles() -> None:
    assert reshuffling(target_of(BoundModel(toy.game, "", {}), "test", DcgAdapter)) == []


class DrawsLots(DcgAdapter):
    """It leaves to chance who goes first, also where that is settled."""

    def new_game(self, setup: Setup) -> Observation:
        return super().new_game(msgspec.structs.replace(setup, first=None))


def test_whoever_begins_against_the_setup_has_not_shuffled_wrongly() -> None:
    (record,) = records(DrawsLots)
    assert (record.verdict, record.explanation) == (
        Verdict.INCONCLUSIVE,
        "the engine does not let player 0 go first, who is to",
    )


class Waits(DcgAdapter):
    """It offers nobody to play a card."""

    def legal_actions(self) -> list[Action]:
        return [action for action in super().legal_actions() if action["action"] != "play"]


class Shuffles(DcgAdapter):
    """It shuffles the decks in any case."""

    def new_game(self, setup: Setup) -> Observation:
        return super().new_game(msgspec.structs.replace(setup, ordered=False))


class Plain(DcgAdapter):
    """It takes no effects of cards."""

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        able = [one for one in greeting.capabilities if one != "card-effects"]
        return msgspec.structs.replace(greeting, capabilities=able)


@pytest.mark.parametrize(
    ("opened", "verdict"),
    [
        (Waits, Verdict.NOT_EXERCISED),
        (Shuffles, Verdict.INCONCLUSIVE),
        (Plain, Verdict.UNSUPPORTED),
    ],
)
def test_an_engine_that_cannot_be_asked_is_not_accused(opened: type[DcgAdapter], verdict: Verdict) -> None:
    (record,) = records(opened)
    assert record.verdict is verdict
    assert record.explanation
