"""The toy game as scenarios and play need it: its words, engines of it with faults, and small judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.scenarios.given import CardWords, Vocabulary
from rulehound.spec.formats import Action, Adapter, Deck, Handshake, Observation, Reason, Refused
from rulehound_testing.toy import game as toy

FULL = 7
VALUES: Mapping[str, Any] = {"heap.full": FULL}
WORDS = Vocabulary(
    CardWords("kind", "plain", {"plain": {"size": 1}}),
    ("cards",),
    sides=("me", "opponent"),
    sided={"count": "turn"},
)
ALL = (
    *("new-game", "legal-actions", "apply", "observe", "reasons", "save"),
    *("position", "effects", "card-facts", "validate-deck"),
)


class Heap(toy.HeapEngine):
    """The toy engine with every capability, and room for faults."""

    capabilities: tuple[str, ...] = ALL
    editions: tuple[str, ...] = ()
    unsupported: Mapping[str, tuple[str, ...]] = {}

    def handshake(self) -> Handshake:
        return Handshake("1.0", "toy", "heap", "1", self.capabilities, self.editions, self.unsupported)

    def validate_deck(self, _: Any, deck: Deck, edition: str) -> tuple[Reason, ...]:
        del edition
        size = sum(len(pile) for pile in deck.piles.values())
        return () if size <= self.full else (Reason("too-large", "heap.full", f"{size} cards"),)

    def effect(self, effect: Action) -> Observation:
        if self.count < effect["amount"]:
            raise Refused([Reason("too-few", "add.some")])
        self.count -= effect["amount"]
        return self.observe()


class Marking(Heap):
    """A refused action leaves a mark."""

    def apply(self, action: Action) -> Observation:
        try:
            return super().apply(action)
        except Refused:
            self.turn = 1 - self.turn
            raise


class TakesAnything(Heap):
    """What it does not offer, it carries out all the same."""

    def apply(self, action: Action) -> Observation:
        self.count, self.turn = self.count + action["amount"], 1 - self.turn
        return self.observe()


class OffersInVain(Heap):
    """It refuses what it offers, once the heap is high."""

    def apply(self, action: Action) -> Observation:
        if self.count >= 4:
            raise Refused([Reason("tired", "add.turns", "no more today")])
        return super().apply(action)


class ForgetsTurns(Heap):
    """The turn does not pass from a heap of 5."""

    def apply(self, action: Action) -> Observation:
        super().apply(action)
        if self.count == 5:
            self.turn = 1 - self.turn
        return self.observe()


class Breaks(Heap):
    """It breaks where the heap gets to 4."""

    def apply(self, action: Action) -> Observation:
        if self.count + action["amount"] == 4:
            raise RuntimeError("four!")
        return super().apply(action)


def opener(make: Callable[[], Adapter]) -> Callable[[], EngineClient]:
    """Opens a fresh engine each time, held to the protocol."""

    def open_adapter() -> EngineClient:
        engine = make()
        return EngineClient(LocalChannel(engine), engine.handshake())

    return open_adapter


def target(
    open_adapter: Callable[[], Adapter] | None = None,
    values: Mapping[str, Any] = VALUES,
    engine: str = "heap",
) -> Target:
    """An engine of the toy game as a target; without one, the sound one."""
    return target_of(BoundModel(toy.game, "only", dict(values)), engine, open_adapter or opener(Heap))
