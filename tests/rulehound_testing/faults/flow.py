"""Planted faults: the flow of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.engine.dcg import flow, state
from rulehound.engine.dcg.state import State
from rulehound_testing.faults.patching import Fault, function


def won_by_the_first(now: State, _winner: int | None, ended_by: Any) -> None:
    """An endless game is won by whoever goes first."""
    state.end_game(now, 0, ended_by)


FAULTS: Mapping[str, Fault] = {
    "endless-games-are-won": Fault(
        "game.endless",
        "an endless game has a winner",
        function(flow, "end_game", won_by_the_first),
    ),
}
"""Faults by name."""
