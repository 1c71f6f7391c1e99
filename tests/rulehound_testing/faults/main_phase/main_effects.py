"""Planted faults: [Main] effects and Delay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.actions import Activate
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.effects import activating, triggers
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import main_effects, options
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, facts_of
from rulehound.engine.dcg.tasks import Happened, Origin
from rulehound_testing.faults.patching import Fault, conduct, forgiving, function

sound_activate_main = main_effects.activate_main
sound_why_not_activate = main_effects.why_not
sound_effects_to_activate = main_effects.effects_to_activate
sound_happened = triggers.happened
sound_sought = main_effects.sought


def activate_suspending(state: State, action: Activate) -> None:
    """An effect of the main phase suspends what has it."""
    found = main_effects.sought(state, action)
    if found is not None:
        replace(state.deciding(), found[0], msgspec.structs.replace(found[0], suspended=True))
    sound_activate_main(state, action)


def nothing_can_be_activated(state: State, action: Activate) -> Iterator[Reason]:
    """No effect of a Digimon is used in the main phase."""
    found = main_effects.sought(state, action)
    if found is not None and facts_of(state, found[0]).is_digimon:
        yield Reason.NO_SUCH_MAIN_EFFECT
    yield from sound_why_not_activate(state, action)


def suspended_cannot_activate(state: State, action: Activate) -> Iterator[Reason]:
    """What is suspended activates nothing."""
    found = main_effects.sought(state, action)
    if found is not None and found[0].suspended:
        yield Reason.EFFECT_COST_UNPAYABLE
    yield from sound_why_not_activate(state, action)


def all_timings_in_the_main_phase(state: State, stack: Stack, player: int) -> Iterator[Origin]:
    """Effects of digivolving can be activated in the main phase as well."""
    yield from sound_effects_to_activate(state, stack, player)
    for card, index, effect in triggers.effects_of(state, stack):
        if effect.timing == "when-digivolving":
            yield Origin(effect, card, player, index, stack.id)


def delay_stays(state: State, action: Activate) -> None:
    """A Delay leaves its Option where it is."""
    found = main_effects.sought(state, action)
    if found is not None:
        activating.activate(state, found[1], asked=True)


def delay_costs(state: State, action: Activate) -> None:
    """A Delay costs what its Option costs."""
    card = state.match.facts[action.card]
    if card.kind == "option":
        memory.change(state, state.turn, -(card.play_cost or 0))
    sound_activate_main(state, action)


def delay_counts_as_use(state: State, action: Activate) -> None:
    """A Delay counts as using the Option."""
    sound_happened(state, Happened("option-used", (action.card,), "player", state.turn, action.card))
    sound_activate_main(state, action)


def delay_asks_for_colours(state: State, action: Activate) -> Iterator[Reason]:
    """A Delay asks for the Option's colours."""
    if not options.colours_met(state, state.deciding(), state.match.facts[action.card]):
        yield Reason.COLOURS_NOT_MET
    yield from sound_why_not_activate(state, action)


def no_delay(state: State, action: Activate) -> Iterator[Reason]:
    """No Delay can be used."""
    found = main_effects.sought(state, action)
    if found is not None and main_effects.is_option(state, found[0]):
        yield Reason.NO_SUCH_MAIN_EFFECT
    yield from sound_why_not_activate(state, action)


def main_effect_of_options_too(state: State, stack: Stack, player: int) -> Iterator[Origin]:
    """The [Main] effect of a placed Option can be activated like its Delay."""
    yield from sound_effects_to_activate(state, stack, player)
    for card, index, effect in triggers.effects_of(state, stack):
        if effect.timing == "main" and main_effects.is_option(state, stack):
            yield Origin(effect, card, player, index, stack.id)


def sought_in_breeding_too(state: State, action: Activate) -> tuple[Stack, Origin] | None:
    """Effects of a Digimon in the breeding area can be activated."""
    player = state.turn if state.decider is None else state.decider
    stack = state.players[player].breeding
    for origin in () if stack is None else sound_effects_to_activate(state, stack, player):
        if stack is not None and (origin.card, origin.index) == (action.card, action.effect):
            return stack, msgspec.structs.replace(origin, stack="")
    return sound_sought(state, action)


