"""Which effects trigger on what happens, and which come before what is about to happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulehound.engine.dcg.attributes import gifts_to
from rulehound.engine.dcg.effects.activating import can_activate, within_limit
from rulehound.engine.dcg.effects.keywords import keyword_effects
from rulehound.engine.dcg.effects.language import Effect, Event, Timing
from rulehound.engine.dcg.effects.matching import Thing, fits, holder, sides
from rulehound.engine.dcg.effects.standpoint import battling, stack_in_play
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import PLAYERS, State, card_of, owner_of
from rulehound.engine.dcg.tasks import About, Happened, Origin, Trigger

OWN: Mapping[str, Timing] = {
    "played": "on-play",
    "digivolved": "when-digivolving",
    "attacks": "when-attacking",
    "end-of-attack": "end-of-attack",
    "deleted": "on-deletion",
}
"""What happens to a Digimon or Tamer, to the timing of its own effects that trigger on it."""

OF_TURN: Mapping[str, Timing] = {
    "start-of-turn": "start-of-turn",
    "start-of-main-phase": "start-of-main-phase",
    "end-of-turn": "end-of-turn",
}
"""Moments of a turn to the timing of the effects that trigger on them."""

LEAVING = ("deleted", "returned-to-hand")
"""Ways to leave the battle area: what comes before leaving it comes before each of them."""


def happened(state: State, event: Happened) -> None:
    """Report what has happened; every effect that waits for it triggers."""
    state.events = (*state.events, event)
    if not state.match.plain:
        trigger(state, event, PLAYERS)


def trigger(state: State, event: Happened, players: Iterable[int]) -> None:
    """Effects of these players trigger on what has happened: each once, to however many it happened."""
    for origin in sources(state, event, players):
        if waits_for(state, origin, event):
            state.fresh = (*state.fresh, numbered(state, origin))


def numbered(state: State, origin: Origin) -> Trigger:
    """An effect that waits, under an id of its own."""
    state.next_effect += 1
    return Trigger(f"e{state.next_effect - 1}", origin)


def before(state: State, about: About) -> list[Origin]:
    """The effects of both players that can come before what is about to happen, in no order that matters."""
    event = Happened(
        about.what, about.subjects, about.cause, about.player, about.source, battled=about.battled
    )
    found = []
    for origin in sources(state, event, PLAYERS):
        waited = origin.effect.event
        if origin.effect.timing != "would" or waited is None or not comes_before(waited.happens, about.what):
            continue
        subjects = tuple(one for one in about.subjects if concerns(state, origin, waited, event, one))
        if not subjects or not is_by(waited, event, origin.player):
            continue
        narrowed = Happened(
            about.what, subjects, about.cause, about.player, about.source, battled=about.battled
        )
        interrupting = Origin(
            origin.effect, origin.card, origin.player, origin.index, origin.stack, narrowed, origin.last
        )
        if can_activate(state, interrupting):  # rule: effects.would
            found.append(interrupting)
    return found


def comes_before(waited: str, what: str) -> bool:
    """Whether an effect that comes before the one comes before the other as well."""
    return waited == what or (waited == "left-battle-area" and what in LEAVING)


def sources(state: State, event: Happened, players: Iterable[int]) -> Iterator[Origin]:
    """Every effect that could trigger: of what is in play, of what has left, of cards that it happened to."""
    for player in players:
        for stack in state.players[player].battle:  # rule: breeding.no-effects
            for card, index, effect in effects_of(state, stack):
                yield Origin(effect, card, player, index, stack.id, event)
        for stack in event.stacks:
            if owner_of(stack.cards[0]) == player and battling(state, stack.id) is None:
                for card, index, effect in effects_of(state, stack):
                    yield Origin(effect, card, player, index, stack.id, event, stack)
        for card in event.subjects:
            if card in state.match.facts and owner_of(card) == player:
                for index, effect in enumerate(card_of(state, card).effects):
                    if not effect.inherited:
                        yield Origin(effect, card, player, index, "", event)


def effects_of(state: State, stack: Stack) -> Iterator[tuple[str, int, Effect]]:
    """The effects that a stack has: of its top card, inherited, gained (index below 0) and of its keywords.

    Each comes with the card that has it, and its index there.
    """
    top = stack.cards[0]
    for place, card in enumerate(stack.cards):
        for index, effect in enumerate(card_of(state, card).effects):
            if effect.inherited == bool(place):  # rule: effects.inherited
                yield card, index, effect
    gained = (effect for gift in gifts_to(state, stack) for effect in gift.gives.effects)
    for index, effect in enumerate(gained):
        yield top, -1 - index, effect
    for place, effect in keyword_effects(state, stack):
        yield top, place, effect


def waits_for(state: State, origin: Origin, event: Happened) -> bool:
    """Whether an effect triggers on what has happened: its timing, its turn and its limit."""
    effect = origin.effect
    return (
        is_timely(state, origin, event)
        and state.turn in sides(origin.player, effect.turn)
        and is_within_limit(state, origin)
    )


def is_timely(state: State, origin: Origin, event: Happened) -> bool:
    """Whether what has happened is what an effect waits for."""
    effect = origin.effect
    if effect.timing == "when":
        waited = effect.event
        if waited is None or waited.happens != event.what or not is_by(waited, event, origin.player):
            return False
        if origin.last is not None and waited.which.role != "this":
            return False  # what has left waits for nothing but its own leaving
        if not event.subjects:
            return event.player in sides(origin.player, waited.which.of)
        return any(concerns(state, origin, waited, event, subject) for subject in event.subjects)
    if effect.timing in OF_TURN:
        return OF_TURN.get(event.what) == effect.timing and origin.last is None
    return OWN.get(event.what) == effect.timing and origin.stack in event.subjects


def is_by(waited: Event, event: Happened, me: int) -> bool:
    """Whether it was brought about as an effect asks."""
    if waited.by in ("opponents-effect", "my-effect"):
        return event.cause == "effect" and event.player == (me if waited.by == "my-effect" else 1 - me)
    return waited.by in ("", event.cause)


def concerns(state: State, origin: Origin, waited: Event, event: Happened, subject: str) -> bool:
    """Whether one of those that it happened to is such as an effect waits for."""
    which = waited.which
    own = (origin.stack, origin.card) if origin.stack not in event.subjects else (origin.stack,)
    if (which.role == "this" and subject not in own) or (which.role == "other" and subject in own):
        return False
    thing = thing_of(state, event, subject)
    if thing is None:
        return False
    if which.role != "this" and holder(state, thing) not in sides(origin.player, which.of):
        return False
    in_breeding = isinstance(thing, Stack) and any(player.breeding == thing for player in state.players)
    return (not in_breeding or which.area == "breeding") and fits(state, which, thing)


def thing_of(state: State, event: Happened, subject: str) -> Thing | None:
    """What an id stands for: a stack in play, a stack as it was, or a card."""
    stack = stack_in_play(state, subject)
    if stack is None:
        stack = next((one for one in event.stacks if one.id == subject), None)
    if stack is None and subject in state.match.facts:
        return subject
    return stack


def is_within_limit(state: State, origin: Origin) -> bool:
    """Whether an effect has not yet been activated as often this turn as it may be."""
    stack = battling(state, origin.stack) or origin.last
    return stack is None or within_limit(stack, origin)


def still_has(state: State, trigger: Trigger) -> bool:
    """Whether what an effect that has triggered belongs to is still there and still has it.

    An effect on its own leaving belongs to a card of the trash, and to the card that was on top: it is lost
    when either goes elsewhere.
    """
    origin = trigger.origin
    if origin.last is not None:
        if origin.effect.timing != "on-deletion" or origin.last.token:
            return True
        needed = (origin.card, origin.last.cards[0])  # rule: effects.on-deletion
        return all(card in state.players[owner_of(card)].trash for card in needed)
    if not origin.stack:
        return True
    stack = battling(state, origin.stack)
    if stack is None:
        return False  # rule: effects.source-left
    if origin.index < 0:
        return any(index < 0 and effect == origin.effect for _, index, effect in effects_of(state, stack))
    there = stack.cards[1:] if origin.effect.inherited else stack.cards[:1]
    return origin.card in there  # rule: effects.source-left
