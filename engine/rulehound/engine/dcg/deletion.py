"""Things about to happen that effects may come before and prevent: deletion above all.

Whoever wants a stack of the battle area to leave says so with `about`. The effects that come before it
trigger together. They are used one at a time, those of the turn player first, also once one of them has
prevented it; each comes at most once until what began it all is over. What nobody has prevented then happens
to all that are left at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

import msgspec

from rulehound.engine.dcg import leaving
from rulehound.engine.dcg.actions import Action, Decline, Resolve
from rulehound.engine.dcg.areas import into_trash
from rulehound.engine.dcg.attributes import forbidding
from rulehound.engine.dcg.effects import triggers
from rulehound.engine.dcg.effects.activating import activate, can_activate, use_of
from rulehound.engine.dcg.effects.continuous import has
from rulehound.engine.dcg.effects.keywords import ARMOR_PURGE_INDEX, DECOY_INDEX
from rulehound.engine.dcg.effects.vocabulary import Forbidden, Happening
from rulehound.engine.dcg.in_play import Stack, Use
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, ask, in_battle, note
from rulehound.engine.dcg.tasks import About, Happened, Origin, Trigger

LEAVING: Collection[Happening] = ("deleted", "left-battle-area", "returned-to-hand")
"""Events that happen to stacks of the battle area. All others happen to cards that are not in play yet."""

PROTECTION: Mapping[tuple[str, str], Forbidden] = {
    ("battle", "deleted"): "deletion-in-battle",
    ("effect", "deleted"): "deletion-by-effect",
    ("effect", "hand"): "return-to-hand",
    ("effect", "deck-top"): "return-to-deck",
    ("effect", "deck-bottom"): "return-to-deck",
}
"""Cause, and destination or event, to the protection that forbids it."""

SAVING: Mapping[int, str] = {DECOY_INDEX: "decoyed", ARMOR_PURGE_INDEX: "armor-purged"}
"""Index of a keyword among the effects, to the event that is reported when the keyword saves something."""


def about(state: State, event: About) -> None:
    """Something is about to happen: effects that come before it are looked for, then it happens."""
    protected = {subject: protected_by(state, event, subject) for subject in event.subjects}
    subjects = tuple(subject for subject, (_, source) in protected.items() if not source)
    used = used_before(state)
    state.now = (msgspec.structs.replace(event, subjects=subjects, used=used), *state.now)
    for spared, (player, source) in protected.items():
        if source:
            note(state, Happened("prevented", (spared,), "effect", player, source))
    if event.what == "deleted" and subjects:
        note(state, Happened("about-to-be-deleted", subjects, event.cause, event.player, event.source))


def used_before(state: State) -> tuple[Use, ...]:
    """Effects that have been used already since what began it all; each rule check begins anew."""
    outer = under_way(state)
    return () if outer is None else outer.used  # rule: effects.would-once, effects.would-again


def under_way(state: State) -> About | None:
    """What is about to happen; where one thing comes before another, the one that comes first."""
    return next((task for task in state.now if isinstance(task, About)), None)


def protected_by(state: State, event: About, subject: str) -> tuple[int | None, str]:
    """Player and card of the effect by which this cannot happen to a stack, so that it is not even about to.

    None and "" where there is none.
    """
    forbidden = PROTECTION.get((event.cause, event.to or event.what))
    stack = next(filter(None, (in_battle(player, subject) for player in state.players)), None)
    if forbidden is None or stack is None:
        return None, ""
    return forbidding(state, stack, forbidden)  # rule: effects.forbidden


def run(state: State, event: About) -> None:
    """Ask for the next effect that may come before it; where there is none left, it happens."""
    if event.what in LEAVING:
        present = {stack.id for player in state.players for stack in player.battle}
        event = without(event, {*event.subjects, *event.trashed} - present)
    if event.together is None:
        event = msgspec.structs.replace(event, together=triggered(state, event))
    for player in (state.turn, 1 - state.turn):  # rule: deletion.would, effects.turn-player-first
        waiting = () if player in event.declined else before(state, event, player)
        if waiting:
            ask_before(state, event, waiting)
            return
    CARRY_OUT[event.what](state, event)
    outer = under_way(state)
    if outer is not None:  # rule: effects.would-once
        place = state.now.index(outer)
        shared = msgspec.structs.replace(outer, used=event.used)
        state.now = (*state.now[:place], shared, *state.now[place + 1 :])


def triggered(state: State, event: About) -> tuple[Trigger, ...]:
    """The effects that trigger before it: those that come later trigger on other things."""
    if state.match.plain or not event.subjects:
        return ()
    origins = triggers.before(state, event)  # rule: effects.would
    return tuple(triggers.numbered(state, one) for one in origins)


def before(state: State, event: About, player: int) -> tuple[Trigger, ...]:
    """The effects of a player, of those that triggered before it, that may come now."""
    own = (one for one in event.together or () if one.origin.player == player)
    unused = (one for one in own if use_of(one.origin) not in event.used)  # rule: effects.would-once
    there = (narrowed(event, one) for one in unused if triggers.still_has(state, one))
    return tuple(one for one in there if has_use(event, one.origin) and can_activate(state, one.origin))


def has_use(event: About, origin: Origin) -> bool:
    """Whether an effect does anything now: Decoy and Armor Purge, which only save, need something to save."""
    if origin.index not in SAVING or origin.on is None:
        return True
    return any(subject in event.subjects for subject in origin.on.subjects)


def narrowed(event: About, trigger: Trigger) -> Trigger:
    """An effect, of those alone that nobody has saved yet; of all that it triggered on, if none is left."""
    origin = trigger.origin
    subjects = origin.on.subjects if origin.on is not None else ()
    left = tuple(subject for subject in subjects if subject in (*event.subjects, *event.trashed))
    if origin.on is None or left in ((), subjects):
        return trigger
    on = msgspec.structs.replace(origin.on, subjects=left)
    return msgspec.structs.replace(trigger, origin=msgspec.structs.replace(origin, on=on))


def ask_before(state: State, event: About, waiting: tuple[Trigger, ...]) -> None:
    """Ask a player which effect comes before it; one that must come and is the only one just comes."""
    state.now = (msgspec.structs.replace(event, waiting=waiting), *state.now)
    first = waiting[0].origin
    if len(waiting) == 1 and not is_optional(first):
        use(state, waiting[0])
    else:
        ask(state, "would", first.player)


def is_optional(origin: Origin) -> bool:
    """Whether its player may leave an effect out."""
    return origin.effect.optional or bool(origin.effect.cost)  # rule: effects.optional, effects.by-cost


def waiting_now(state: State) -> tuple[Trigger, ...]:
    """The effects among which a player chooses before something happens; none where that is not asked."""
    task = state.now[0] if state.now else None
    return task.waiting if isinstance(task, About) else ()


def options(state: State) -> Iterator[Action]:
    """What the player who is asked may do before it happens."""
    waiting = waiting_now(state)
    yield from (Resolve(trigger.id) for trigger in waiting)
    if may_decline(state):
        yield Decline()


def may_decline(state: State) -> bool:
    """Whether none of the effects that wait has to come."""
    return all(is_optional(trigger.origin) for trigger in waiting_now(state))


def why_not_use(state: State, action: Resolve) -> Iterator[Reason]:
    """Reasons against using this effect before it happens."""
    if action.effect not in (trigger.id for trigger in waiting_now(state)):
        yield Reason.EFFECT_NOT_PENDING


def why_not_decline(state: State, _action: Decline) -> Iterator[Reason]:
    """Reasons against using no effect."""
    if not may_decline(state):
        yield Reason.EFFECT_NOT_OPTIONAL


def use_chosen(state: State, action: Resolve) -> None:
    """Use the effect that the player has chosen."""
    use(state, next(trigger for trigger in waiting_now(state) if trigger.id == action.effect))


def use(state: State, trigger: Trigger) -> None:
    """Activate an effect before what is about to happen."""
    event, *rest = state.now
    assert isinstance(event, About)
    used = (*event.used, use_of(trigger.origin))  # rule: effects.would-once
    begun = msgspec.structs.replace(event, waiting=(), using=trigger.origin, used=used)
    state.now = (begun, *rest)
    activate(state, trigger.origin, asked=True)


def decline(state: State, _action: Decline) -> None:
    """The player uses nothing more before it."""
    event, *rest = state.now
    assert isinstance(event, About)
    declined = (*event.declined, event.waiting[0].origin.player)
    state.now = (msgspec.structs.replace(event, waiting=(), declined=declined), *rest)


def prevent(state: State, subjects: Collection[str]) -> None:
    """Keep the event that is about to happen from these stacks."""
    event = under_way(state)
    if event is not None:
        place = state.now.index(event)
        spared = without(event, subjects)  # rule: deletion.would, effects.would
        state.now = (*state.now[:place], spared, *state.now[place + 1 :])
        saved = tuple(subject for subject in (*event.subjects, *event.trashed) if subject in subjects)
        if saved:
            report_keyword(state, event, saved)


def without(event: About, subjects: Collection[str]) -> About:
    """What is about to happen, but not to these."""
    left = tuple(subject for subject in event.subjects if subject not in subjects)
    trashed = tuple(subject for subject in event.trashed if subject not in subjects)
    return msgspec.structs.replace(event, subjects=left, trashed=trashed)


def report_keyword(state: State, event: About, saved: Collection[str]) -> None:
    """Tell that an effect has saved something, and by which keyword."""
    origin = event.using
    if origin is None or origin.index not in SAVING:
        player, source = (origin.player, origin.card) if origin else (None, "")
        note(state, Happened("prevented", tuple(saved), "effect", player, source))
        return
    subjects = tuple(saved) if origin.index == ARMOR_PURGE_INDEX else (origin.stack, *saved)
    note(state, Happened(SAVING[origin.index], subjects, "effect", origin.player, origin.card))


def delete(state: State, event: About) -> None:
    """All that nobody has saved goes to the trash at once, with the cards underneath.

    So does what rule processing trashes at the same time.
    """
    taken = leaving.take_away(state, (*event.subjects, *event.trashed))  # rule: rules.processing
    trashed = [one for one in taken if one[1].id in event.trashed]
    gone = [one for one in taken if one[1].id in event.subjects]  # rule: deletion.would, battle.loser-deleted
    if gone:
        put_into_trash(state, event, gone)
    if trashed:
        leaving.arrive(state, trashing(event), trashed)


def trashing(event: About) -> About:
    """What rule processing trashes together with a deletion, as an event of its own."""
    return About("left-battle-area", event.trashed, event.cause, to="trash")


def put_into_trash(state: State, event: About, gone: list[tuple[int, Stack]]) -> None:
    """What has been taken away goes to the trash, and effects trigger on its deletion."""
    for _, stack in gone:
        if not stack.token:  # rule: token.gone
            into_trash(state, stack.cards)  # rule: deletion.stack, deletion.trash, areas.owner
    ids = tuple(stack.id for _, stack in gone)
    stacks = tuple(stack for _, stack in gone)
    battled = tuple(pair for pair in event.battled if pair[0] in ids)
    cause, player, source = event.cause, event.player, event.source
    if battled and state.attack is not None:
        attacker = in_battle(state.me, state.attack.attacker)
        had_piercing = state.attack.had_piercing if attacker is None else has(state, attacker, "piercing")
        # rule: keyword.piercing
        state.attack = msgspec.structs.replace(state.attack, deleted=ids, had_piercing=had_piercing)
    winners = tuple(winner for _, winner in battled)
    if winners:
        triggers.happened(state, Happened("deleted-opponent-in-battle", winners, cause, player, source))
    triggers.happened(state, Happened("deleted", ids, cause, player, source, 0, stacks, battled))
    triggers.happened(state, Happened("left-battle-area", ids, cause, player, source, 0, stacks))


def leave(state: State, event: About) -> None:
    """All that are left go where they are meant to go."""
    if event.subjects:
        go = leaving.leave_for_under if event.onto else leaving.leave
        go(state, event)


def nothing(_state: State, _event: About) -> None:
    """Whoever has announced it goes on with it."""


CARRY_OUT: Mapping[Happening, Callable[[State, About], None]] = {
    "deleted": delete,
    "left-battle-area": leave,
    "returned-to-hand": leave,
    "played": nothing,
    "digivolved": nothing,
    "option-used": nothing,
}
"""How what has not been prevented happens."""
