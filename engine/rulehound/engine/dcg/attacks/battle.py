"""What an attack comes to: a win, security checks, or a battle with its losers, Piercing after it."""

from __future__ import annotations

import msgspec

from rulehound.engine.dcg.attacks.course import attacker_of, is_on_player, target_of
from rulehound.engine.dcg.attributes import checks_of
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.continuous import dp_of, has
from rulehound.engine.dcg.effects.durations import end_durations
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, end_game
from rulehound.engine.dcg.tasks import About, Happened


def success(state: State) -> None:
    """An attack that gets through: checks security, wins, or leads to a battle."""
    attacker, target = attacker_of(state), target_of(state)
    if attacker is None:  # rule: attack.success
        return
    if is_on_player(state):
        if state.opponent.security:
            state.pending = ("security-check", *state.pending)  # rule: security.check
        elif may_win(state, attacker):
            end_game(state, state.turn, "attack")  # rule: game.win-attack
    elif target is not None:  # rule: attack.success
        battle(state, attacker, target)


def may_win(state: State, attacker: Stack) -> bool:
    """Whether an attack that gets through to a player without security wins."""
    return checks_of(state, attacker) > 0  # rule: security.zero-checks


def battle(state: State, attacker: Stack, defender: Stack) -> None:
    """The Digimon with less DP is about to be deleted, of two with the same both; the other stays."""
    attacking, defending = dp_of(state, attacker) or 0, dp_of(state, defender) or 0
    losers: list[tuple[str, str]] = []
    if attacking <= defending:  # rule: battle.compare, battle.tie, battle.survivor
        losers.append((attacker.id, defender.id))
    if defending <= attacking:  # rule: battle.compare, battle.tie, battle.survivor
        losers.append((defender.id, attacker.id))
    if state.attack is not None:
        had_piercing = has(state, attacker, "piercing")
        state.attack = msgspec.structs.replace(
            state.attack, had_piercing=had_piercing, lost=attacking <= defending
        )
    state.pending = ("battle-over", *state.pending)
    if attacking != defending:
        winner, owner = (attacker, state.turn) if attacking > defending else (defender, 1 - state.turn)
        happened(state, Happened("won-battle", (winner.id,), "battle", owner))
    doomed = tuple(loser for loser, _ in losers)
    about(state, About("deleted", doomed, "battle", battled=tuple(losers)))  # rule: battle.loser-deleted


def battle_over(state: State) -> None:
    """All that the battle has set off is done; last comes the security check of Piercing.

    Piercing has triggered with the deletion, also where that has brought it about: a Digimon that has lost it
    since does not check.
    """
    attack, attacker = state.attack, attacker_of(state)
    lost = attacker is not None and not has(state, attacker, "piercing")
    end_durations(state, "battle-end")  # rule: effects.duration
    if attack is None or attack.ended or not attack.had_piercing or attack.target not in attack.deleted:
        return
    if lost:  # rule: keyword.piercing, effects.source-left
        return
    if attacker is None and state.match.rules.piercing_needs_survivor:  # rule: piercing.needs-survivor
        return
    state.attack = msgspec.structs.replace(attack, piercing=True)
    state.pending = ("security-check", *state.pending)  # rule: keyword.piercing
