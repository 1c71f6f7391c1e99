"""The one decision point: a player decides something, and every answer is an explicit action.

An action is legal exactly where nothing speaks against it: `legal_actions` and `apply` ask the same guards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from rulehound.engine.dcg.actions import (
    Action,
    Block,
    DeclareAttack,
    Digivolve,
    Hatch,
    Keep,
    MoveOut,
    NoBlock,
    Pass,
    Play,
    Redraw,
    Resolve,
    Skip,
)
from rulehound.engine.dcg.attacks import attack
from rulehound.engine.dcg.effects import pending
from rulehound.engine.dcg.main_phase import digivolving, playing
from rulehound.engine.dcg.reasons import Reason, nothing_against
from rulehound.engine.dcg.state import Decision, State
from rulehound.engine.dcg.turns import breeding, setup, turn


class Conduct(NamedTuple):
    """How actions of one type are judged and carried out."""

    why_not: Callable[[State, Any], Iterator[Reason]]
    """The reasons against an action that answers the decision being made."""
    carry_out: Callable[[State, Any], None]
    """Carries out an action that nothing speaks against."""


CONDUCT: Mapping[type, Conduct] = {
    Redraw: Conduct(nothing_against, setup.redraw),
    Keep: Conduct(nothing_against, setup.keep),
    Hatch: Conduct(breeding.why_not_hatch, breeding.hatch),
    MoveOut: Conduct(breeding.why_not_move, breeding.move),
    Skip: Conduct(nothing_against, breeding.skip),
    Play: Conduct(playing.why_not, playing.play),
    Digivolve: Conduct(digivolving.why_not, digivolving.digivolve),
    DeclareAttack: Conduct(attack.why_not_attack, attack.declare),
    Pass: Conduct(nothing_against, turn.pass_turn),
    Block: Conduct(attack.why_not_block, attack.block),
    NoBlock: Conduct(nothing_against, attack.no_block),
    Resolve: Conduct(pending.why_not, pending.resolve),
}


def main_options(state: State) -> Iterator[Action]:
    """What the main phase offers."""
    yield from playing.options(state)
    yield from digivolving.options(state)
    yield from attack.options(state)
    yield Pass()


OPTIONS: Mapping[Decision, Callable[[State], Iterator[Action]]] = {
    "redraw": setup.redraw_options,
    "breeding": breeding.options,
    "main": main_options,
    "block": attack.options_at_block_timing,
    "order": pending.options,
}
"""Decision to the actions among which all legal answers are."""


def legal_actions(state: State) -> list[Action]:
    """Everything that the player who decides may do; empty when the game is over."""
    if state.decision is None:
        return []
    return [
        action
        for action in OPTIONS[state.decision](state)
        if next(CONDUCT[type(action)].why_not(state, action), None) is None
    ]


def reasons_against(state: State, action: Action) -> list[Reason]:
    """Every reason for which the player who decides now may not take this action; empty where it is legal."""
    reasons = list(untimely(state, action))
    if state.phase != "over":
        reasons.extend(CONDUCT[type(action)].why_not(state, action))
    return reasons


def untimely(state: State, action: Action) -> Iterator[Reason]:
    """Reasons that lie in the moment, not in the action."""
    if state.phase == "over":
        yield Reason.GAME_OVER
        return
    if state.decision in action.answers:
        return
    yield Reason.NOT_BEING_DECIDED
    if "main" in action.answers and (state.phase != "main" or state.decider != state.turn):
        yield Reason.NOT_OWN_MAIN_PHASE
    if "breeding" in action.answers and state.phase == "main":
        yield Reason.BREEDING_ACTION_TAKEN
    if "redraw" in action.answers:
        yield Reason.NO_REDRAW
    if isinstance(action, DeclareAttack) and state.attack is not None:
        yield Reason.ATTACK_UNDER_WAY
