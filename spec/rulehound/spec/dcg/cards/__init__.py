"""Cards with effects, as data: `probe.toml` has cards of our own that together have every mechanic."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rulehound.spec.formats import Card

DIRECTORY = Path(__file__).parent


class CardFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file of cards: each has its number, its name, and everything else as facts."""

    card: tuple[dict[str, Any], ...] = ()


@cache
def load(name: str) -> tuple[Card, ...]:
    """The cards of one of the files here, by its name without the ending.

    Raises FileNotFoundError where there is none, ValueError where a card lacks its number or name or is
    there twice.
    """
    path = DIRECTORY / f"{name}.toml"
    card_file = msgspec.toml.decode(path.read_bytes(), type=CardFile)
    cards: list[Card] = []
    for place, facts in enumerate(card_file.card, start=1):
        number, called = facts.get("number"), facts.get("name")
        if not isinstance(number, str) or not isinstance(called, str):
            raise ValueError(f"{path.name}: card {place} needs a number and a name")
        if any(card.number == number for card in cards):
            raise ValueError(f"{path.name}: card {number} is there twice")
        rest = {key: value for key, value in facts.items() if key not in ("number", "name")}
        cards.append(Card(number, called, rest))
    return tuple(cards)
