"""The cards that an observation shows where the beginning of a game puts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from rulehound.spec.dcg.protocol import Observation as Shown
from rulehound.spec.dcg.protocol import ShownCard
from rulehound.spec.formats import Observation
from rulehound.spec.game import DealtPile

PARTS = {"deck": "main", "security": "main", "egg_deck": "eggs"}
"""Pile of cards that lie in order to the part of a deck that they come from."""


def dealt(observation: Observation) -> Sequence[DealtPile]:
    """The hands and, where they are shown, the piles of both players; nothing of what is no observation."""
    try:
        shown = msgspec.convert(observation, Shown)
    except msgspec.ValidationError:
        return ()
    return list(_piles(shown))


def _piles(shown: Shown) -> Iterator[DealtPile]:
    """Rule: areas.order-kept (an order counts in the deck, the security stack and the Digi-Egg deck)."""
    for player, seat in enumerate(shown.players):
        if isinstance(seat.hand, tuple):
            yield _pile("hand", player, "main", seat.hand, ordered=False)
        for name, part in PARTS.items():
            cards = UNSET if isinstance(shown.hidden, UnsetType) else getattr(shown.hidden[player], name)
            if isinstance(cards, tuple):
                yield _pile(name.replace("_", " "), player, part, cards, ordered=True)


def _pile(place: str, player: int, part: str, cards: Sequence[ShownCard], *, ordered: bool) -> DealtPile:
    name = f"the {place} of player {player}"
    return DealtPile(name, place, player, part, [card.card for card in cards], ordered)


def goes_first(observation: Observation) -> object:
    """The player whose turn the first one is; nothing of what is no observation."""
    try:
        shown = msgspec.convert(observation, Shown)
    except msgspec.ValidationError:
        return None
    return shown.turn
