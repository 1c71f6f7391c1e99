"""Planted faults: the order in which pending effects are activated."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.effects import activating, pending
from rulehound.engine.dcg.effects.language import DigiBurst
from rulehound.engine.dcg.effects.standpoint import battling
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Origin, Trigger
from rulehound_testing.faults.patching import Fault, function

sound_go_on = pending.go_on
sound_first_in_turn = pending.first_in_turn
sound_next_group = pending.next_group
sound_still_has = pending.still_has


def other_player_first(state: State, group: tuple[Trigger, ...]) -> list[Trigger]:
    """The other player's effects come before those of the turn player."""
    return [one for one in group if one.origin.player != state.turn] or list(group)


def waiting_first(state: State) -> bool:
    """What has waited longest comes first."""
    state.triggered, state.fresh = (*state.triggered, state.fresh), ()
    return sound_go_on(state)


def as_printed(state: State, group: tuple[Trigger, ...]) -> list[Trigger]:
    """Effects come in the order in which they triggered: nobody is asked."""
    return sound_first_in_turn(state, group)[:1]


def ends_forgotten(state: State) -> tuple[Trigger, ...]:
    """Effects of the end of a turn are lost when the counter comes back."""
    group = sound_next_group(state)
    if group and state.memory >= 0:
        state.triggered = (
            tuple(one for one in group if one.origin.effect.timing != "end-of-turn"),
            *state.triggered[1:],
        )
        return sound_next_group(state)
    return group


def derived_of_the_other_waits(state: State) -> tuple[Trigger, ...]:
    """What is set off on the other side waits for all that pends for the turn player."""
    group = sound_next_group(state)
    own = next(
        (one for one in state.triggered if any(each.origin.player == state.turn for each in one)), None
    )
    if own is not None and own is not group:
        state.triggered = (own, *(one for one in state.triggered if one is not own))
    return state.triggered[0] if state.triggered else ()


def rest_to_the_end(state: State, trigger: Trigger) -> None:
    """What triggered together with an effect waits until all that was pending before is done."""
    rest = tuple(one for one in state.triggered[0] if one is not trigger)
    state.triggered = (*state.triggered[1:], rest)
    pending.activate(state, trigger.origin)


def pending_below(state: State, trigger: Trigger) -> bool:
    """What a card has triggered stays when another card is placed on it."""
    stack = battling(state, trigger.origin.stack)
    return sound_still_has(state, trigger) or (stack is not None and trigger.origin.card in stack.cards)


def pending_in_the_hand(state: State, trigger: Trigger) -> bool:
    """What a card has triggered stays when it is returned to the hand."""
    returned = any(trigger.origin.card in player.hand for player in state.players)
    return sound_still_has(state, trigger) or returned


def gained_for_good(state: State, trigger: Trigger) -> bool:
    """An effect that was gained stays pending when its Digimon has it no more."""
    there = battling(state, trigger.origin.stack) is not None
    return sound_still_has(state, trigger) or (there and trigger.origin.index < 0)


def third_layer_waits(state: State) -> tuple[Trigger, ...]:
    """What a derived effect sets off waits for the others that were derived with it."""
    if state.fresh and len(state.triggered) > 1:
        first, *rest = state.triggered
        state.triggered, state.fresh = (first, state.fresh, *rest), ()
    return sound_next_group(state)


def unmet_is_used(state: State, origin: Origin) -> None:
    """An effect whose condition is not met has been used."""
    if origin.effect.limit and not activating.is_condition_met(state, origin):
        activating.count_use(state, origin)
    activating.activate(state, origin)


def burst_anyway(state: State, origin: Origin) -> None:
    """Nobody is asked about a Digi-Burst that has triggered."""
    bursts = any(isinstance(step, DigiBurst) for step in origin.effect.cost)
    activating.activate(state, origin, asked=bursts)


FAULTS: Mapping[str, Fault] = {
    "other-player-first": Fault(
        "effects.turn-player-first",
        "the other player's effects come first",
        function(pending, "first_in_turn", other_player_first),
    ),
    "waiting-first": Fault(
        "effects.derived-first",
        "derived effects wait until all else is done",
        function(pending, "go_on", waiting_first),
    ),
    "lost-effects-stay": Fault(
        "effects.source-left",
        "a pending effect stays when what has it is gone",
        function(pending, "still_has", lambda *_arguments: True),
    ),
    "order-as-printed": Fault(
        "effects.order",
        "nobody chooses which effect comes next",
        function(pending, "first_in_turn", as_printed),
    ),
    "ends-forgotten": Fault(
        "effects.end-of-turn",
        "effects of the end of a turn are lost when the counter comes back",
        function(pending, "next_group", ends_forgotten),
    ),
    "derived-of-the-other-waits": Fault(
        "effects.derived-first",
        "what is set off on the other side waits for all that pends for the turn player",
        function(pending, "next_group", derived_of_the_other_waits),
    ),
    "rest-to-the-end": Fault(
        "effects.derived-first",
        "of several derived effects the first alone comes before what was pending",
        function(pending, "start", rest_to_the_end),
    ),
    "pending-below": Fault(
        "effects.source-left",
        "a pending effect stays when its Digimon digivolves",
        function(pending, "still_has", pending_below),
    ),
    "pending-in-the-hand": Fault(
        "effects.source-left",
        "a pending effect stays when its card is returned to the hand",
        function(pending, "still_has", pending_in_the_hand),
    ),
    "gained-for-good": Fault(
        "effects.source-left",
        "a pending effect that was gained stays when its Digimon has it no more",
        function(pending, "still_has", gained_for_good),
    ),
    "third-layer-waits": Fault(
        "effects.derived-first",
        "what a derived effect sets off waits for the others that were derived with it",
        function(pending, "next_group", third_layer_waits),
    ),
    "unmet-is-used": Fault(
        "effects.limit",
        "an effect whose condition is not met has been used",
        function(pending, "activate", unmet_is_used),
    ),
    "burst-anyway": Fault(
        "digi-burst.cards",
        "nobody is asked about a Digi-Burst that has triggered",
        function(pending, "activate", burst_anyway),
    ),
}
"""Faults by name."""
