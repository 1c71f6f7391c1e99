"""Drawing cards by an effect, and telling so."""

from __future__ import annotations

from rulehound.engine.dcg.areas import draw
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.state import State
from rulehound.engine.dcg.tasks import Cause, Happened


def draw_for(
    state: State,
    player: int,
    count: int,
    *,
    cause: Cause = "effect",
    source: str = "",
    whose: int | None = None,
) -> int:
    """Have a player draw as many cards as there are up to `count`, and report it; how many there were.

    `source` is the card whose effect it is, and `whose` its player.
    """
    hand = state.players[player]
    drawn = draw(hand, count)
    if drawn:
        happened(state, Happened("drawn", hand.hand[-drawn:], cause, player, source, drawn, whose=whose))
    return drawn
