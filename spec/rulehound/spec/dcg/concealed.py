"""The cards of a game that a player may not see."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec import UnsetType

from rulehound.spec.dcg.protocol import Observation as Shown
from rulehound.spec.dcg.protocol import Piles, ShownCard
from rulehound.spec.formats import Observation

Place: TypeAlias = tuple[int, str, int]
"""The owner of a pile, its name, and how many cards lie under a card of it."""

ON_TOP = 5
"""No effect of the probe cards reveals more cards from the top of a pile."""


def hidden_from(observation: Observation, player: int) -> Mapping[str, str]:
    """Id to number of the cards that a player may not see, of those that an observation of everything shows.

    Nothing of what is no observation, and of cards without ids. Rules: areas.hidden, areas.own-hand.
    """
    try:
        shown = msgspec.convert(observation, Shown)
    except msgspec.ValidationError:
        return {}
    candidates = _candidates(shown) if shown.decider == player else ()
    return {
        card.id: card.card
        for cards in _face_down(shown, player)
        if not any(card.id in candidates for card in cards)  # else the player is looking at them
        for card in cards
        if isinstance(card.id, str)
    }


def face_down_places(observation: Observation) -> Mapping[str, Place]:
    """Id to place of the cards that lie deep in a pile, of those that an observation of everything shows.

    A place is the pile, by its owner and its name, and how many cards lie under the card: it stays as long
    as nobody touches the card. The cards on top are left out: effects reveal them and put them back.
    Rules: areas.hidden, areas.order-kept.
    """
    try:
        shown = msgspec.convert(observation, Shown)
    except msgspec.ValidationError:
        return {}
    return {
        card.id: (owner, name, len(cards) - number - 1)
        for owner, name, cards in _piles(shown)
        for number, card in enumerate(cards)
        if number >= ON_TOP and isinstance(card.id, str)
    }


def _face_down(shown: Shown, player: int) -> Iterator[Sequence[ShownCard]]:
    """The other player's hand, and all piles that lie face down."""
    hand = shown.players[1 - player].hand
    if isinstance(hand, tuple):
        yield hand
    for _, _, cards in _piles(shown):
        yield cards


def _piles(shown: Shown) -> Iterator[tuple[int, str, Sequence[ShownCard]]]:
    """The piles that lie face down: owner, name, cards with the top one first."""
    for owner, piles in enumerate(shown.hidden if not isinstance(shown.hidden, UnsetType) else ()):
        for name in Piles.__struct_fields__:
            cards = getattr(piles, name)
            if isinstance(cards, tuple):
                yield owner, name, cards


def _candidates(shown: Shown) -> Collection[str | int]:
    """The cards among which a player chooses: whoever searches cards sees them meanwhile."""
    choice = shown.choice
    return choice.candidates if choice is not None and not isinstance(choice, UnsetType) else ()
