"""How what two engines of the game show is compared."""

from __future__ import annotations

import pytest

from rulehound.spec.dmb.decks import pool
from rulehound.spec.dmb.side_by_side import SIDE_BY_SIDE

CARDS = pool()
STANDING = {"players": [{"active": {"cards": []}}, {"active": {"cards": []}}], "decision": "hand"}
ALONE = {"players": [{"active": {"cards": []}}, {"active": None}], "decision": "hand"}


@pytest.mark.parametrize(
    ("action", "after", "chance"),
    [
        ("mulligan", STANDING, True),
        ("no-support", STANDING, False),
        ("no-support", ALONE, True),
        ("no-support", {**ALONE, "decision": None}, True),
        ("done-racking", {**ALONE, "decision": "evolve"}, False),
    ],
)
def test_cards_may_have_been_shuffled(action: str, after: dict[str, object], chance: bool) -> None:
    assert SIDE_BY_SIDE.by_chance({"action": action}, after) is chance


def test_a_deck_of_which_only_the_size_is_given_is_spelt_out() -> None:
    position = {"turn": 1, "players": [{"deck": 3, "hand": ["RB-02"]}, {"deck": ["RB-03"]}]}
    spelt = SIDE_BY_SIDE.spelt_out(position, CARDS)
    assert spelt["turn"] == 1
    assert spelt["players"] == [{"deck": ["RB-01"] * 3, "hand": ["RB-02"]}, {"deck": ["RB-03"]}]


def test_a_position_is_prolonged_by_cards_at_the_bottom_that_are_no_megas() -> None:
    position = {"players": [{"deck": ["RB-03"], "hand": ["RB-02"]}, {"deck": 3}]}
    mine, theirs = SIDE_BY_SIDE.prolonged(position, CARDS)["players"]
    assert (mine["deck"][0], mine["hand"][0]) == ("RB-03", "RB-02")
    assert (len(mine["deck"]), len(mine["hand"]), theirs["deck"]) == (13, 3, 3)
    megas = {card.number for card in CARDS if card.facts.get("level") == "M"}
    assert megas.isdisjoint([*mine["deck"], *theirs["hand"]])
