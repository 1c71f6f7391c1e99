"""Decks: each demand, at its limit and past it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulehound.engine.dmb import Card, Deck, Game, Refused, Setup, validate_deck
from rulehound_testing.dmb.table import CARDS, digimon

FILLERS = [digimon(f"F{number}") for number in range(10)]
FACTS = {"kind": "option", "support": True}
ACES = [Card(f"Ace{number}", f"Ace{number}", {**FACTS, "class": "ace"}) for number in range(2)]
FIREWALLS = [Card(f"Wall{number}", f"Wall{number}", {**FACTS, "class": "firewall"}) for number in range(2)]
STRANGE = digimon("Strange", "C", 200, cost=20)
OTHER_MEGA = digimon("Other Mega", "M", 400)
POOL = [*CARDS, *FILLERS, *ACES, *FIREWALLS, STRANGE, OTHER_MEGA]


def rules_against(main: Sequence[str], destiny: Sequence[str] = (), partner: Sequence[str] = ()) -> list[str]:
    """The rules that forbid these cards, filled up to the size of a deck."""
    rest = [card.number for card in FILLERS for _ in range(4)][: 40 - len(main)]
    piles = {"main": [*main, *rest], "destiny": destiny, "partner": partner}
    return [reason.rule for reason in validate_deck(POOL, Deck(piles))]


@pytest.mark.parametrize(
    ("main", "rules"),
    [
        (["Rookie"] * 4, []),
        (["Rookie"] * 5, ["deck.digimon-copies"]),
        (["Mega"], ["deck.digimon-copies"]),
        (["Void"] * 3, []),
        (["Void"] * 4, ["deck.option-copies"]),
        (["Evolve"] * 2, []),
        (["Evolve"] * 3, ["deck.evolution-copies"]),
        (["Ace0"], []),
        (["Ace0", "Ace1"], ["deck.aces"]),
        (["Wall0", "Wall0", "Wall1"], []),
        (["Wall0", "Wall0", "Wall1", "Wall1"], ["deck.firewalls"]),
        (["Data"], ["deck.data-legal"]),
    ],
)
def test_what_stands_in_a_deck(main: list[str], rules: list[str]) -> None:
    assert rules_against(main) == rules


@pytest.mark.parametrize(
    ("destiny", "partner", "rules"),
    [
        (["Mega", "Champion", "Champion", "Option"], ["Rookie"], []),
        (["Mega", "Other Mega"], [], ["deck.megas"]),
        (["Champion"] * 3, ["Rookie"], ["deck.partner-champions"]),
        (["Champion"], [], ["deck.partner-champions"]),
        (["Strange"], ["Rookie"], ["deck.partner-champions"]),
        (["Option", "Option"], [], ["deck.partner-options"]),
        (["Void"], [], ["deck.partner-options"]),
        (["Ultimate"], [], ["deck.megas"]),
        ([], ["Rookie", "F0"], ["deck.partners"]),
        ([], ["Champion"], ["deck.partners"]),
        ([], ["Dna"], ["deck.partners"]),
    ],
)
def test_what_lies_in_a_destiny_zone(destiny: list[str], partner: list[str], rules: list[str]) -> None:
    assert rules_against(["Rookie", "Champion"], destiny, partner) == rules


def test_data_is_legal_where_the_destiny_zone_is_or_names_its_digimon() -> None:
    assert rules_against(["Rookie", "Data"], ["Champion"], ["Rookie"]) == []
    assert rules_against(["Data", "Data"], ["Champion"], ["F0"])[:1] == ["deck.data-copies"]


def test_size_piles_and_cards() -> None:
    fillers = [card.number for card in FILLERS for _ in range(4)]
    assert [one.rule for one in validate_deck(POOL, Deck({"main": fillers[:39]}))] == ["deck.size"]
    unknown = validate_deck(POOL, Deck({"main": ["?"], "side": []}))
    assert [one.reason for one in unknown] == ["unknown-pile", "unknown-card"]
    with pytest.raises(Refused, match="deck of player 1: the deck has 39 cards"):
        Game.new(Setup(POOL, [Deck({"main": fillers}), Deck({"main": fillers[:39]})]))


@pytest.mark.parametrize(
    ("facts", "wrong"),
    [
        ({"kind": "digimon", "hp": 5}, "a Digimon has a level"),
        ({"kind": "option", "level": "R"}, "a Digimon has a level"),
        ({"kind": "digimon", "level": "R"}, "a Digimon has HP"),
        ({"kind": "tamer"}, "known: data, digimon, evolution, option"),
    ],
)
def test_cards_that_make_no_sense_are_refused(facts: dict[str, object], wrong: str) -> None:
    with pytest.raises(Refused, match=wrong):
        validate_deck([Card("X", "X", facts)], Deck({"main": []}))
