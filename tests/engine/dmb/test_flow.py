"""How the rules go on between two decisions: they come to one, or the engine breaks; it does not hang."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from rulehound.engine.dmb import flow
from rulehound.engine.dmb.actions import KeepHand
from rulehound_testing.dmb.table import active, table

PLACED = {"active": active("Rookie"), "hand": ["Option"] * 3}


def test_the_rules_go_on_to_the_next_decision() -> None:
    game = table("hand", PLACED, PLACED)
    game.apply(KeepHand())
    assert (game.state.stage, game.decision) == ("rack", "rack")


def test_rules_that_never_come_to_a_decision_break_the_engine() -> None:
    game = table("hand", PLACED, PLACED)
    with (
        patch.dict(flow.STEPS, {"evolution": lambda state: None}),
        pytest.raises(AssertionError, match="the rules go on for ever at evolution"),
    ):
        game.apply(KeepHand())
