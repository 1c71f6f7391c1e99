"""Planted faults: drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from unittest.mock import patch

from rulehound.engine.dcg import areas, drawing
from rulehound.engine.dcg.in_play import Player
from rulehound.engine.dcg.main_phase import digivolving
from rulehound.engine.dcg.turns import setup
from rulehound_testing.faults.patching import Fault, Installed, together

sound_draw = areas.draw


def other_draw(other: Callable[[Player, int], int]) -> Callable[[], Installed]:
    """Another way to draw, wherever cards are drawn."""
    return lambda: together(*(patch.object(module, "draw", other) for module in (drawing, setup)))


def draw_the_revealed(player: Player, count: int) -> int:
    """Cards that are revealed are drawn first."""
    revealed = player.revealed[:count]
    player.revealed = player.revealed[count:]
    player.hand += revealed
    return len(revealed) + sound_draw(player, count - len(revealed))


MOST_IN_HAND = 12


def draw_from_the_bottom(player: Player, count: int) -> int:
    """Cards are drawn from under the deck."""
    player.deck = player.deck[::-1]
    drawn = sound_draw(player, count)
    player.deck = player.deck[::-1]
    return drawn


def draw_below_zero(player: Player, count: int) -> int:
    """Fewer cards than none are all but so many."""
    drawn = player.deck[:count]
    player.deck = player.deck[count:]
    player.hand += drawn
    return len(drawn)


def draw_into_a_full_hand(player: Player, count: int) -> int:
    """What a hand has no room for is discarded."""
    drawn = sound_draw(player, count)
    player.hand, player.trash = player.hand[:MOST_IN_HAND], player.trash + player.hand[MOST_IN_HAND:]
    return drawn


FAULTS: Mapping[str, Fault] = {
    "draw-from-the-bottom": Fault(
        "draw.one", "cards are drawn from under the deck", other_draw(draw_from_the_bottom)
    ),
    "draw-below-zero": Fault(
        "effects.number-of-times",
        "whoever draws fewer cards than none draws nearly all",
        other_draw(draw_below_zero),
    ),
    "hand-limit": Fault("hand.unlimited", "a hand has a limit", other_draw(draw_into_a_full_hand)),
    "revealed-are-drawn": Fault(
        "reveal.draw",
        "revealed cards are drawn",
        lambda: together(
            *(patch.object(module, "draw", draw_the_revealed) for module in (drawing, digivolving))
        ),
    ),
}
"""Faults by name."""
