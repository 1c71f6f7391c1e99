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
    by: int | None = None,
    source: str = "",
) -> int:
    """Have a player draw as many cards as there are up to `count`, and report it; how many there were.

    `by` is whose effect it is, and `source` the card that has it.
    """
    hand = state.players[player]
    drawn = draw(hand, count)
    if drawn:
        event = Happened("drawn", hand.hand[-drawn:], cause, player, source, drawn, brought_about_by=by)
        happened(state, event)
    return drawn
