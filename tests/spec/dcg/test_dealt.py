"""The cards that the beginning of a game shows, pile by pile."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulehound.engine.adapter import create
from rulehound.spec.dcg import game
from rulehound.spec.dcg.dealt import dealt
from rulehound.spec.formats import Observation
from rulehound_testing.faults.catching import bound

VALUES = bound("manual-2.3")


def beginning() -> Observation:
    return create().new_game(game.setup(0, VALUES))


def test_all_cards_of_both_players_lie_somewhere() -> None:
    setup = game.setup(0, VALUES)
    for player, deck in enumerate(setup.decks):
        for part, cards in deck.piles.items():
            piles = [pile for pile in dealt(beginning()) if (pile.player, pile.part) == (player, part)]
            assert Counter(card for pile in piles for card in pile.cards) == Counter(cards)


def test_an_order_counts_in_what_lies_face_down() -> None:
    assert {(pile.place, pile.part, pile.ordered) for pile in dealt(beginning())} == {
        ("hand", "main", False),
        ("deck", "main", True),
        ("security", "main", True),
        ("egg deck", "eggs", True),
    }
    assert dealt(beginning())[1].name == "the deck of player 0"


def test_what_is_not_shown_is_left_out() -> None:
    shown = {name: value for name, value in beginning().items() if name != "hidden"}
    assert [pile.name for pile in dealt(shown)] == ["the hand of player 0", "the hand of player 1"]


@pytest.mark.parametrize("spoiled", [{}, {"players": 3}, {"players": [{"hand": [{"card": 4}]}, {}]}])
def test_what_is_no_observation_shows_nothing(spoiled: dict[str, Any]) -> None:
    assert dealt({**beginning(), "players": [], **spoiled}) == ()
