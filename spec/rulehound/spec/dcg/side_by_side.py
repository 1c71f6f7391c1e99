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

USUAL, EGGS = frozenset({"digimon", "tamer", "option"}), frozenset({"digi-egg"})
"""Kinds of the cards in a deck, and in a Digi-Egg deck."""


def spelt_out(position: Position, cards: Sequence[Card]) -> Position:
    """The position with cards in piles of which it gives the number alone, so that no engine chooses them."""
    usual, eggs = _numbers(cards, USUAL), _numbers(cards, EGGS)

    def pile(name: str, given: Any) -> Any:
        numbers = eggs if name == "egg_deck" else usual
        return numbers[:1] * given if isinstance(given, int) and numbers else given

    seats = position.get("players", ())
    return {**position, "players": [{name: pile(name, seat[name]) for name in seat} for seat in seats]}


def prolonged(position: Position, cards: Sequence[Card]) -> Position:
    """The position with more cards in decks, security stacks and hands: those that it has, in turn."""
    numbers = _numbers(cards, USUAL)
    seats = position.get("players") or [{}, {}]
    return {**position, "players": [_filled(seat, numbers, place) for place, seat in enumerate(seats)]}


def _filled(seat: Mapping[str, Any], numbers: Sequence[str], first: int) -> dict[str, Any]:
    """A seat with more cards under those of its piles; a pile that is given as a number stays as it is."""
    more: dict[str, Any] = {}
    for place, (pile, number) in enumerate(MORE.items()):
        given = seat.get(pile, [])
        if numbers and not isinstance(given, int):
            added = [numbers[(first + place + each) % len(numbers)] for each in range(number)]
            more[pile] = [*given, *added]
    return {**seat, **more}


def _numbers(cards: Sequence[Card], kinds: frozenset[str]) -> list[str]:
    return [card.number for card in cards if card.facts.get("kind") in kinds]


SIDE_BY_SIDE = SideBySide(
    name="card",
    decision="decision",
    # rule: areas.order-kept (an order counts in the deck, the security stack and the Digi-Egg deck alone)
    unordered=frozenset(
        {"hand", "trash", "revealed", "battle", "keywords", "colors", "pending", "candidates"}
    ),
    # events tell again what has changed; what waits and what lasts shows in offers and amounts
    left_out=frozenset({"events", "used", "lasting", "pending", "effect", "showing", "token_dp", "choice"}),
    unknown_if_null=frozenset({"ended_by"}),
    by_chance=by_chance,
    spelt_out=spelt_out,
    prolonged=prolonged,
)
