"""Carrying out the steps of an effect one after the other: first what is to be chosen, then what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from rulehound.engine.dcg.actions import Accept, Action, Decline
from rulehound.engine.dcg.attributes import immune
from rulehound.engine.dcg.effects.activating import begin
from rulehound.engine.dcg.effects.language import (
    ActivateEffect,
    AnyStep,
    AttackWith,
    AtTurnEnd,
    Blitz,
    ChangeTarget,
    Choose,
    DeDigivolve,
    Delete,
    DigiBurst,
    DigivolveInto,
    DnaDigivolveInto,
    Draw,
    EndAttack,
    Give,
    HatchByEffect,
    If,
    May,
    Memory,
    PlayByEffect,
    PlayToken,
    Prevent,
    Put,
    Recovery,
    Reveal,
    SetMemory,
    Shuffle,
    Suspend,
    TrashTop,
    Unsuspend,
    Which,
)
from rulehound.engine.dcg.effects.paying import can_pay
from rulehound.engine.dcg.effects.selecting import chooser, is_overall, next_choice
from rulehound.engine.dcg.effects.standpoint import battling, stack_above, stack_in_play, standpoint
from rulehound.engine.dcg.effects.steps import attacking, branching, entering, gauge, piles, placing, stacks
from rulehound.engine.dcg.state import State, ask, note
from rulehound.engine.dcg.tasks import Asking, Choice, Frame, Happened

Does = Callable[[State, Frame, Any, tuple[tuple[str, ...], ...]], None]
"""Carries out a step, with what was chosen for it; what is left of the effect is `state.now[0]` already."""

STEPS: Mapping[type, Does] = {
    Memory: gauge.change,
    SetMemory: gauge.set_to,
    Draw: piles.draw,
    Recovery: piles.recover,
    Shuffle: piles.shuffle,
    Reveal: piles.reveal,
    Give: stacks.give,
    Suspend: stacks.suspend,
    Unsuspend: stacks.unsuspend,
    DeDigivolve: stacks.de_digivolve,
    TrashTop: stacks.trash_top,
    DigiBurst: stacks.digi_burst,
    Delete: placing.delete,
    Put: placing.put,
    PlayByEffect: entering.play,
    DigivolveInto: entering.digivolve,
    DnaDigivolveInto: entering.dna_digivolve,
    HatchByEffect: entering.hatch,
    PlayToken: entering.play_token,
    AttackWith: attacking.attack,
    Blitz: attacking.blitz,
    EndAttack: attacking.end,
    ChangeTarget: attacking.change_target,
    Choose: branching.choose,
    If: branching.branch,
    May: branching.may,
    AtTurnEnd: branching.leave_for_turn_end,
    ActivateEffect: branching.activate_other,
    Prevent: branching.prevent,
}
"""Step to what it does."""

ON_WHAT_IS_CHOSEN = (Give, Delete, Suspend, Unsuspend, DeDigivolve, TrashTop, Put, DigivolveInto)
"""Steps that do something to what is chosen, so that nothing happens to what is protected from the effect."""

LASTING = (Give,)
"""Those of them that do something for a while: it waits until what is protected can be affected."""


def run(state: State, frame: Frame) -> None:
    """Go on with an effect up to what comes first: a choice, or what its next step sets off."""
    if not frame.steps or any(battling(state, stack) for stack in frame.due):
        if not state.now:  # else it was a part of something that goes on
            note(
                state,
                Happened("resolved", (frame.origin.card,), "effect", frame.origin.player, frame.origin.card),
            )
        return  # rule: effects.by-cost
    choice = next_choice(state, frame)
    if choice is None:
        carry_out(state, frame)
        return
    forced = forced_choice(frame, choice)
    picked = (*frame.picked, *forced)
    if frame.done or len(picked) >= choice.may:
        if not frame.owed or len(picked) >= needed(frame, choice):
            choices = (*frame.choices, picked)
            run(state, msgspec.structs.replace(frame, choices=choices, picked=(), done=False))
    elif forced:
        run(state, msgspec.structs.replace(frame, picked=picked))
    else:
        state.now = (msgspec.structs.replace(frame, offer=choice), *state.now)
        ask(state, "target", chooser(state, frame))


def forced_choice(frame: Frame, choice: Choice) -> tuple[str, ...]:
    """What has to be chosen next, where there is only one way to do so; nothing where there are several."""
    missing = choice.must - len(frame.picked)
    if frame.done or len(choice.candidates) > missing or (choice.ordered and missing > 1):
        return ()
    return choice.candidates


def needed(frame: Frame, choice: Choice) -> int:
    """How many it takes to pay with: all that a cost names, one at least of "up to" a number or of "all".

    What is placed under something takes that as well.
    """
    step = frame.steps[0]
    which: Which | None = getattr(step, "target", None)
    if which is None or len(frame.choices) > 0:
        return 1 if isinstance(step, Put) and step.onto is not None else choice.must
    return 1 if which.up_to or which.count == "all" else which.count


def carry_out(state: State, frame: Frame) -> None:
    """Carry out the first step; one that needs something and has nothing to choose does nothing."""
    step, *steps = frame.steps
    chosen = frame.choices
    if isinstance(step, ON_WHAT_IS_CHOSEN) and chosen and not is_overall(step):
        hosts = chosen[1] if isinstance(step, Put) else ()
        reached = all(is_affected(state, frame, one) for one in hosts)
        affected = tuple(one for one in chosen[0] if reached and is_affected(state, frame, one))
        spared = tuple(one for one in chosen[0] if one not in affected)
        if spared:
            note(state, Happened("unaffected", spared, "effect", frame.origin.player, frame.origin.card))
        if not isinstance(step, LASTING):  # rule: effects.gained
            chosen = (affected, *chosen[1:])
            if frame.owed and spared:
                steps = []  # rule: effects.by-cost
    due = (*frame.due, *chosen[0]) if frame.owed and takes_away(step) else frame.due
    rest = msgspec.structs.replace(
        frame, steps=tuple(steps), choices=(), owed=max(frame.owed - 1, 0), due=due if frame.owed else ()
    )
    state.now = (rest, *state.now)  # rule: effects.whole
    STEPS[type(step)](state, rest, step, chosen)


def takes_away(step: AnyStep) -> bool:
    """Whether what is chosen for a step has left the battle area once it is carried out."""
    return isinstance(step, Delete) or (isinstance(step, Put) and step.to != "battle")


def is_affected(state: State, frame: Frame, thing: str) -> bool:
    """Whether the effect does anything to what was chosen; a card belongs to what it lies under."""
    stack = stack_in_play(state, thing) or stack_above(state, thing)  # rule: stack.one
    origin = frame.origin
    return stack is None or not immune(
        state, stack, origin.player, origin.card, inherited=origin.effect.inherited
    )


def ask_whether(state: State, asking: Asking) -> None:
    """Ask a player whether an effect, or a part of it, is used; a part that cannot be paid for is not."""
    if not asking.whole and not can_pay(state, standpoint(asking.origin, asking.bound), asking.cost):
        return
    state.now = (asking, *state.now)
    ask(state, "activate", asking.origin.player)  # rule: effects.optional


def options(_state: State) -> Iterator[Action]:
    """To use it or not."""
    yield Accept()
    yield Decline()


def accept(state: State, _action: Accept) -> None:
    """Use it: pay for it and carry it out."""
    asking, *rest = state.now
    assert isinstance(asking, Asking)
    state.now = tuple(rest)
    begin(state, asking)


def decline(state: State, _action: Decline) -> None:
    """Leave it out; that uses up nothing."""
    state.now = state.now[1:]  # rule: effects.limit
