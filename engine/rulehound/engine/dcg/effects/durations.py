"""How long it lasts what effects give: until a turn, a battle or an attack ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from rulehound.engine.dcg.areas import change_stacks
from rulehound.engine.dcg.effects.vocabulary import Until
from rulehound.engine.dcg.in_play import Everywhere, Lasting, Stack
from rulehound.engine.dcg.state import State

Moment = Literal["turn-end", "battle-end", "attack-end"]

ENDS_WITH_TURN: Mapping[Until, Callable[[int, int], bool]] = {
    "turn-end": lambda _turn, _player: True,
    "my-turn-end": lambda turn, player: turn == player,
    "opponents-turn-end": lambda turn, player: turn != player,
}
"""Duration to the test whether it ends with a turn; arguments: the turn player, the effect's player."""


def next_since(state: State) -> int:
    """The number of what begins to last now: higher than that of anything that lasts."""
    stacks = (stack for player in state.players for stack in (*player.battle, player.breeding))
    on_stacks = (one.since for stack in stacks if stack is not None for one in stack.lasting)
    return 1 + max((*on_stacks, *(one.since for one in state.lasting)), default=0)


def end_durations(state: State, moment: Moment) -> None:
    """End everything that lasts until this moment, all at once: nothing is looked at in between."""
    if any(stack.lasting for player in state.players for stack in player.battle) or any(
        player.breeding is not None and player.breeding.lasting for player in state.players
    ):

        def without_ended(stack: Stack) -> Stack:
            """The stack, without what ends."""
            lasting = tuple(one for one in stack.lasting if not ends(state, one, moment))
            return stack if lasting == stack.lasting else msgspec.structs.replace(stack, lasting=lasting)

        for player in state.players:
            change_stacks(player, without_ended)  # rule: effects.end-at-once, effects.duration
    state.lasting = tuple(one for one in state.lasting if not ends(state, one, moment))


def ends(state: State, one: Lasting | Everywhere, moment: Moment) -> bool:
    """Whether something that lasts ends at this moment."""
    if moment != "turn-end":
        return one.until == moment
    over = ENDS_WITH_TURN.get(one.until)
    return over is not None and over(state.turn, one.player)
