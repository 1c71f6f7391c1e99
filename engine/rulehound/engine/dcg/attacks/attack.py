"""Attacks: declaration, block, success, end; and the battle of two Digimon."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dcg.actions import Action, Block, DeclareAttack, NoBlock
from rulehound.engine.dcg.areas import suspend, trash_stacks
from rulehound.engine.dcg.attributes import checks_of, dp_of
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import (
    THE_PLAYER,
    Attack,
    Process,
    State,
    ask,
    end_game,
    facts_of,
    in_battle,
    in_breeding,
    stack_of,
)

AFTER_DECLARATION: tuple[Process, ...] = ("block-timing", "success", "end-of-attack")  # rule: attack.order


def options(state: State) -> Iterator[Action]:
    """Every unsuspended Digimon against the player and every suspended Digimon, legal or not."""
    targets = [THE_PLAYER, *(stack.id for stack in state.opponent.battle if stack.suspended)]
    for attacker in state.me.battle:
        if not attacker.suspended and not attacker.played_this_turn:
            for target in targets:
                yield DeclareAttack(attacker.id, target)


def why_not_attack(state: State, action: DeclareAttack) -> Iterator[Reason]:
    """Reasons against this declaration."""
    player = state.deciding()
    attacker = in_battle(player, action.attacker)
    if attacker is None or not facts_of(state, attacker).is_digimon:
        if in_breeding(player, action.attacker):
            yield Reason.ATTACKER_IN_BREEDING_AREA
        else:
            yield Reason.ATTACKER_NOT_OWN_DIGIMON
    if attacker is not None:
        if attacker.suspended:
            yield Reason.ATTACKER_SUSPENDED
        if attacker.played_this_turn:
            yield Reason.ATTACKER_PLAYED_THIS_TURN
    if action.target != THE_PLAYER:
        yield from why_not_target(state, action.target)


def why_not_target(state: State, stack: str) -> Iterator[Reason]:
    """Reasons against attacking this Digimon."""
    defender = state.opponent if state.deciding() is state.me else state.me
    target = in_battle(defender, stack)
    if target is None or not facts_of(state, target).is_digimon:
        if in_breeding(defender, stack):
            yield Reason.TARGET_IN_BREEDING_AREA
        else:
            yield Reason.NO_SUCH_TARGET
    elif not target.suspended:
        yield Reason.TARGET_NOT_SUSPENDED


def declare(state: State, action: DeclareAttack) -> None:
    """Suspend the attacker; the rest of the attack waits as pending processing."""
    suspend(state.me, stack_of(state.me, action.attacker))  # rule: attack.suspends
    state.attack = Attack(action.attacker, action.target)
    state.pending += AFTER_DECLARATION


def block_timing(state: State) -> None:
    """Ask the defending player whether to block, where they can."""
    if attacker_of(state) is not None and any(block_options(state)):
        ask(state, "block", 1 - state.turn)  # rule: block.optional


def block_options(state: State) -> Iterator[Action]:
    """Every Digimon of the defending player that could block."""
    for stack in state.opponent.battle:
        if next(why_not_block(state, Block(stack.id)), None) is None:
            yield Block(stack.id)


def options_at_block_timing(state: State) -> Iterator[Action]:
    """What the defending player chooses from."""
    yield from block_options(state)
    yield NoBlock()


def why_not_block(state: State, action: Block) -> Iterator[Reason]:
    """Reasons against blocking with this Digimon."""
    defender = state.opponent
    blocker = in_battle(defender, action.blocker)
    if blocker is None or not facts_of(state, blocker).is_digimon or not facts_of(state, blocker).blocker:
        if in_breeding(defender, action.blocker):
            yield Reason.BLOCKER_IN_BREEDING_AREA
        else:
            yield Reason.BLOCKER_LACKS_BLOCKER
    if blocker is not None and blocker.suspended:
        yield Reason.BLOCKER_SUSPENDED
    if state.attack is not None and state.attack.blocks >= state.match.rules.blocks_per_attack:
        yield Reason.ALREADY_BLOCKED


def block(state: State, action: Block) -> None:
    """Suspend the blocker and make it the attack's target."""
    suspend(state.opponent, stack_of(state.opponent, action.blocker))  # rule: block.suspends
    if state.attack is not None:
        blocks = state.attack.blocks + 1  # rule: block.once
        state.attack = Attack(state.attack.attacker, action.blocker, blocks)  # rule: block.switches


def no_block(_state: State, _action: NoBlock) -> None:
    """The attack goes on as declared."""


def success(state: State) -> None:
    """An attack that gets through: checks security, wins, or leads to a battle."""
    attacker = attacker_of(state)
    if attacker is None or state.attack is None:
        return
    if state.attack.target != THE_PLAYER:
        target = in_battle(state.opponent, state.attack.target)
        if target is not None:
            battle(state, attacker, target)
    elif state.opponent.security:
        state.pending = ("security-check", *state.pending)  # rule: security.check
    elif may_win(state, attacker):
        end_game(state, state.turn, "attack")  # rule: game.win-attack


def may_win(state: State, attacker: Stack) -> bool:
    """Whether an attack that gets through to a player without security wins."""
    return checks_of(state, attacker) > 0  # rule: security.zero-checks


def attacker_of(state: State) -> Stack | None:
    """The attacker of the attack under way, while it is in the battle area."""
    return in_battle(state.me, state.attack.attacker) if state.attack is not None else None


def battle(state: State, attacker: Stack, defender: Stack) -> None:
    """The Digimon with less DP is deleted; of two with the same, both. The other stays as it is."""
    attacking, defending = dp_of(state, attacker) or 0, dp_of(state, defender) or 0
    if attacking <= defending:  # rule: battle.compare, battle.tie, battle.survivor
        trash_stacks(state.me, [attacker])  # rule: battle.loser-deleted
    if defending <= attacking:  # rule: battle.compare, battle.tie, battle.survivor
        trash_stacks(state.opponent, [defender])  # rule: battle.loser-deleted


def end_of_attack(state: State) -> None:
    """The attack is over."""
    state.attack = None  # rule: attack.order
