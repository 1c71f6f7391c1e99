"""Positions and cards that mean nothing, by one word each: engines that take all effects refuse them."""

from __future__ import annotations

from typing import Any

from rulehound.spec.dmb.decks import pool
from rulehound.spec.game import UnreadableStarts

UNKNOWN = "no-such-word"
ROOKIE, CHAMPION = "RE-01", "RE-03"

CARDS = pool("effects")


def _seat() -> dict[str, Any]:
    """A player's zones, all of them with something in them."""
    return {
        "hand": [ROOKIE, CHAMPION],
        "deck": [ROOKIE] * 5,
        "trash": [CHAMPION],
        "dp": [ROOKIE],
        "active": {"cards": [ROOKIE], "hp": 300, "abnormal": True, "boost": 100, "bonus": 20},
        "ko_points": 1,
    }


UNREADABLE = UnreadableStarts(
    [card for card in CARDS if card.number in (ROOKIE, CHAMPION)],
    {"turn": 0, "decision": "evolve", "players": [_seat(), _seat()]},
    CARDS,
    {
        "setup.edition": UNKNOWN,
        "setup.decks": [],
        "setup.decks.0.piles.main.0": UNKNOWN,
        "setup.decks.1.piles.partner.0": UNKNOWN,
        "position.decision": UNKNOWN,
        "position.turn": 2,
        "position.players": [{}, {}, {}],
        "position.players.0.hand.0": UNKNOWN,
        "position.players.1.active.cards": [],
        "position.players.1.active.cards.0": UNKNOWN,
        f"{ROOKIE}.kind": UNKNOWN,
        f"{ROOKIE}.level": UNKNOWN,
        f"{ROOKIE}.effects.0.timing": UNKNOWN,
        f"{ROOKIE}.effects.0.{UNKNOWN}": 1,
        f"{ROOKIE}.effects.0.steps.0.do": UNKNOWN,
        f"{ROOKIE}.effects.0.steps.0.{UNKNOWN}": 1,
    },
    needs=("position", "card-effects"),
)
"""Of words of effects one of each part; and a player, a seat and a card that there are not."""
