"""Planted faults: what a card is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import cards
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.effects.language import PlayToken
from rulehound_testing.faults.patching import Fault, Installed, function

sound_as_card = cards.as_card


def options_are_digimon(facts: CardFacts) -> bool:
    """Whatever lies in the battle area counts as a Digimon."""
    return facts.kind != "tamer"


def tokens_with(**changed: Any) -> Callable[[], Installed]:
    """Tokens are not as the effects that play them state."""

    def as_card(step: PlayToken) -> CardFacts:
        return msgspec.structs.replace(sound_as_card(step), **changed)

    return function(cards, "as_card", as_card)


FAULTS: Mapping[str, Fault] = {
    "options-are-digimon": Fault(
        "attack.targets",
        "a placed Option counts as a Digimon",
        lambda: patch.object(CardFacts, "is_digimon", property(options_are_digimon)),
    ),
    "tokens-without-a-level": Fault("token.played", "a token has no level", tokens_with(level=None)),
    "tokens-without-colours": Fault("token.played", "a token has no colour", tokens_with(colors=())),
    "tokens-without-keywords": Fault("token.played", "a token has no Blocker", tokens_with(blocker=False)),
}
"""Faults by name."""
