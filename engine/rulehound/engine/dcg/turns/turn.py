"""The four phases of a turn, passing, and the end of the turn."""

from __future__ import annotations

import msgspec

from rulehound.engine.dcg.actions import Pass
from rulehound.engine.dcg.areas import change_stacks, draw
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, ask, end_game


def begin_turn(state: State) -> None:
    """The first phase of the next turn."""
    state.turn_number += 1
    state.phase = "unsuspend"  # rule: turn.phases


def unsuspend_phase(state: State) -> None:
    """Unsuspend all of the turn player's cards, in the battle and the breeding area."""
    change_stacks(state.me, unsuspended)  # rule: unsuspend.all, unsuspend.own
    state.phase = "draw"  # rule: turn.phases


def unsuspended(stack: Stack) -> Stack:
    """The stack, upright."""
    return msgspec.structs.replace(stack, suspended=False) if stack.suspended else stack


def draw_phase(state: State) -> None:
    """Draw, except on the first turn of the game; who cannot, loses."""
    if state.turn_number > 1:  # rule: draw.first-turn
        due = state.match.rules.draw_count
        if draw(state.me, due) < due:  # rule: draw.one
            end_game(state, 1 - state.turn, "deck-out")  # rule: game.deck-out
            return
    state.phase = "breeding"  # rule: turn.phases


def breeding_phase(state: State) -> None:
    """Ask for the one action of the breeding phase."""
    ask(state, "breeding", state.turn)  # rule: breeding.one-action


def main_phase(state: State) -> None:
    """Ask for the next action of the main phase."""
    ask(state, "main", state.turn)  # rule: turn.main-phase


def pass_turn(state: State, _action: Pass) -> None:
    """The counter moves to the opponent's side, wherever it stood; that ends the turn."""
    state.memory = -state.match.rules.memory_pass  # rule: turn.pass


def must_end(state: State) -> bool:
    """Whether the counter stands on the opponent's side. Asked only when nothing is pending."""
    return state.memory < 0  # rule: turn.end, memory.turn-player


def end_turn(state: State) -> None:
    """What lasts until the end of the turn is over, and the opponent goes on with the memory as it stands."""
    for player in state.players:
        change_stacks(player, at_end_of_turn)
    state.memory = -state.memory  # rule: turn.carry, memory.shared
    state.turn = 1 - state.turn
    begin_turn(state)


def at_end_of_turn(stack: Stack) -> Stack:
    """The stack as the next turn finds it."""
    if not (stack.lasting or stack.used or stack.played_this_turn):
        return stack
    lasting = tuple(one for one in stack.lasting if one.until != "turn-end")  # rule: turn.effects-end
    return msgspec.structs.replace(stack, lasting=lasting, used=(), played_this_turn=False)
