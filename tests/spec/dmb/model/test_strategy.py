"""The secret choice of both players at once, and the bonus of a player whom nobody opposes."""

from __future__ import annotations

from itertools import permutations

import pytest

from rulehound_testing.dmb.line import Line, active, digimon


def choosing() -> Line:
    return Line("choice", me__active=[active(digimon())], opponent__active=[active(digimon(2))])


@pytest.mark.parametrize("second_players_turn", [False, True])
def test_either_player_may_choose_first_and_the_orders_are_one(second_players_turn: bool) -> None:
    choices = [{"player": 0, "attack": 1}, {"player": 1, "attack": 3}]
    ends = []
    for order in permutations(choices):
        line = Line(
            "choice",
            second_players_turn=second_players_turn,
            me__active=[active(digimon())],
            opponent__active=[active(digimon(2))],
        )
        for choice in order:
            line.do("choose-attack", **choice)
        ends.append(line.state)
        mine, theirs = ("cross", "circle") if second_players_turn else ("circle", "cross")
        assert (line["me.chosen"], line["opponent.chosen"]) == (mine, theirs)
        assert (line["me.shown"], line["opponent.shown"]) == ("none", "none")
    assert ends[0] == ends[1]


def test_a_choice_is_final_and_of_three_attacks() -> None:
    line = choosing()
    assert line.refused("choose-attack", player=0, attack=0) == ["attack"]
    assert line.refused("choose-attack", player=0, attack=4) == ["attack"]
    line.do("choose-attack", player=0, attack=2)
    assert line.due() == []
    assert line.refused("choose-attack", player=0, attack=1) == ["once-mine"]
    line.do("choose-attack", player=1, attack=2)
    assert line.refused("choose-attack", player=1, attack=1) == ["once-theirs"]
    assert line.settle("support")["stage"] == "support"


def test_nobody_opposite_is_a_bonus_and_no_battle() -> None:
    line = Line("strategy", me__active=[active(digimon())], me__deck=3, opponent__deck=3, opponent__hand=1)
    assert line.due() == ["unopposed"]
    line.settle("support-theirs")
    assert (line["me.hand"], line["opponent.trash"], line["opponent.deck"]) == (1, 2, 1)
    line.do("no-support").do("no-support").settle("end")
    assert (line["me.ko_points"], line["opponent.ko_points"], line["stage"]) == (0, 0, "end")
    assert {"strategy.penalty", "strategy.unopposed"} <= line.rules
