"""Opening hands, the partial mulligan of both players in either order, and who goes first."""

from __future__ import annotations

from rulehound.spec.dmb.model import model
from rulehound.spec.language import Configuration, Interpreter
from rulehound_testing.dmb.line import Line
from rulehound_testing.dmb.values import VALUES


def mulligans() -> Line:
    return Line("mulligans", me__deck=3, me__hand=5, opponent__deck=3, opponent__hand=5)


def test_a_game_begins_with_hands_from_shuffled_decks() -> None:
    settings = {"start.deck": 35, "setup.hand": 5, "start.destiny": 2}
    start = Interpreter(model, VALUES, Configuration("", "", {}, settings=settings)).initial()
    values = model.as_dict(start)
    assert (values["me.deck"], values["me.destiny"], values["me.cards"]) == (40, 2, 42)
    assert values["stage"] == "hands"


def test_both_orders_of_mulligans_lead_to_one_state() -> None:
    one = mulligans().do("mulligan", player=0, cards=2).do("mulligan", player=1, cards=0)
    other = mulligans().do("mulligan", player=1, cards=0).do("mulligan", player=0, cards=2)
    assert one.state == other.state
    assert (one["me.deck"], one["me.hand"]) == (3, 5), "as many come back as went"


def test_a_player_mulligans_once_and_no_more_than_the_hand() -> None:
    line = mulligans()
    assert line.refused("mulligan", player=0, cards=6) == ["hand-mine"]
    assert line.refused("mulligan", player=1, cards=6) == ["hand-theirs"]
    assert line.refused("mulligan", player=2, cards=0) == ["players.two"]
    assert line.refused("mulligan", player=0, cards=-1) == ["count"]
    line.do("mulligan", player=0, cards=1)
    assert line.due() == []
    assert line.refused("mulligan", player=0, cards=0) == ["once-mine"]
    line.do("mulligan", player=1, cards=1).settle(until="first-player")
    assert line.due() == ["first-seat-begins", "second-seat-begins"]


def test_chance_decides_who_begins() -> None:
    one = Line("first-player", me__deck=7, opponent__deck=4).do("first-seat-begins")
    other = Line("first-player", me__deck=7, opponent__deck=4).do("second-seat-begins")
    assert (one["me.deck"], one["second_players_turn"]) == (7, False)
    assert (other["me.deck"], other["second_players_turn"]) == (4, True)
    assert "setup.first-player" in other.rules
