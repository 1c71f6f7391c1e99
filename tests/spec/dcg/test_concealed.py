"""The cards that a player may not see."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.adapter import create
from rulehound.spec.dcg import game
from rulehound.spec.dcg.concealed import ON_TOP, face_down_places, hidden_from
from rulehound_testing.faults.catching import bound

VALUES = bound("manual-2.3")


def beginning() -> dict[str, Any]:
    return dict(create().new_game(game.setup(0, VALUES)))


@pytest.mark.parametrize("player", [0, 1])
def test_the_others_hand_and_all_piles_are_hidden(player: int) -> None:
    whole = beginning()
    hidden = hidden_from(whole, player)
    own, others = (whole["players"][each]["hand"] for each in (player, 1 - player))
    piles = [cards for side in whole["hidden"] for cards in side.values()]
    expected = {card["id"]: card["card"] for cards in (others, *piles) for card in cards}
    assert hidden == expected
    assert not {card["id"] for card in own} & hidden.keys()


def test_a_pile_that_a_player_searches_is_not_hidden_from_that_player() -> None:
    whole = beginning()
    pile = whole["hidden"][0]["security"]
    choice = {"min": 1, "max": 1, "candidates": [pile[2]["id"]]}
    searched = {**whole, "decider": 0, "decision": "target", "choice": choice}
    ids = {card["id"] for card in pile}
    assert not ids & hidden_from(searched, 0).keys()
    assert ids <= hidden_from(searched, 1).keys()


def test_cards_without_ids_and_what_is_no_observation_are_left_out() -> None:
    whole = beginning()
    for card in whole["hidden"][0]["deck"]:
        del card["id"]
    assert len(hidden_from(whole, 0)) == len(hidden_from(beginning(), 0)) - len(whole["hidden"][0]["deck"])
    assert hidden_from({**whole, "players": 3}, 0) == {}


def test_a_card_keeps_its_place_as_long_as_nobody_touches_it() -> None:
    whole = beginning()
    deck = whole["hidden"][0]["deck"]
    places = face_down_places(whole)
    assert places[deck[ON_TOP]["id"]] == (0, "deck", len(deck) - ON_TOP - 1)
    assert deck[ON_TOP - 1]["id"] not in places
    deep = {card["id"]: places[card["id"]] for card in deck[ON_TOP + 1 :]}
    del deck[0]  # a draw touches no other card
    assert deep.items() <= face_down_places(whole).items()
    deck.insert(0, deck.pop())  # the lowest card comes to the top
    assert not deep.items() & face_down_places(whole).items()
    assert face_down_places({**whole, "players": 3}) == {}
