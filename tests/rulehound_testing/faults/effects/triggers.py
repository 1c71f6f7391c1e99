"""Planted faults: what effects trigger on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import leaving
from rulehound.engine.dcg.effects import activating, candidates, continuous, pending, triggers
from rulehound.engine.dcg.effects.language import Effect, Event, Memory, Which
from rulehound.engine.dcg.effects.standpoint import standpoint
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import PLAYERS, State, card_of
from rulehound.engine.dcg.tasks import About, Happened, Origin, Trigger
from rulehound_testing.faults.patching import Fault, Installed, constant, function, together

sound_is_timely = triggers.is_timely
sound_trigger = triggers.trigger
sound_effects_of = triggers.effects_of
sound_concerns = triggers.concerns
sound_is_by = triggers.is_by
sound_numbered = triggers.numbered
sound_sides = candidates.sides
sound_waits_for = triggers.waits_for
sound_listening = triggers.listening
sound_still_has = triggers.still_has
sound_before = triggers.before
sound_gained_effects = triggers.gained_effects
sound_cards_waited_with = triggers.cards_waited_with


def own_affairs_alone(state: State, origin: Origin, event: Happened) -> bool:
    """No effect triggers on what happens to something else."""
    return sound_is_timely(state, origin, event) and (
        origin.effect.event is None or origin.effect.event.which.role == "this"
    )


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


def another_effect_too(state: State, origin: Origin, waited: Any, event: Happened, subject: str) -> bool:
    """An effect does not mind to whom something happens."""
    anybody = msgspec.structs.replace(waited, which=msgspec.structs.replace(waited.which, of="both"))
    return sound_concerns(state, origin, anybody, event, subject)


def arrivals_unseen(state: State, origin: Origin, waited: Any, event: Happened, subject: str) -> bool:
    """What happens to all of a kind does not count where it happens to what has the effect."""
    own = subject in (origin.stack, origin.card) and waited.which.role == ""
    return not own and sound_concerns(state, origin, waited, event, subject)


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


def own_turn_alone(me: int, of: str) -> tuple[int, ...]:
    """An effect of all turns is one of the own turn."""
    return (me,) if of == "both" else sound_sides(me, of)


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


def concerns_breeding_too(state: State, origin: Origin, waited: Any, event: Happened, subject: str) -> bool:
    """What happens in the breeding area is answered to."""
    anywhere = msgspec.structs.replace(waited, which=msgspec.structs.replace(waited.which, area="breeding"))
    return sound_concerns(state, origin, anywhere, event, subject)


def listening_in_play(
    state: State, event: Happened, awaited: str, players: Collection[int]
) -> Iterator[Origin]:
    """Cards that are not in play wait for nothing."""
    return (one for one in sound_listening(state, event, awaited, players) if one.stack)


def listening_from_anywhere(
    state: State, event: Happened, awaited: str, players: Collection[int]
) -> Iterator[Origin]:
    """A card that is not in play answers to whatever happens to any card where nothing else does."""
    yield from sound_listening(state, event, awaited, players)
    for number in players:
        player = state.players[number]
        under = [card for stack in player.battle for card in stack.cards[1:]]
        for card in (*player.hand, *player.trash, *player.security, *under):
            for place, effect in enumerate(card_of(state, card).effects):
                alone = not state.fresh and effect.timing == "when"
                if alone and effect.awaits == awaited and effect.event is not None:
                    of_any = msgspec.structs.replace(effect.event, which=Which())
                    waiting = msgspec.structs.replace(effect, event=of_any)
                    yield Origin(waiting, card, number, place, "", event)


def outside_of_play_for_good(state: State, trigger: Trigger) -> bool:
    """An effect of a card that is not in play is never lost."""
    origin = trigger.origin
    return (not origin.stack and origin.last is None) or sound_still_has(state, trigger)


def no_keyword_effects(_state: State, _stack: Stack) -> Iterator[tuple[int, Effect]]:
    """Retaliation, Armor Purge and Decoy do nothing."""
    return iter(())


def one_timing_waits(state: State, origin: Origin, last: Stack) -> tuple[str, ...]:
    """Only effects of the timing [On Deletion] wait with a card."""
    return sound_cards_waited_with(state, origin, last) if origin.effect.timing == "on-deletion" else ()


def brought_about_by_the_other(waited: Any, event: Happened, me: int) -> bool:
    """An effect of the opponent's is one's own, and the other way round."""
    return sound_is_by(waited, event, 1 - me)


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


def unseen_by_the_other(what: str) -> Callable[[], Installed]:
    """No effect of the player whose turn it is not answers to something."""

    def trigger(state: State, event: Happened, players: Collection[int]) -> None:
        sound_trigger(state, event, (state.turn,) if event.what == what else players)

    return triggering(trigger)


def of_itself_too(timing: str) -> Callable[[], Installed]:
    """What effects of a timing wait for of others they wait for of what has them as well."""

    def concerns(state: State, origin: Origin, waited: Event, event: Happened, subject: str) -> bool:
        if origin.effect.timing == timing and waited.which.role == "other":
            waited = msgspec.structs.replace(waited, which=msgspec.structs.replace(waited.which, role=""))
        return sound_concerns(state, origin, waited, event, subject)

    return function(triggers, "concerns", concerns)


SEVERAL = ("deleted", "returned-to-hand", "left-battle-area", "suspended", "unsuspended")
"""What may happen to several at one moment."""

SEEN_BY_BOTH = (
    "digivolved",
    "returned-to-hand",
    "left-battle-area",
    "drawn",
    "blocked",
    "deleted-opponent-in-battle",
    "security-added",
)
"""What effects of either player wait for."""


def waiting_in_any_turn(state: State, origin: Origin, event: Happened) -> bool:
    """An effect of the other turn waits, though it is not activated in this one."""
    return triggers.is_timely(state, origin, event) and triggers.is_within_limit(state, origin)


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


def battles_are_rules(waited: Event, event: Happened, me: int) -> bool:
    """What a battle deletes the rules have deleted."""
    return sound_is_by(waited, event, me) or (waited.by == "rules" and event.cause == "battle")


def of_the_breeding_area(waited: Callable[[Effect], bool]) -> Callable[[], Installed]:
    """Effects of a Digimon in the breeding area trigger, as far as they wait for something that is meant."""

    def listening(state: State, event: Happened, awaited: str, players: Collection[int]) -> Iterator[Origin]:
        yield from sound_listening(state, event, awaited, players)
        for player in players:
            stack = state.players[player].breeding
            if stack is not None:
                for card, index, effect in triggers.effects_of(state, stack):
                    if effect.awaits == awaited and waited(effect):
                        yield Origin(effect, card, player, index, "", event)

    return lambda: together(
        patch.object(triggers, "listening", listening),
        patch.object(triggers, "is_awaited", lambda *_arguments: True),
    )


def unsuspending_is_answered(state: State, origin: Origin, waited: Event, event: Happened, one: str) -> bool:
    """Effects answer to unsuspending in the breeding area."""
    there = any(player.breeding is not None and player.breeding.id == one for player in state.players)
    if event.what == "unsuspended" and there:
        return waited.which.role != "this"
    return sound_concerns(state, origin, waited, event, one)


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


def every_turn_is_ones_own(player: int, which: str) -> tuple[int, ...]:
    """Your turn is any turn."""
    return PLAYERS if which == "me" else tuple(sound_sides(player, which))


FAULTS: Mapping[str, Fault] = {
    "one-timing-waits": Fault(
        "effects.on-deletion",
        "an effect on a deletion that has no timing of its own outlives the card that it waits with",
        function(triggers, "cards_waited_with", one_timing_waits),
    ),
    "no-keyword-effects": Fault(
        "keyword.decoy",
        "Retaliation, Armor Purge and Decoy do nothing",
        function(triggers, "keyword_effects", no_keyword_effects),
    ),
    "own-affairs-alone": Fault(
        "effects.timing",
        "no effect triggers on what happens to others",
        function(triggers, "is_timely", own_affairs_alone),
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
    "whoever-it-happens-to": Fault(
        "effects.triggers",
        "an effect waits for what happens to either player's",
        function(triggers, "concerns", another_effect_too),
    ),
    "arrivals-unseen": Fault(
        "effects.triggers",
        "an effect does not see its own arrival",
        function(triggers, "concerns", arrivals_unseen),
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
    "own-turn-alone": Fault(
        "effects.end-of-turn",
        "an effect of all turns is one of the own turn",
        function(triggers, "sides", own_turn_alone),
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
    "breeding-is-answered": Fault(
        "breeding.no-triggers",
        "effects answer to what happens in the breeding area",
        function(triggers, "concerns", concerns_breeding_too),
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
    "answers-to-its-own-movement": Fault(
        "effects.triggers",
        "a card that is not in play answers to what happens to it as if it were",
        function(triggers, "speaks_of_its_card", lambda _effect: True),
    ),
    "answers-from-anywhere": Fault(
        "effects.triggers",
        "cards answer wherever they lie",
        lambda: together(
            patch.object(triggers, "listening", listening_from_anywhere),
            patch.object(triggers, "is_awaited", lambda *_arguments: True),
        ),
    ),
    "trashed-cards-wait-anywhere": Fault(
        "effects.source-left",
        "an effect on the trashing of its card comes though that has left the trash",
        function(pending, "still_has", outside_of_play_for_good),
    ),
    "trashed-in-silence": Fault(
        "effects.on-trash",
        "a card that was trashed from a hand does nothing",
        function(triggers, "listening", listening_in_play),
    ),
    "brought-about-anyhow": Fault(
        "effects.triggers",
        "effects do not mind what has brought something about",
        function(triggers, "is_by", lambda *_arguments: True),
    ),
    "brought-about-by-the-other": Fault(
        "effects.triggers",
        "effects of the opponent's count as the own ones",
        function(triggers, "is_by", brought_about_by_the_other),
    ),
    **{
        f"first-{what}-alone": Fault(
            "effects.triggers",
            f"where several are {what} at once effects answer for the first alone",
            of_the_first(what),
        )
        for what in SEVERAL
    },
    **{
        f"{what}-unseen-by-the-other": Fault(
            "effects.triggers",
            f"no effect of the player whose turn it is not waits for {what}",
            unseen_by_the_other(what),
        )
        for what in SEEN_BY_BOTH
    },
    "happened-to-itself-too": Fault(
        "effects.triggers",
        "what an effect waits for of others it waits for of its own Digimon as well",
        of_itself_too("when"),
    ),
    "would-happen-to-itself-too": Fault(
        "effects.would",
        "what would happen to others is prevented of the own Digimon as well",
        of_itself_too("would"),
    ),
    "waiting-in-any-turn": Fault(
        "effects.turn",
        "an effect of the other turn waits with those of this one",
        function(triggers, "waits_for", waiting_in_any_turn),
    ),
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
    "battles-are-rules": Fault(
        "effects.triggers",
        "what a battle deletes the rules have deleted",
        function(triggers, "is_by", battles_are_rules),
    ),
    "breeding-waits-for-others": Fault(
        "breeding.no-triggers",
        "an effect of a Digimon in the breeding area waits for what happens outside",
        of_the_breeding_area(
            lambda effect: effect.timing == "when" and not triggers.speaks_of_its_card(effect)
        ),
    ),
    "breeding-waits-for-turns": Fault(
        "breeding.no-triggers",
        "an effect of a Digimon in the breeding area comes at the start or the end of a turn",
        of_the_breeding_area(lambda effect: effect.timing in ("start-of-turn", "end-of-turn")),
    ),
    "unsuspending-is-answered": Fault(
        "breeding.no-triggers",
        "effects answer to unsuspending in the breeding area",
        function(triggers, "concerns", unsuspending_is_answered),
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
    "every-turn-is-ones-own": Fault(
        "effects.turn",
        "what comes in its player's turn comes in every turn",
        lambda: together(
            *(patch.object(module, "sides", every_turn_is_ones_own) for module in (activating, triggers))
        ),
    ),
}
"""Faults by name."""
