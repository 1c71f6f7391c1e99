"""Cards on their way between the zones of the player who owns them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec

from rulehound.engine.dmb.state import Player, State, owner_of, report


def draw(player: Player, count: int) -> tuple[str, ...]:
    """Draw up to `count` cards from the top of the deck; those that were there to draw."""
    drawn = player.deck[:count]  # rule: effects.draw
    player.deck = player.deck[count:]
    player.hand += drawn
    return drawn


def trash_from_deck(player: Player, count: int) -> None:
    """Put up to `count` cards from the top of the deck into the trash, one after the other."""
    player.trash += player.deck[:count]  # rule: effects.trash
    player.deck = player.deck[count:]


def exchange_hand(player: Player) -> None:
    """Discard the whole hand, and draw as many cards."""
    count = len(player.hand)
    player.trash += player.hand
    player.hand = ()
    draw(player, count)


def discard(player: Player, card: str) -> None:
    """Put a card of the hand into the trash."""
    player.hand = without(player.hand, card)  # rule: effects.discard
    player.trash += (card,)


def shuffle(state: State, owner: int) -> None:
    """Shuffle the deck of a player, by the seed, the player and how often it was shuffled before.

    What one player does leaves the order of the other's deck alone, also where both act at one time.
    """
    player = state.players[owner]
    player.shuffles += 1
    order = list(player.deck)
    random.Random(f"{state.match.seed}/{owner}/{player.shuffles}").shuffle(order)
    player.deck = tuple(order)


def leave(state: State, cards: Iterable[str]) -> None:
    """Cards leave the table: to the trash of their owners, or out of the game."""
    for card in cards:
        player = state.players[owner_of(card)]
        if card in state.match.destined:
            player.deleted += (card,)  # rule: delete.destiny
        elif card in state.activated:
            player.deleted += (card,)  # rule: texts.activate
            report(state, "delete-spent", owner_of(card))
        else:
            player.trash += (card,)


def without(pile: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The pile but for a card."""
    return tuple(other for other in pile if other != card)


def dp_of(state: State, player: Player) -> int:
    """What the cards of a player's DP Zone add up to."""
    return sum(state.match.facts[card].dp for card in player.dp_cards)


def change(player: Player, **fields: Any) -> None:
    """Give the player's Digimon other values in some fields; nothing where there is no Digimon."""
    if player.active is not None:
        player.active = msgspec.structs.replace(player.active, **fields)
