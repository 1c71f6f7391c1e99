"""Which decks are legal: every number in both directions, every reason at once."""

from __future__ import annotations

import pytest

from probe_cards import CARDS, deck
from rulehound.engine.dcg.editions import EDITIONS
from rulehound.engine.dcg.game import validate_deck
from rulehound.spec.formats import Deck

LEGAL = {name: list(pile) for name, pile in deck().piles.items()}
MAIN, EGGS = LEGAL["main"], LEGAL["eggs"]


def rules(**piles: list[str]) -> list[str]:
    """The rules that a deck breaks, sorted."""
    reasons = validate_deck(CARDS, Deck(piles))
    assert all(reason.text for reason in reasons)
    return sorted(reason.rule or reason.reason for reason in reasons)


@pytest.mark.parametrize(
    ("main", "eggs", "broken"),
    [
        (MAIN, EGGS, []),
        (MAIN, [], []),
        (MAIN[:-1], EGGS, ["deck.size"]),
        ([*MAIN, "blue-3"], EGGS, ["deck.size"]),
        ([], EGGS, ["deck.size"]),
        ([*MAIN[:-1], "red-3"], EGGS, []),
        ([*MAIN[:-2], "red-3", "red-3"], EGGS, ["deck.copies"]),
        (MAIN, [*EGGS, "blue-egg"], ["egg-deck.size"]),
        (MAIN, ["red-egg"] * 5, ["egg-deck.copies"]),
        ([*MAIN[:-1], "red-egg"], EGGS, ["deck.kinds"]),
        (MAIN, ["red-3"], ["egg-deck.kinds"]),
        ([*MAIN[:-1], "nobody"], EGGS, ["unknown-card"]),
        (
            ["red-egg"] * 51,
            ["red-3"] * 6,
            ["deck.copies", "deck.kinds", "deck.size", "egg-deck.copies", "egg-deck.kinds", "egg-deck.size"],
        ),
    ],
)
def test_decks(main: list[str], eggs: list[str], broken: list[str]) -> None:
    assert rules(main=main, eggs=eggs) == broken


def test_the_digi_egg_deck_may_be_left_out() -> None:
    assert rules(main=MAIN) == []


def test_a_pile_of_another_name_is_a_mistake() -> None:
    assert rules(main=MAIN, side=["red-3"]) == ["unknown-pile"]


def test_copies_are_counted_by_card_number_in_each_pile() -> None:
    four_of_each = [card.number for card in CARDS if card.number.startswith(("red-3", "red-4", "red-5"))] * 4
    assert len(four_of_each) == 48
    assert rules(main=[*four_of_each, "red-6", "red-6"]) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_editions_agree_on_decks(edition: str) -> None:
    assert validate_deck(CARDS, deck(), edition) == ()
    assert len(validate_deck(CARDS, Deck({"main": MAIN[:-1]}), edition)) == 1
