"""From which positions the model knows all that can happen."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.dcg.reading.cards import followed
from rulehound.spec.formats import Card

PLAIN = {"kind": "digimon", "level": 3, "dp": 3000, "play_cost": 2, "colors": ["red"]}
EGG = {"kind": "digi-egg", "level": 2, "colors": ["red"]}


def cards(**facts: Any) -> list[Card]:
    return [Card("D", "Ember", {**PLAIN, **facts}), Card("G", "Coal", EGG)]


def lasting(gives: dict[str, Any]) -> dict[str, Any]:
    return {"battle": [{"cards": ["D"]}, {"cards": ["D"], "lasting": [{"gives": gives}]}]}


@pytest.mark.parametrize(
    ("facts", "position", "known"),
    [
        ({}, {"players": [{"hand": ["D"], "deck": 5, "egg_deck": ["G"]}]}, True),
        ({"blocker": True}, {}, True),
        ({"effects": [{"timing": "main"}]}, {}, False),
        ({"play_cost": None}, {}, False),
        ({"level": None}, {}, False),
        ({"assembly": {"cards": [], "reduces": 1}}, {}, False),
        ({}, {"players": [{}, {"security": ["G"]}]}, False),
        ({}, {"players": [lasting({"dp": 1000, "keywords": ["reboot"]})]}, True),
        ({}, {"players": [{}, lasting({"cannot": ["attack"]})]}, False),
    ],
)
def test_what_the_model_follows(facts: dict[str, Any], position: dict[str, Any], known: bool) -> None:
    assert followed(cards(**facts), position) is known
