"""Digisorption: suspending a Digimon to digivolve at a lower cost."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.engine.dcg.actions import Action, Done, SuspendFor
from rulehound.engine.dcg.areas import suspend
from rulehound.engine.dcg.effects import continuous
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import showing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, ask, card_of, in_battle
from rulehound.engine.dcg.tasks import Happened, Shown


def is_asked(state: State, shown: Shown) -> bool:
    """Ask whom to suspend; False where there is nothing to choose."""
    # rule: digisorption.when
    from_hand = shown.stage != showing.CHOSEN and shown.came_from == "hand" and not shown.free
    if not from_hand or not card_of(state, shown.card).digisorption:
        return False
    there = state.players[shown.player]
    if in_battle(there, shown.onto) is None:  # rule: digisorption.when
        return False
    if not any(can_be_suspended(state, stack) for stack in there.battle):
        return False
    showing.wait(state, shown)
    ask(state, "digisorption", shown.player)
    return True


def can_be_suspended(state: State, stack: Stack) -> bool:
    """Whether a stack of the battle area is a Digimon that can be suspended."""
    return (
        continuous.is_digimon(state, stack)  # rule: effects.either
        and not stack.suspended  # rule: digisorption.suspend
        and not continuous.cannot(state, stack, "suspend")
    )


def options(state: State) -> Iterator[Action]:
    """Every own Digimon, the one that digivolves included, legal or not; and none."""
    for stack in state.deciding().battle:
        yield SuspendFor(stack.id)
    yield Done()


def why_not(state: State, action: SuspendFor) -> Iterator[Reason]:
    """Reasons against suspending this one."""
    stack = in_battle(state.deciding(), action.digimon)
    if stack is None or stack.suspended or not continuous.is_digimon(state, stack):
        yield Reason.DIGISORPTION_TAKES_UNSUSPENDED
    elif not can_be_suspended(state, stack):
        yield Reason.DIGISORPTION_CANNOT_SUSPEND


def suspend_for(state: State, action: SuspendFor) -> None:
    """Suspend it, and what is digivolved into costs less."""
    shown, state.now = state.now[0], state.now[1:]
    assert isinstance(shown, Shown)
    player = state.players[shown.player]
    stack = in_battle(player, action.digimon)
    if stack is not None:
        suspend(player, stack)  # rule: digisorption.suspend
        happened(state, Happened("suspended", (stack.id,), "effect", shown.player, shown.card))
    cheaper = shown.cost - card_of(state, shown.card).digisorption  # rule: digisorption.cost
    showing.wait(state, msgspec.structs.replace(shown, cost=cheaper, stage=showing.CHOSEN))
