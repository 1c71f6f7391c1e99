"""The stacks and cards that an effect may speak of: by area, by player, by the roles that it names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from rulehound.engine.dcg.effects.language import Which
from rulehound.engine.dcg.effects.standpoint import Standpoint, named, stack_above, stack_in_play
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, card_of, owner_of

Thing: TypeAlias = Stack | str
"""A stack in play, or as it was when it left; or a card by its id."""


PILES: Mapping[str, str] = {
    "hand": "hand",
    "trash": "trash",
    "security": "security",
    "deck": "deck",
    "egg-deck": "egg_deck",
    "revealed": "revealed",
}
"""Area of cards to the pile of a player."""

NOTHING: Mapping[str, Stack] = MappingProxyType({})
"""No stacks that have left."""

DE_DIGIVOLVE_ENDS = 3
"""De-Digivolve takes no top card of this level or lower."""


def id_of(thing: Thing) -> str:
    """The id of a stack or card."""
    return thing if isinstance(thing, str) else thing.id


def lying(state: State, at: Standpoint, which: Which, left: Mapping[str, Stack] = NOTHING) -> Iterator[Thing]:
    """All that lies in the area that an effect names, of the players that it names.

    Also what lay under stacks that have left, where these are given by id.
    """
    excluded = (at.stack, at.card) if which.role == "other" else ()
    if which.area == "under":
        things: list[Thing] = list(under(state, at, which.under_of or "this", left))
    else:
        things = [thing for player in sides(at.player, which.of) for thing in area_of(state, player, which)]
    return (thing for thing in things if id_of(thing) not in excluded)


def sides(me: int, of: str) -> tuple[int, ...]:
    """The players that are meant, seen from one of them."""
    if of == "both":
        return (me, 1 - me)  # rule: effects.whom
    return (me,) if of == "me" else (1 - me,)  # rule: effects.whom


def area_of(state: State, player: int, which: Which) -> tuple[Thing, ...]:
    """What lies in one player's area; without a word about it, the battle area."""
    areas = state.players[player]
    if which.area == "battle":
        return areas.battle  # rule: stack.one
    if which.area == "breeding":
        return () if areas.breeding is None else (areas.breeding,)
    pile: tuple[str, ...] = getattr(areas, PILES[which.area])
    return pile[: which.top] if which.top else pile


def under(state: State, at: Standpoint, role: str, left: Mapping[str, Stack] = NOTHING) -> Iterator[str]:
    """The digivolution cards of what has a role."""
    for one in named(state, at, role):
        stack = stack_in_play(state, one) or left.get(one)
        if stack is not None:
            yield from stack.cards[1:]  # rule: stack.digivolution-cards


def with_role(state: State, at: Standpoint, which: Which) -> Iterator[Thing]:
    """What a role stands for, as far as it is still where the effect looks for it.

    That is the area that the effect names, which is the battle area where it names none, and where it was
    when the effect gave it a name; a card is also found while it is in no area. Of an inherited effect that
    speaks of its card under the Digimon it is that card.
    """
    if (which.role, which.area) == ("this", "under"):
        if lies_in(state, at.card, {"under"}):
            yield at.card  # rule: effects.inherited-card
        return
    places = {which.area, "revealed"} | {one.area for one in at.bound if one.name == which.role}
    for one in named(state, at, which.role):
        stack = stack_in_play(state, one)
        if stack is None:
            if lies_in(state, one, places):
                yield one
        elif ("breeding" if stack in breeding_areas(state) else "battle") in places:
            yield stack  # rule: effects.fits


def breeding_areas(state: State) -> list[Stack | None]:
    """What is in the breeding areas."""
    return [player.breeding for player in state.players]


def lies_in(state: State, card: str, places: set[str]) -> bool:
    """Whether a card lies in one of some areas."""
    owner = state.players[owner_of(card)] if card in state.match.facts else None
    if owner is None:
        return False
    if "under" in places and is_under(state, card):
        return True
    return any(card in getattr(owner, PILES[place]) for place in places if place in PILES)


def is_under(state: State, card: str) -> bool:
    """Whether a card lies under the top card of a stack in a battle area, whoever has the stack."""
    return stack_above(state, card) is not None


def is_under_anothers(state: State, card: str) -> bool:
    """Whether a card lies under something of the player who does not own it."""
    other = state.players[1 - owner_of(card)]
    stacks = other.battle if other.breeding is None else (*other.battle, other.breeding)
    return any(card in stack.cards[1:] for stack in stacks)


def removable_tops(state: State, stack: Stack) -> Iterator[str]:
    """The cards that De-Digivolve can take from a stack: not the last one, none of level 3 or lower."""
    for card in stack.cards[:-1]:
        level = card_of(state, card).level
        if level is not None and level <= DE_DIGIVOLVE_ENDS:
            return
        yield card


def number_of(state: State, thing: Thing) -> str | None:
    """The card number of a thing; None for a token, which has none."""
    return state.match.numbers.get(thing if isinstance(thing, str) else thing.cards[0])


def holder(thing: Thing) -> int:
    """Whose area a thing is in, or was in: no card of another player comes to lie on top of a stack."""
    return owner_of(thing if isinstance(thing, str) else thing.cards[0])
