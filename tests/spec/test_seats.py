"""Players as boards call them."""

from __future__ import annotations

import pytest

from rulehound.spec.seats import seated


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("me.hand is 2", "player 1, hand is 2"),
        ("opponent.active.hp", "player 2, active.hp"),
        ("players[1].trash, me.deck", "player 2, trash, player 1, deck"),
        ("some.me.hand and game.players[0].x", "some.me.hand and game.players[0].x"),
    ],
)
def test_places_of_players_begin_with_their_names(text: str, said: str) -> None:
    assert seated(text) == said
