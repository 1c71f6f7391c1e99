"""Cards on their way between the areas of the player who owns them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import msgspec

from rulehound.engine.dcg.in_play import Place, Player, Stack
from rulehound.engine.dcg.state import State, owner_of

PILES = ("hand", "revealed", "trash", "security", "deck", "egg_deck")


def draw(player: Player, count: int) -> int:
    """Draw up to `count` cards from the top of the deck; how many were there to draw."""
    count = max(count, 0)  # rule: effects.number-of-times
    drawn = player.deck[:count]  # rule: areas.order-kept
    player.deck = player.deck[count:]
    player.hand += drawn  # rule: hand.unlimited
    return len(drawn)


def shuffled(state: State, pile: tuple[str, ...]) -> tuple[str, ...]:
    """The pile in an order that depends on the seed and on how often anything was shuffled before."""
    state.shuffles += 1
    order = list(pile)
    random.Random(f"{state.match.seed}/{state.shuffles}").shuffle(order)
    return tuple(order)


def take_from_hand(player: Player, card: str) -> None:
    """Remove a card from the hand that it is in."""
    player.hand = without(player.hand, card)


def without(pile: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The pile but for a card."""
    return tuple(other for other in pile if other != card)


def take(player: Player, card: str) -> str:
    """Remove a card of this player from wherever it lies but for the top of a stack; where that was.

    "under" is under a Digimon. Raises KeyError where the card is in none of these places.
    """
    for area in PILES:
        pile: tuple[str, ...] = getattr(player, area)
        if card in pile:
            setattr(player, area, without(pile, card))
            return area
    stacks = player.battle if player.breeding is None else (*player.battle, player.breeding)
    for stack in stacks:
        if card in stack.cards[1:]:
            replace(player, stack, msgspec.structs.replace(stack, cards=without(stack.cards, card)))
            return "under"
    raise KeyError(card)


def take_anywhere(state: State, card: str) -> str:
    """Remove a card from wherever it lies, also from under a Digimon of the other player; where that was."""
    owner = owner_of(card)
    try:
        return take(state.players[owner], card)
    except KeyError:
        return take(state.players[1 - owner], card)


def into_trash(state: State, cards: Iterable[str]) -> None:
    """Put cards into the trash of whoever owns each."""
    for card in cards:
        state.players[owner_of(card)].trash += (card,)  # rule: areas.owner


def place_of(player: Player, card: str) -> Place:
    """Where a card of this player lies, for it to come back there. Raises KeyError as `take` does."""
    for area in PILES:
        pile: tuple[str, ...] = getattr(player, area)
        if card in pile:
            return Place(area, pile.index(card))
    for stack in player.battle if player.breeding is None else (*player.battle, player.breeding):
        if card in stack.cards[1:]:
            return Place("under", stack.cards.index(card), stack.id)
    raise KeyError(card)


def put_back(player: Player, card: str, place: Place) -> None:
    """Put a card back to where it lay; what lay under a stack that has gone goes to the trash."""
    if place.area != "under":
        pile: tuple[str, ...] = getattr(player, place.area)
        setattr(player, place.area, (*pile[: place.index], card, *pile[place.index :]))
        return
    for stack in player.battle if player.breeding is None else (*player.battle, player.breeding):
        if stack.id == place.stack:
            cards = (*stack.cards[: place.index], card, *stack.cards[place.index :])
            replace(player, stack, msgspec.structs.replace(stack, cards=cards))
            return
    player.trash += (card,)


def new_stack(state: State, cards: tuple[str, ...], *, played: bool) -> Stack:
    """A Digimon or Tamer that comes into play, unsuspended."""
    stack = Stack(f"p{state.next_stack}", cards, played_this_turn=played)  # rule: play.unsuspended
    state.next_stack += 1
    return stack


def replace(player: Player, old: Stack, new: Stack) -> None:
    """Put a changed stack where the old one stands, in the battle or the breeding area."""
    if player.breeding is old:
        player.breeding = new
    else:
        player.battle = tuple(new if stack is old else stack for stack in player.battle)


def suspend(player: Player, stack: Stack) -> None:
    """Turn a Digimon sideways."""
    replace(player, stack, msgspec.structs.replace(stack, suspended=True))


def trash_stacks(player: Player, stacks: Iterable[Stack]) -> None:
    """Put stacks of the battle area, cards underneath included, into their owner's trash; tokens vanish."""
    for stack in stacks:
        player.battle = tuple(other for other in player.battle if other is not stack)
        if not stack.token:  # rule: token.gone
            player.trash += stack.cards  # rule: deletion.stack


def change_stacks(player: Player, change: Callable[[Stack], Stack]) -> None:
    """Change every stack of a player at once, in the battle and the breeding area."""
    player.battle = tuple(map(change, player.battle))
    if player.breeding is not None:
        player.breeding = change(player.breeding)
