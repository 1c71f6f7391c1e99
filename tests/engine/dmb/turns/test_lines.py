"""Which piles of cards are lines that evolution could have built."""

from __future__ import annotations

import pytest

from rulehound.engine.dmb.turns.lines import is_abnormal
from rulehound_testing.dmb.table import active, table


@pytest.mark.parametrize(
    ("cards", "abnormal"),
    [
        (["Rookie"], False),
        (["Champion"], True),
        (["Champion", "Rookie"], False),
        (["Ultimate", "Champion", "Rookie"], False),
        (["Ultimate", "Rookie"], True),
        (["Rookie", "Champion"], True),
        (["Dna", "Champion", "Rookie"], False),
    ],
)
def test_lines(cards: list[str], abnormal: bool) -> None:
    game = table("evolve", {"active": active(*cards)})
    digimon = game.state.me.active
    assert digimon is not None
    assert is_abnormal(game.state, digimon.cards) is abnormal
