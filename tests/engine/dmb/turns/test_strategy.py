"""The Strategy Phase: secret choices, and a turn player whom nobody opposes."""

from __future__ import annotations

from itertools import permutations

import pytest

from rulehound.engine.dmb import Game
from rulehound.engine.dmb.view import seen_by
from rulehound_testing.dmb.table import active, numbers, seat, table, why_not


def choosing() -> Game:
    """Both have a Digimon, and choose."""
    return table("attack", {"active": active("Rookie")}, {"active": active("Champion")})


def test_either_may_choose_first_and_both_orders_lead_to_one_game() -> None:
    ends = []
    for order in permutations((0, 1)):
        game = choosing()
        assert game.decider is None
        for player in order:
            attack = ("circle", "cross")[player]
            game.apply({"action": "choose-attack", "player": player, "attack": attack})
        ends.append(game)
    assert ends[0] == ends[1]
    assert (ends[0].decision, ends[0].decider) == ("support", 1)


@pytest.mark.parametrize("attack", ["circle", "triangle", "cross"])
def test_the_other_player_learns_nothing_of_a_choice(attack: str) -> None:
    game, other = choosing(), choosing()
    game.apply({"action": "choose-attack", "player": 0, "attack": attack})
    other.apply({"action": "choose-attack", "player": 0, "attack": "circle"})
    assert seen_by(game.observe(), 1) == seen_by(other.observe(), 1)
    assert seen_by(game.observe(), 0)["players"][0]["choice"] == attack


def test_each_player_chooses_once() -> None:
    game = choosing()
    game.apply({"action": "choose-attack", "player": 0, "attack": "circle"})
    assert why_not(game, "choose-attack", player=0, attack="cross") == ["attack-chosen"]
    assert why_not(game, "choose-attack", player=2, attack="cross") == ["no-such-player"]
    assert why_not(game, "choose-attack", player=1, attack="square") == ["unknown-action"]
    assert len(game.legal_actions()) == 3


def test_nobody_opposite_is_a_bonus_and_no_battle() -> None:
    game = table("evolve", {"active": active("Rookie"), "deck": 5}, {"deck": 5})
    game.apply({"action": "no-evolution"})
    assert (len(seat(game, 0)["hand"]), seat(game, 1)["deck"], len(seat(game, 1)["trash"])) == (1, 3, 2)
    assert (game.decision, game.observe()["unopposed"]) == ("support", True)
    for _ in range(2):
        game.apply({"action": "no-support"})
    assert (game.decider, game.decision, game.observe()["unopposed"]) == (1, "hand", False)


def test_cards_are_trashed_one_after_the_other() -> None:
    game = table("evolve", {"active": active("Rookie"), "deck": 1}, {"deck": ["Option", "Void", "Rookie"]})
    game.apply({"action": "no-evolution"})
    assert numbers(seat(game, 1)["trash"]) == ["Option", "Void"]
