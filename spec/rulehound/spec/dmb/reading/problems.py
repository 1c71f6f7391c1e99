"""What an observation shows that no state of the model could: its counts would hide it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dmb.reading.actions import placeable
from rulehound.spec.dmb.reading.cards import Cards
from rulehound.spec.formats import Observation
from rulehound.spec.reading import Problem

PILES = ("hand", "deck", "trash", "destiny", "dp_cards")


def problems(observation: Observation, cards: Cards) -> list[Problem]:
    """Everything of that kind."""
    return [*one_place(observation, cards), *lost_with_a_digimon(observation, cards)]


def one_place(observation: Observation, cards: Cards) -> Iterator[Problem]:
    """Cards in two places, and cards that nobody brought."""
    seen = [card for seat in observation["players"] for card in shown_cards(seat)]
    for number in sorted({card["card"] for card in seen} - cards.keys()):
        yield Problem("cards.one-place", f"a card {number} is there that nobody brought")
    for key, count in sorted(Counter(card["id"] for card in seen if card.get("id")).items()):
        if count > 1:
            yield Problem("cards.one-place", f"card {key} is in {count} places")


def lost_with_a_digimon(observation: Observation, cards: Cards) -> Iterator[Problem]:
    """A game that is lost for want of a Digimon, by a turn player who has one in hand."""
    turn: int = observation["turn"]
    seat = observation["players"][turn]
    no_battle = not seat.get("has_chosen") and not observation.get("unopposed")
    if observation.get("winner") == 1 - turn and seat.get("active") is None and no_battle:
        hand = seat["hand"]
        names = [] if isinstance(hand, int) else [card["card"] for card in hand]
        if any(placeable(cards[name]) for name in names if name in cards):
            yield Problem("prep.loss", "the hand of the player who has lost has a Digimon that can be placed")


def shown_cards(seat: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The cards of a player that are shown."""
    active, support = seat.get("active") or {}, seat.get("support") or {}
    piles: Sequence[Any] = [seat.get(name, 0) for name in PILES]
    for pile in (*piles, active.get("cards", ()), active.get("attachments", 0)):
        yield from () if isinstance(pile, int) else pile
    if support.get("card"):
        yield support["card"]
