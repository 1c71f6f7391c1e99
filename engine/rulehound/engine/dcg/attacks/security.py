"""Security checks: one card at a time."""

from __future__ import annotations

import msgspec

from rulehound.engine.dcg.areas import trash_stacks
from rulehound.engine.dcg.attacks.attack import attacker_of
from rulehound.engine.dcg.attributes import checks_of, dp_of
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State


def security_check(state: State) -> None:
    """Check the top card of the stack, where the attacker is still there and entitled to it."""
    attack, defender = state.attack, state.opponent
    attacker = attacker_of(state)
    if attack is None or attacker is None:  # rule: security.attacker-gone
        return
    if attack.checks_made >= checks_of(state, attacker):  # rule: security.count
        return
    if not defender.security:  # rule: security.empty-ends
        return
    checked = defender.security[0]
    defender.security = defender.security[1:]  # rule: security.one-by-one
    defender.revealed += (checked,)
    state.attack = msgspec.structs.replace(attack, checks_made=attack.checks_made + 1)
    if state.match.facts[checked].kind == "digimon":  # rule: security.digimon
        battle_security_digimon(state, attacker, checked)
    defender.revealed = tuple(card for card in defender.revealed if card != checked)
    defender.trash += (checked,)  # rule: security.trashed, areas.owner
    state.pending = ("security-check", *state.pending)  # rule: security.one-by-one


def battle_security_digimon(state: State, attacker: Stack, checked: str) -> None:
    """The attacker battles the checked card, which is compared by DP like any Digimon but never deleted.

    A card without DP has nothing to compare.
    """
    attacking, defending = dp_of(state, attacker) or 0, state.match.facts[checked].dp
    if defending is not None and attacking <= defending:  # rule: security.digimon, battle.compare, battle.tie
        trash_stacks(state.me, [attacker])  # rule: security.not-deleted, battle.loser-deleted
