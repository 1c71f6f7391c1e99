"""The printed cards that rulings name: their public facts, and effects that an engine can take."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulehound.engine.dcg.cards import read_cards
from rulehound.spec.dcg.cards import load
from rulehound.spec.formats import Card
from rulehound_testing.folders import SHARED

PUBLIC = SHARED / "cards/dcg-cards.json"

NAMED = {
    "ST1-03": "Agumon",
    "BT1-010": "Agumon",
    "BT1-011": "Agumon Expert",
    "BT2-055": "ToyAgumon",
    "BT4-038": "BushiAgumon",
    "ST2-13": "Hammer Spark",
    "ST3-15": "Holy Flame",
    "BT1-101": "Howling Crusher",
    "BT3-091": "Lilithmon",
    "BT3-096": "Mimi Tachikawa",
    "BT11-061": "Vemmon",
}


COPIES = 4
"""How many of a card a deck may have where the card says nothing of it."""


def public_facts(card: dict[str, Any]) -> dict[str, Any]:
    """What a public list of cards tells of one, in the words of our facts; 0 DP there is none."""
    facts = {
        "kind": card["kinds"][0].lower(),
        "level": card.get("level"),
        "dp": card["dp"] or None,
        "play_cost": card["playCost"],
        "colors": [color.lower() for color in card["colors"]],
        "traits": card.get("types"),
        "digivolve": [
            {"color": way["color"].lower(), "level": way["level"], "cost": way["memoryCost"]}
            for way in card["evoCosts"]
        ],
        "copies": None if card["maxCountInDeck"] == COPIES else card["maxCountInDeck"],
    }
    return {name: value for name, value in facts.items() if value not in (None, [])}


def test_these_cards_are_there() -> None:
    assert {card.number: card.name for card in load("named")} == NAMED


def test_an_engine_takes_them() -> None:
    pool = read_cards(load("named"))
    with_effects = {number for number, facts in pool.items() if facts.effects}
    assert with_effects == {"ST2-13", "ST3-15", "BT1-101", "BT3-091", "BT3-096"}


@pytest.mark.skipif(not PUBLIC.exists(), reason="needs ../shared/cards beside the repository")
@pytest.mark.parametrize("card", load("named"), ids=lambda card: card.number)
def test_number_name_and_figures_are_the_public_ones(card: Card) -> None:
    public = {entry["cardId"]: entry for entry in json.loads(PUBLIC.read_text("utf-8"))}[card.number]
    told = {name: value for name, value in card.facts.items() if name != "effects"}
    assert (card.name, told) == (public["nameEn"], public_facts(public))
