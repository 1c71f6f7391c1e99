"""The four phases of a turn, passing, and the end of the turn."""

from __future__ import annotations

import msgspec

from rulehound.engine.dcg.actions import Pass
from rulehound.engine.dcg.areas import change_stacks
from rulehound.engine.dcg.attributes import forbidding
from rulehound.engine.dcg.drawing import draw_for
from rulehound.engine.dcg.effects.continuous import cannot, has
from rulehound.engine.dcg.effects.durations import end_durations
from rulehound.engine.dcg.effects.triggers import happened, trigger_what_was_left
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.state import State, ask, end_game
from rulehound.engine.dcg.tasks import Happened


def begin_turn(state: State) -> None:
    """The first phase of the next turn; effects that wait for its start come before anything else in it."""
    state.turn_number += 1
    state.phase = "unsuspend"  # rule: turn.phases
    happened(state, Happened("turn-began", player=state.turn))
    happened(state, Happened("start-of-turn", player=state.turn))  # rule: effects.start-of-turn


def unsuspend_phase(state: State) -> None:
    """Unsuspend the turn player's cards in battle and breeding area, and the opponent's with Reboot."""
    mine, theirs = state.me, state.opponent
    standing = [stack for stack in mine.battle if stack.suspended and not cannot(state, stack, "unsuspend")]
    if mine.breeding is not None and mine.breeding.suspended:
        standing.append(mine.breeding)  # rule: unsuspend.all, unsuspend.own
    for stack in theirs.battle:
        if stack.suspended and has(state, stack, "reboot") and not cannot(state, stack, "unsuspend"):
            standing.append(stack)  # rule: keyword.reboot
    for stack in (*mine.battle, *theirs.battle):
        would = stack.suspended and stack not in standing
        if would and (stack in mine.battle or has(state, stack, "reboot")):
            whose, source = forbidding(state, stack, "unsuspend")
            happened(state, Happened("kept-suspended", (stack.id,), "effect", whose, source))
    if standing:
        ids = tuple(stack.id for stack in standing)

        def upright(stack: Stack) -> Stack:
            """The stack, unsuspended where it stands up now."""
            return msgspec.structs.replace(stack, suspended=False) if stack.id in ids else stack

        for player in (mine, theirs):
            change_stacks(player, upright)
        happened(state, Happened("unsuspended", ids, "rules", state.turn))
    state.phase = "draw"  # rule: turn.phases


def draw_phase(state: State) -> None:
    """Draw, except on the first turn of the game; who cannot, loses."""
    if state.turn_number > 1:  # rule: draw.first-turn
        due = state.match.rules.draw_count
        if draw_for(state, state.turn, due, cause="rules") < due:  # rule: draw.one
            end_game(state, 1 - state.turn, "deck-out")  # rule: game.deck-out
            return
    state.phase = "breeding"  # rule: turn.phases


def breeding_phase(state: State) -> None:
    """Ask for the one action of the breeding phase."""
    ask(state, "breeding", state.turn)  # rule: breeding.one-action


def begin_main_phase(state: State) -> None:
    """The main phase begins; effects that wait for that come before its actions."""
    state.phase = "main"  # rule: breeding.one-action, turn.phases
    happened(state, Happened("start-of-main-phase", player=state.turn))  # rule: effects.start-of-main-phase


def main_phase(state: State) -> None:
    """Ask for the next action of the main phase."""
    ask(state, "main", state.turn)  # rule: turn.main-phase


def pass_turn(state: State, _action: Pass) -> None:
    """The counter moves to the opponent's side, wherever it stood; that ends the turn."""
    state.memory = -state.match.rules.memory_pass  # rule: turn.pass
    happened(state, Happened("passed", player=state.turn))


def note_crossing(state: State) -> None:
    """Remember that the counter has crossed, where a turn ends then though it comes back."""
    crossed = state.memory < 0 and state.phase == "main" and state.attack is None
    if crossed and state.match.rules.turn_memory_back == "ends":  # rule: turn.end
        state.phase = "ending"


def must_end(state: State) -> bool:
    """Whether the counter stands on the opponent's side, or has stood there; asked when nothing pends."""
    return state.memory < 0 or state.phase == "ending"  # rule: turn.end, memory.turn-player


def end_of_turn(state: State) -> None:
    """Trigger effects that wait for the end of the turn, within the phase: they may bring memory back."""
    state.pending = ("turn-over",)
    happened(state, Happened("end-of-turn", player=state.turn))  # rule: effects.end-of-turn
    trigger_what_was_left(state)


def turn_over(state: State) -> None:
    """The turn is over, unless the counter has come back: then its phase goes on."""
    if must_end(state):  # rule: turn.end-after-processing
        state.pending = ()
        end_turn(state)


def end_turn(state: State) -> None:
    """End what lasts until the end of the turn; the opponent goes on with the memory as it stands."""
    end_durations(state, "turn-end")  # rule: turn.effects-end, effects.duration
    for player in state.players:
        change_stacks(player, at_end_of_turn)
    state.memory = -state.memory  # rule: turn.carry, memory.shared
    state.turn = 1 - state.turn
    begin_turn(state)


def at_end_of_turn(stack: Stack) -> Stack:
    """The stack as the next turn finds it."""
    if not (stack.used or stack.played_this_turn):
        return stack
    return msgspec.structs.replace(stack, used=(), played_this_turn=False)  # rule: attack.not-same-turn
