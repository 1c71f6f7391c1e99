"""Planted faults: the flow of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

from rulehound.engine.dcg import endless, flow, state
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Asking
from rulehound_testing.faults.patching import Fault, constant, function

sound_ask_whether = flow.TASKS[Asking]


def won_by_the_first(now: State, _winner: int | None, ended_by: Any) -> None:
    """An endless game is won by whoever goes first."""
    state.end_game(now, 0, ended_by)


def repeated_is_endless(now: State, asking: Asking) -> None:
    """What a player could end, and has not ended at once, goes on for ever."""
    if any(one.what == "unsuspended" for one in now.events):
        state.end_game(now, None, "endless-loop")
    else:
        sound_ask_whether(now, asking)


FAULTS: Mapping[str, Fault] = {
    "long-is-endless": Fault(
        "game.endless",
        "what goes on for long is an endless loop",
        constant(endless, "LONGEST", 2_000),
    ),
    "repeated-is-endless": Fault(
        "game.endless",
        "what a player has repeated once is an endless loop",
        lambda: patch.dict(flow.TASKS, {Asking: repeated_is_endless}),
    ),
    "endless-games-are-won": Fault(
        "game.endless",
        "an endless game has a winner",
        function(flow, "end_game", won_by_the_first),
    ),
}
"""Faults by name."""
