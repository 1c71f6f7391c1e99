"""Security checks: one card at a time, each to its end."""

from __future__ import annotations

import msgspec

from rulehound.engine.dcg.attacks.course import attacker_of
from rulehound.engine.dcg.attributes import card_dp, checks_of
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects.continuous import dp_of, has
from rulehound.engine.dcg.effects.durations import end_durations
from rulehound.engine.dcg.effects.triggers import happened, numbered
from rulehound.engine.dcg.state import State, card_of
from rulehound.engine.dcg.tasks import About, Happened, Origin


def security_check(state: State) -> None:
    """Turn over the top card of the stack; it lies in no area then, and its effects come before all else."""
    attack, defender = state.attack, state.opponent
    if attack is None or not defender.security or attack.checks_made >= allowed_checks(state):
        return  # rule: security.empty-ends, security.count
    checked = defender.security[0]
    defender.security = defender.security[1:]  # rule: security.one-by-one, security.check
    defender.revealed += (checked,)
    state.attack = msgspec.structs.replace(attack, checks_made=attack.checks_made + 1, checked=checked)
    state.pending = ("security-battle", "security-over", *state.pending)
    event = Happened("security-checked", (checked,), player=state.turn)
    happened(state, event)
    happened(state, Happened("security-removed", (checked,), player=state.turn))
    trigger_security_effects(state, event, checked)


def allowed_checks(state: State) -> int:
    """How many cards the attack may check now; where Piercing outlives its Digimon, as many as usual."""
    attacker = attacker_of(state)
    return state.match.rules.attack_checks if attacker is None else checks_of(state, attacker)


def trigger_security_effects(state: State, event: Happened, checked: str) -> None:
    """The [Security] effects of the checked card trigger with what else the check has set off."""
    owner = 1 - state.turn
    effects = tuple(
        numbered(state, Origin(effect, checked, owner, index, on=event))
        for index, effect in enumerate(card_of(state, checked).effects)
        if effect.timing == "security"  # rule: option.main-alone
    )
    state.fresh = (*state.fresh, *effects)  # rule: security.effects-first


def security_battle(state: State) -> None:
    """A checked Digimon card battles the attacker; it is compared by DP like any Digimon but never deleted.

    A card without DP has nothing to compare, and one that an effect has put somewhere is no Security Digimon.
    """
    attack, attacker = state.attack, attacker_of(state)
    if attack is None or attacker is None or attack.checked not in state.opponent.revealed:
        return
    if card_of(state, attack.checked).kind != "digimon":  # rule: security.digimon
        return
    attacking, defending = dp_of(state, attacker) or 0, card_dp(state, attack.checked)
    if defending is None:
        return
    lost = attacking <= defending
    state.attack = msgspec.structs.replace(attack, fought=True, lost=attack.lost or lost)
    if not lost:  # rule: security.digimon, battle.compare, battle.tie
        happened(state, Happened("won-battle", (attacker.id,), "battle", state.turn))
        return  # rule: security.not-deleted
    if not has(state, attacker, "jamming"):  # rule: keyword.jamming
        about(state, About("deleted", (attacker.id,), "battle"))  # rule: battle.loser-deleted


def security_over(state: State) -> None:
    """The checked card goes to the trash, unless an effect has put it somewhere; the next one is checked.

    What the attacker has counts anew each time.
    """
    attack, defender = state.attack, state.opponent
    if attack is None:
        return
    if attack.fought:
        end_durations(state, "battle-end")  # rule: effects.duration
    if attack.checked in defender.revealed:
        defender.revealed = tuple(card for card in defender.revealed if card != attack.checked)
        defender.trash += (attack.checked,)  # rule: security.trashed, areas.owner
    state.attack = msgspec.structs.replace(attack, checked="", fought=False)
    if attacker_of(state) is not None and not attack.ended:  # rule: security.attacker-gone
        state.pending = ("security-check", *state.pending)  # rule: security.one-by-one
