"""Who attacks first, and the damage of both attacks with what follows from it at once."""

from __future__ import annotations

from rulehound.engine.dmb.battle.abilities import names_attack
from rulehound.engine.dmb.effects.language import Step
from rulehound.engine.dmb.effects.tasks import Task
from rulehound.engine.dmb.state import Player, State, number_of, top_of
from rulehound.engine.dmb.zones import change

SHATTERED = Step("detach", may=True)
"""What the user of Shatter may do once it has hit."""


def first_attacker(state: State) -> int:
    """The player who attacks first: never one with Counter, then none who cannot be, then by 1st Attack."""
    turn, other = state.turn, 1 - state.turn
    for player in (other, turn):
        if "counter" in state.players[player].abilities:
            return 1 - player  # rule: counter.second
    mine, theirs = state.in_turn
    if mine.no_first_attack != theirs.no_first_attack:
        return other if mine.no_first_attack else turn  # rule: first-attack.none
    if mine.first_attacks != theirs.first_attacks:
        return turn if mine.first_attacks > theirs.first_attacks else other  # rule: first-attack.most
    latest = state.last_first_attack
    return turn if latest is None or mine.no_first_attack else latest  # rule: first-attack.latest


def hp_of(player: Player) -> int:
    """The HP of a player's Digimon; 0 where there is none."""
    return player.active.hp if player.active else 0


def both_stand(state: State) -> bool:
    """Whether both players have a Digimon with HP."""
    return all(hp_of(player) for player in state.players)


def counters(state: State, player: Player, other: Player) -> bool:
    """Whether the Counter of a player is of the attack that the other one uses."""
    return "counter" in player.abilities and names_attack(state, player, other)


def first_strike(state: State) -> None:
    """The first attacker attacks, unless the other one counters that attack, or both have Counter."""
    number = first_attacker(state)
    attacker, other = state.players[number], state.players[1 - number]
    fails = "counter" in attacker.abilities or counters(state, other, attacker)  # rule: counter.both
    if both_stand(state) and not fails:
        strike(state, attacker, attacker, other)  # rule: battle.first
    state.stage = "second-strike"  # rule: battle.order


def second_strike(state: State) -> None:
    """The second attacker attacks if both still stand; a Counter turns the other attack on its user."""
    number = 1 - first_attacker(state)
    attacker, other = state.players[number], state.players[1 - number]
    if both_stand(state):  # rule: battle.no-second
        if "counter" not in attacker.abilities:
            strike(state, attacker, attacker, other)  # rule: battle.second
        elif counters(state, attacker, other) and "counter" not in other.abilities:  # rule: counter.both
            strike(state, other, attacker, other)  # rule: counter.turned
    state.stage = "knock-out"  # rule: battle.order


def strike(state: State, attack: Player, user: Player, target: Player) -> None:
    """An attack hits: damage, then what Crash costs, then what Drain gives, then what Shatter takes.

    `attack`: the player whose attack it is; `user`: the one who uses it, which is another by Counter.
    """
    has_crash = "crash" in attack.abilities
    strength = hp_of(attack) if has_crash else attack.power  # rule: crash.damage
    dealt = min(strength, hp_of(target))
    change(target, hp=hp_of(target) - dealt)  # rule: battle.damage, hp.floor
    if has_crash:
        change(user, hp=min(hp_of(user), state.match.rules.crash_hp))  # rule: crash.hp, battle.crash-first
    if "drain" in attack.abilities:
        change(user, hp=hp_of(user) + dealt)  # rule: drain.recover
    top = top_of(state, attack)
    if dealt and attack.active and top and target.active and "shatter" in attack.abilities:
        change(target, lost=target.active.lost + top.shatter)  # rule: shatter.power
        target.power = max(0, target.power - top.shatter)  # rule: shatter.power
        state.tasks += (Task(number_of(state, user), attack.active.top, SHATTERED),)  # rule: shatter.attached
