"""How a game goes on between two decisions: stage after stage, each of which says what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulehound.engine.dmb.battle import abilities, damage, knockout
from rulehound.engine.dmb.effects.occasions import OCCASIONS, come_up
from rulehound.engine.dmb.effects.resolving import carry_out_next
from rulehound.engine.dmb.state import Stage, State
from rulehound.engine.dmb.turns import ending, evolution, prep, setup, strategy, support

STEPS: Mapping[Stage, Callable[[State], None]] = {
    "hands": setup.draw_hands,
    "mulligans": setup.ask_for_mulligans,
    "first-player": setup.choose_first,
    "prep": prep.begin_turn,
    "draw": prep.draw_for_turn,
    "hand": prep.ask_for_hand,
    "place": prep.ask_for_digimon,
    "partner": prep.ask_for_partner,
    "evolution": evolution.begin_evolution,
    "rack": evolution.ask_for_dp,
    "evolve": evolution.ask_for_evolution,
    "bonus": evolution.bonuses_done,
    "strategy": strategy.begin_strategy,
    "choice": strategy.ask_for_attacks,
    "support": support.begin_support,
    "declare-second": support.ask_other_player,
    "declare-first": support.ask_turn_player,
    "turn-over": support.turn_over,
    "jam-first": support.ask_turn_player_to_jam,
    "jam-second": support.ask_other_player_to_jam,
    "voids": support.check_voids,
    "resolve-first": support.resolve_turn_players,
    "resolve-second": support.resolve_other_players,
    "battle": abilities.reveal,
    "abilities": abilities.ask_or_apply,
    "first-strike": damage.first_strike,
    "second-strike": damage.second_strike,
    "knock-out": knockout.knock_out,
    "points": knockout.judge_points,
    "end": ending.begin_end,
    "discard": ending.ask_for_discard,
    "clean-up": ending.end_turn,
}
"""Stage to what happens then: it asks somebody, or goes on to another stage. Effects come before it."""


LONGEST = 1_000
"""More steps than there ever are from one decision to the next."""


def advance(state: State) -> None:
    """Go on until somebody must decide or the game is over.

    Raises AssertionError where that does not come: an engine may break, but not hang.
    """
    for _ in range(LONGEST):
        if state.decision is not None or state.stage == "over":
            return
        if state.tasks:
            carry_out_next(state)
        elif not (state.stage in OCCASIONS and come_up(state)):
            STEPS[state.stage](state)
    raise AssertionError(f"the rules go on for ever at {state.stage}")
