"""Planted faults: which effects wait for something, in whose turn, and for what of whom."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import leaving
from rulehound.engine.dcg.effects import activating, candidates, pending, triggers
from rulehound.engine.dcg.effects.language import Effect, Event, Which
from rulehound.engine.dcg.state import PLAYERS, State, card_of
from rulehound.engine.dcg.tasks import Happened, Origin, Trigger
from rulehound_testing.faults.patching import Fault, Installed, function, together

sound_is_timely = triggers.is_timely
sound_trigger = triggers.trigger
sound_concerns = triggers.concerns
sound_is_by = triggers.is_by
sound_sides = candidates.sides
sound_listening = triggers.listening
sound_still_has = triggers.still_has

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


def own_affairs_alone(state: State, origin: Origin, event: Happened) -> bool:
    """No effect triggers on what happens to something else."""
    return sound_is_timely(state, origin, event) and (
        origin.effect.event is None or origin.effect.event.which.role == "this"
    )


def another_effect_too(state: State, origin: Origin, waited: Any, event: Happened, subject: str) -> bool:
    """An effect does not mind to whom something happens."""
    anybody = msgspec.structs.replace(waited, which=msgspec.structs.replace(waited.which, of="both"))
    return sound_concerns(state, origin, anybody, event, subject)


def arrivals_unseen(state: State, origin: Origin, waited: Any, event: Happened, subject: str) -> bool:
    """What happens to all of a kind does not count where it happens to what has the effect."""
    own = subject in (origin.stack, origin.card) and waited.which.role == ""
    return not own and sound_concerns(state, origin, waited, event, subject)


def own_turn_alone(me: int, of: str) -> tuple[int, ...]:
    """An effect of all turns is one of the own turn."""
    return (me,) if of == "both" else sound_sides(me, of)


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


def brought_about_by_the_other(waited: Any, event: Happened, me: int) -> bool:
    """An effect of the opponent's is one's own, and the other way round."""
    return sound_is_by(waited, event, 1 - me)


def triggering(other: Callable[[State, Happened, Collection[int]], None]) -> Callable[[], Installed]:
    """Effects trigger otherwise on what happens."""
    return lambda: together(*(patch.object(module, "trigger", other) for module in (triggers, leaving)))


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


def waiting_in_any_turn(state: State, origin: Origin, event: Happened) -> bool:
    """An effect of the other turn waits, though it is not activated in this one."""
    return triggers.is_timely(state, origin, event) and triggers.is_within_limit(state, origin)


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


def every_turn_is_ones_own(player: int, which: str) -> tuple[int, ...]:
    """Your turn is any turn."""
    return PLAYERS if which == "me" else tuple(sound_sides(player, which))


FAULTS: Mapping[str, Fault] = {
    "own-affairs-alone": Fault(
        "effects.timing",
        "no effect triggers on what happens to others",
        function(triggers, "is_timely", own_affairs_alone),
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
    "own-turn-alone": Fault(
        "effects.end-of-turn",
        "an effect of all turns is one of the own turn",
        function(triggers, "sides", own_turn_alone),
    ),
    "breeding-is-answered": Fault(
        "breeding.no-triggers",
        "effects answer to what happens in the breeding area",
        function(triggers, "concerns", concerns_breeding_too),
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
    "every-turn-is-ones-own": Fault(
        "effects.turn",
        "what comes in its player's turn comes in every turn",
        lambda: together(
            *(patch.object(module, "sides", every_turn_is_ones_own) for module in (activating, triggers))
        ),
    ),
}
"""Faults by name."""
