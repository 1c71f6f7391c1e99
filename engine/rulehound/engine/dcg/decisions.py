"""The one decision point: a player decides something, and every answer is an explicit action.

An action is legal exactly where nothing speaks against it: `legal_actions` and `apply` ask the same guards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from rulehound.engine.dcg import deletion
from rulehound.engine.dcg.actions import (
    Accept,
    Action,
    Activate,
    Block,
    ChooseRequirement,
    DeclareAttack,
    Decline,
    Digivolve,
    DnaDigivolve,
    Done,
    Hatch,
    Keep,
    MoveOut,
    NoBlock,
    Pass,
    PlaceMaterial,
    Play,
    Redraw,
    Resolve,
    Skip,
    SuspendFor,
    Target,
    UseOption,
)
from rulehound.engine.dcg.attacks import blocking, declaration
from rulehound.engine.dcg.effects import pending, resolving, selecting
from rulehound.engine.dcg.main_phase import (
    digisorption,
    digivolving,
    dna,
    main_effects,
    materials,
    playing,
    showing,
)
from rulehound.engine.dcg.main_phase import options as using
from rulehound.engine.dcg.reasons import Reason, nothing_against
from rulehound.engine.dcg.state import Decision, State
from rulehound.engine.dcg.tasks import About, Asking, Frame, Together
from rulehound.engine.dcg.turns import breeding, setup, turn


class Conduct(NamedTuple):
    """How actions of one type are judged and carried out."""

    why_not: Callable[[State, Any], Iterator[Reason]]
    """The reasons against an action that answers the decision being made."""
    carry_out: Callable[[State, Any], None]
    """Carries out an action that nothing speaks against."""


CONDUCT: dict[type, Conduct] = {
    Redraw: Conduct(nothing_against, setup.redraw),
    Keep: Conduct(nothing_against, setup.keep),
    Hatch: Conduct(breeding.why_not_hatch, breeding.hatch),
    MoveOut: Conduct(breeding.why_not_move, breeding.move),
    Skip: Conduct(nothing_against, breeding.skip),
    Play: Conduct(playing.why_not, playing.play),
    PlaceMaterial: Conduct(materials.why_not, materials.place),
    UseOption: Conduct(using.why_not, using.use),
    Activate: Conduct(main_effects.why_not, main_effects.activate_main),
    Digivolve: Conduct(digivolving.why_not, digivolving.digivolve),
    DnaDigivolve: Conduct(dna.why_not, dna.digivolve),
    ChooseRequirement: Conduct(digivolving.why_not_by, digivolving.choose_requirement),
    SuspendFor: Conduct(digisorption.why_not, digisorption.suspend_for),
    Done: Conduct(materials.why_not_done, showing.close),
    DeclareAttack: Conduct(declaration.why_not, declaration.declare),
    Pass: Conduct(nothing_against, turn.pass_turn),
    Block: Conduct(blocking.why_not, blocking.block),
    NoBlock: Conduct(nothing_against, blocking.no_block),
    Resolve: Conduct(pending.why_not, pending.resolve),
    Target: Conduct(selecting.why_not, selecting.choose),
    Accept: Conduct(nothing_against, resolving.accept),
    Decline: Conduct(declaration.why_not_decline, declaration.decline),
}

ANSWERED_BY: Mapping[type, dict[type, Conduct]] = {
    About: {
        Resolve: Conduct(deletion.why_not_use, deletion.use_chosen),
        Decline: Conduct(deletion.why_not_decline, deletion.decline),
    },
    Asking: {Decline: Conduct(nothing_against, resolving.decline)},
    Frame: {Done: Conduct(selecting.why_not_done, selecting.done)},
    Together: {Resolve: Conduct(pending.why_not, pending.resolve_inner)},
}
"""Task on `State.now` to the conduct of those actions that answer several decisions."""

IN_THE_MIDDLE_OF: Mapping[type, Mapping[type, Conduct]] = {
    task: {**CONDUCT, **own} for task, own in ANSWERED_BY.items()
}
"""All actions in the middle of something of that kind."""


def conducts(state: State) -> Mapping[type, Conduct]:
    """How actions are judged and carried out, by their type, in what is being decided now."""
    return IN_THE_MIDDLE_OF.get(type(state.now[0]), CONDUCT) if state.now else CONDUCT


def main_options(state: State) -> Iterator[Action]:
    """The actions of the main phase, legal or not."""
    yield from playing.options(state)
    yield from using.options(state)
    yield from digivolving.options(state)
    yield from dna.options(state)
    yield from main_effects.options(state)
    yield from declaration.options(state)
    yield Pass()


OPTIONS: Mapping[Decision, Callable[[State], Iterator[Action]]] = {
    "redraw": setup.redraw_options,
    "breeding": breeding.options,
    "main": main_options,
    "block": blocking.options,
    "attack": declaration.options_at_attack,
    "order": pending.options,
    "materials": materials.options,
    "requirement": digivolving.requirement_options,
    "digisorption": digisorption.options,
    "would": deletion.options,
    "target": selecting.options,
    "activate": resolving.options,
}
"""Decision to the actions among which all legal answers are."""


def legal_actions(state: State) -> list[Action]:
    """Everything that the player who decides may do; empty when the game is over."""
    if state.decision is None:
        return []
    conduct = conducts(state)
    return [
        action
        for action in OPTIONS[state.decision](state)
        if next(conduct[type(action)].why_not(state, action), None) is None
    ]


def reasons_against(state: State, action: Action) -> list[Reason]:
    """Every reason for which the player who decides now may not take this action; empty where it is legal."""
    reasons = [] if state.decision in action.answers else list(untimely(state, action))
    if state.phase != "over":
        reasons.extend(conducts(state)[type(action)].why_not(state, action))
    return reasons


def untimely(state: State, action: Action) -> Iterator[Reason]:
    """Reasons against an action that is not being decided: they lie in the moment, not in the action."""
    if state.phase == "over":
        yield Reason.GAME_OVER
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
