"""How what two engines show of one game is compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.formats import Action, Card, Observation, Position
from rulehound.spec.game import SideBySide

SHUFFLING = ("mulligan",)
"""Actions that shuffle."""

MORE: Mapping[str, int] = {"deck": 12, "hand": 2}
"""Cards that are added to piles of each player, at the bottom."""


def by_chance(action: Action, after: Observation) -> bool:
    """Whether cards may have been shuffled: after an opening hand is exchanged, and where a Digimon is KO'd,
    which may have been the Partner. Rules: setup.mulligan, partner.returns.
    """
    nobody = any(seat.get("active") is None for seat in after["players"])
    return action.get("action") in SHUFFLING or (nobody and after.get("decision") in ("hand", None))


def spelt_out(position: Position, cards: Sequence[Card]) -> Position:
    """The position with cards in decks of which it gives the number alone, so that no engine chooses them."""
    numbers = usual(cards)

    def pile(given: Any) -> Any:
        return numbers[:1] * given if isinstance(given, int) and not isinstance(given, bool) else given

    seats = position.get("players", ())
    spelt = [{**seat, **({"deck": pile(seat["deck"])} if "deck" in seat else {})} for seat in seats]
    return {**position, "players": spelt} if numbers else position


def prolonged(position: Position, cards: Sequence[Card]) -> Position:
    """The position with more cards in decks and hands: those that it has, in turn."""
    numbers = usual(cards)
    seats = position.get("players") or [{}, {}]
    return {**position, "players": [filled(seat, numbers, place) for place, seat in enumerate(seats)]}


def filled(seat: Mapping[str, Any], numbers: Sequence[str], first: int) -> dict[str, Any]:
    """A seat with more cards under those of its piles; a pile that is given as a number stays as it is."""
    more: dict[str, Any] = {}
    for place, (pile, count) in enumerate(MORE.items()):
        given = seat.get(pile, [])
        if numbers and not isinstance(given, int):
            more[pile] = [*given, *(numbers[(first + place + each) % len(numbers)] for each in range(count))]
    return {**seat, **more}


def usual(cards: Sequence[Card]) -> list[str]:
    """The numbers of the cards that stand in decks."""
    return [card.number for card in cards if card.facts.get("level") != "M"]


SIDE_BY_SIDE = SideBySide(
    name="card",
    decision="decision",
    unordered=frozenset(
        {"hand", "trash", "destiny", "dp_cards", "attachments", "gained_types", "granted", "ignored"}
    ),
    left_out=frozenset({"turn_number"}),
    unknown_if_null=frozenset(),
    by_chance=by_chance,
    spelt_out=spelt_out,
    prolonged=prolonged,
)
