"""The made-up cards use every word that the model knows, and their decks are legal."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from rulehound.spec.dmb import protocol
from rulehound.spec.dmb.decks import pool, setup
from rulehound.spec.dmb.model import ABILITIES
from rulehound_testing.dmb.values import VALUES


def test_every_card_has_the_facts_of_the_protocol() -> None:
    for card in pool():
        msgspec.convert(card.facts, protocol.Facts)


def test_the_cards_have_every_ability_level_and_kind() -> None:
    facts = [card.facts for card in pool()]
    assert {name for each in facts for name in each.get("abilities", ())} == set(ABILITIES)
    assert {each["level"] for each in facts if "level" in each} == {"R", "C", "U", "M"}
    assert {each["kind"] for each in facts} == {"digimon", "option", "evolution", "data"}
    assert len({card.name for card in pool()}) == len({card.number for card in pool()}) == len(facts)


@pytest.mark.parametrize("seed", range(5))
def test_a_deck_is_legal(seed: int) -> None:
    one = setup(seed, VALUES)
    assert one == setup(seed, VALUES)
    printed = {card.number: card for card in one.cards}
    for deck in one.decks:
        main = Counter(deck.piles["main"])
        assert main.total() == 40
        most = {"digimon": 4, "option": 3, "evolution": 2}
        assert all(count <= most[printed[number].facts["kind"]] for number, count in main.items())
        assert not any(printed[number].facts.get("level") == "M" for number in main)
        (partner,) = deck.piles["partner"]
        assert partner in main
        levels = Counter(printed[number].facts.get("level", "") for number in deck.piles["destiny"])
        assert levels["M"] == 1
        assert levels["C"] <= 2
        champions = [n for n in deck.piles["destiny"] if printed[n].facts.get("level") == "C"]
        assert all(printed[partner].name in printed[n].facts["box"] for n in champions)
