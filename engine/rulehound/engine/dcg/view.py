"""The game as one player sees it: the other player's hand and all face-down piles by their sizes alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rulehound.engine.dcg.effects.selecting import Search
from rulehound.engine.dcg.state import PLAYERS
from rulehound.spec.formats import Observation, Reason, Refused


def seen_by(whole: Observation, player: int, searched: Collection[Search] = ()) -> Observation:
    """What one player sees of a game that is shown as a whole.

    Cards that nobody may look into are not in it at all (areas.hidden), but for those that are searched now:
    whoever chooses among them sees them. Of the other player's hand it has the size. What is being chosen
    from is shown to whoever chooses. Raises Refused: no such player.
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
    elif searched:
        seen["hidden"] = looked_at(whole, searched)
    return seen


def looked_at(whole: Observation, searched: Collection[Search]) -> list[dict[str, Any]]:
    """Of each player's piles that lie face down the cards that are searched, top first."""
    piles: list[dict[str, Any]] = [{} for _ in PLAYERS]
    for owner, pile, top in searched:
        cards = whole["hidden"][owner][pile]
        piles[owner][pile] = cards[:top] if top else cards
    return piles
