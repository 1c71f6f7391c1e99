"""Rules by which an offered action cannot be judged, because they rest on what no observation shows."""

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
"""Facts of an effect that changes costs. No observation shows the changed cost before it is paid."""

AFFORDABLE = ("memory.affordable",)

BY_PLAY_COST = ("play", "use")
"""Actions whose cost is the play cost printed on the card."""

FORBIDDING = ("cannot",)
"""Facts of an effect that forbids something."""

FORBIDDEN = ("attack", "block", "digivolve", "dna-digivolve", "suspend-for")
"""Actions that an effect can forbid."""


def doubted(observation: Observation, action: Action, cards: Cards) -> Sequence[str]:
    """The rule `memory.affordable` where the cost of an action's card may differ from the printed cost; else
    none.

    That is so for a card that lists materials, since the model does not know which cards lie in the hand; for
    any card while something on the field changes costs; and for a card that is played or used without a
    printed play cost, which the model takes for 0.
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
    """Whether an effect may forbid this action.

    The effects of the cards on the field count, and those that last; where an engine does not show what
    lasts, the effects of all cards of the game count.
    """
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
    """Whether effects, at any depth of their JSON, have one of these facts."""
    if isinstance(effects, Mapping):
        return any(effects.get(name) for name in names) or any(gives(one, names) for one in effects.values())
    if isinstance(effects, str):
        return False
    return isinstance(effects, Sequence) and any(gives(one, names) for one in effects)
