"""Saved games that are none, are damaged, or are of another version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulehound.engine.dmb import Game, Refused
from rulehound_testing.dmb.table import new_game

Token = dict[str, Any]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda token: [], "not-a-saved-game"),
        (lambda token: {**token, "saved_game": "dcg"}, "not-a-saved-game"),
        (lambda token: {**token, "version": 0}, "unknown-version"),
        (lambda token: {**token, "edition": "next"}, "unknown-edition"),
        (lambda token: {**token, "stage": "lunch"}, "damaged-save"),
        (lambda token: {**token, "numbers": {}}, "damaged-save"),
        (lambda token: {**token, "turn_number": 7}, "damaged-save"),
        (lambda token: {**token, "checksum": 0}, "damaged-save"),
        (lambda token: {**token, "pool": {}}, "damaged-save"),
    ],
)
def test_a_token_that_is_not_as_it_was_saved_is_refused(change: Callable[[Token], Any], reason: str) -> None:
    token = new_game().save()
    assert Game.restore(token) == new_game()
    with pytest.raises(Refused) as refused:
        Game.restore(change(token))
    assert [each.reason for each in refused.value.reasons] == [reason]
