"""The attacks that players choose in secret."""

from __future__ import annotations

import msgspec

from rulehound.spec.dmb.protocol import Observation as Shown
from rulehound.spec.formats import Action, Observation

UNTOLD = ("attack", "support")
"""The decisions before which nothing may show an attack: Jamming and effects of supports come later."""


def chooser(action: Action) -> int | None:
    """The player who chooses an attack with an action; None of other actions. Rule: strategy.choice."""
    return action.get("player") if action.get("action") == "choose-attack" else None


def kept(observation: Observation, player: int) -> bool:
    """Whether the attack of a player is chosen and nothing can have shown it; not of what is no observation.

    An effect of a card that came up in between can have, so that it makes a difference which attack it is;
    and so can the question to this player about Jamming, though not the one to the other player before.
    Rules: strategy.secret, support.order, jamming.support.
    """
    try:
        shown = msgspec.convert(observation, Shown)
    except msgspec.ValidationError:
        return False
    untold = shown.decision in UNTOLD or (shown.decision == "jam" and shown.decider == 1 - player)
    return shown.players[player].has_chosen and untold and not shown.events
