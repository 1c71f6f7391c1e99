"""The opening hands are what an observation shows of the cards that chance has ordered."""

from __future__ import annotations

from typing import Any

from rulehound.spec.dmb.dealt import dealt


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
