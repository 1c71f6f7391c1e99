"""A game of few rules: players take turns adding 1 or 2 to a heap, and whoever makes it full wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from rulehound.spec.formats import Action, Card, Deck, Handshake, Observation, Reason, Refused, Ruleset, Setup
from rulehound.spec.game import Game
from rulehound.spec.language import (
    Amount,
    Configuration,
    Model,
    Number,
    Record,
    State,
    fact,
    flag_field,
    negate,
    number_field,
    require,
    rule,
)
from rulehound.spec.reading import Cards, Conventions, Depiction, Move, Reader, View
from rulehound_testing.folders import TESTS


class Heap(Record):
    """The heap and whose turn it is."""

    count = number_field()
    second = flag_field()


def empty_heap(name: str, over: Callable[[Heap], Any] = lambda s: s.count == fact("heap.full")) -> Model:
    """A model of a heap of nothing, to which nothing can be done."""
    heap = Model(name, Heap, round_field="second", over=over)

    @heap.initial
    def start(s: Heap) -> None:
        s.count = 0

    return heap


model = empty_heap("toy")


@model.action("add", amount=Amount("amount"))
def add(s: Heap, amount: Number) -> None:
    require(amount >= 1, "add.some")
    require(amount <= 2, "add.few")
    require(s.count + amount <= fact("heap.full"), "heap.full")
    with rule("add.turns"):
        s.count += amount
        s.second = negate(s.second)


@model.invariant("heap.full")
def heap_full(s: Heap) -> Any:
    return s.count <= fact("heap.full")


def configurations(values: Ruleset) -> Mapping[str, Configuration]:
    return {
        "small": Configuration(
            "small",
            "the whole heap",
            {"Heap.count": (0, int(values["heap.full"]) + 2)},
            ranges={"amount": (1, 2)},
        )
    }


class HeapView(View):
    """The state is what is shown."""

    @cached_property
    def state(self) -> State:
        return model.from_dict({"count": self.given["count"], "second": self.given["turn"] == 1})


class HeapReader(Reader):
    """How the heap is read."""

    conventions = Conventions()

    def view(self, observation: Observation, cards: Cards, brought: Sequence[int] | None = ()) -> View:
        return HeapView(observation, cards, brought)

    def move(self, observation: Observation, action: Action, cards: Cards) -> Move | None:
        return Move("add", {"amount": action["amount"]})

    def candidates(self, observation: Observation, cards: Cards) -> list[Action]:
        return [{"action": "add", "amount": n} for n in (1, 2, 3)]


class HeapDepiction(Depiction):
    """How the heap is put before people."""

    def describe(self, observation: Observation, action: Action, cards: Cards) -> str:
        return f"add {action['amount']}"

    def board(self, observation: Observation, cards: Cards) -> str:
        return f"heap of {observation['count']}"


game = Game(
    name="toy",
    title="The heap",
    directory=TESTS / "toy",
    rulebook=Path("none.pdf"),
    default_edition="only",
    rulesets={"only": {}},
    readings={},
    facts=("heap.full",),
    model=lambda: model,
    configurations=configurations,
    searched=dict.fromkeys(("quick", "normal", "deep"), ("small",)),
    graphed="small",
    setup=lambda seed, _: Setup(cards=(), decks=(), seed=seed),
    reader=HeapReader(),
    depiction=HeapDepiction(),
)


class HeapEngine:
    """An engine of it; `full` and `most` are what a faulty one has wrong."""

    def __init__(self, full: int = 7, most: int = 2) -> None:
        self.full, self.most, self.count, self.turn = full, most, 0, 0

    def handshake(self) -> Handshake:
        return Handshake(
            "1.0", "toy", "heap", "1", ("new-game", "legal-actions", "apply", "observe", "reasons", "save")
        )

    def new_game(self, setup: Setup) -> Observation:
        self.count, self.turn = 0, 0
        return self.observe()

    def position(self, cards: Sequence[Card], position: Mapping[str, Any], edition: str) -> Observation:
        self.count, self.turn = position["count"], position.get("turn", 0)
        return self.observe()

    def observe(self) -> Observation:
        return {
            "count": self.count,
            "turn": self.turn,
            "decider": None if self.count >= self.full else self.turn,
        }

    def legal_actions(self) -> list[Action]:
        return [
            {"action": "add", "amount": n} for n in range(1, self.most + 1) if self.count + n <= self.full
        ]

    def apply(self, action: Action) -> Observation:
        if action not in self.legal_actions():
            few = action["amount"] > self.most
            raise Refused([Reason("too many" if few else "full", "add.few" if few else "heap.full")])
        self.count, self.turn = self.count + action["amount"], 1 - self.turn
        return self.observe()

    def effect(self, effect: Action) -> Observation:
        raise Refused([Reason("no effects")])

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        return ()

    def save(self) -> Any:
        return [self.count, self.turn]

    def restore(self, token: Any) -> Observation:
        self.count, self.turn = token
        return self.observe()

    def close(self) -> None:
        pass


Factory = Callable[[], HeapEngine]
