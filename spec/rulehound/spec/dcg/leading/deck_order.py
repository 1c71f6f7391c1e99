"""Decks that lie as a way has them: which card is drawn, hatched or checked when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from rulehound.spec.dcg.leading.wanted_position import Seat
from rulehound.spec.formats import Card, Deck, Ruleset

TWIN = "~"
"""Stands between the number of a card and the number of its twins, which are like it in all else."""

MOST_TWINS = 20


@dataclass(frozen=True)
class DrawnCards:
    """What comes off a player's decks on the way, in its order."""

    left: int
    """Cards that are left in the deck at its end."""
    used: list[str] = field(default_factory=list)
    hatched: list[str] = field(default_factory=list)
    checked: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class DeckRequirements:
    """What decks are made of."""

    values: Ruleset
    cards: Mapping[str, Card]
    bystanders: Sequence[Card]
    eggs: int
    """Digi-Eggs in each Digi-Egg deck."""


def decks(
    required: DeckRequirements, seats: Sequence[Seat], drawn: Sequence[DrawnCards]
) -> tuple[list[Deck], list[Card]]:
    """The decks, and the twins in them. Raises ValueError where no legal deck has room for these cards."""
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
    """The number of the card that a twin is like; a card's own."""
    return number.partition(TWIN)[0]


def _main(required: DeckRequirements, seat: Seat, drawn: DrawnCards) -> list[str]:
    """A deck from which come, in this order, the cards that are used and checked."""
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
    """The Digi-Eggs that are hatched, those that are given, and more where the other player has more."""
    copies, counts = int(required.values["egg-deck.copies"]), Counter(drawn.hatched)
    known = [number for number, card in required.cards.items() if card.facts["kind"] == "digi-egg"]
    deck = [*seat.known["egg_deck"]]
    deck += known[:1] * (required.eggs - len(drawn.hatched) - len(deck))
    if len(drawn.hatched) + len(deck) < required.eggs:
        raise ValueError("no Digi-Egg is known")
    return [*drawn.hatched, *(_twin(number, counts, copies) for number in deck)]


def _rest(required: DeckRequirements, count: int, counts: Counter[str]) -> Iterator[str]:
    """So many bystanders, those that nobody can pay for first."""
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
    """The card, or a twin of it where a deck has no room for another copy; it is counted."""
    twins = (number, *(f"{number}{TWIN}{place}" for place in range(1, MOST_TWINS)))
    chosen = next((one for one in twins if counts[one] < copies), None)
    if chosen is None:
        raise ValueError("no deck may have so many of these cards")
    counts[chosen] += 1
    return chosen
