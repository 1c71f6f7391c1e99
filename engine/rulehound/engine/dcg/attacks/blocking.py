"""Blocking: the other player may switch the attack to a Digimon with Blocker."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulehound.engine.dcg.actions import Action, Block, NoBlock, Resolve
from rulehound.engine.dcg.areas import suspend
from rulehound.engine.dcg.attacks.course import attacker_of, breaks_off, switch_target
from rulehound.engine.dcg.attributes import forbidding
from rulehound.engine.dcg.effects.continuous import cannot, has, is_digimon
from rulehound.engine.dcg.effects.pending import next_group
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, ask, in_battle, in_breeding, stack_of
from rulehound.engine.dcg.tasks import Happened, Trigger

KEEPING = (Reason.BLOCKER_CANNOT_BLOCK, Reason.BLOCKER_CANNOT_SUSPEND)
"""Why a Digimon cannot block by an effect alone."""


def comes_first(state: State) -> bool:
    """Ask about a block while effects of the same timing still wait; False where that is not to be asked.

    In the editions in which effects that wait for an attack and the block are of one timing, their player
    takes them in any order.
    """
    if state.attack is None or state.pending[:1] != ("block-timing",):
        return False
    if state.match.rules.attack_counter_timing != "with-block" or not reactions(state):
        return False
    block_timing(state)  # rule: attack.counter-timing
    return state.decision is not None


def reactions(state: State) -> tuple[Trigger, ...]:
    """The effects that wait for the attack, where they come next."""
    group = next_group(state)
    waiting = all(one.origin.on is not None and one.origin.on.what == "attacks" for one in group)
    return group if waiting else ()


def block_timing(state: State) -> None:
    """Ask the defending player whether to block, where they can."""
    if breaks_off(state):
        return
    if any(block_options(state)):
        ask(state, "block", 1 - state.turn)  # rule: block.optional
    elif not state.match.plain:
        for stack in state.opponent.battle:
            if kept_from_blocking(state, stack):
                player, source = forbidding(state, stack, "block", "suspend")
                happened(state, Happened("kept-from-blocking", (stack.id,), "effect", player, source))


def kept_from_blocking(state: State, stack: Stack) -> bool:
    """Whether an effect alone forbids this Digimon to block."""
    reasons = why_not(state, Block(stack.id))
    return next(reasons, None) in KEEPING and all(reason in KEEPING for reason in reasons)


def block_options(state: State) -> Iterator[Action]:
    """Every Digimon of the defending player that could block."""
    for stack in state.opponent.battle:
        if next(why_not(state, Block(stack.id)), None) is None:
            yield Block(stack.id)


def options(state: State) -> Iterator[Action]:
    """What the defending player chooses from."""
    yield from block_options(state)
    yield from (Resolve(one.id) for one in reactions(state))
    yield NoBlock()


def why_not(state: State, action: Block) -> Iterator[Reason]:
    """Reasons against blocking with this Digimon."""
    defender, attack = state.opponent, state.attack
    blocker = in_battle(defender, action.blocker)
    if blocker is None or not is_digimon(state, blocker) or not has(state, blocker, "blocker"):
        if in_breeding(defender, action.blocker):
            yield Reason.BLOCKER_IN_BREEDING_AREA
        else:
            yield Reason.BLOCKER_LACKS_BLOCKER
    if blocker is not None:
        if blocker.suspended:
            yield Reason.BLOCKER_SUSPENDED
        if cannot(state, blocker, "block"):
            yield Reason.BLOCKER_CANNOT_BLOCK
        if cannot(state, blocker, "suspend"):
            yield Reason.BLOCKER_CANNOT_SUSPEND
    if attack is None:
        return
    if attacker_of(state) is None:
        yield Reason.BLOCK_WITHOUT_ATTACKER
    if attack.target == action.blocker:
        yield Reason.BLOCKER_IS_TARGET
    if attack.blocks >= state.match.rules.blocks_per_attack:
        yield Reason.ALREADY_BLOCKED


def block(state: State, action: Block) -> None:
    """Suspend the blocker and make it the attack's target."""
    attack = state.attack
    if attack is None:
        return
    suspend(state.opponent, stack_of(state.opponent, action.blocker))  # rule: block.suspends
    state.attack = msgspec.structs.replace(attack, blocks=attack.blocks + 1)  # rule: block.once
    other = 1 - state.turn
    happened(state, Happened("suspended", (action.blocker,), player=other))
    happened(state, Happened("blocks", (action.blocker,), player=other))
    happened(state, Happened("blocked", (attack.attacker,), player=other))  # rule: block.blocked
    switch_target(state, action.blocker)  # rule: block.switches


def no_block(state: State, _action: NoBlock) -> None:
    """The attack goes on as it is, and is not blocked later."""
    state.pending = tuple(process for process in state.pending if process != "block-timing")
