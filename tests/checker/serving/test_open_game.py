"""An open game as a value: steps, undo, and what is asked about."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.judging.traces import Start
from rulehound.checker.serving.open_game import STEPS_JUDGED, begun, played_on, with_step, without_last
from rulehound_testing.served import EDITION, desk


def test_a_step_changes_no_earlier_value() -> None:
    game = desk().new_game(1, EDITION)
    later = with_step(desk().adapter, game, game.board.offers[0])
    assert (len(game.boards), len(later.boards)) == (1, 2)
    assert later.boards[0] is game.boards[0]
    again = with_step(desk().adapter, game, game.board.offers[0])
    assert again == later


def test_a_refused_attempt_is_a_step_with_the_same_board() -> None:
    game = desk().new_game(1, EDITION)
    later = with_step(desk().adapter, game, {"action": "pass"})
    assert later.board is game.board
    assert [bool(step.refused) for step in later.steps] == [True]
    assert not later.steps[0].offered


def test_one_engine_serves_games_in_turn() -> None:
    one, other = desk().new_game(1, EDITION), desk().new_game(2, EDITION)
    adapter = desk().adapter
    both = [with_step(adapter, game, game.board.offers[0]) for game in (one, other, one)]
    assert both[0] == both[2] != both[1]


def test_what_a_judge_is_shown_are_the_last_steps_that_were_carried_out() -> None:
    game = played_on(desk().adapter, desk().new_game(1, EDITION), 2, lambda board: board["turn_number"] > 4)
    game = with_step(desk().adapter, game, {"action": "nothing"})
    position = game.position
    assert len(position.steps) == STEPS_JUDGED
    assert not any(step.refused for step in position.steps)
    assert position.steps[-1].after == position.observation == game.board.observation


def test_undo_of_a_game_without_a_random_opponent_takes_back_one_step() -> None:
    game = played_on(desk().adapter, desk().new_game(1, EDITION), 2, lambda board: board["turn_number"] > 2)
    assert without_last(game, lambda _: True).steps == game.steps[:-1]


def test_a_game_begins_where_it_is_said_to() -> None:
    start = Start(position={"memory": 2, "players": [{}, {"security": 1}]}, edition=EDITION)
    game = begun(desk().adapter, start, "one", None)
    assert game.board.observation["memory"] == 2
    assert (game.title, game.edition, game.given) == ("one", EDITION, None)
