"""The abilities of both attacks: what applies, and what Power comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dmb.actions import Action, ResolveFirst, ResolveSecond
from rulehound.engine.dmb.cards import ABILITIES
from rulehound.engine.dmb.effects.language import Ability
from rulehound.engine.dmb.state import Player, State, ask, seat, top_of, types_of


def reveal(state: State) -> None:
    """Both choices are shown at once, and the turn player has the first instances of 1st Attack."""
    if state.unopposed:
        state.stage = "knock-out"  # rule: strategy.unopposed
        return
    for player in state.players:
        player.choice_shown = True  # rule: battle.reveal
    state.me.first_attacks += state.match.rules.first_attack_default  # rule: first-attack.default
    if state.opponent.first_attacks == 0:
        # what an effect has given before counts as later: these are there from the beginning
        state.last_first_attack = state.turn  # rule: first-attack.latest
    state.stage = "abilities"  # rule: battle.order


def has_ability(state: State, player: Player, ability: Ability) -> bool:
    """Whether the attack that a player has chosen comes with an ability, printed or granted."""
    top = top_of(state, player)
    printed = top is not None and top.special == player.choice and ability in top.abilities
    return printed or ability in player.granted  # rule: abilities.granted


def applying(state: State, player: Player, other: Player) -> tuple[Ability, ...]:
    """The abilities of the attack of a player; Jamming leaves nothing else of a Cross attack."""
    own = tuple(ability for ability in ABILITIES if has_ability(state, player, ability))
    if player.choice == "cross" and has_ability(state, other, "jamming"):
        return tuple(ability for ability in own if ability == "jamming")  # rule: jamming.cross
    return own


def ask_or_apply(state: State) -> None:
    """The abilities of both apply; where both bring a 1st Attack, the turn player decides who is later."""
    pairs = ((state.me, state.opponent), (state.opponent, state.me))
    if all("first-attack" in applying(state, player, other) for player, other in pairs):
        ask(state, "priority", state.turn)  # rule: abilities.priority
    else:
        apply(state)


def priority_options(_state: State) -> Iterator[Action]:
    """Whether to resolve first."""
    yield ResolveFirst()
    yield ResolveSecond()


def resolve_first(state: State, _action: ResolveFirst) -> None:
    """The turn player resolves first, so that the other one's 1st Attack is the later."""
    apply(state)


def resolve_second(state: State, _action: ResolveSecond) -> None:
    """The turn player passes priority, and resolves second."""
    apply(state, turn_player_last=True)


def apply(state: State, *, turn_player_last: bool = False) -> None:
    """The abilities of both attacks apply at once: what is left of them, Power, and 1st Attack."""
    me, opponent = state.in_turn
    # rule: abilities.at-once
    me.abilities, opponent.abilities = applying(state, me, opponent), applying(state, opponent, me)
    me.power, opponent.power = power_of(state, me, opponent), power_of(state, opponent, me)
    order = (1 - state.turn, state.turn) if turn_player_last else (state.turn, 1 - state.turn)
    for number in order:
        if "first-attack" in state.players[number].abilities:
            state.players[number].first_attacks += 1  # rule: first-attack.gain
            state.last_first_attack = seat(number)  # rule: first-attack.latest
    for player in state.players:
        if player.no_first_attack or "counter" in player.abilities:
            player.first_attacks = 0  # rule: first-attack.none, counter.second
    state.stage = "first-strike"  # rule: battle.order


def power_of(state: State, player: Player, other: Player) -> int:
    """The Power of the chosen attack: raised and lowered, then tripled, and set to nothing last."""
    top, digimon = top_of(state, player), player.active
    if top is None or digimon is None or player.choice is None:
        return 0
    if "counter" in player.abilities:
        return 0  # rule: counter.power
    if "to-zero" in other.abilities and names_attack(state, other, player):
        return 0  # rule: power.current
    raised = top.power_of(player.choice) + digimon.boost + digimon.bonus - digimon.lost
    factor = 3 if "triple" in player.abilities and has_prey(state, player, other) else 1
    return max(0, raised) * factor  # rule: power.current, power.tripled


def has_prey(state: State, player: Player, other: Player) -> bool:
    """Whether the other Digimon has one of the types against which the Power is tripled."""
    top = top_of(state, player)
    prey = top.prey if top else ()
    return other.active is not None and not types_of(state, other.active).isdisjoint(prey)


def names_attack(state: State, player: Player, other: Player) -> bool:
    """Whether the Counter or the `to 0` of a player is of the attack that the other one has chosen."""
    top = top_of(state, player)
    return top is not None and top.against is not None and top.against == other.choice
