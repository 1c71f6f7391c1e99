"""The check that chance orders the cards: judged on beginnings, and on engines that shuffle or do not."""

from __future__ import annotations

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials.shuffling import GAMES, judged, shuffling
from rulehound.engine.adapter import create
from rulehound.spec.dcg import game
from rulehound.spec.formats import Adapter, Handshake, Observation, Setup

VALUES = {
    **game.rulesets["manual-2.3"],
    "deck.size": 50,
    "deck.copies": 4,
    "egg-deck.max": 5,
    "egg-deck.copies": 4,
}


class Unshuffled:
    """The reference engine, dealt from decks as they lie."""

    def __init__(self) -> None:
        self.engine = create()

    def __getattr__(self, name: str) -> object:
        return getattr(self.engine, name)

    def new_game(self, setup: Setup) -> Observation:
        return self.engine.new_game(msgspec.structs.replace(setup, ordered=True))


def verdict(engine: type[Unshuffled] | None, values: dict[str, object]) -> tuple[Verdict, str]:
    def opened() -> Adapter:
        return create() if engine is None else engine()  # type: ignore[return-value]  # all else is passed on

    (record,) = shuffling(target_of(BoundModel(game, "manual-2.3", values), "test", opened))
    return record.verdict, record.explanation


class Elsewhere(Unshuffled):
    """It follows another edition, and says so."""

    def handshake(self) -> Handshake:
        return msgspec.structs.replace(self.engine.handshake(), editions=("chapter-7",))


def test_an_engine_of_another_edition_is_not_asked() -> None:
    assert verdict(Elsewhere, VALUES) == (Verdict.UNSUPPORTED, "the engine does not follow manual-2.3")


def test_beginnings_that_are_all_alike_are_a_violation() -> None:
    assert judged([{"a": 1}] * GAMES)[0] is Verdict.VIOLATION
    assert judged([{"a": 1}] * (GAMES - 1) + [{"a": 2}])[:2] == (
        Verdict.PASS,
        f"2 different beginnings of {GAMES}",
    )


def test_the_reference_engine_shuffles_and_one_that_does_not_is_caught() -> None:
    assert verdict(None, VALUES) == (Verdict.PASS, "")
    assert verdict(Unshuffled, VALUES)[0] is Verdict.VIOLATION


@pytest.mark.parametrize("fact", ["deck.size", "deck.copies", "egg-deck.max", "egg-deck.copies"])
def test_without_a_fact_nothing_is_claimed(fact: str) -> None:
    without = {name: value for name, value in VALUES.items() if name != fact}
    assert verdict(None, without) == (Verdict.INCONCLUSIVE, f"the fact {fact} has no value")
