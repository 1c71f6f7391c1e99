"""The game as one player sees it: the other player's hand by its size, and no choice that is not shown."""

from __future__ import annotations

from typing import Any

from rulehound.engine.dmb.state import PLAYERS
from rulehound.spec.formats import Observation, Reason, Refused


def seen_by(whole: Observation, player: int) -> Observation:
    """What one player sees of a game that is shown as a whole. Raises Refused: no such player.

    Of the other player's hand that is the number of cards, of a choice that it was made.
    """
    if player not in PLAYERS:
        raise Refused([Reason("no-such-player", text=f"there is no player {player}")])
    seats = [seat if owner == player else of_other(seat) for owner, seat in enumerate(whole["players"])]
    events = [event if event["player"] == player else event_of_other(event) for event in whole["events"]]
    choices = whole["choices"] if whole["decider"] == player else len(whole["choices"])
    return {**whole, "players": seats, "events": events, "choices": choices}


def event_of_other(event: dict[str, Any]) -> dict[str, Any]:
    """What an effect has done with the other player, without the attack to which a choice was changed."""
    return {**event, "attack": None} if event["event"] == "attack" else event


def of_other(seat: dict[str, Any]) -> dict[str, Any]:
    """The zones of the other player as they are seen."""
    return {**seat, "hand": len(seat["hand"]), "choice": seat["shown"]}  # rule: strategy.secret
