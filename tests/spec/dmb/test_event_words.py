"""What happened and what waits in words: every event and decision of the protocol is said."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rulehound.spec.dmb.decks import pool
from rulehound.spec.dmb.event_words import DECISIONS as SAID
from rulehound.spec.dmb.event_words import WORDS, deciding, happened, waiting
from rulehound.spec.dmb.protocol import DECISIONS, EVENTS, WITHIN_EFFECTS

CARDS = {card.number: card for card in pool()}


def observed(**there: Any) -> dict[str, Any]:
    active = {"cards": [{"card": "RB-01", "id": "a1"}], "hp": 300}
    mine = {"hand": 1, "deck": 3, "trash": 0, "destiny": 0, "active": active}
    other = {**mine, "active": {"cards": [{"card": "RB-02", "id": "b1"}], "hp": 200}}
    return {"turn": 0, "decider": 0, "decision": "support", "players": [mine, other], **there}


def test_every_event_and_decision_has_words() -> None:
    assert set(WORDS) == {event.__struct_config__.tag for event in EVENTS}
    assert set(SAID) == {*DECISIONS, *WITHIN_EFFECTS}


def test_a_battle_is_told_before_the_turn_that_begins_then() -> None:
    before = observed()
    before["players"][0] |= {"has_chosen": True, "choice": "cross"}
    after = copy.deepcopy(observed(turn=1, events=[{"event": "turn", "player": 1}]))
    after["players"][1]["active"]["hp"] = 80
    assert happened(before, after, CARDS) == [
        "player 1 had chosen Cross",
        f"{CARDS['RB-02'].name} of player 2 has 80 HP, before 200",
        "the turn of player 2 begins",
    ]


def test_a_digimon_that_leaves_and_the_end_of_the_game_are_told() -> None:
    after = copy.deepcopy(observed(winner=0))
    after["players"][1] |= {"active": None, "ko_points": 0}
    after["players"][0]["ko_points"] = 2
    assert happened(observed(), after, CARDS) == [
        "player 1 has 2 KO points",
        f"{CARDS['RB-02'].name} of player 2 has left the active zone",
        "player 1 has won",
    ]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "lose-hp", "player": 1, "amount": 300}, "the Digimon of player 2 loses 300 HP"),
        ({"event": "take", "player": 0, "card": None}, "player 1 takes a card from the deck"),
        (
            {"event": "rack", "player": 0, "card": {"card": "RB-01"}},
            "Cindling goes into the DP Zone of player 1",
        ),
        ({"event": "attack", "player": 1, "attack": None}, "the attack of player 2 becomes another one"),
        (
            {"event": "boost", "player": 0, "amount": -40},
            "the Power of the Digimon of player 1 changes by -40 this turn",
        ),
        ({"event": "type", "player": 0, "types": ["ember"]}, "the Digimon of player 1 gains the types ember"),
        ({"event": "something-new", "player": 0}, "something new"),
    ],
    ids=lambda value: value["event"] if isinstance(value, dict) else "",
)
def test_effects_are_told_as_the_engine_reports_them(event: dict[str, Any], said: str) -> None:
    assert happened(observed(), observed(events=[event]), CARDS) == [said]


def test_the_choice_at_hand_waits() -> None:
    there = observed(choices=[{"card": "RB-01"}], discount=10, ignored=["level"])
    assert list(waiting(there, CARDS)) == [
        "to be chosen: one of Cindling",
        "evolution: level need not be met",
        "evolution costs 10 less",
    ]
    assert list(waiting(observed(choices=3), CARDS)) == ["to be chosen: one of 3 cards"]
    assert list(waiting(observed(), CARDS)) == []


def test_who_decides_is_said() -> None:
    assert deciding(observed(), [0]) == "player 1 to decide: which support to declare"
    assert (
        deciding(observed(decision="attack"), [0, 1])
        == "player 1 and player 2 to decide: which attack to choose"
    )
    assert deciding(observed(decision=None), []) == "nobody decides"
    assert deciding(observed(winner=0), [0]) == "the game is over"
