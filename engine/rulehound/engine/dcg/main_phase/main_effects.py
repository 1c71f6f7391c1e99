"""Effects that a player activates in the main phase: [Main] of Digimon and Tamers, Delay of Options."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dcg.actions import Action, Activate
from rulehound.engine.dcg.areas import trash_stacks
from rulehound.engine.dcg.effects.activating import activate, why_not_activate
from rulehound.engine.dcg.effects.language import DigiBurst
from rulehound.engine.dcg.effects.triggers import effects_at, happened
from rulehound.engine.dcg.effects.vocabulary import Timing
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, facts_of
from rulehound.engine.dcg.tasks import Happened, Origin

UNPAYABLE = Reason.EFFECT_COST_UNPAYABLE


def options(state: State) -> Iterator[Action]:
    """Every effect in the player's battle area that is activated in the main phase, legal or not."""
    if state.match.plain or state.decider is None:
        return
    for stack in state.deciding().battle:
        for origin in effects_to_activate(state, stack, state.decider):
            yield Activate(origin.card, origin.index)


def effects_to_activate(state: State, stack: Stack, player: int) -> Iterator[Origin]:
    """The [Main] effects that a stack has, or the Delay effect of a placed Option."""
    timing: Timing = "delay" if is_option(state, stack) else "main"  # rule: delay.option, effects.main
    for card, index, effect in effects_at(state, stack, timing):
        yield Origin(effect, card, player, index, stack.id)


def is_option(state: State, stack: Stack) -> bool:
    """Whether it is an Option that lies in the battle area: only its Delay is of use there."""
    return facts_of(state, stack).kind == "option"


def sought(state: State, action: Activate) -> tuple[Stack, Origin] | None:
    """The stack and the effect that an action means."""
    player = state.turn if state.decider is None else state.decider
    for stack in state.players[player].battle:
        if action.card in stack.cards:
            for origin in effects_to_activate(state, stack, player):
                if (origin.card, origin.index) == (action.card, action.effect):
                    return stack, origin
    return None


def why_not(state: State, action: Activate) -> Iterator[Reason]:
    """Reasons against activating this effect."""
    found = sought(state, action)
    if found is None:
        yield Reason.NO_SUCH_MAIN_EFFECT
        return
    stack, origin = found
    if is_option(state, stack) and stack.played_this_turn:
        yield Reason.DELAY_IN_TURN_OF_PLACING
    cost = origin.effect.cost
    too_few = any(isinstance(step, DigiBurst) and step.count >= len(stack.cards) for step in cost)
    for reason in why_not_activate(state, origin):
        yield Reason.TOO_FEW_CARDS_TO_BURST if too_few and reason is UNPAYABLE else reason


def activate_main(state: State, action: Activate) -> None:
    """Activate the effect, which nobody asks about any more; a Delay trashes its Option first."""
    found = sought(state, action)
    if found is None:
        return
    stack, origin = found
    if not is_option(state, stack):
        activate(state, origin, asked=True)  # rule: digi-burst.effect
        return
    player = state.players[origin.player]
    trash_stacks(player, [stack])  # rule: delay.trash
    happened(
        state,
        Happened("left-battle-area", (stack.id,), "player", origin.player, origin.card, stacks=(stack,)),
    )
    gone = Origin(origin.effect, origin.card, origin.player, origin.index, stack.id, last=stack)
    activate(state, gone, asked=True)  # rule: delay.effect
