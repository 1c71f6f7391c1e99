"""The Strategy Phase: both players choose an attack, secretly and at once."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.engine.dmb.actions import Action, ChooseAttack
from rulehound.engine.dmb.cards import ATTACKS
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import PLAYERS, State, ask
from rulehound.engine.dmb.zones import draw, trash_from_deck


def begin_strategy(state: State) -> None:
    """The choice begins, unless nobody stands against the turn player: then there is a bonus instead."""
    if state.opponent.active:
        state.stage = "choice"  # rule: strategy.choice
        return
    rules = state.match.rules
    trash_from_deck(state.opponent, rules.unopposed_trash)  # rule: strategy.penalty
    draw(state.me, rules.unopposed_draw)  # rule: strategy.penalty
    state.unopposed = True  # rule: strategy.unopposed
    state.stage = "support"


def ask_for_attacks(state: State) -> None:
    """Ask both players; either may answer first, and the other one learns nothing of it."""
    if all(player.choice for player in state.players):
        state.stage = "support"  # rule: strategy.order, strategy.both
    else:
        ask(state, "attack", None)  # rule: strategy.secret


def attack_options(_state: State) -> Iterator[Action]:
    """Each attack of each player."""
    return (ChooseAttack(player, attack) for player in PLAYERS for attack in ATTACKS)


def why_not_choose(state: State, action: ChooseAttack) -> Iterator[Reason]:
    """Reasons against a choice."""
    if action.player not in PLAYERS:
        yield Reason.NO_SUCH_PLAYER
    elif state.players[action.player].choice:
        yield Reason.ATTACK_CHOSEN


def choose(state: State, action: ChooseAttack) -> None:
    """Choose an attack."""
    state.players[action.player].choice = action.attack  # rule: strategy.choice
