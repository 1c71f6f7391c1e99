"""What each player sees: no hand but the own, and no choice before it is shown."""

from __future__ import annotations

import random

import pytest

from rulehound.engine.dmb import Refused
from rulehound.engine.dmb.view import seen_by
from rulehound_testing.dmb.table import active, held, new_game, table, with_ability


def test_the_other_hand_is_a_number_and_its_choice_is_not_told() -> None:
    game, chance, hidden = new_game(1), random.Random(1), 0
    while not game.over:
        whole = game.observe()
        for player in (0, 1):
            other, own = (seen_by(whole, player)["players"][one] for one in (1 - player, player))
            assert own == whole["players"][player]
            assert other["hand"] == len(whole["players"][1 - player]["hand"])
            assert other["choice"] == other["shown"]
            hidden += other["has_chosen"] and other["choice"] is None
        game.apply(chance.choice(game.legal_actions()))
    assert hidden


def test_what_jamming_has_shown_is_seen_by_both() -> None:
    jammer = with_ability("Jammer", "jamming")
    mine = {"active": active("Jammer"), "choice": "cross", "hand": ["Rookie"]}
    theirs = {"active": active("Rookie"), "choice": "cross", "hand": ["Rookie"]}
    game = table("support", mine, theirs, more=[jammer])
    for player in (1, 0):
        game.apply({"action": "support-from-hand", "card": held(game, "Rookie", player)})
    assert seen_by(game.observe(), 1)["players"][0]["choice"] is None
    game.apply({"action": "jam"})
    assert (game.decision, game.decider) == ("jam", 1)
    assert seen_by(game.observe(), 1)["players"][0]["choice"] == "cross"
    assert seen_by(game.observe(), 0)["players"][1]["choice"] is None


def test_there_are_two_players() -> None:
    with pytest.raises(Refused, match="no player 2"):
        seen_by(new_game().observe(), 2)
