"""Planted faults: what effects trigger on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import leaving
from rulehound.engine.dcg.effects import continuous, triggers
from rulehound.engine.dcg.effects.language import Effect, Memory
from rulehound.engine.dcg.effects.standpoint import standpoint
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import PLAYERS, State, card_of
from rulehound.engine.dcg.tasks import About, Happened, Origin, Trigger
from rulehound_testing.faults.patching import Fault, Installed, constant, function, together

sound_is_timely = triggers.is_timely
sound_trigger = triggers.trigger
sound_effects_of = triggers.effects_of
sound_numbered = triggers.numbered
sound_waits_for = triggers.waits_for
sound_before = triggers.before
sound_gained_effects = triggers.gained_effects
sound_cards_waited_with = triggers.cards_waited_with

SEVERAL = ("deleted", "returned-to-hand", "left-battle-area", "suspended", "unsuspended")
"""What may happen to several at one moment."""


def attacking_anew(state: State, event: Happened, players: Collection[int]) -> None:
    """An attacker that digivolves attacks once more, as far as effects go."""
    sound_trigger(state, event, players)
    attack = state.attack
    if event.what == "digivolved" and attack is not None and attack.attacker in event.subjects:
        sound_trigger(state, msgspec.structs.replace(event, what="attacks"), players)


def top_card_alone(state: State, stack: Stack) -> Any:
    """Inherited effects are not had."""
    return (one for one in sound_effects_of(state, stack) if not one[2].inherited)


def never_at(timing: str) -> Any:
    """No effect of a timing triggers."""

    def is_timely(state: State, origin: Origin, event: Happened) -> bool:
        return origin.effect.timing != timing and sound_is_timely(state, origin, event)

    return function(triggers, "is_timely", is_timely)


def once_while_pending(state: State, event: Happened, players: Collection[int]) -> None:
    """An effect that is pending does not trigger again."""
    before = {(one.origin.card, one.origin.index) for one in state.fresh}
    known = state.fresh
    sound_trigger(state, event, players)
    new = [one for one in state.fresh[len(known) :] if (one.origin.card, one.origin.index) not in before]
    state.fresh = (*known, *new)


def once_for_each(state: State, event: Happened, players: Collection[int]) -> None:
    """What happens to several triggers an effect for each of them."""
    if event.what not in ("deleted", "security-removed"):
        sound_trigger(state, event, players)
        return
    for subject in event.subjects:
        sound_trigger(state, msgspec.structs.replace(event, subjects=(subject,)), players)


def met_when_triggered(state: State, origin: Origin, event: Happened) -> bool:
    """An effect whose condition is not met does not trigger."""
    return sound_waits_for(state, origin, event) and continuous.holds(
        state, standpoint(origin), origin.effect.condition
    )


def counted_at_once(state: State, origin: Origin) -> Trigger:
    """What an effect counts it counts when it triggers."""
    steps = tuple(
        msgspec.structs.replace(step, amount=continuous.amount(state, standpoint(origin), step.amount))
        if isinstance(step, Memory)
        else step
        for step in origin.effect.steps
    )
    effect = msgspec.structs.replace(origin.effect, steps=steps)
    return sound_numbered(state, msgspec.structs.replace(origin, effect=effect))


def trigger_for_each(state: State, event: Happened, players: Collection[int]) -> None:
    """What happens to several at once is answered to one by one."""
    for one in event.subjects:
        sound_trigger(state, msgspec.structs.replace(event, subjects=(one,)), players)
    if not event.subjects:
        sound_trigger(state, event, players)


def no_keyword_effects(_state: State, _stack: Stack) -> Iterator[tuple[int, Effect]]:
    """Retaliation, Armor Purge and Decoy do nothing."""
    return iter(())


def one_timing_waits(state: State, origin: Origin, last: Stack) -> tuple[str, ...]:
    """Only effects of the timing [On Deletion] wait with a card."""
    return sound_cards_waited_with(state, origin, last) if origin.effect.timing == "on-deletion" else ()


def triggering(other: Callable[[State, Happened, Collection[int]], None]) -> Callable[[], Installed]:
    """Effects trigger otherwise on what happens."""
    return lambda: together(*(patch.object(module, "trigger", other) for module in (triggers, leaving)))


def of_the_first(what: str) -> Callable[[], Installed]:
    """What happens to several at once sets off effects for the first alone."""

    def trigger(state: State, event: Happened, players: Collection[int]) -> None:
        if event.what == what:
            first = {"subjects": event.subjects[:1], "stacks": event.stacks[:1]}
            event = msgspec.structs.replace(event, **first)
        sound_trigger(state, event, players)

    return triggering(trigger)


def met_by_leaving(state: State, origin: Origin) -> Origin:
    """The condition of an effect that waits for cards to leave is met by their leaving."""
    del state
    return msgspec.structs.replace(origin, met=True)


def deleted_in_any_way(state: State, about: About, players: Collection[int] = PLAYERS) -> list[Origin]:
    """What comes before a deletion comes before any leaving."""
    found = sound_before(state, about, players)
    if about.what != "left-battle-area":
        return found
    return [*found, *sound_before(state, msgspec.structs.replace(about, what="deleted"), players)]


def gained_by_place(state: State, stack: Stack) -> Iterator[tuple[int, Effect]]:
    """What a Digimon has used of what it has gained is told by its place among that."""
    effects = (
        effect for gift in continuous.gifts_to(state, stack, "effects") for effect in gift.gives.effects
    )
    return ((-1 - place, effect) for place, effect in enumerate(effects))


def gained_in_one(state: State, stack: Stack) -> Iterator[tuple[int, Effect]]:
    """All effects that a Digimon has gained share one limit."""
    return ((-1, effect) for _, effect in sound_gained_effects(state, stack))


def for_each_card_added(state: State, event: Happened, players: Collection[int]) -> None:
    """What answers to cards that come to a security stack does so for each of them."""
    cards = [(one,) for one in event.subjects] if event.what == "security-added" else [event.subjects]
    for subjects in cards:
        sound_trigger(state, msgspec.structs.replace(event, subjects=subjects), players)


def by_effect_in_silence(state: State, event: Happened, players: Collection[int]) -> None:
    """Nothing answers to a digivolution by an effect."""
    if event.what != "digivolved" or event.cause != "effect":
        sound_trigger(state, event, players)


def not_at_an_effect(state: State, origin: Origin, event: Happened) -> bool:
    """An effect of digivolving does not trigger where an effect has its Digimon digivolve."""
    told_by_effect = origin.effect.timing == "when-digivolving" and event.cause == "effect"
    return not told_by_effect and sound_is_timely(state, origin, event)


def leaving_by_effect_alone(state: State, event: Happened, players: Collection[int]) -> None:
    """What the rules or a player take away has not left the battle area."""
    if event.what != "left-battle-area" or event.cause == "effect":
        sound_trigger(state, event, players)


def trashed_is_deleted(state: State, event: Happened, players: Collection[int]) -> None:
    """What the rules trash for want of DP has been deleted."""
    sound_trigger(state, event, players)
    if event.what == "left-battle-area" and event.cause == "rules":
        sound_trigger(state, msgspec.structs.replace(event, what="deleted"), players)


def digivolved_over(state: State, event: Happened, players: Collection[int]) -> None:
    """An effect of digivolving comes of digivolving on top of its card, and beside it."""
    sound_trigger(state, event, players)
    if event.what != "digivolved":
        return
    for player in players:
        for stack in state.players[player].battle:
            for card in stack.cards[1:] if stack.id in event.subjects else stack.cards[:1]:
                for index, effect in enumerate(card_of(state, card).effects):
                    if effect.timing == "when-digivolving":
                        state.fresh += (sound_numbered(state, Origin(effect, card, player, index)),)


def late_for_the_end(state: State, event: Happened, players: Collection[int]) -> None:
    """What is played as a turn ends has effects of that end."""
    sound_trigger(state, event, players)
    for stack in state.me.battle if event.what == "played" and event.cause == "effect" else ():
        for index, effect in enumerate(card_of(state, stack.cards[0]).effects):
            if stack.id in event.subjects and effect.timing == "end-of-turn":
                late = Origin(effect, stack.cards[0], state.turn, index, stack.id, event)
                state.fresh += (sound_numbered(state, late),)


def returned_is_deleted(state: State, about: About, players: Collection[int] = PLAYERS) -> list[Origin]:
    """What comes before a deletion comes before a return to the hand."""
    found = sound_before(state, about, players)
    if about.what != "returned-to-hand":
        return found
    return [*found, *sound_before(state, msgspec.structs.replace(about, what="deleted"), players)]


def pending_in_vain(state: State, event: Happened, players: Collection[int]) -> None:
    """Retaliation triggers though both Digimon of the battle have been deleted."""
    with patch.object(triggers, "RETALIATION", None):
        sound_trigger(state, event, players)


FAULTS: Mapping[str, Fault] = {
    "one-timing-waits": Fault(
        "effects.on-deletion",
        "an effect on a deletion that has no timing of its own outlives the card that it waits with",
        function(triggers, "cards_waited_with", one_timing_waits),
    ),
    "retaliation-in-vain": Fault(
        "keyword.retaliation",
        "Retaliation triggers though both Digimon of the battle have been deleted",
        triggering(pending_in_vain),
    ),
    "no-keyword-effects": Fault(
        "keyword.decoy",
        "Retaliation, Armor Purge and Decoy do nothing",
        function(triggers, "keyword_effects", no_keyword_effects),
    ),
    "attacking-anew": Fault(
        "effects.when-attacking",
        "effects of attacking trigger for a card that is digivolved into in the attack",
        function(triggers, "trigger", attacking_anew),
    ),
    "no-inherited-effects": Fault(
        "effects.inherited", "nothing is inherited", function(triggers, "effects_of", top_card_alone)
    ),
    "attacks-set-off-nothing": Fault(
        "effects.when-attacking", "no effect of attacking triggers", never_at("when-attacking")
    ),
    "ends-of-attacks-set-off-nothing": Fault(
        "effects.end-of-attack", "no effect of the end of an attack triggers", never_at("end-of-attack")
    ),
    "once-while-pending": Fault(
        "effects.triggers",
        "an effect that is pending does not trigger again",
        function(triggers, "trigger", once_while_pending),
    ),
    "once-for-each": Fault(
        "effects.one-trigger",
        "what happens to several triggers once for each",
        function(triggers, "trigger", once_for_each),
    ),
    "met-when-triggered": Fault(
        "effects.condition",
        "an effect triggers only if its condition is met",
        function(triggers, "waits_for", met_when_triggered),
    ),
    "counted-at-once": Fault(
        "effects.each",
        "what an effect counts it counts at once",
        function(triggers, "numbered", counted_at_once),
    ),
    "each-for-itself": Fault(
        "areas.together",
        "cards that leave an area together are answered to one by one",
        lambda: together(
            patch.object(triggers, "trigger", trigger_for_each),
            patch.object(leaving, "trigger", trigger_for_each),
        ),
    ),
    "conditions-of-leaving-wait": Fault(
        "effects.as-it-was",
        "the condition of an effect that leaving has triggered is asked when it is activated",
        function(triggers, "with_condition", lambda _state, origin: origin),
    ),
    "all-conditions-at-once": Fault(
        "effects.condition",
        "the condition of every effect is asked when it triggers",
        lambda: patch.object(triggers, "LEAVES", triggers.AWAITABLE),
    ),
    **{
        f"first-{what}-alone": Fault(
            "effects.triggers",
            f"where several are {what} at once effects answer for the first alone",
            of_the_first(what),
        )
        for what in SEVERAL
    },
    "would-leave-is-no-deletion": Fault(
        "effects.would",
        "what comes before leaving the battle area does not come before a deletion",
        constant(triggers, "LEAVING", ("returned-to-hand",)),
    ),
    **{
        f"conditions-of-{what}-wait": Fault(
            "effects.as-it-was",
            f"the condition of an effect that waits for {what} is asked when it is activated",
            constant(triggers, "LEAVES", triggers.LEAVES - {what}),
        )
        for what in ("left-battle-area", "card-trashed-from-hand")
    },
    "met-by-leaving": Fault(
        "effects.as-it-was",
        "the condition of an effect that waits for cards to leave is met by their leaving",
        function(triggers, "with_condition", met_by_leaving),
    ),
    "deleted-in-any-way": Fault(
        "effects.would",
        "what comes before a deletion comes before any leaving",
        function(triggers, "before", deleted_in_any_way),
    ),
    "gained-by-place": Fault(
        "effects.limit",
        "of gained effects the first, the second and so on have a limit each, whichever these are",
        function(triggers, "gained_effects", gained_by_place),
    ),
    "gained-in-one": Fault(
        "effects.limit",
        "all effects that a Digimon has gained share one limit",
        function(triggers, "gained_effects", gained_in_one),
    ),
    "for-each-card-added": Fault(
        "effects.one-trigger",
        "what answers to cards that come to a security stack does so for each of them",
        triggering(for_each_card_added),
    ),
    "by-effect-in-silence": Fault(
        "effects.digivolve",
        "nothing answers to a digivolution by an effect",
        triggering(by_effect_in_silence),
    ),
    "not-digivolved-by-effect": Fault(
        "effects.when-digivolving",
        "an effect of digivolving does not come where an effect has its Digimon digivolve",
        function(triggers, "is_timely", not_at_an_effect),
    ),
    "leaving-by-effect-alone": Fault(
        "effects.triggers",
        "what the rules or a player take away has not left the battle area",
        triggering(leaving_by_effect_alone),
    ),
    "trashed-is-deleted": Fault(
        "effects.triggers",
        "what the rules trash for want of DP has been deleted",
        triggering(trashed_is_deleted),
    ),
    "digivolved-over": Fault(
        "effects.when-digivolving",
        "an effect of digivolving comes of digivolving on top of its card, and beside it",
        triggering(digivolved_over),
    ),
    "late-for-the-end": Fault(
        "effects.end-of-turn",
        "what is played as a turn ends has effects of that end",
        triggering(late_for_the_end),
    ),
    "returned-is-deleted": Fault(
        "keyword.decoy",
        "what comes before a deletion comes before a return to the hand",
        function(triggers, "before", returned_is_deleted),
    ),
}
"""Faults by name."""
