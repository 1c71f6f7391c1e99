"""The course of an attack after its declaration: reactions, block, success and end, each finished first."""

from __future__ import annotations

import msgspec

from rulehound.engine.dcg.effects.durations import end_durations
from rulehound.engine.dcg.effects.triggers import happened, trigger
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import THE_PLAYER, Process, State, in_battle, note
from rulehound.engine.dcg.tasks import Cause, Happened

TO_BE_CHOSEN = ""
"""The target of a declaration, where it is chosen once the effects that it sets off are over."""

AFTER_DECLARATION: tuple[Process, ...] = (
    "counter-timing",
    "block-timing",
    "success",
    "end-of-attack",
    "attack-over",
)  # rule: attack.order
CUT_SHORT: tuple[Process, ...] = (
    "target-choice",
    "counter-timing",
    "block-timing",
    "success",
    "security-check",
    "security-battle",
)
"""The steps that an attack which ends leaves out; the card being checked still has to go somewhere."""


def attacker_of(state: State) -> Stack | None:
    """The attacker of the attack under way, while it is in the battle area."""
    return in_battle(state.me, state.attack.attacker) if state.attack is not None else None


def target_of(state: State) -> Stack | None:
    """The Digimon that is attacked, while it is in the battle area; None for a player too."""
    return in_battle(state.opponent, state.attack.target) if state.attack is not None else None


def breaks_off(state: State) -> bool:
    """Whether the attack comes to no further timing, as its attacker has gone; then only its end is left."""
    if attacker_of(state) is not None or state.match.rules.attack_attacker_gone == "goes-on":
        return False
    end_attack(state)  # rule: attack.attacker-gone
    return True


def end_attack(state: State) -> None:
    """Nothing is left of the attack but its end."""
    if state.attack is not None:
        state.attack = msgspec.structs.replace(state.attack, ended=True)
        state.pending = tuple(process for process in state.pending if process not in CUT_SHORT)


def reaction_timing(state: State) -> None:
    """The other player may react to the attack.

    Where counter timing comes before the block, that player's effects of this timing come up, whether or not
    the attacker is still there. In the editions in which reacting and blocking are one timing, effects of the
    other player that wait for an attack trigger here, and not at the declaration.
    """
    attack = state.attack
    if attack is None or breaks_off(state) or state.match.plain:
        return
    if state.match.rules.attack_counter_timing == "before-block":
        note(state, Happened("counter-timing", player=1 - state.turn))
        # rule: attack.counter-timing, attack.counter-effects
        trigger(state, Happened("counter", player=1 - state.turn), (1 - state.turn,))
    if state.match.rules.attack_counter_timing == "with-block":  # rule: attack.counter-timing
        # rule: attack.reaction-gained
        trigger(state, Happened("attacks", (attack.attacker,), player=state.turn), (1 - state.turn,))


def switch_target(
    state: State, target: str, cause: Cause = "player", source: str = "", whose: int | None = None
) -> None:
    """The attack goes to another target; without its attacker, or to the same one, it does not.

    Nor does it where the target is still to be chosen: there is none to be changed.
    `source` is the card whose effect it is, and `whose` its player.
    """
    attack = state.attack
    if attack is None or attacker_of(state) is None or attack.target in (target, TO_BE_CHOSEN):
        return  # rule: attack.target-when
    state.attack = msgspec.structs.replace(attack, target=target)  # rule: block.switches, attack.switch
    player = state.turn if whose is None else whose
    switched = Happened("attack-target-changed", (attack.attacker,), cause, player, source, to=target)
    happened(state, switched)


def end_of_attack(state: State) -> None:
    """Trigger effects that wait for the end of the attack, if its Digimon is still there.

    In the earlier editions they do not come where it has lost a battle, either.
    """
    attack = state.attack
    if attack is None or attacker_of(state) is None:  # rule: effects.end-of-attack
        return
    if attack.lost and state.match.rules.attack_end_effects != "gone":  # rule: effects.end-of-attack-lost
        return
    happened(state, Happened("end-of-attack", (attack.attacker,), player=state.turn))


def attack_over(state: State) -> None:
    """The attack is over, and so is what lasts as long."""
    end_durations(state, "battle-end")  # rule: effects.duration
    end_durations(state, "attack-end")  # rule: effects.duration
    state.attack = None  # rule: attack.order


def is_on_player(state: State) -> bool:
    """Whether the attack is aimed at the player."""
    return state.attack is not None and state.attack.target == THE_PLAYER
