"""Positions in words, made at random, and the same positions on an engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from rulehound.checker.asking.asked_position import AskedPosition
from rulehound.checker.asking.position_text import PositionText
from rulehound.checker.asking.sources import told_apart
from rulehound.checker.suite.scenarios.given import Cards, position
from rulehound.spec.dcg.asking.positions import WORDS
from rulehound.spec.formats import Adapter, Observation
from rulehound_testing.faults.catching import words


def typed_position(random: Random, *, named_security: bool = False) -> str:
    """A position in the main or breeding phase, in words; everything in it has a name of its own.

    With `named_security`, the cards of the security stacks are named.
    """
    names = (f"Mon{number}" for number in count())
    colours = ("red", "blue")

    def digimon(*state: str) -> str:
        level, colour = random.randint(3, 6), random.choice(colours)
        keywords = [word for word in ("blocker", "rush") if random.random() < 0.2]
        marks = [mark for mark in state if random.random() < 0.4]
        parts = [str(level), f"{level}000 DP", f"cost {random.randint(2, 14)}", colour]
        asks = f"digivolves from {random.choice(colours)} {level - 1} for {random.randint(0, 5)}"
        return f"{next(names)}({', '.join([*parts, asks, *keywords, *marks])})"

    def tamer() -> str:
        return f"{next(names)}(tamer, cost {random.randint(1, 13)}, red)"

    def seat(*marks: str) -> str:
        items = [f"battle {digimon('suspended', *marks)}" for _ in range(random.randint(0, 3))]
        items += [f"battle {tamer()}"] if random.random() < 0.3 else []
        items += [f"breeding {digimon()}"] if random.random() < 0.5 else []
        items += [f"hand {digimon()}" for _ in range(random.randint(0, 3))]
        items += [f"hand {tamer()}"] if random.random() < 0.3 else []
        size = random.randint(0, 5)
        if named_security:
            items += [f"security {digimon()}" for _ in range(size)]
        else:
            items += [f"security {size}"]
        return ", ".join([*items, "deck 9", f"egg deck {random.randint(0, 2)}"])

    turn = random.choice(("me", "opponent"))
    mine, theirs = (seat(*(["played this turn"] if turn == side else [])) for side in ("me", "opponent"))
    phase = random.choice(("main", "main", "main", "breeding"))
    counter = f"{turn}: memory {random.randint(0, 10)}"
    return f"turn {turn}; phase {phase}; {counter}; me: {mine}; opponent: {theirs}"


def as_engines_take_it(text: str) -> dict[str, Any]:
    """The position of a text as an engine is given it."""
    stated = PositionText(WORDS, words().printed).read(text)
    return position(told_apart(stated), Cards(words(), {}), words())


def placed_on(engine: Adapter, asked: AskedPosition, given: dict[str, Any], edition: str) -> dict[str, str]:
    """Set a position up on an engine; returns the engine's ids for those of the typed position.

    Things go by the number of their card, of which each position has one.
    """
    theirs = dict(_ids(engine.position(list(asked.cards.values()), given, edition)))
    return {identity: theirs[number] for number, identity in _ids(asked.observation) if number in theirs}


def _ids(observation: Observation) -> Iterator[tuple[str, str]]:
    """Number of a card, and the id of it or of the stack that it is the top of."""
    for seat in observation["players"]:
        for entry in (*seat["battle"], *([seat["breeding"]] if seat["breeding"] else [])):
            yield entry["cards"][0]["card"], entry["id"]
        yield from ((card["card"], card["id"]) for card in seat["hand"])
