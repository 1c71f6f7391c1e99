"""Declaring an attack: in the main phase, or where an effect lets a player attack; and its target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from rulehound.engine.dcg.actions import Action, DeclareAttack, Decline
from rulehound.engine.dcg.areas import suspend
from rulehound.engine.dcg.attacks.course import AFTER_DECLARATION, TO_BE_CHOSEN, breaks_off, end_attack
from rulehound.engine.dcg.attributes import forbidding
from rulehound.engine.dcg.effects.continuous import cannot, gifts_to, has, is_digimon
from rulehound.engine.dcg.effects.triggers import happened, trigger
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import (
    THE_PLAYER,
    Attack,
    State,
    ask,
    in_battle,
    in_breeding,
    note,
    stack_of,
)
from rulehound.engine.dcg.tasks import Happened, MayAttack

Aim = Literal["player", "digimon", "any"]
"""The targets that an effect allows for an attack."""


def options(state: State) -> Iterator[Action]:
    """Every unsuspended Digimon against the player and every suspended Digimon, legal or not."""
    for attacker in state.me.battle:
        if not attacker.suspended and is_digimon(state, attacker):
            for target in targets_named(state, attacker):
                yield DeclareAttack(attacker.id, target)


def targets_named(state: State, attacker: Stack) -> list[str]:
    """What a declaration may name as its target."""
    if chosen_later(state):
        return [TO_BE_CHOSEN]
    return [THE_PLAYER, *standing_targets(state, attacker)]


def standing_targets(state: State, attacker: Stack | None) -> list[str]:
    """The stacks on the other side that are suspended, or all where the attacker may attack others too."""
    everything = attacker is not None and attacks_unsuspended(state, attacker)
    return [stack.id for stack in state.opponent.battle if stack.suspended or everything]


def attacks_unsuspended(state: State, attacker: Stack) -> bool:
    """Whether an effect lets this Digimon attack those that are not suspended."""
    if state.match.plain and not attacker.lasting:
        return False
    return bool(gifts_to(state, attacker, "attacks_unsuspended"))  # rule: effects.over-rules


def chosen_later(state: State) -> bool:
    """Whether the target is chosen after the effects of the declaration; where no card has any, at once."""
    late = state.match.rules.attack_target_when == "after-effects"  # rule: attack.target-when
    return late and state.attack is None and not state.match.plain


def permission(state: State) -> MayAttack | None:
    """The effect that lets a player attack, where that is being decided."""
    task = state.now[0] if state.now and state.decision == "attack" else None
    return task if isinstance(task, MayAttack) else None


def aim_of(state: State) -> Aim:
    """What may be attacked by the effect that lets attack; anything where none does."""
    if state.attack is not None:
        return state.attack.on
    allowed = permission(state)
    return "any" if allowed is None else allowed.on


def why_not(state: State, action: DeclareAttack) -> Iterator[Reason]:
    """Reasons against this declaration, or against this target of an attack that has been declared."""
    attacker = in_battle(state.deciding(), action.attacker)
    if state.decision == "attack" and state.attack is not None:
        if action.attacker != state.attack.attacker:
            yield Reason.ATTACK_UNDER_WAY
    elif attacker is None:
        in_breeding_area = in_breeding(state.deciding(), action.attacker) is not None
        yield Reason.ATTACKER_IN_BREEDING_AREA if in_breeding_area else Reason.ATTACKER_NOT_OWN_DIGIMON
    else:
        yield from why_not_attacker(state, attacker)
    yield from why_not_target(state, attacker, action.target)


def why_not_attacker(state: State, attacker: Stack) -> Iterator[Reason]:
    """Reasons against attacking with this stack of the battle area."""
    allowed = permission(state)
    if not is_digimon(state, attacker):
        yield Reason.ATTACKER_NOT_OWN_DIGIMON
    if allowed is not None and attacker.id not in allowed.attackers:
        yield Reason.ATTACKER_NOT_ALLOWED
    if attacker.suspended:
        yield Reason.ATTACKER_SUSPENDED
    same_turn = allowed is not None and allowed.same_turn  # rule: effects.over-rules
    if attacker.played_this_turn and not same_turn and not has(state, attacker, "rush"):  # rule: keyword.rush
        yield Reason.ATTACKER_PLAYED_THIS_TURN
    if cannot(state, attacker, "attack"):
        yield Reason.ATTACKER_CANNOT_ATTACK
    if cannot(state, attacker, "suspend"):
        yield Reason.ATTACKER_CANNOT_SUSPEND


def why_not_target(state: State, attacker: Stack | None, target: str) -> Iterator[Reason]:
    """Reasons against this target."""
    if chosen_later(state) != (target == TO_BE_CHOSEN):
        yield Reason.TARGET_NOT_CHOSEN_NOW
        return
    on = aim_of(state)
    if target in (THE_PLAYER, TO_BE_CHOSEN):
        if target == THE_PLAYER and attacker is not None and cannot(state, attacker, "attack-player"):
            yield Reason.ATTACKER_CANNOT_ATTACK_PLAYER
        if target == THE_PLAYER and on == "digimon":
            yield Reason.TARGET_NOT_ALLOWED
        return
    defender = state.opponent if state.deciding() is state.me else state.me
    attacked = in_battle(defender, target)
    if attacked is None or not is_digimon(state, attacked):
        if in_breeding(defender, target):
            yield Reason.TARGET_IN_BREEDING_AREA
        else:
            yield Reason.NO_SUCH_TARGET
    else:
        allowed = attacker is not None and attacks_unsuspended(state, attacker)
        if not (attacked.suspended or allowed):
            yield Reason.TARGET_NOT_SUSPENDED
        if cannot(state, attacked, "be-attacked"):
            yield Reason.TARGET_CANNOT_BE_ATTACKED
    if on == "player":
        yield Reason.TARGET_NOT_ALLOWED


def declare(state: State, action: DeclareAttack) -> None:
    """Suspend the attacker; the rest of the attack waits as pending processing.

    Where the attack has been declared already, this only says at what it is aimed.
    """
    if state.attack is not None:
        aim(state, action.target)
        return
    allowed = state.now[0] if state.now else None
    on: Aim = "any"
    if isinstance(allowed, MayAttack):
        state.now, on = state.now[1:], allowed.on
    later = action.target == TO_BE_CHOSEN
    state.attack = Attack(action.attacker, action.target, on, action.target)
    told = Happened("attack-declared", (action.attacker, action.target), player=state.turn)
    note(state, told)
    suspend(state.me, stack_of(state.me, action.attacker))  # rule: attack.suspends
    happened(state, Happened("suspended", (action.attacker,), player=state.turn))
    attacks = Happened("attacks", (action.attacker,), player=state.turn)  # rule: effects.when-attacking
    if state.match.rules.attack_counter_timing == "with-block":  # rule: attack.counter-timing
        note(state, attacks)
        trigger(state, attacks, (state.turn,))  # the other player's effects wait for that timing
    else:
        happened(state, attacks)
    state.pending = (*(("target-choice",) if later else ()), *AFTER_DECLARATION, *state.pending)


def aim(state: State, target: str) -> None:
    """The attack goes to this target."""
    if state.attack is not None:
        state.attack = msgspec.structs.replace(state.attack, target=target, declared=target)


def target_choice(state: State) -> None:
    """Ask what is attacked, now that the effects of the declaration are over; with nothing there, it ends."""
    attack = state.attack
    if attack is None or breaks_off(state):
        return
    ask(state, "attack", state.turn)  # rule: attack.target-when
    if all(next(why_not(state, action), None) for action in aims(state)):
        state.decision = state.decider = None
        end_attack(state)
        attacker = stack_of(state.me, attack.attacker)
        # what lets it attack only this or that keeps it from the rest
        player, source = forbidding(state, attacker, "attack-player")
        if not source and attack.on != "any":
            player, source = state.turn, attacker.cards[0]
        note(state, Happened("kept-from-attacking", (attack.attacker,), "effect", player, source))


def attack_by_effect(
    state: State,
    attackers: Sequence[str],
    player: int,
    *,
    on: Aim = "any",
    same_turn: bool = False,
    blitz: bool = False,
) -> None:
    """An effect lets its player attack with one of some Digimon, or not; only the turn player attacks."""
    if player == state.turn:  # rule: attack.digimon
        state.now = (MayAttack(tuple(attackers), player, on, same_turn, blitz), *state.now)


def attack_by_blitz(state: State, attacker: str, player: int) -> None:
    """Blitz: the Digimon may attack while the counter is on the other side; else it allows nothing."""
    if state.memory < 0:  # rule: keyword.blitz
        attack_by_effect(state, (attacker,), player, blitz=True)


def ask_whether(state: State, task: MayAttack) -> None:
    """Ask whether and what to attack by an effect, where there is anything to attack with and at."""
    if state.attack is not None:  # rule: attack.one-at-a-time
        return
    state.now = (task, *state.now)
    ask(state, "attack", task.player)
    if not any(legal_by_effect(state)):
        state.decision = state.decider = None
        state.now = state.now[1:]


def legal_by_effect(state: State) -> Iterator[Action]:
    """Every attack that an effect allows now."""
    for action in options(state):
        if isinstance(action, DeclareAttack) and next(why_not(state, action), None) is None:
            yield action


def options_at_attack(state: State) -> Iterator[Action]:
    """What is chosen from where an attack by an effect, or only the target of an attack, is decided."""
    if state.attack is None:
        yield from options(state)
        yield Decline()
    else:
        yield from aims(state)


def aims(state: State) -> Iterator[DeclareAttack]:
    """What the attack that has been declared can be aimed at, legal or not."""
    if state.attack is not None:
        attacker = in_battle(state.me, state.attack.attacker)
        for target in (THE_PLAYER, *standing_targets(state, attacker)):
            yield DeclareAttack(state.attack.attacker, target)


def why_not_decline(state: State, _action: Decline) -> Iterator[Reason]:
    """Reasons against not attacking: an attack that has been declared has a target."""
    if state.decision == "attack" and state.attack is not None:
        yield Reason.ATTACK_NEEDS_TARGET


def decline(state: State, _action: Decline) -> None:
    """The player does not attack by the effect."""
    state.now = state.now[1:]
