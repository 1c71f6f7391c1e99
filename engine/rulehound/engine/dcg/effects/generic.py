"""The generic effects of cards: what some card might do to memory, to a Digimon's DP, or by deleting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.continuous import dp_of
from rulehound.engine.dcg.effects.language import Grant
from rulehound.engine.dcg.in_play import Lasting, Player, Stack
from rulehound.engine.dcg.reasons import IllegalAction, Reason
from rulehound.engine.dcg.state import State, holder_of, stack_of
from rulehound.engine.dcg.tasks import About


class MemoryEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="memory"):
    """A player gains memory, or loses it where the amount is negative."""

    player: int
    amount: int


class DpEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="dp"):
    """A Digimon's DP changes until the end of the turn."""

    target: str
    amount: int


class DeleteEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect", tag="delete"):
    """A Digimon or Tamer is deleted."""

    target: str


Effect: TypeAlias = MemoryEffect | DpEffect | DeleteEffect


def read_effect(effect: Any) -> Effect:
    """An effect out of its JSON form. Raises IllegalAction where there is none of that name and arguments."""
    try:
        read: Effect = msgspec.convert(effect, Effect)
    except msgspec.ValidationError:
        raise IllegalAction([Reason.UNKNOWN_ACTION]) from None
    if isinstance(read, MemoryEffect) and read.player not in (0, 1):
        raise IllegalAction([Reason.UNKNOWN_ACTION])
    return read


def why_not(state: State, effect: Effect) -> Iterator[Reason]:
    """Reasons for which this effect cannot resolve now."""
    if state.phase == "over":
        yield Reason.GAME_OVER
        return
    if state.decision != "main":
        yield Reason.EFFECT_OUTSIDE_MAIN_PHASE
    if isinstance(effect, MemoryEffect):
        return
    try:
        player, stack = target_of(state, effect.target)
    except KeyError:
        yield Reason.NO_SUCH_EFFECT_TARGET
        return
    if player.breeding is stack:
        yield Reason.EFFECT_ON_BREEDING_AREA
    if isinstance(effect, DpEffect) and dp_of(state, stack) is None:
        yield Reason.NO_DP_TO_CHANGE


def target_of(state: State, stack: str) -> tuple[Player, Stack]:
    """The stack of this id, with the player who has it. Raises KeyError where it is not in play."""
    first, second = state.players
    try:
        return first, stack_of(first, stack)
    except KeyError:
        return second, stack_of(second, stack)


def resolve_memory(state: State, effect: MemoryEffect) -> None:
    """Gain or lose memory."""
    memory.change(state, effect.player, effect.amount)


def resolve_dp(state: State, effect: DpEffect) -> None:
    """Add to what effects have done to the DP this turn."""
    player, stack = target_of(state, effect.target)
    change = Lasting(Grant(dp=effect.amount), "turn-end", state.turn)
    changed = msgspec.structs.replace(stack, lasting=(*stack.lasting, change))  # rule: dp.modify
    replace(player, stack, changed)


def resolve_delete(state: State, effect: DeleteEffect) -> None:
    """Put the stack into its owner's trash."""
    owner = holder_of(state, effect.target)
    about(state, About("deleted", (effect.target,), "effect", owner))  # rule: deletion.trash


RESOLVE: Mapping[type, Callable[[State, Any], None]] = {
    MemoryEffect: resolve_memory,
    DpEffect: resolve_dp,
    DeleteEffect: resolve_delete,
}
