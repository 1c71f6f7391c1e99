"""How what two engines show of one game is compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.formats import Action, Card, Observation, Position
from rulehound.spec.game import SideBySide

SHUFFLING = ("redraw",)
"""Actions that shuffle."""

SHUFFLED = "shuffled"
"""The event of an effect that shuffles."""


def by_chance(action: Action, after: Observation) -> bool:
    """Whether cards have been shuffled. Rules: setup.redraw, areas.order-kept."""
    events = after.get("events", ())
    told = any(isinstance(one, dict) and one.get("event") == SHUFFLED for one in events)
    return told or action.get("action") in SHUFFLING


MORE: Mapping[str, int] = {"deck": 8, "security": 3, "hand": 2}
"""Cards that are added to piles of each player, at the bottom."""

USUAL = frozenset({"digimon", "tamer", "option"})
"""Kinds of the cards in a deck."""


def prolonged(position: Position, cards: Sequence[Card]) -> Position:
    """The position with more cards in decks, security stacks and hands: those that it has, in turn."""
    numbers = [card.number for card in cards if card.facts.get("kind") in USUAL]
    seats = [{}, {}] if not position.get("players") else position["players"]
    return {**position, "players": [_filled(seat, numbers, place) for place, seat in enumerate(seats)]}


def _filled(seat: Mapping[str, Any], numbers: Sequence[str], first: int) -> dict[str, Any]:
    """A seat with more cards; a pile that is given as a count has as many more."""
    more: dict[str, Any] = {}
    for place, (pile, number) in enumerate(MORE.items()):
        given = seat.get(pile, [])
        if isinstance(given, int):
            more[pile] = given + number
        elif numbers:
            added = [numbers[(first + place + each) % len(numbers)] for each in range(number)]
            more[pile] = [*given, *added]
    return {**seat, **more}


SIDE_BY_SIDE = SideBySide(
    name="card",
    # rule: areas.order-kept (an order counts in the deck, the security stack and the Digi-Egg deck alone)
    unordered=frozenset({"hand", "trash", "revealed", "battle", "keywords", "colors", "candidates"}),
    # events tell again what has changed; what waits and what lasts shows in decisions and amounts
    left_out=frozenset({"events", "used", "lasting", "pending", "effect", "showing", "token_dp", "chosen"}),
    unknown_if_null=frozenset({"ended_by"}),
    by_chance=by_chance,
    prolonged=prolonged,
)
