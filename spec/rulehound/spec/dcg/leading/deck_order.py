"""The order of two decks for a planned path: which card is drawn, hatched or checked when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from rulehound.spec.dcg.leading.wanted_position import Seat
from rulehound.spec.formats import Card, Deck, Ruleset

TWIN = "~"
"""Stands between the number of a card and the number of its copy, which is like the card in all else."""

MOST_TWINS = 20


@dataclass(frozen=True)
class DrawnCards:
    """The cards that come off one player's decks on the path, in their order."""

    left: int
    """How many cards are left in the deck at the end of the path."""
    used: list[str] = field(default_factory=list)
    hatched: list[str] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class DeckRequirements:
    """The facts, cards and bystanders that decks are made of."""

    values: Ruleset
    cards: Mapping[str, Card]
    bystanders: Sequence[Card]
    eggs: int
    """Digi-Eggs in each Digi-Egg deck."""


def decks(
    required: DeckRequirements, seats: Sequence[Seat], drawn: Sequence[DrawnCards]
) -> tuple[list[Deck], list[Card]]:
    """The decks of both players, and the twins in them.

    Raises ValueError where no legal deck has room for the cards of the path.
    """
    made = [
        Deck({"main": _main(required, seat, one), "eggs": _eggs(required, seat, one)})
        for seat, one in zip(seats, drawn, strict=True)
    ]
    known = {**required.cards, **{card.number: card for card in required.bystanders}}
    brought = {number for deck in made for pile in deck.piles.values() for number in pile}
    twins = [
        msgspec.structs.replace(known[own_number(number)], number=number)
        for number in sorted(brought)
        if TWIN in number
    ]
    return made, twins


def own_number(number: str) -> str:
    """The number of the card that a twin copies; of any other card its own number."""
    return number.partition(TWIN)[0]


def _main(required: DeckRequirements, seat: Seat, drawn: DrawnCards) -> list[str]:
    """A deck in an order from which the cards of the path are drawn and checked when they are needed."""
    values = required.values
    size, copies = int(values["deck.size"]), int(values["deck.copies"])
    hand, security = int(values["setup.hand"]), int(values["setup.security"])
    counts = Counter(drawn.used)
    if max(counts.values(), default=0) > copies:
        raise ValueError("no deck may have so many of these cards")
    hand_kept = [_twin(number, counts, copies) for number in seat.hand]
    laid = [_twin(number, counts, copies) for number in (*drawn.checked, *seat.known["security"])]
    top = [_twin(number, counts, copies) for number in seat.known["deck"]]
    rest = _rest(required, size - counts.total(), counts)
    laid += [next(rest) for _ in range(security - len(laid))]
    order = [*drawn.used, *hand_kept, *rest]
    at = len(order) + len(top) - drawn.left
    if len(laid) != security or not len(drawn.used) + len(seat.hand) <= at <= len(order):
        raise ValueError("the decks have no room for these cards")
    order[at:at] = top
    below = laid[::-1]  # rule: setup.security-order
    if values["setup.security-when"] == "before-hand":
        return [*below, *order]
    return [*order[:hand], *below, *order[hand:]]


def _eggs(required: DeckRequirements, seat: Seat, drawn: DrawnCards) -> list[str]:
    """The Digi-Egg deck: the eggs that are hatched, those of the position, and as many as the other player
    has.
    """
    copies, counts = int(required.values["egg-deck.copies"]), Counter(drawn.hatched)
    known = [number for number, card in required.cards.items() if card.facts["kind"] == "digi-egg"]
    deck = [*seat.known["egg_deck"]]
    deck += known[:1] * (required.eggs - len(drawn.hatched) - len(deck))
    if len(drawn.hatched) + len(deck) < required.eggs:
        raise ValueError("no Digi-Egg is known")
    return [*drawn.hatched, *(_twin(number, counts, copies) for number in deck)]


def _rest(required: DeckRequirements, count: int, counts: Counter[str]) -> Iterator[str]:
    """So many bystanders that fill a deck, those first that nobody can pay for."""
    copies = int(required.values["deck.copies"])
    if count < 0:
        raise ValueError("the decks have no room for these cards")
    every = [
        card.number for card in reversed(required.bystanders) for _ in range(copies - counts[card.number])
    ]
    if len(every) < count:
        raise ValueError("there are too few cards to fill a deck")
    return iter(every[:count])


def _twin(number: str, counts: Counter[str], copies: int) -> str:
    """The number of a card, or of a twin where a deck may hold no more copies of the card; the copy is
    counted.
    """
    twins = (number, *(f"{number}{TWIN}{place}" for place in range(1, MOST_TWINS)))
    chosen = next((one for one in twins if counts[one] < copies), None)
    if chosen is None:
        raise ValueError("no deck may have so many of these cards")
    counts[chosen] += 1
    return chosen
