"""Cards that an effect places under a Digimon of the other player.

The model counts the cards of each player, and a stack is of one player there with all that lies in it. So the
step is not judged in which a card comes to lie there, nor one in which it goes to its owner again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.spec.dcg.reading.cards import MOST_GAMES, by_identity
from rulehound.spec.dcg.reading.effect_parts import parts
from rulehound.spec.dcg.reading.reported_effects.event_context import Event, EventContext
from rulehound.spec.formats import Observation
from rulehound.spec.reading import Cards

UNDER = ("under", "under-top")
"""Places of the effect language under a Digimon."""

OTHERS = ("opponent", "both")
"""Whose Digimon the effect language names, where they are not the own ones alone."""


def goes_to_another(context: EventContext, event: Event) -> bool:
    """Whether a card that is placed under a Digimon lay with the other player before."""
    *cards, stack_id = event["subjects"]
    owner = context.owners.get(stack_id)
    return owner is not None and any(context.holders.get(card, event["player"]) != owner for card in cards)


def mixes(before: Observation, after: Observation, cards: Cards) -> bool:
    """Whether an effect between two completed observations has placed a card under a Digimon of the other
    player.
    """
    placed = [event for event in after.get("events", ()) if event["event"] == "put-under"]
    if not placed:
        return False
    context = EventContext(before, after, cards)
    return any(goes_to_another(context, event) for event in placed)


@by_identity(most=MOST_GAMES)
def placing_under_others(cards: Cards) -> frozenset[str]:
    """The numbers of the cards of which an effect may place a card under a Digimon of the opponent."""
    return frozenset(
        number
        for number, card in cards.items()
        if any(_may_place(effect) for effect in card.facts.get("effects") or ())
    )


def _may_place(effect: Mapping[str, Any]) -> bool:
    """Whether an effect places something under what it may have chosen among the opponent's."""
    every = [*parts(effect)]
    places = any(part.get("do") == "put" and part.get("to") in UNDER for part in every)
    return places and any(part.get("of") in OTHERS for part in every)
