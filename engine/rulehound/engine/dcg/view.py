"""The game as one player sees it: the other player's hand and all face-down piles by their sizes alone."""

from __future__ import annotations

from rulehound.engine.dcg.state import PLAYERS
from rulehound.spec.formats import Observation, Reason, Refused


def seen_by(whole: Observation, player: int) -> Observation:
    """What one player sees of a game that is shown as a whole.

    Cards that nobody may look into are not in it at all (areas.hidden); of the other player's hand it has the
    size. What is being chosen from is shown to whoever chooses. Raises Refused: no such player.
    """
    if player not in PLAYERS:
        raise Refused([Reason("no-such-player", text=f"there is no player {player}")])
    other = 1 - player
    seen = {name: value for name, value in whole.items() if name != "hidden"}  # rule: areas.hidden
    shown = list(whole["players"])  # rule: areas.public, areas.counts
    shown[other] = {**shown[other], "hand": len(shown[other]["hand"])}  # rule: areas.own-hand
    seen["players"] = shown
    if whole["decider"] != player:
        seen["choice"] = None
    return seen