def sought_on_both_sides(state: State, action: Activate) -> tuple[Stack, Origin] | None:
    """Effects of the other player's cards can be activated."""
    there = sound_sought(state, action)
    player = 1 - state.turn if state.decider is None else 1 - state.decider
    for stack in state.players[player].battle if there is None else ():
        for origin in sound_effects_to_activate(state, stack, player):
            if (origin.card, origin.index) == (action.card, action.effect):
                return stack, origin
    return there


def not_in_the_turn_of_its_play(state: State, action: Activate) -> Iterator[Reason]:
    """What was played this turn activates nothing."""
    yield from sound_why_not_activate(state, action)
    if any(action.card in stack.cards and stack.played_this_turn for stack in state.deciding().battle):
        yield Reason.EFFECT_USED_UP


FAULTS: Mapping[str, Fault] = {
    "burst-with-too-few-cards": Fault(
        "digi-burst.cards",
        "Digi-Burst can be used with too few cards",
        forgiving(Activate, Reason.TOO_FEW_CARDS_TO_BURST),
    ),
    "digimon-have-no-main-phase": Fault(
        "effects.main",
        "no effect of a Digimon is used in the main phase",
        lambda: conduct(Activate, why_not=nothing_can_be_activated),
    ),
    "main-effects-suspend": Fault(
        "effects.main",
        "an effect of the main phase suspends what has it",
        lambda: conduct(Activate, carry_out=activate_suspending),
    ),
    "suspended-activate-nothing": Fault(
        "effects.main",
        "what is suspended activates nothing",
        lambda: conduct(Activate, why_not=suspended_cannot_activate),
    ),
    "digivolving-again-and-again": Fault(
        "effects.when-digivolving",
        "effects of digivolving are used in the main phase too",
        function(main_effects, "effects_to_activate", all_timings_in_the_main_phase),
    ),
    "delay-stays": Fault(
        "delay.trash",
        "a used Delay stays where it is",
        lambda: conduct(Activate, carry_out=delay_stays),
    ),
    "delay-costs": Fault(
        "delay.trash",
        "a Delay costs what the Option costs",
        lambda: conduct(Activate, carry_out=delay_costs),
    ),
    "delay-counts-as-use": Fault(
        "delay.effect",
        "a Delay counts as using the Option",
        lambda: conduct(Activate, carry_out=delay_counts_as_use),
    ),
    "delay-asks-for-colours": Fault(
        "delay.trash",
        "a Delay asks for the Option's colours",
        lambda: conduct(Activate, why_not=delay_asks_for_colours),
    ),
    "delay-and-main": Fault(
        "delay.option",
        "the [Main] effect of a placed Option can be activated",
        function(main_effects, "effects_to_activate", main_effect_of_options_too),
    ),
    "no-delay": Fault(
        "delay.option",
        "no Delay can be used",
        lambda: conduct(Activate, why_not=no_delay),
    ),
    "delayed-at-once": Fault(
        "delay.not-same-turn",
        "a Delay is used in the turn in which its Option was placed",
        forgiving(Activate, Reason.DELAY_IN_TURN_OF_PLACING),
    ),
    "activated-without-an-effect": Fault(
        "effects.main",
        "what has no effect of the main phase is activated to no end",
        forgiving(Activate, Reason.NO_SUCH_MAIN_EFFECT),
    ),
    "activated-in-breeding": Fault(
        "breeding.no-triggers",
        "an effect of a Digimon in the breeding area is activated in the main phase",
        function(main_effects, "sought", sought_in_breeding_too),
    ),
    "activated-for-the-other": Fault(
        "effects.main",
        "effects of the other player's cards are activated",
        function(main_effects, "sought", sought_on_both_sides),
    ),
    "fresh-activate-nothing": Fault(
        "effects.main",
        "what was played this turn activates nothing",
        lambda: conduct(Activate, why_not=not_in_the_turn_of_its_play),
    ),
}
"""Faults by name."""
