"""Planted faults: what effects add to the costs of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.effects import continuous, gifts
from rulehound.engine.dcg.effects.language import Grant, Which
from rulehound.engine.dcg.effects.standpoint import Standpoint
from rulehound.engine.dcg.state import PLAYERS, State
from rulehound_testing.faults.patching import Fault, function

sound_on_cards = gifts.on_cards
sound_gifts_to_card = gifts.gifts_to_card

OTHER_COST = {"play_cost": "digivolution_cost", "digivolution_cost": "play_cost"}


def added_to_either(state: State, player: int, card: str, area: str, word: str) -> list[continuous.Gift]:
    """What is added to one cost of a card is added to its other cost too."""
    found = sound_gifts_to_card(state, player, card, area, word)
    if word in OTHER_COST:
        for gift in sound_gifts_to_card(state, player, card, area, OTHER_COST[word]):
            gives = msgspec.structs.replace(gift.gives, **{word: getattr(gift.gives, OTHER_COST[word])})
            found.append(msgspec.structs.replace(gift, gives=gives))
    return found


def of_any_card(
    state: State, itself: Standpoint, area: str, word: str
) -> Iterator[tuple[Standpoint, Which, Grant]]:
    """What is added to the costs of some cards is added to those of all."""
    for at, which, gives in sound_on_cards(state, itself, area, word):
        yield at, msgspec.structs.replace(which, kind=(), level=None), gives


def lowered_for_all(state: State, player: int, card: str, area: str, word: str) -> list[continuous.Gift]:
    """A card of the hand that costs less makes all cost less."""
    if area != "hand":
        return sound_gifts_to_card(state, player, card, area, word)
    cards = {card: None, **dict.fromkeys(state.players[player].hand)}
    return [gift for each in cards for gift in sound_gifts_to_card(state, player, each, area, word)]


FAULTS: Mapping[str, Fault] = {
    "costs-as-printed": Fault(
        "card.costs", "nothing is added to costs", function(gifts, "gifts_to_card", lambda *_arguments: [])
    ),
    "added-to-either-cost": Fault(
        "card.costs",
        "what is added to the cost of playing is added to that of digivolving, and the other way round",
        function(gifts, "gifts_to_card", added_to_either),
    ),
    "costs-of-any-card": Fault(
        "card.costs",
        "what is added to the costs of some cards is added to those of all",
        function(gifts, "on_cards", of_any_card),
    ),
    "costs-of-both-players": Fault(
        "card.costs",
        "what is added to the costs of one player is added to those of both",
        lambda: patch.object(gifts, "candidates", SimpleNamespace(sides=lambda _me, _of: PLAYERS)),
    ),
    "lowered-for-all": Fault(
        "card.costs",
        "a card of the hand that costs less makes all cost less",
        function(gifts, "gifts_to_card", lowered_for_all),
    ),
}
"""Faults by name."""
