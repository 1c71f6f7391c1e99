"""What an observation shows of the beginning of a game: the cards that are dealt, and who goes first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulehound.spec.dmb.protocol import Observation as Shown
from rulehound.spec.formats import Observation
from rulehound.spec.game import DealtPile


def dealt(observation: Observation) -> Sequence[DealtPile]:
    """The opening hands, where they are shown; nothing of what is no observation. Decks are never shown."""
    try:
        shown = msgspec.convert(observation, Shown)
    except msgspec.ValidationError:
        return ()
    return [
        DealtPile(
            f"the hand of player {player}", "hand", player, "main", [c.card for c in seat.hand], ordered=False
        )
        for player, seat in enumerate(shown.players)
        if isinstance(seat.hand, tuple)
    ]


def goes_first(observation: Observation) -> object:
    """The player whose turn the first one is; nothing of what is no observation."""
    try:
        shown = msgspec.convert(observation, Shown)
    except msgspec.ValidationError:
        return None
    return shown.turn


def undecided(observation: Observation) -> bool:
    """Whether chance has not decided yet who goes first. Rule: setup.order (mulligans come before)."""
    return observation.get("decision") == "mulligan"
