"""Steps that take cards and stacks away from where they are: deleting, and putting them somewhere else."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.engine.dcg import leaving
from rulehound.engine.dcg.areas import replace, take
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.candidates import is_under
from rulehound.engine.dcg.effects.language import Delete, Happening, Put
from rulehound.engine.dcg.effects.standpoint import battling, stack_in_play
from rulehound.engine.dcg.effects.steps.stacks import trash_under
from rulehound.engine.dcg.effects.steps.telling import tell
from rulehound.engine.dcg.main_phase.options import place_in_battle
from rulehound.engine.dcg.state import State, facts_of, holder_of, owner_of
from rulehound.engine.dcg.tasks import About, Frame

Choices = tuple[tuple[str, ...], ...]


def delete(state: State, frame: Frame, _step: Delete, chosen: Choices) -> None:
    """Delete the chosen stacks, all at once; only stacks in a battle area can be deleted."""
    origin = frame.origin
    doomed = tuple(one for one in chosen[0] if battling(state, one) is not None)
    if doomed:
        event = About("deleted", doomed, "effect", origin.player, origin.card)
        about(state, event)  # rule: deletion.would


def put(state: State, frame: Frame, step: Put, chosen: Choices) -> None:
    """Put the chosen things to their owner's place, or under a Digimon, in the order of the choice."""
    moved, onto = chosen
    stacks = tuple(one for one in moved if stack_in_play(state, one) is not None)
    cards = tuple(one for one in moved if one not in stacks)
    if step.to in ("under", "under-top"):
        put_under(state, frame, step, moved, onto)
    elif step.to == "battle":
        for card in (*cards, *options_among(state, stacks)):
            place_in_battle(state, card, owner_of(card))  # rule: option.stays
        move_out(state, frame, stacks)
    else:
        if stacks:
            leave(state, frame, step, stacks)
        if cards:
            put_cards(state, frame, step, cards)


def options_among(state: State, stacks: tuple[str, ...]) -> Iterator[str]:
    """The Options among stacks of the battle area: one being used can lie there, and stays by this."""
    for one in stacks:
        stack = battling(state, one)
        if stack is not None and facts_of(state, stack).kind == "option":
            yield stack.cards[0]


def leave(state: State, frame: Frame, step: Put, stacks: tuple[str, ...]) -> None:
    """Stacks are about to leave the battle area; one of the breeding area goes at once."""
    origin = frame.origin
    what: Happening = "returned-to-hand" if step.to == "hand" else "left-battle-area"
    there = tuple(one for one in stacks if battling(state, one) is not None)
    about(state, About(what, there, "effect", origin.player, origin.card, to=step.to))  # rule: effects.return


def move_out(state: State, frame: Frame, stacks: tuple[str, ...]) -> None:
    """A Digimon of the breeding area goes to the battle area as it is."""
    for player in state.players:
        if player.breeding is not None and player.breeding.id in stacks:
            player.battle += (player.breeding,)  # rule: breeding.move-state
            player.breeding = None
            tell(state, frame, "moved", stacks)


def put_cards(state: State, frame: Frame, step: Put, cards: tuple[str, ...]) -> None:
    """Put cards into a place of their owner, and tell of each way that cards have gone."""
    under = tuple(one for one in cards if is_under(state.players[owner_of(one)], one))
    if step.to == "trash" and under:
        trash_under(state, frame, under)  # rule: effects.stack
        cards = tuple(one for one in cards if one not in under)
    ways: dict[tuple[int, str, str], list[str]] = {}
    for card in cards:
        owner = owner_of(card)
        player = state.players[owner]
        came_from = take(player, card)
        arrived = leaving.put(state, player, card, step.to)
        ways.setdefault((owner, came_from, arrived), []).append(card)
    for (owner, came_from, arrived), moved in ways.items():
        tell_of_cards(state, frame, moved, owner, came_from, arrived)


def tell_of_cards(state: State, frame: Frame, cards: list[str], owner: int, came_from: str, to: str) -> None:
    """Tell where cards have gone, and what that is for effects that wait for it."""
    way = {"player": owner, "amount": len(cards), "came_from": came_from, "to": to}
    tell(state, frame, "card-moved", cards, **way)
    if (came_from, to) == ("hand", "trash"):
        tell(state, frame, "card-trashed-from-hand", cards, **way)
    if came_from == "security":
        tell(state, frame, "security-removed", cards, **way)
    if to.startswith("security"):
        tell(state, frame, "security-added", cards, **way)


def put_under(state: State, frame: Frame, step: Put, moved: tuple[str, ...], onto: tuple[str, ...]) -> None:
    """Put cards under a Digimon or Tamer; of what was in play the top card only, and no token."""
    base = stack_in_play(state, onto[0]) if onto else None
    holder = holder_of(state, base.id) if base is not None else None
    if base is None or holder is None:
        return
    for one in moved:
        card = taken_from_field(state, frame, one) if stack_in_play(state, one) is not None else one
        if card is None:
            continue
        came_from = take(state.players[owner_of(card)], card) if card == one else "battle"
        current = stack_in_play(state, base.id)
        assert current is not None
        top, *rest = current.cards
        cards = (top, card, *rest) if step.to == "under-top" else (top, *rest, card)
        replace(
            state.players[holder], current, msgspec.structs.replace(current, cards=cards)
        )  # rule: effects.stack
        way = {"player": holder, "came_from": came_from, "to": step.to}
        tell(state, frame, "put-under", (card, base.id), **way)


def taken_from_field(state: State, frame: Frame, stack: str) -> str | None:
    """Take a stack out of the battle area: its top card; None for a token. What lay under it is trashed."""
    for owner, gone in leaving.take_away(state, (stack,)):
        if not gone.token:  # rule: token.gone
            state.players[owner].trash += gone.cards[1:]  # rule: deletion.stack
        tell(state, frame, "left-battle-area", (stack,), stacks=(gone,), to="under")
        return None if gone.token else gone.cards[0]
    return None
