"""Planted faults: the setup of a game."""

from __future__ import annotations

from collections.abc import Mapping

from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.turns import setup
from rulehound_testing.faults.patching import Fault, process

sound_lay_security = setup.lay_security


def security_top_on_top(state: State) -> None:
    """The deck's top card ends at the top of the security stack."""
    sound_lay_security(state)
    for player in state.players:
        player.security = player.security[::-1]


FAULTS: Mapping[str, Fault] = {
    "security-order-reversed": Fault(
        "setup.security-order",
        "the deck's top card tops security",
        process("lay-security", security_top_on_top),
    ),
}
"""Faults by name."""
