"""Activating an effect: whether it can be, whether its player wants it, and how often it has been."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.effects.candidates import sides
from rulehound.engine.dcg.effects.continuous import holds
from rulehound.engine.dcg.effects.language import Effect
from rulehound.engine.dcg.effects.paying import can_pay
from rulehound.engine.dcg.effects.standpoint import stack_in_play, standpoint
from rulehound.engine.dcg.in_play import Stack, Use
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, holder_of, note
from rulehound.engine.dcg.tasks import About, Asking, Frame, Happened, Origin

GAINED = 1_000_000
"""The indices of effects that something has gained lie below `-GAINED`."""


def can_activate(state: State, origin: Origin, *, in_vain: bool = False) -> bool:
    """Whether an effect can be activated now: its turn, its limit, its condition and its cost allow it.

    `in_vain` lets it be activated whether or not its cost can be paid.
    """
    hindered = why_not_activate(state, origin)
    return all(in_vain and reason is Reason.EFFECT_COST_UNPAYABLE for reason in hindered)


def why_not_activate(state: State, origin: Origin) -> Iterator[Reason]:
    """Reasons for which an effect cannot be activated now."""
    effect, at = origin.effect, standpoint(origin)
    if state.turn not in sides(origin.player, effect.turn):
        yield Reason.EFFECT_OF_ANOTHER_TURN
    if not has_uses_left(state, origin) or is_countered(state, effect):
        yield Reason.EFFECT_USED_UP
    if not is_condition_met(state, origin):
        yield Reason.EFFECT_CONDITION_NOT_MET
    if not can_pay(state, at, effect.cost):
        yield Reason.EFFECT_COST_UNPAYABLE


def is_condition_met(state: State, origin: Origin) -> bool:
    """Whether the condition of an effect is met: now, or when it triggered where that is what counts."""
    if origin.met is not None:
        return origin.met  # rule: effects.as-it-was
    return holds(state, standpoint(origin), origin.effect.condition)  # rule: effects.condition


def activate(state: State, origin: Origin, *, asked: bool = False) -> None:
    """Activate an effect whose time has come, if it can be; what cannot be activated uses up nothing.

    One that may be left out is asked about first, unless the player has chosen it already.
    By some editions what is asked about may be chosen though its cost cannot be paid.
    """
    in_vain = not asked and state.match.rules.effects_cost_in_vain == "allowed"
    if not can_activate(state, origin, in_vain=in_vain):  # rule: effects.by-cost
        return
    effect = origin.effect
    if not asked and may_be_left_out(effect):  # rule: effects.optional
        state.now = (Asking(origin, effect.cost, effect.steps, whole=True), *state.now)
    else:
        begin(state, Asking(origin, effect.cost, effect.steps, whole=True))


def may_be_left_out(effect: Effect) -> bool:
    """Whether its player may leave an effect out once its time has come."""
    # rule: attack.counter-effects
    return effect.optional or bool(effect.cost) or effect.timing == "counter"


def begin(state: State, wanted: Asking) -> None:
    """Carry out an effect, or a part of one, that is not left out: first its cost, then its steps.

    Where the cost cannot be paid nothing is done; an effect has been used all the same.
    """
    origin = wanted.origin
    if wanted.whole:
        count_use(state, origin)
        if origin.effect.timing == "counter" and state.attack is not None:
            state.attack = msgspec.structs.replace(state.attack, countered=True)
        before = "before" if any(isinstance(task, About) for task in state.now) else ""
        note(state, Happened("activated", (origin.card,), "effect", origin.player, origin.card, to=before))
    if wanted.cost and not can_pay(state, standpoint(origin, wanted.bound), wanted.cost):
        return  # rule: effects.by-cost
    steps = (*wanted.cost, *wanted.steps)
    state.now = (Frame(origin, steps, wanted.bound, owed=len(wanted.cost)), *state.now)


def is_countered(state: State, effect: Effect) -> bool:
    """Whether it is an effect of counter timing, and another one has been activated in this attack."""
    attack = state.attack
    return effect.timing == "counter" and (attack is None or attack.countered)  # rule: attack.counter-effects


def has_uses_left(state: State, origin: Origin) -> bool:
    """Whether an effect's limit a turn lets it be activated once more."""
    if not origin.effect.limit:
        return True
    stack = stack_in_play(state, origin.stack)
    return stack is None or within_limit(stack, origin)


def within_limit(stack: Stack, origin: Origin) -> bool:
    """Whether a stack has used this effect of this card less often this turn than its limit says."""
    limit = origin.effect.limit
    return not limit or stack.used.count(use_of(origin)) < limit  # rule: effects.limit


def use_of(origin: Origin) -> Use:
    """The identity of an effect: no two effects have the same.

    One that something has gained belongs to the stack, whatever card lies on top.
    """
    # rule: effects.all-or-chosen
    return Use(origin.stack if origin.index < -GAINED else origin.card, origin.index)


def count_use(state: State, origin: Origin) -> None:
    """Note an activation of an effect that is limited by turn."""
    player = holder_of(state, origin.stack)
    stack = stack_in_play(state, origin.stack)
    if origin.effect.limit and stack is not None and player is not None:
        used = (*stack.used, use_of(origin))
        replace(
            state.players[player], stack, msgspec.structs.replace(stack, used=used)
        )  # rule: effects.limit
