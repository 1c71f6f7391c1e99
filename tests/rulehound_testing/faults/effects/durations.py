"""Planted faults: how long it lasts what effects give."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import flow
from rulehound.engine.dcg.effects import durations
from rulehound.engine.dcg.effects.vocabulary import Until
from rulehound.engine.dcg.in_play import Everywhere, Lasting
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.turns import turn
from rulehound_testing.faults.patching import Fault, Installed, function, together

sound_ends = durations.ends
sound_end_of_turn = turn.end_of_turn


def ending_with(turns: Mapping[Until, Callable[[int, int], bool]]) -> Callable[[], Installed]:
    """Other tests of whether durations end with a turn."""
    return lambda: patch.dict(durations.ENDS_WITH_TURN, turns)


def any_turn(_turn: int, _player: int) -> bool:
    """Every turn."""
    return True


def all_for_the_turn(state: State, one: Lasting | Everywhere, moment: durations.Moment) -> bool:
    """What is given to all ends with the turn, whatever it says."""
    if isinstance(one, Everywhere):
        one = msgspec.structs.replace(one, until="turn-end")
    return sound_ends(state, one, moment)


def good_ends_with(moment: durations.Moment) -> Callable[[], Installed]:
    """What is given without an end ends all the same."""

    def ends(state: State, one: Lasting | Everywhere, now: durations.Moment) -> bool:
        return sound_ends(state, one, now) or (one.until == "always" and now == moment)

    return function(durations, "ends", ends)


def ended_on_all(state: State) -> None:
    """What all have been given until the end of the turn ends before the effects of that end."""
    state.lasting = tuple(one for one in state.lasting if not sound_ends(state, one, "turn-end"))
    sound_end_of_turn(state)


def ended_on_each(state: State) -> None:
    """What something has been given until the end of the turn ends before the effects of that end."""
    kept = state.lasting
    durations.end_durations(state, "turn-end")
    state.lasting = kept
    sound_end_of_turn(state)


def ended_afterwards(state: State) -> None:
    """What lasts until the end of a turn ends once the effects of the start of the next have come."""
    state.turn = 1 - state.turn
    durations.end_durations(state, "turn-end")
    state.turn = 1 - state.turn
    turn.unsuspend_phase(state)


def nothing_ends(_state: State, _moment: durations.Moment) -> None:
    """Nothing ends with the turn itself."""


FAULTS: Mapping[str, Fault] = {
    "given-to-all-ends-early": Fault(
        "effects.duration",
        "what all have been given until the end of the turn is over when its effects come",
        function(turn, "end_of_turn", ended_on_all),
    ),
    "given-to-one-ends-early": Fault(
        "effects.duration",
        "what one has been given until the end of the turn is over when its effects come",
        function(turn, "end_of_turn", ended_on_each),
    ),
    "ended-afterwards": Fault(
        "turn.effects-end",
        "what lasts until the end of a turn is there for what comes at the start of the next",
        lambda: together(
            patch.object(turn, "end_durations", nothing_ends),
            patch.dict(flow.PHASES, {"unsuspend": ended_afterwards}),
        ),
    ),
    "until-any-turn-ends": Fault(
        "effects.duration",
        "what lasts until the end of the opponent's turn ends with the own one",
        ending_with({"opponents-turn-end": any_turn}),
    ),
    "until-the-turn-ends": Fault(
        "effects.duration",
        "what lasts until the end of the own turn ends with the opponent's",
        ending_with({"my-turn-end": any_turn}),
    ),
    "until-the-wrong-turn-ends": Fault(
        "effects.duration",
        "what lasts until the end of one player's turn ends with the other's",
        ending_with({"my-turn-end": operator.ne, "opponents-turn-end": operator.eq}),
    ),
    "all-for-the-turn": Fault(
        "effects.duration",
        "what is given to all lasts for one turn",
        function(durations, "ends", all_for_the_turn),
    ),
    "for-good-until-the-turn-ends": Fault(
        "effects.duration", "what is given without an end ends with the turn", good_ends_with("turn-end")
    ),
    "for-good-until-the-battle-ends": Fault(
        "effects.duration", "what is given without an end ends with a battle", good_ends_with("battle-end")
    ),
    "for-good-until-the-attack-ends": Fault(
        "effects.duration", "what is given without an end ends with an attack", good_ends_with("attack-end")
    ),
}
"""Faults by name."""
