"""Planted faults: the setup of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.engine.dcg import game
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.turns import setup
from rulehound_testing.faults.patching import Fault, function, process

sound_lay_security = setup.lay_security


def security_top_on_top(state: State) -> None:
    """The deck's top card ends at the top of the security stack."""
    sound_lay_security(state)
    for player in state.players:
        player.security = player.security[::-1]


def eggs_of_one(*arguments: Any, **named: Any) -> State:
    """The second player has no Digi-Eggs."""
    state = setup.new_state(*arguments, **named)
    state.players[1].egg_deck = ()
    return state


FAULTS: Mapping[str, Fault] = {
    "security-order-reversed": Fault(
        "setup.security-order",
        "the deck's top card tops security",
        process("lay-security", security_top_on_top),
    ),
    "eggs-of-one": Fault(
        "breeding.hatch", "the second player has no Digi-Eggs", function(game, "new_state", eggs_of_one)
    ),
}
"""Faults by name."""
