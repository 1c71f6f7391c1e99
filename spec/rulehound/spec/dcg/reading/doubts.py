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

BY_PLAY_COST = ("play", "use")
"""The actions that cost what is printed on the card."""

FORBIDDING = ("cannot",)
"""What an effect gives that keeps from something."""

FORBIDDEN = ("attack", "block", "digivolve", "dna-digivolve", "suspend-for")
"""The actions that an effect keeps from."""


def doubted(observation: Observation, action: Action, cards: Cards) -> Sequence[str]:
    """The rule on what can be paid, of a card whose cost hangs on more than what is printed on it.

    That is a card which lists materials, since the model does not know which cards lie in the hand, and any
    card where something on the field has an effect that changes costs. And one that is played or used and has
    no play cost printed: the model takes it for 0.
    """
    whole = completed(observation, cards)
    there = (
        card["card"] for player in whole["players"] for entry in field_of(player) for card in entry["cards"]
    )
    changed = any(number in cards and gives(cards[number].facts.get("effects"), COSTS) for number in there)
    if changed or gives(whole.get("lasting"), COSTS):
        return AFFORDABLE
    try:
        played = Board(whole, cards).card(action["card"])
    except KeyError:  # it names no card, or one that is not shown
        return ()
    costless = action.get("action") in BY_PLAY_COST and played.facts.get("play_cost") is None
    return AFFORDABLE if costless or any(played.facts.get(listing) for listing in MATERIALS) else ()


def forbidding(observation: Observation, action: Action, cards: Cards) -> bool:
    """Whether an effect may forbid this here: one that a card on the field has or that lasts; where an engine
    does not tell what lasts, one of any card."""
    if action.get("action") not in FORBIDDEN:
        return False
    whole = completed(observation, cards)
    there = [entry for player in whole["players"] for entry in field_of(player)]
    all_shown = observation.get("lasting") is not None and all(
        entry.get("lasting") is not None for entry in there
    )
    numbers = {card["card"] for entry in there for card in entry["cards"]} if all_shown else cards.keys()
    effects = [cards[number].facts.get("effects") for number in numbers if number in cards]
    return gives([*effects, whole.get("lasting"), *(entry.get("lasting") for entry in there)], FORBIDDING)


def gives(effects: Any, names: Sequence[str]) -> bool:
    """Whether these effects, at any depth of their words, give any of this."""
    if isinstance(effects, Mapping):
        return any(effects.get(name) for name in names) or any(gives(one, names) for one in effects.values())
    if isinstance(effects, str):
        return False
    return isinstance(effects, Sequence) and any(gives(one, names) for one in effects)
