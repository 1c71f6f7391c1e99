"""How a game goes on between two decisions: pending processing first, then the phases of the turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulehound.engine.dcg.attacks import attack, security
from rulehound.engine.dcg.rule_processing import process_rules
from rulehound.engine.dcg.state import Phase, Process, State
from rulehound.engine.dcg.turns import setup, turn

Step = Callable[[State], None]

PROCESSES: Mapping[Process, Step] = {
    "lay-security": setup.lay_security,
    "draw-hands": setup.draw_hands,
    "first-redraw": setup.first_redraw,
    "second-redraw": setup.second_redraw,
    "block-timing": attack.block_timing,
    "success": attack.success,
    "security-check": security.security_check,
    "end-of-attack": attack.end_of_attack,
}

PHASES: Mapping[Phase, Step] = {
    "setup": turn.begin_turn,
    "unsuspend": turn.unsuspend_phase,
    "draw": turn.draw_phase,
    "breeding": turn.breeding_phase,
    "main": turn.main_phase,
}
"""What a phase does when nothing is pending."""


def advance(state: State) -> None:
    """Go on until somebody must decide or the game is over.

    Rule processing follows every action, effect and piece of processing, before anything else does; whether
    the turn ends is asked only when nothing is pending.
    """
    while state.decision is None and state.phase != "over":
        process_rules(state)  # rule: rules.processing
        if state.pending:
            process, *rest = state.pending
            state.pending = tuple(rest)
            PROCESSES[process](state)
        elif turn.must_end(state):  # rule: turn.end, turn.end-after-processing
            turn.end_turn(state)
        else:
            PHASES[state.phase](state)
