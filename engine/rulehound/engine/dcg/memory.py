"""The memory gauge, one for both players: what one has, the other lacks."""

from __future__ import annotations

from rulehound.engine.dcg.state import State


def of_player(state: State, player: int) -> int:
    """The counter seen from a player."""
    return state.memory if player == state.turn else -state.memory  # rule: memory.shared


def affordable(state: State, player: int, cost: int) -> bool:
    """Whether the counter can move that many spaces towards the opponent without leaving the gauge."""
    limit = state.match.rules.memory_max
    return of_player(state, player) - cost >= -limit  # rule: memory.affordable, memory.limit


def pay(state: State, player: int, cost: int) -> None:
    """A player pays a cost that is affordable."""
    state.memory -= cost if player == state.turn else -cost  # rule: memory.pay


def change(state: State, player: int, amount: int) -> None:
    """A player gains memory, or loses it where the amount is negative; the gauge's ends stop the counter."""
    towards_turn_player = amount if player == state.turn else -amount  # rule: memory.shared
    limit = state.match.rules.memory_max
    moved = state.memory + towards_turn_player
    state.memory = max(-limit, min(limit, moved))  # rule: memory.gain, memory.lose, memory.limit
