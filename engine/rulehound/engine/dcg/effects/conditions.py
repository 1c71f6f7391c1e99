"""Whether conditions of effects hold, and how much an effect counts."""

from __future__ import annotations

import msgspec

from rulehound.engine.dcg.effects.language import Amount, Condition, Count, Grant, Which
from rulehound.engine.dcg.effects.matching import fits, sides, things
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint, battling, named, stack_in_play
from rulehound.engine.dcg.state import THE_PLAYER, State

ALWAYS = Condition()


def holds(state: State, at: Standpoint, condition: Condition, rounds: int = ROUNDS) -> bool:
    """Whether everything that a condition says is so now."""
    if condition == ALWAYS:
        return True
    return (
        state.turn in sides(at.player, condition.turn)
        and all(is_met(state, at, count, rounds) for count in condition.counts)
        and (condition.this is None or any_fits(state, at, "this", condition.this, rounds))
        and (condition.subject is None or any_fits(state, at, "subject", condition.subject, rounds))
        and in_bounds(memory_of(state, at.player), condition.memory_at_least, condition.memory_at_most)
        and (not condition.attack_on or attack_is_on(state) == condition.attack_on)
        and (not condition.any_of or any(holds(state, at, one, rounds) for one in condition.any_of))
        and not any(holds(state, at, one, rounds) for one in condition.none_of)
    )


def is_met(state: State, at: Standpoint, count: Count, rounds: int) -> bool:
    """Whether there are as many of something as a condition says; nothing counts in the breeding area."""
    found = len(things(state, at, count.which, rounds))  # rule: breeding.no-effects, breeding.not-counted
    return in_bounds(found, count.at_least, count.at_most)


def in_bounds(value: int, least: int | None, most: int | None) -> bool:
    """Whether a value keeps to its bounds; None bounds nothing."""
    return (least is None or value >= least) and (most is None or value <= most)


def memory_of(state: State, player: int) -> int:
    """The counter as a player sees it."""
    # rule: effects.memory-bounds
    return state.memory if player == state.turn else -state.memory  # rule: memory.shared


def attack_is_on(state: State) -> str:
    """What the attack under way was declared on: "player", "digimon", or nothing where there is none.

    A block changes nothing about that. It is on a Digimon no more when that has gone, or when Piercing goes
    on to the security stack.
    """
    attack = state.attack
    if attack is None or attack.declared == THE_PLAYER:
        return "" if attack is None else "player"
    # rule: attack.declared-on
    return "digimon" if battling(state, attack.declared) is not None and not attack.piercing else ""


def any_fits(state: State, at: Standpoint, role: str, which: Which, rounds: int) -> bool:
    """Whether what has a role is such, as it is, or as it was when it left."""
    # rule: effects.as-it-was
    left = {stack.id: stack for stack in (*(at.on.stacks if at.on else ()), *filter(None, (at.last,)))}
    for one in named(state, at, role):
        stack = stack_in_play(state, one) or left.get(one)
        if stack is not None or one in state.match.facts:
            if fits(state, which, one if stack is None else stack, rounds):
                return True
            if role == "this" and stack is not None:
                return False  # the stack is what has the effect, not the card by itself
    return False


def amount(state: State, at: Standpoint, value: Amount, rounds: int = ROUNDS) -> int:
    """How much an effect amounts to now."""
    if isinstance(value, int):
        return value
    # rule: effects.number-of-times
    return len(things(state, at, value.which, rounds)) // value.per * value.each  # rule: effects.each


def counted(state: State, at: Standpoint, gives: Grant) -> Grant:
    """What an effect gives, with its amounts counted now once and for all."""
    tallies = ("dp", "security_attack", "play_cost", "digivolution_cost")
    changed = {
        field: amount(state, at, getattr(gives, field))
        for field in tallies
        if not isinstance(getattr(gives, field), int)
    }
    return msgspec.structs.replace(gives, **changed) if changed else gives
