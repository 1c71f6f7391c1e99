"""A position with something in every area, and what an observation shows in each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Any

from rulehound.spec.formats import Card, Observation, Position

MEMORY, TURN_NUMBER = 2, 5
"""The counter and the turn of the position: neither is what a position has that leaves them out."""


def full_position(cards: Sequence[Card]) -> Position:
    """A position in the main phase with something of these cards in every area of both players.

    What these cards cannot fill is left out. The first player's Digimon has cards under it where one of the
    cards digivolves onto another one; it is suspended, and the second player's is not.
    """
    others = [card for card in cards if card.facts.get("kind") != "digi-egg"]
    digimon = [card for card in others if card.facts.get("kind") == "digimon"]
    eggs = [card for card in cards if card.facts.get("kind") == "digi-egg"]
    chosen = next((pair for pair in permutations(digimon, 2) if _digivolves(*pair)), tuple(digimon[:1]))
    stack, numbers = [card.number for card in chosen], [card.number for card in others]
    egg = [card.number for card in eggs[:1]]

    def seat(first: int, battle: list[dict[str, Any]]) -> dict[str, Any]:
        pile = [numbers[(first + place) % len(numbers)] for place in range(10)] if numbers else []
        return {
            "hand": pile[:3],
            "trash": pile[3:5],
            "security": pile[5:7],
            "deck": pile[7:],
            "egg_deck": egg,
            "breeding": {"cards": egg} if egg else None,
            "battle": battle,
        }

    mine = [{"cards": stack, "suspended": True}] if stack else []
    theirs = [{"cards": stack[-1:]}] if stack else []
    state = {"turn": 0, "turn_number": TURN_NUMBER, "phase": "main", "memory": MEMORY}
    return {**state, "players": [seat(0, mine), seat(3, theirs)]}


def _digivolves(top: Card, below: Card) -> bool:
    """Whether one Digimon card may be placed on the other by a colour and a level."""
    return any(
        way.get("color") in (below.facts.get("colors") or ()) and way.get("level") == below.facts.get("level")
        for way in top.facts.get("digivolve") or ()
    )


BATTLE, UNDER, SUSPENDED = "battle area", "cards under cards", "suspended cards"
FIELDS: Mapping[str, str] = {
    BATTLE: "battle",
    "breeding area": "breeding",
    "hand": "hand",
    "deck": "deck",
    "Digi-Egg deck": "egg_deck",
    "security stack": "security",
    "trash": "trash",
}
"""Areas of a player to the fields of a seat."""
COUNTER, TURN = "memory", "whose turn it is"


def only(position: Position, area: str) -> Position:
    """The position with nothing but what it has in one area, and what that has to be part of."""
    seats = []
    for seat in position["players"]:
        field = FIELDS.get(area, "battle" if area in (UNDER, SUSPENDED) else "")
        stacks = [
            {
                "cards": entry["cards"] if area == UNDER else entry["cards"][:1],
                "suspended": area == SUSPENDED and entry.get("suspended", False),
            }
            for entry in seat["battle"]
        ]
        seats.append({field: stacks if field == "battle" else seat[field]} if field else {})
    stated = {name: value for name, value in position.items() if name != "memory" or area == COUNTER}
    return {**stated, "players": seats}


def areas(observation: Observation) -> Mapping[str, Sequence[Any]]:
    """What an observation shows in each area, of each player where both have one.

    That is a list of things, their number alone, or None where it shows nothing. Things are in an order of
    our own where engines may list them in any.
    """
    seats = observation["players"]
    readings: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
        BATTLE: lambda seat: _of_battle(seat, _top),
        "breeding area": lambda seat: (
            _pile([seat["breeding"]["cards"][0]] if seat["breeding"] else []) if "breeding" in seat else None
        ),
        **{name: partial(_of_pile, field) for name, field in FIELDS.items() if field not in STACKS},
        UNDER: lambda seat: _of_battle(seat, _under),
        SUSPENDED: lambda seat: _of_battle(seat, _suspended),
    }
    shown = {area: [read(seat) for seat in seats] for area, read in readings.items()}
    whole = {COUNTER: observation.get("memory"), TURN: observation.get("turn")}
    return {**shown, **{area: [None if value is None else [str(value)]] for area, value in whole.items()}}


STACKS = ("battle", "breeding")
"""The fields of a seat that hold stacks."""


def _of_pile(field: str, seat: Mapping[str, Any]) -> Any:
    return _pile(seat.get(field))


def _pile(shown: Any) -> Any:
    """The numbers of the cards of a pile, or how many there are; None where that is not shown."""
    return sorted(str(card["card"]) for card in shown) if isinstance(shown, list) else shown


def _of_battle(seat: Mapping[str, Any], read: Callable[[Mapping[str, Any]], str | None]) -> Any:
    """What one reads of each stack of the battle area; None where that is not shown of one of them."""
    if not isinstance(seat.get("battle"), list):
        return None
    readings = [read(entry) for entry in seat["battle"]]
    texts = [reading for reading in readings if reading]
    return None if None in readings else sorted(texts)


def _top(stack: Mapping[str, Any]) -> str | None:
    return str(stack["cards"][0]["card"]) if stack.get("cards") else None


def _under(stack: Mapping[str, Any]) -> str | None:
    if stack.get("unseen") or not stack.get("cards"):
        return None
    numbers = [str(card["card"]) for card in stack["cards"]]
    return f"{', '.join(numbers[1:])} under {numbers[0]}" if numbers[1:] else ""


def _suspended(stack: Mapping[str, Any]) -> str | None:
    if stack.get("suspended") is None:
        return None
    return _top(stack) if stack["suspended"] else ""
