"""Steps of effects that move memory."""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.effect_games import (
    Step,
    doing,
    memory,
)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (memory(2), 5),
        (memory(9), 10),
        (memory(-3), 0),
        ({"do": "memory", "amount": -2, "of": "opponent"}, 5),
        ({"do": "memory", "amount": {"which": {"area": "deck"}, "each": 2, "per": 2}}, 7),
        ({"do": "set-memory", "to": 7}, 7),
        ({"do": "set-memory", "to": 0}, 0),
    ],
)
def test_memory_moves_within_the_gauge(step: Step, expected: int) -> None:
    assert doing(step).state.memory == expected


def test_memory_of_the_opponent_ends_the_turn_after_the_effect() -> None:
    game = doing({"do": "memory", "amount": 5, "of": "opponent"}, {"do": "draw"})
    assert (game.state.turn, game.state.memory) == (1, 2)
    assert len(game.state.players[0].hand) == 1
