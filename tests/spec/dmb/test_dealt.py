"""The opening hands are what an observation shows of the cards that chance has ordered; who goes first."""

from __future__ import annotations

from typing import Any

from rulehound.engine.dmb import Game
from rulehound.spec.dmb import decks
from rulehound.spec.dmb.dealt import dealt, goes_first, undecided
from rulehound_testing.dmb.values import VALUES


def seen(hand: Any) -> dict[str, Any]:
    seat = {"hand": hand, "deck": 35, "trash": 0, "destiny": 0}
    hidden = {**seat, "hand": 5}
    return {"turn": 0, "decider": None, "decision": "mulligan", "players": [seat, hidden]}


def test_a_hand_that_is_shown_is_a_pile_without_order() -> None:
    (pile,) = dealt(seen([{"card": "RB-02", "id": "a1"}, {"card": "RB-01", "id": "a2"}]))
    assert (pile.player, pile.place, pile.part, pile.ordered) == (0, "hand", "main", False)
    assert pile.cards == ["RB-02", "RB-01"]


def test_nothing_is_dealt_by_what_is_no_observation() -> None:
    assert dealt({"players": []}) == ()


def test_who_goes_first_is_open_until_the_opening_hands_are_kept() -> None:
    game = Game.new(decks.setup(3, VALUES))
    assert undecided(game.observe())
    for player in (0, 1):
        game.apply({"action": "mulligan", "player": player, "cards": []})
    assert not undecided(game.observe())
    assert goes_first(game.observe()) == game.state.turn
    assert goes_first({"turn": 0}) is None
