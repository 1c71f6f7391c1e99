"""Which effects trigger on what happens, and which come before what is about to happen."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Mapping
from typing import get_args

import msgspec

from rulehound.engine.dcg.effects.activating import GAINED, is_condition_met, within_limit
from rulehound.engine.dcg.effects.candidates import Thing, holder, sides
from rulehound.engine.dcg.effects.continuous import gifts_to, is_such
from rulehound.engine.dcg.effects.keywords import RETALIATION, includes, keyword_effects
from rulehound.engine.dcg.effects.language import BEFORE, WAITS_FOR, Effect, Event, Which
from rulehound.engine.dcg.effects.standpoint import battling, stack_in_play, standpoint
from rulehound.engine.dcg.effects.vocabulary import Happening, Timing
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import PLAYERS, State, card_of, in_breeding, note, owner_of
from rulehound.engine.dcg.tasks import About, Happened, Origin, Trigger

AWAITABLE = frozenset({*get_args(Happening), *get_args(Timing)})
"""The events that effects can wait for; all others are reported alone."""

BEFORE_LEAVING = f"{BEFORE}left-battle-area"
LEAVING = ("deleted", "returned-to-hand")
"""Ways to leave the battle area: what comes before leaving it comes before each of them."""

LEAVES = frozenset(
    {
        *("deleted", "left-battle-area", "returned-to-hand", "returned-to-deck", "put-into-security"),
        *("card-trashed-from-hand", "security-removed"),
    }
)
"""Events by which cards leave an area: the conditions of effects that wait for them are asked as of then."""

WAYS: Mapping[str, tuple[str, str]] = {
    "drawn": ("deck", "hand"),
    "recovered": ("deck", "security"),
    "under-card-trashed": ("under", "trash"),
}
"""Events that tell of cards which have gone from one area into another, to the two areas."""

SAME_GAINED = 1_000
"""So many indices, below `-GAINED`, are kept for each effect that something has gained."""

BEFORE_DELETION = f"{BEFORE}deleted"
"""Keyword to the event that it waits for; Retaliation waits for its own deletion."""


def happened(state: State, event: Happened) -> None:
    """Report what has happened; every effect that waits for it triggers."""
    note(state, event)
    if event.what in AWAITABLE:
        trigger(state, event, PLAYERS)
    if event.what in WAYS and not state.match.plain:
        came_from, to = WAYS[event.what]
        cards = tuple(one for one in event.subjects if one in state.match.facts)
        cards_moved(state, msgspec.structs.replace(event, subjects=cards, came_from=came_from, to=to))


def cards_moved(state: State, event: Happened) -> None:
    """Cards have gone from one area into another, of which another event tells in its own words."""
    if event.subjects:
        trigger(state, msgspec.structs.replace(event, what="card-moved", stacks=()), PLAYERS)


def trigger(state: State, event: Happened, players: Collection[int]) -> None:
    """Effects of these players trigger on what has happened: each once, to however many it happened."""
    if state.match.plain:
        return
    if event.stacks or is_awaited(state, event.what, event.subjects):
        for origin in listening(state, event, event.what, players):
            if waits_for(state, origin, event):
                asked = with_condition(state, origin) if event.what in LEAVES else origin
                if asked.effect == RETALIATION and not is_condition_met(state, asked):
                    # rule: keyword.retaliation
                    continue
                # rule: effects.one-trigger, areas.together
                state.fresh = (*state.fresh, numbered(state, asked))  # rule: effects.triggers


def with_condition(state: State, origin: Origin) -> Origin:
    """An effect that leaving has triggered, with its condition asked now once and for all."""
    # rule: effects.as-it-was
    return msgspec.structs.replace(origin, met=is_condition_met(state, origin))


def numbered(state: State, origin: Origin) -> Trigger:
    """An effect that waits, under an id of its own."""
    state.next_effect += 1
    return Trigger(f"e{state.next_effect - 1}", origin)


def before(state: State, about: About, players: Collection[int] = PLAYERS) -> list[Origin]:
    """The effects of these players that trigger before what is about to happen, whether or not they can be
    activated now.
    """
    awaited = {BEFORE + about.what: about.subjects}
    if about.what in LEAVING:
        awaited[BEFORE_LEAVING] = (*about.subjects, *about.trashed)  # rule: rules.processing
    found = []
    for each, leaving in awaited.items():
        event = Happened(about.what, leaving, about.cause, about.player, about.source, battled=about.battled)
        for origin in listening(state, event, each, players):
            waited = origin.effect.event
            assert waited is not None
            subjects = tuple(one for one in leaving if concerns(state, origin, waited, event, one))
            if subjects and is_by(waited, event, origin.player):
                narrowed = msgspec.structs.replace(event, subjects=subjects)
                found.append(msgspec.structs.replace(origin, on=narrowed))  # rule: effects.would
    return found


def trigger_what_was_left(state: State) -> None:
    """What effects have left for this moment comes with all else that triggers at it."""
    # rule: effects.left-for-later
    state.fresh = (*state.fresh, *(numbered(state, origin) for origin in state.left))
    state.left = ()


def is_awaited(state: State, awaited: str, subjects: Collection[str]) -> bool:
    """Whether anything that is there may wait for this happening to some of these; else nobody need look."""
    watch = state.match.watch
    return (
        awaited in watch.field(state.players).awaited
        or effects_are_given(state)
        or (awaited in watch.awaited and any(awaited in watch.of_card(one).listeners for one in subjects))
    )


def listening(state: State, event: Happened, awaited: str, players: Collection[int]) -> Iterator[Origin]:
    """Effects that wait for something: of what is in play, of what has left, of cards that it happened to."""
    watch = state.match.watch
    if awaited in watch.field(state.players).awaited:
        for player in players:
            for stack in state.players[player].battle:  # rule: breeding.no-effects, breeding.no-triggers
                for one in watch.of_stack(stack).listeners.get(awaited, ()):
                    yield Origin(one.effect, one.card, player, one.place, stack.id, event)
            bred = state.players[player].breeding if watch.works_in_breeding else None
            for one in watch.of_bred(bred).listeners.get(awaited, ()) if bred is not None else ():
                yield Origin(one.effect, one.card, player, one.place, bred.id if bred else "", event)
    if awaited in watch.awaited:
        for subject in event.subjects:
            if subject in state.match.facts and owner_of(subject) in players:
                for one in watch.of_card(subject).listeners.get(awaited, ()):
                    if speaks_of_its_card(one.effect):  # rule: effects.on-trash, effects.triggers
                        yield Origin(one.effect, subject, owner_of(subject), one.place, "", event)
    if awaited == BEFORE_DELETION or effects_are_given(state):
        for player in players:
            for stack in state.players[player].battle:
                for index, effect in gained(state, stack, awaited):
                    yield Origin(effect, stack.cards[0], player, index, stack.id, event)
    for stack in event.stacks:
        player = owner_of(stack.cards[0])
        if player in players and battling(state, stack.id) is None:
            for card, index, effect in effects_of(state, stack):
                if effect.awaits == awaited:
                    yield Origin(effect, card, player, index, stack.id, event, stack)


def speaks_of_its_card(effect: Effect) -> bool:
    """Whether an effect waits for what happens to its own card, so that it may trigger outside of play."""
    return effect.event is not None and effect.event.which.role == "this"


def effects_are_given(state: State) -> bool:
    """Whether anything in the battle areas may have effects that other effects give it."""
    field = state.match.watch.field(state.players)
    if field.gaining or "effects" in field.giving:
        return True
    return bool(state.lasting) and any(one.gives.effects for one in state.lasting)


def gained(state: State, stack: Stack, awaited: str) -> Iterator[tuple[int, Effect]]:
    """Effects of a stack that no card of it lists, and that wait for something."""
    for index, effect in gained_effects(state, stack):
        if effect.awaits == awaited:
            yield index, effect
    if awaited == BEFORE_DELETION:
        for index, effect in keyword_effects(state, stack):
            if effect.awaits == awaited:
                yield index, effect


def gained_effects(state: State, stack: Stack) -> Iterator[tuple[int, Effect]]:
    """Effects that other effects give to a stack, with the indices that they have there: all below 0.

    An effect keeps its index while the stack has it, whatever else the stack gains or loses meanwhile: its
    uses this turn are counted by it. Equal effects have indices one after the other.
    """
    met: dict[int, int] = {}
    for gift in gifts_to(state, stack, "effects"):
        for effect in gift.gives.effects:
            content = zlib.crc32(msgspec.json.encode(effect)) % GAINED
            met[content] = met.get(content, 0) + 1
            yield -GAINED - content * SAME_GAINED - met[content], effect


def effects_of(state: State, stack: Stack) -> Iterator[tuple[str, int, Effect]]:
    """The effects that a stack has: of its top card, inherited, gained (index below 0) and of its keywords.

    Each comes with the card that has it, and its index there.
    """
    for place, card in enumerate(stack.cards):
        for index, effect in enumerate(card_of(state, card).effects):
            if effect.inherited == bool(place) and not effect.breeding:  # rule: effects.inherited
                yield card, index, effect
    for index, effect in (*gained_effects(state, stack), *keyword_effects(state, stack)):
        yield stack.cards[0], index, effect


def effects_at(state: State, stack: Stack, timing: Timing) -> Iterator[tuple[str, int, Effect]]:
    """The effects of a stack at a timing that waits for nothing, like [Main]: as `effects_of`."""
    for one in state.match.watch.of_stack(stack).listeners.get(timing, ()):
        yield one.card, one.place, one.effect
    if effects_are_given(state):
        for index, effect in gained(state, stack, timing):
            yield stack.cards[0], index, effect


def waits_for(state: State, origin: Origin, event: Happened) -> bool:
    """Whether an effect triggers on what has happened: its timing, its turn and its limit."""
    effect = origin.effect
    return (
        is_timely(state, origin, event)
        and state.turn in sides(origin.player, effect.turn)  # rule: effects.turn
        and is_within_limit(state, origin)
    )


def is_timely(state: State, origin: Origin, event: Happened) -> bool:
    """Whether what has happened, which is what an effect waits for, has happened to whom it means."""
    effect = origin.effect
    if effect.timing == "when":
        waited = effect.event
        if waited is None or not is_by(waited, event, origin.player) or not is_way(waited, event):
            return False
        if waited.target is not None and not is_aimed_at(state, origin, waited.target):
            return False
        if origin.last is not None and waited.which.role != "this":
            return False  # what has left waits for nothing but its own leaving
        if not event.subjects:
            return event.player in sides(origin.player, waited.which.of)
        # rule: effects.one-trigger
        return any(concerns(state, origin, waited, event, subject) for subject in event.subjects)
    if effect.timing in WAITS_FOR:
        return origin.stack in event.subjects
    return origin.last is None


def is_by(waited: Event, event: Happened, me: int) -> bool:
    """Whether it was brought about as an effect asks."""
    if waited.by in ("opponents-effect", "my-effect"):
        whose = event.player if event.whose is None else event.whose
        return event.cause == "effect" and whose == (me if waited.by == "my-effect" else 1 - me)
    return waited.by in ("", event.cause)


def is_way(waited: Event, event: Happened) -> bool:
    """Whether cards have gone between the areas that an effect names; another event names none."""
    to = event.to.removesuffix("-top").removesuffix("-bottom")
    return waited.from_ in (None, event.came_from) and waited.to in (None, to)


def is_aimed_at(state: State, origin: Origin, which: Which) -> bool:
    """Whether an attack was declared on such a Digimon as an effect waits for."""
    declared = None if state.attack is None else battling(state, state.attack.declared)
    if declared is None or (which.role == "this") != (declared.id == origin.stack and which.role != ""):
        return False
    mine = holder(declared) in sides(origin.player, which.of)
    return mine and is_such(state, standpoint(origin), which, declared)  # rule: attack.declared-on


def concerns(state: State, origin: Origin, waited: Event, event: Happened, subject: str) -> bool:
    """Whether one of those that it happened to is such as an effect waits for."""
    which = waited.which
    own = (origin.stack, origin.card) if origin.stack not in event.subjects else (origin.stack,)
    if (which.role == "this" and subject not in own) or (which.role == "other" and subject in own):
        return False
    thing = thing_of(state, event, subject)
    if thing is None:
        return False
    if which.role != "this":
        # what digivolves is the Digimon; the card that it becomes concerns its own effects alone
        becomes = event.what == "digivolved" and isinstance(thing, str)
        if becomes or holder(thing) not in sides(origin.player, which.of):
            return False
    is_bred = isinstance(thing, Stack) and any(player.breeding == thing for player in state.players)
    # rule: breeding.no-triggers
    return (not is_bred or which.area == "breeding") and is_such(state, standpoint(origin), which, thing)


def thing_of(state: State, event: Happened, subject: str) -> Thing | None:
    """The thing with an id: a stack in play, a stack as it was when it left, or a card."""
    stack = stack_in_play(state, subject)
    if stack is None:
        stack = next((one for one in event.stacks if one.id == subject), None)  # rule: effects.has-happened
    if stack is None and subject in state.match.facts:
        return subject
    return stack


def where_it_works(state: State, origin: Origin) -> Stack | None:
    """The stack that has an effect, where it is in the area in which the effect works."""
    if not origin.effect.breeding:
        return battling(state, origin.stack)
    return in_breeding(state.players[origin.player], origin.stack)  # rule: breeding.no-triggers


def is_within_limit(state: State, origin: Origin) -> bool:
    """Whether an effect has not yet been activated as often this turn as it may be."""
    stack = where_it_works(state, origin) or origin.last
    return stack is None or within_limit(stack, origin)


def cards_waited_with(state: State, origin: Origin, last: Stack) -> tuple[str, ...]:
    """The cards that an effect on the deletion of what has it waits with: the one that was on top, and in
    earlier editions, where the effect is [On Deletion], also the one that has it.
    """
    if state.match.rules.deletion_effects_wait == "top-card":
        on_deletion = origin.on is not None and origin.on.what == "deleted"
        return last.cards[:1] if on_deletion else ()  # rule: effects.on-deletion
    return (origin.card, last.cards[0]) if origin.effect.timing == "on-deletion" else ()


def still_has(state: State, trigger: Trigger) -> bool:
    """Whether what an effect that has triggered belongs to is still there and still has it.

    An effect on its own deletion waits with cards of the trash: it is lost when one of them goes elsewhere.
    So is one on the trashing of its own card.
    """
    origin = trigger.origin
    if origin.left:
        return True  # rule: effects.left-for-later
    if origin.last is not None:
        if origin.last.token:
            return True
        needed = cards_waited_with(state, origin, origin.last)  # rule: effects.on-deletion
        return all(card in state.players[owner_of(card)].trash for card in needed)
    if not origin.stack:
        trashed = origin.on is not None and origin.on.to == "trash"
        # rule: effects.source-left
        return not trashed or origin.card in state.players[owner_of(origin.card)].trash
    stack = where_it_works(state, origin)
    if stack is None:
        return False  # rule: effects.source-left
    if origin.index < 0:
        gained_now = (*gained_effects(state, stack), *keyword_effects(state, stack))
        return any(includes(effect, origin.effect) for _, effect in gained_now)
    there = stack.cards[1:] if origin.effect.inherited else stack.cards[:1]
    return origin.card in there  # rule: effects.source-left
