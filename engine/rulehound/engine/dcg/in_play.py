"""What lies in the areas: cards by instance id, and the stacks of Digimon, Tamers and Options in play."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from rulehound.engine.dcg.effects.language import Grant, Which
from rulehound.engine.dcg.effects.vocabulary import Until


class Lasting(msgspec.Struct, frozen=True, gc=False):
    """What an effect does to one stack for a while."""

    gives: Grant
    until: Until
    player: int
    """Whose effect it is: `my` and `opponent` in `until` are seen from there."""
    card: str = ""
    """The card that had the effect; '' where nobody asks."""
    inherited: bool = False
    """It was an inherited effect of that card."""
    since: int = 0
    """Of two that last, the one with the higher number came later."""


class Everywhere(msgspec.Struct, frozen=True, gc=False):
    """What an effect does for a while to all that fits, also to what comes to fit later."""

    target: Which
    gives: Grant
    until: Until
    player: int
    card: str
    """The card that had the effect, for the roles `this` and `other`."""
    stack: str = ""
    """The stack that this card was part of."""
    inherited: bool = False
    """It was an inherited effect of that card."""
    since: int = 0
    """As in `Lasting`."""


class Use(msgspec.Struct, frozen=True, gc=False):
    """One activation this turn of an effect that is limited by turn."""

    card: str
    effect: int


class Stack(msgspec.Struct, frozen=True, gc=False):
    """A Digimon, Tamer or Option in play: its cards from the top down, and what has happened to it."""

    id: str
    cards: tuple[str, ...]
    suspended: bool = False
    played_this_turn: bool = False
    token: bool = False
    """Its one card is no card: it is not counted, and is gone when it leaves the battle area."""
    uncovered: bool = False
    """It lay under the top card of a Digimon, and is now what only stays where an effect has placed it."""
    lasting: tuple[Lasting, ...] = ()
    used: tuple[Use, ...] = ()
    """Since the turn began."""


def with_new(stack: Stack, cards: tuple[str, ...], new: Collection[str]) -> Stack:
    """A stack with these cards, of which some have come to it from elsewhere: those have used nothing."""
    used = tuple(use for use in stack.used if use.card not in new)  # rule: cards.new
    return msgspec.structs.replace(stack, cards=cards, used=used)


class Place(msgspec.Struct, frozen=True, gc=False):
    """Where a card lies: an area of its owner, how many cards lie before it there, and under which stack."""

    area: str
    index: int
    stack: str = ""


class Player(msgspec.Struct):
    """One player's areas. Piles are tuples of instance ids; decks, security and stacks have their top first,
    hand and trash their newest card last."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    security: tuple[str, ...] = ()
    egg_deck: tuple[str, ...] = ()
    trash: tuple[str, ...] = ()
    breeding: Stack | None = None
    battle: tuple[Stack, ...] = ()
    revealed: tuple[str, ...] = ()
    """Cards that are in no area: the card being checked, played, used or looked at."""
