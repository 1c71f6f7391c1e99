"""Planted faults: what a card is."""

from __future__ import annotations

from collections.abc import Mapping
from unittest.mock import patch

from rulehound.engine.dcg.cards import CardFacts
from rulehound_testing.faults.patching import Fault


def options_are_digimon(facts: CardFacts) -> bool:
    """Whatever lies in the battle area counts as a Digimon."""
    return facts.kind != "tamer"


FAULTS: Mapping[str, Fault] = {
    "options-are-digimon": Fault(
        "attack.targets",
        "a placed Option counts as a Digimon",
        lambda: patch.object(CardFacts, "is_digimon", property(options_are_digimon)),
    ),
}
"""Faults by name."""
