"""How a game goes on between two decisions: what it is in the middle of, what is pending, and the turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulehound.engine.dcg import deletion
from rulehound.engine.dcg.attacks import battle, blocking, course, declaration, security
from rulehound.engine.dcg.effects import pending, resolving
from rulehound.engine.dcg.effects.changes import Seen, report
from rulehound.engine.dcg.endless import Course
from rulehound.engine.dcg.main_phase import procedures
from rulehound.engine.dcg.rule_processing import process_rules
from rulehound.engine.dcg.state import Phase, Process, State, end_game
from rulehound.engine.dcg.tasks import About, Asking, Frame, MayAttack, Shown, Together
from rulehound.engine.dcg.turns import breeding, setup, turn

Step = Callable[[State], None]

TASKS: Mapping[type, Callable[[State, Any], None]] = {
    Frame: resolving.run,
    Asking: resolving.ask_whether,
    About: deletion.run,
    Shown: procedures.run,
    Together: pending.run_together,
    MayAttack: declaration.ask_whether,
}
"""How each kind of thing that the game can be in the middle of goes on."""

PROCESSES: Mapping[Process, Step] = {
    "lay-security": setup.lay_security,
    "draw-hands": setup.draw_hands,
    "first-redraw": setup.first_redraw,
    "second-redraw": setup.second_redraw,
    "target-choice": declaration.target_choice,
    "counter-timing": course.reaction_timing,
    "block-timing": blocking.block_timing,
    "success": battle.success,
    "battle-over": battle.battle_over,
    "security-check": security.security_check,
    "security-battle": security.security_battle,
    "security-over": security.security_over,
    "end-of-attack": course.end_of_attack,
    "attack-over": course.attack_over,
    "breeding-over": breeding.breeding_over,
    "turn-over": turn.turn_over,
}

PHASES: Mapping[Phase, Step] = {
    "setup": turn.begin_turn,
    "unsuspend": turn.unsuspend_phase,
    "draw": turn.draw_phase,
    "breeding": turn.breeding_phase,
    "main": turn.main_phase,
}
"""Phase to the function that carries it on when nothing is pending."""


def advance(state: State, seen: Seen | None = None) -> None:
    """Go on until somebody must decide or the game is over.

    What the game is in the middle of is finished first, and rules are not processed meanwhile. Then come rule
    processing, the effects that have triggered, pending processing, and only then the end of the turn or the
    next thing that the phase does. With `seen`, what effects change in what is in play is reported.

    A game that comes back to where it was without anybody deciding is in a loop that nobody can break: it is
    drawn.
    """
    steps = Course()
    while state.decision is None and state.phase != "over":
        if steps.is_endless(state):
            end_game(state, None, "endless-loop")  # rule: game.endless
            return
        if seen is not None:
            seen = report(state, seen)
        if state.now:
            task, *rest = state.now
            state.now = tuple(rest)
            TASKS[type(task)](state, task)
            continue
        turn.note_crossing(state)
        process_rules(state)  # rule: rules.processing
        if state.now or (state.attack and blocking.comes_first(state)):
            continue
        if (state.fresh or state.triggered) and pending.go_on(state):  # rule: battle.effects-done
            continue
        if state.pending:
            process, *others = state.pending
            state.pending = tuple(others)
            PROCESSES[process](state)
        elif turn.must_end(state):  # rule: turn.end, turn.end-after-processing, turn.end-at-start
            turn.end_of_turn(state)
        else:
            PHASES[state.phase](state)
    if seen is not None:
        report(state, seen)
