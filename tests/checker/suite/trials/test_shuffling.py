"""The check that chance orders the cards, on engines that shuffle and on engines that do not."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials.shuffling import shuffling
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


class SameSeed(Unshuffled):
    """Every game begins alike, and the ids of the cards go on counting."""

    def __init__(self) -> None:
        super().__init__()
        self.games = 0

    def new_game(self, setup: Setup) -> Observation:
        self.games += 1
        text = msgspec.json.encode(self.engine.new_game(msgspec.structs.replace(setup, seed=1))).decode()
        return json.loads(re.sub(r'"id":"([ab])', rf'"id":"\g<1>{self.games}-', text))  # type: ignore[no-any-return]


class HandsAlone(Unshuffled):
    """It shows no hidden cards."""

    def new_game(self, setup: Setup) -> Observation:
        return {name: value for name, value in super().new_game(setup).items() if name != "hidden"}


class Nothing(Unshuffled):
    """It shows no card at all."""

    def new_game(self, setup: Setup) -> Observation:
        shown = self.engine.new_game(setup)
        seats = [{**seat, "hand": len(seat["hand"])} for seat in shown["players"]]
        return {name: value for name, value in {**shown, "players": seats}.items() if name != "hidden"}


def test_the_reference_engine_shuffles_and_those_that_do_not_are_caught() -> None:
    assert verdict(None, VALUES) == (Verdict.PASS, "")
    found, explanation = verdict(Unshuffled, VALUES)
    assert found is Verdict.VIOLATION
    assert explanation.startswith("expected in about 0.0 of 95 games: a game begins like the first one; ")
    assert explanation.count("; observed: in ") == 3
    assert verdict(SameSeed, VALUES)[0] is Verdict.VIOLATION
    assert verdict(HandsAlone, VALUES)[0] is Verdict.VIOLATION


def test_where_no_cards_are_shown_nothing_is_claimed() -> None:
    why = "the engine shows no cards when a game begins"
    assert verdict(Nothing, VALUES) == (Verdict.INCONCLUSIVE, why)


@pytest.mark.parametrize("fact", ["deck.size", "deck.copies", "egg-deck.max", "egg-deck.copies"])
def test_without_a_fact_nothing_is_claimed(fact: str) -> None:
    without = {name: value for name, value in VALUES.items() if name != fact}
    assert verdict(None, without) == (Verdict.INCONCLUSIVE, f"the fact {fact} has no value")
