"""Leaving the battle area otherwise than by deletion: to hand, deck, security stack or trash."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import msgspec

from rulehound.engine.dcg.areas import into_trash, replace
from rulehound.engine.dcg.effects.gifts import settled
from rulehound.engine.dcg.effects.standpoint import stack_in_play
from rulehound.engine.dcg.effects.triggers import cards_moved, happened, trigger
from rulehound.engine.dcg.in_play import Player, Stack, with_new
from rulehound.engine.dcg.state import PLAYERS, State, card_of, holder_of, note
from rulehound.engine.dcg.tasks import About, Happened

RETURNED: Mapping[str, str] = {
    "hand": "returned-to-hand",
    "deck-top": "returned-to-deck",
    "deck-bottom": "returned-to-deck",
    "security-top": "put-into-security",
    "security-bottom": "put-into-security",
}
"""Place where some editions allow no Digi-Egg card, to the event that is reported when a card comes there."""

TOLD: Mapping[str, str] = {**RETURNED, "trash": "put-into-trash"}
"""Every place, to the event that is reported when a card comes there."""


def take_away(state: State, ids: Collection[str]) -> list[tuple[int, Stack]]:
    """Take stacks out of the battle areas; each with whose it was, in the order in which they are named.

    What effects gave them up to now lasts on them, so that their own effects can ask for it.
    """
    in_battle = {stack.id: (owner, stack) for owner in PLAYERS for stack in state.players[owner].battle}
    named = [in_battle[one] for one in ids if one in in_battle]
    gone = [(owner, settled(state, stack)) for owner, stack in named]
    for owner in {owner for owner, _ in gone}:
        player = state.players[owner]
        player.battle = tuple(stack for stack in player.battle if stack.id not in ids)
    return gone


def leave(state: State, event: About) -> None:
    """The top card of each stack goes where the event says, the others to the trash; tokens vanish."""
    arrive(state, event, take_away(state, event.subjects))


def arrive(state: State, event: About, gone: Collection[tuple[int, Stack]]) -> None:
    """What has been taken away goes where the event says, and effects trigger on that."""
    arrived, cards = [], []
    for owner, stack in gone:
        player = state.players[owner]  # rule: areas.owner
        if not stack.token:  # rule: token.gone
            into_trash(state, stack.cards[1:])  # rule: deletion.stack
            if put(state, player, stack.cards[0], event.to) == event.to:  # rule: cards.new
                arrived.append(stack.id)
                cards.append(stack.cards[0])
    ids = tuple(stack.id for _, stack in gone)
    stacks = tuple(stack for _, stack in gone)
    told = event.cause, event.player, event.source, 0, stacks
    if event.to in TOLD:
        if arrived:
            note(state, Happened(TOLD[event.to], tuple(arrived), *told))
        trigger(state, Happened(TOLD[event.to], ids, *told), PLAYERS)  # rule: areas.sent
        moved = Happened("card-moved", tuple(cards), *told, came_from="battle", to=event.to)
        cards_moved(state, moved)  # rule: areas.sent
        if event.to.startswith("security") and cards:
            trigger(state, msgspec.structs.replace(moved, what="security-added", stacks=()), PLAYERS)
    elsewhere = [stack for stack in stacks if stack.id not in arrived]
    for what, is_token in (("token-gone", True), ("egg-returned", False)):
        there = tuple(stack.id for stack in elsewhere if stack.token == is_token)
        if there:
            note(state, Happened(what, there, *told))
    happened(state, Happened("left-battle-area", ids, *told))


def leave_for_under(state: State, event: About) -> None:
    """The top card of each stack goes under the stack that the event names, the others to the trash.

    Where that stack has left the game meanwhile, nothing leaves.
    """
    if stack_in_play(state, event.onto) is None:
        return
    gone = take_away(state, event.subjects)
    for _, stack in gone:
        if not stack.token:  # rule: token.gone
            into_trash(state, stack.cards[1:])  # rule: deletion.stack
    stacks = tuple(stack for _, stack in gone)
    ids = tuple(stack.id for stack in stacks)
    by = event.cause, event.player, event.source
    happened(state, Happened("left-battle-area", ids, *by, stacks=stacks, to="under"))
    put_under(state, event, {stack.cards[0]: "battle" for stack in stacks if not stack.token})


def put_under(state: State, event: About, cards: Mapping[str, str]) -> None:
    """Put cards under the stack that an event names, one by one: below what lies there, or right under its
    top card. `cards` are those cards, each with where it came from."""
    base, holder = stack_in_play(state, event.onto), holder_of(state, event.onto)
    assert base is not None
    assert holder is not None
    top, *rest = base.cards
    under = (*reversed([*cards]), *rest) if event.to == "under-top" else (*rest, *cards)
    # rule: effects.stack
    replace(state.players[holder], base, with_new(base, (top, *under), cards))
    by = event.cause, event.player, event.source
    for came_from in dict.fromkeys(cards.values()):  # rule: effects.one-trigger
        together = (card for card, origin in cards.items() if origin == came_from)
        happened(state, Happened("put-under", (*together, base.id), *by, came_from=came_from, to=event.to))


def put(state: State, player: Player, card: str, place: str) -> str:
    """Put a card into a place of the player who owns it; where it has come to, which may be another place."""
    arrives = place
    to_egg_deck = place in RETURNED and state.match.rules.areas_egg_returned == "egg-deck"
    if to_egg_deck and card_of(state, card).kind == "digi-egg":  # rule: areas.egg-returned
        arrives = "egg-deck-top" if place == "deck-top" else "egg-deck-bottom"
    PUT[arrives](player, card)  # rule: effects.return
    return arrives


def to_hand(player: Player, card: str) -> None:
    """Into the hand."""
    player.hand += (card,)


def to_trash(player: Player, card: str) -> None:
    """Onto the trash."""
    player.trash += (card,)


def set_aside(player: Player, card: str) -> None:
    """Into no area, for whoever goes on with it."""
    player.revealed += (card,)


def onto_deck(player: Player, card: str) -> None:
    """On top of the deck."""
    player.deck = (card, *player.deck)


def beneath_deck(player: Player, card: str) -> None:
    """Beneath the deck."""
    player.deck += (card,)


def onto_security(player: Player, card: str) -> None:
    """On top of the security stack."""
    player.security = (card, *player.security)


def beneath_security(player: Player, card: str) -> None:
    """Beneath the security stack."""
    player.security += (card,)


def onto_egg_deck(player: Player, card: str) -> None:
    """On top of the Digi-Egg deck."""
    player.egg_deck = (card, *player.egg_deck)


def beneath_egg_deck(player: Player, card: str) -> None:
    """Beneath the Digi-Egg deck."""
    player.egg_deck += (card,)


PUT: Mapping[str, Callable[[Player, str], None]] = {
    "hand": to_hand,
    "trash": to_trash,
    "revealed": set_aside,
    "deck-top": onto_deck,
    "deck-bottom": beneath_deck,
    "security-top": onto_security,
    "security-bottom": beneath_security,
    "egg-deck-top": onto_egg_deck,
    "egg-deck-bottom": beneath_egg_deck,
}
"""How a card is put into each place."""
