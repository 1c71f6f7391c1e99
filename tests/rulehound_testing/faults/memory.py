"""Planted faults: the memory gauge."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg import memory
from rulehound.engine.dcg.effects.language import Memory, SetMemory
from rulehound.engine.dcg.effects.steps import gauge
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Frame
from rulehound_testing.faults.patching import Choices, Fault, function, instead


def gain_without_end(state: State, player: int, amount: int) -> None:
    """Gaining memory does not stop at the gauge's end."""
    state.memory += amount if player == state.turn else -amount


def change_for_the_turn_player(state: State, _player: int, amount: int) -> None:
    """Whoever gains, the turn player does."""
    limit = state.match.rules.memory_max
    state.memory = max(-limit, min(limit, state.memory + amount))


def set_from_the_turn_players_side(state: State, frame: Frame, step: SetMemory, chosen: Choices) -> None:
    """The counter moves by what lies between the new number and the memory of the turn player."""
    moved = step.to - state.memory
    gauge.change(state, frame, Memory(amount=moved), chosen)


FAULTS: Mapping[str, Fault] = {
    "counter-set-for-the-turn-player": Fault(
        "memory.shared",
        "what an effect sets is reckoned from the turn player's memory",
        instead(SetMemory, set_from_the_turn_players_side),
    ),
    "gain-past-limit": Fault(
        "memory.gain", "gaining goes past the gauge's end", function(memory, "change", gain_without_end)
    ),
    "gain-for-anybody": Fault(
        "memory.shared",
        "whoever gains memory, the turn player does",
        function(memory, "change", change_for_the_turn_player),
    ),
    "anything-can-be-paid": Fault(
        "memory.affordable",
        "what would move the counter past the end of the gauge can be paid",
        function(memory, "affordable", lambda *_arguments: True),
    ),
}
"""Faults by name."""
