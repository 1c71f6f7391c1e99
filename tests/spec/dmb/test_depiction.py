"""The game in words: every action of the protocol is said, and the board tells no hidden choice."""

from __future__ import annotations

from typing import Any

from rulehound.spec.dmb.decks import pool
from rulehound.spec.dmb.depiction import WORDS, DmbDepiction
from rulehound.spec.dmb.protocol import ACTIONS

CARDS = {card.number: card for card in pool()}
DEPICTION = DmbDepiction()


def observed() -> dict[str, Any]:
    seat = {"hand": [{"card": "RB-01", "id": "a1"}], "deck": 3, "trash": 0, "destiny": 0}
    active = {"cards": [{"card": "RB-01"}], "hp": 300, "abnormal": True}
    mine = {**seat, "active": active, "has_chosen": True, "choice": "cross"}
    return {"turn": 0, "decider": 0, "decision": "place", "players": [mine, seat]}


def test_every_action_has_words() -> None:
    assert set(WORDS) == {action.__struct_config__.tag for action in ACTIONS}


def test_actions_are_said_with_names_and_players() -> None:
    observation = observed()
    assert DEPICTION.describe(observation, {"action": "place", "card": "a1"}, CARDS) == "place Cindling"
    secret = {"action": "choose-attack", "player": 1, "attack": "cross"}
    assert DEPICTION.describe(observation, secret, CARDS) == "player 2 chooses cross"
    mulligan = {"action": "mulligan", "player": 0, "cards": ["a1"]}
    assert DEPICTION.describe(observation, mulligan, CARDS) == "player 1 exchanges 1 of the opening hand"
    assert "does not have" in DEPICTION.describe(observation, {"action": "dance"}, CARDS)


def test_the_board_keeps_a_choice_that_is_not_shown() -> None:
    board = DEPICTION.board(observed(), CARDS)
    assert "player 1 (turn): a hidden attack" in board
    assert "cross" not in board
    assert "Cindling: HP 300, abnormal" in board
