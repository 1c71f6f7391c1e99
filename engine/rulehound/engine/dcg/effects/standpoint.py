"""From where an effect sees the game: whose it is, what has it, on what it triggered, what it has named."""

from __future__ import annotations

import msgspec

from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, card_of, in_battle, in_breeding
from rulehound.engine.dcg.tasks import Frame, Happened, Named, Origin

ROUNDS = 16
"""How deep continuous effects may ask for what other continuous effects give: see `continuous`. It is even,
so that what changes back and forth for ever ends as it was after two rounds."""


class Standpoint(msgspec.Struct, frozen=True, gc=False):
    """Who is `me` in an effect, and what its roles stand for."""

    player: int
    card: str = ""
    """The card that has the effect."""
    stack: str = ""
    """The stack that this card was the top of or lay under."""
    on: Happened | None = None
    bound: tuple[Named, ...] = ()
    last: Stack | None = None
    """That stack as it was, where it has left the battle area."""


def standpoint(origin: Origin, bound: tuple[Named, ...] = ()) -> Standpoint:
    """From where an effect sees the game, with the names that its steps have given."""
    return Standpoint(origin.player, origin.card, origin.stack, origin.on, bound, origin.last)


def of_frame(frame: Frame) -> Standpoint:
    """From where the effect sees the game that is being carried out."""
    return standpoint(frame.origin, frame.bound)


def named(state: State, at: Standpoint, role: str) -> tuple[str, ...]:
    """Ids of the stacks and cards that a role stands for, wherever they are; none for a name not given."""
    if role == "this":
        return tuple(filter(None, (at.stack, at.card)))  # rule: effects.inherited-card
    if role == "subject":
        return at.on.subjects if at.on is not None else ()
    if role == "battled":
        return tuple(foe for one, foe in at.on.battled if one == at.stack) if at.on is not None else ()
    if role in ("attacker", "target"):
        return (getattr(state.attack, role),) if state.attack is not None else ()
    if role == "checked":
        # rule: security.digimon-named
        return tuple(filter(None, (state.attack.checked,))) if state.attack is not None else ()
    return next((one.ids for one in reversed(at.bound) if one.name == role), ())


def as_they_left(at: Standpoint) -> dict[str, Stack]:
    """Stacks that have left, by id, as they were: what the effect triggered on, and what had the effect."""
    there = at.on.stacks if at.on is not None else ()
    return {stack.id: stack for stack in (*there, *filter(None, (at.last,)))}


def stack_in_play(state: State, stack: str) -> Stack | None:
    """The stack of this id in either battle or breeding area, if it is there."""
    for player in state.players:
        own = in_battle(player, stack) or in_breeding(player, stack)
        if own is not None:
            return own
    return None


def stack_above(state: State, card: str) -> Stack | None:
    """The stack in either battle area under whose top card this card lies."""
    stacks = (stack for player in state.players for stack in player.battle)
    return next((stack for stack in stacks if card in stack.cards[1:]), None)


def battling(state: State, stack: str) -> Stack | None:
    """The stack of this id in either battle area, if it is there."""
    first, second = state.players
    return in_battle(first, stack) or in_battle(second, stack)


def source_kind(state: State, card: str, *, inherited: bool) -> str:
    """Of what kind an effect is: of a Digimon, a Tamer or an Option; an inherited one is a Digimon's."""
    kind = card_of(state, card).kind
    return "digimon" if inherited or kind == "digi-egg" else kind  # rule: effects.kind
