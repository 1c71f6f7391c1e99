"""Rules about which nothing can be said, since an effect that lasts may have changed what they rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.states import field_of
from rulehound.spec.formats import Observation

COSTS = ("play_cost", "digivolution_cost")
"""What an effect that lasts can add to costs, which no observation shows before it is paid."""


def doubted(observation: Observation, cards: Cards) -> Sequence[str]:
    """The rule on what can be paid, where a card on the field has an effect that changes costs."""
    there = (
        card["card"]
        for player in observation["players"]
        for entry in field_of(player)
        for card in entry["cards"]
    )
    changes_costs = any(number in cards and gives(cards[number].facts.get("effects")) for number in there)
    lasting = gives(observation.get("lasting"))
    return ("memory.affordable",) if changes_costs or lasting else ()


def gives(effects: Any) -> bool:
    """Whether these effects, at any depth of their words, add something to costs."""
    if isinstance(effects, Mapping):
        return any(effects.get(name) for name in COSTS) or any(map(gives, effects.values()))
    return isinstance(effects, Sequence) and not isinstance(effects, str) and any(map(gives, effects))
