"""Steps that take cards and stacks away from where they are: deleting, and putting them somewhere else."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dcg import leaving
from rulehound.engine.dcg.areas import new_stack, take_anywhere
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.candidates import is_under
from rulehound.engine.dcg.effects.language import Delete, Put
from rulehound.engine.dcg.effects.standpoint import battling, stack_in_play
from rulehound.engine.dcg.effects.steps.stacks import trash_under
from rulehound.engine.dcg.effects.steps.telling import tell
from rulehound.engine.dcg.effects.vocabulary import Happening
from rulehound.engine.dcg.main_phase.options import place_in_battle
from rulehound.engine.dcg.state import State, facts_of, owner_of
from rulehound.engine.dcg.tasks import About, Frame
from rulehound.engine.dcg.turns.breeding import why_not_moved

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
    elif step.to == "breeding":
        put_into_breeding(state, frame, cards)
    else:
        if stacks:
            leave(state, frame, step, stacks)
        if cards:
            put_cards(state, frame, step, cards)


def put_into_breeding(state: State, frame: Frame, cards: tuple[str, ...]) -> None:
    """A card goes into the breeding area of its owner, where that is empty; it stays there."""
    for card in cards:
        owner = owner_of(card)
        player = state.players[owner]
        if player.breeding is None:  # rule: breeding.capacity
            came_from = take_anywhere(state, card)
            player.breeding = new_stack(state, (card,), played=False)  # rule: breeding.digimon-only
            way = {"player": owner, "amount": 1, "came_from": came_from, "to": "breeding"}
            tell(state, frame, "card-moved", (card,), **way)


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
    """A Digimon of the breeding area goes to the battle area as it is, if it may be moved at all."""
    for number, player in enumerate(state.players):
        moved = player.breeding
        if moved is not None and moved.id in stacks and not any(why_not_moved(state, moved)):
            player.battle += (moved,)  # rule: breeding.move-state, breeding.move-dp
            player.breeding = None
            tell(state, frame, "moved", (moved.id,), player=number)


def put_cards(state: State, frame: Frame, step: Put, cards: tuple[str, ...]) -> None:
    """Put cards into a place of their owner, and tell of each way that cards have gone."""
    under = tuple(one for one in cards if is_under(state, one))
    if step.to == "trash" and under:
        trash_under(state, frame, under)  # rule: effects.stack
        cards = tuple(one for one in cards if one not in under)
    ways: dict[tuple[int, str, str], list[str]] = {}
    for card in cards:
        owner = owner_of(card)
        player = state.players[owner]
        came_from = take_anywhere(state, card)
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
    """Put cards under a Digimon or Tamer; stacks of the battle area are about to leave it for there."""
    base = stack_in_play(state, onto[0]) if onto else None
    if base is None:
        return
    origin = frame.origin
    there = tuple(one for one in moved if battling(state, one) is not None and one != base.id)
    leaves = About("left-battle-area", there, "effect", origin.player, origin.card, step.to, base.id)
    cards = [one for one in moved if stack_in_play(state, one) is None]
    leaving.put_under(state, leaves, {one: take_anywhere(state, one) for one in cards})  # rule: effects.stack
    if there:
        about(state, leaves)
