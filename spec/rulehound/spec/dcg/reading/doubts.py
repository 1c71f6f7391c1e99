"""Rules about which nothing can be said of an action, since they rest on what no observation tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.reading.actions import Board
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.complete import completed
from rulehound.spec.dcg.reading.materials import MATERIALS
from rulehound.spec.dcg.reading.states import field_of
from rulehound.spec.formats import Action, Observation

COSTS = ("play_cost", "digivolution_cost")
"""What an effect that lasts can add to costs, which no observation shows before it is paid."""

AFFORDABLE = ("memory.affordable",)


def doubted(observation: Observation, action: Action, cards: Cards) -> Sequence[str]:
    """The rule on what can be paid, of a card whose cost hangs on more than what is printed on it.

    That is a card which lists materials, since the model does not know which cards lie in the hand, and any
    card where something on the field has an effect that changes costs.
    """
    whole = completed(observation, cards)
    there = (
        card["card"] for player in whole["players"] for entry in field_of(player) for card in entry["cards"]
    )
    changed = any(number in cards and gives(cards[number].facts.get("effects")) for number in there)
    if changed or gives(whole.get("lasting")):
        return AFFORDABLE
    try:
        played = Board(whole, cards).card(action["card"])
    except KeyError:  # it names no card, or one that is not shown
        return ()
    return AFFORDABLE if any(played.facts.get(way) for way in MATERIALS) else ()


def gives(effects: Any) -> bool:
    """Whether these effects, at any depth of their words, add something to costs."""
    if isinstance(effects, Mapping):
        return any(effects.get(name) for name in COSTS) or any(map(gives, effects.values()))
    return isinstance(effects, Sequence) and not isinstance(effects, str) and any(map(gives, effects))
