"""A game in which both players choose before either choice is shown, at the pages."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound_testing.served import client, desk, in_words, offers

EDITION = "undated"
CHOOSING = (
    "decision attack; me: active Ash(R, 500 HP, circle 300), hand 2; "
    "opponent: active Burn(R, 300 HP left, cross 100), hand 2"
)
CIRCLE = {"action": "choose-attack", "player": 0, "attack": "circle"}
CROSS = {"action": "choose-attack", "player": 1, "attack": "cross"}


def test_who_is_asked_is_offered_the_own_choices_alone() -> None:
    page = client(desk("dmb")).post("/position", data={"text": CHOOSING, "facts": "", "edition": EDITION})
    assert "You decide: attack." in in_words(page.text)
    assert list(offers(page.text)) == [f"player 1 chooses {name}" for name in ("circle", "triangle", "cross")]


def test_the_other_player_is_offered_the_rest_once_one_has_chosen() -> None:
    pages = client(desk("dmb"))
    pages.post("/position", data={"text": CHOOSING, "facts": "", "edition": EDITION})
    page = pages.post("/games/1/try", data={"action": json.dumps(CIRCLE), "at": "0"})
    assert "The opponent decides: attack." in in_words(page.text)
    assert list(offers(page.text)) == [f"player 2 chooses {name}" for name in ("circle", "triangle", "cross")]


def test_a_random_opponent_chooses_for_nobody_else() -> None:
    game = replace(desk("dmb").typed(CHOOSING, "", EDITION), opponent_seed=3)
    waited = desk("dmb").opponent_played(game, 3)
    assert [step.action["player"] for step in waited.steps] == [1]
    after = desk("dmb").tried(waited, CIRCLE)
    assert after.steps[1].action == CIRCLE
    own = [step for step in after.steps if step.action.get("player") == 0]
    assert len(own) == 1


def test_undoing_takes_back_the_own_choice_and_not_that_of_the_opponent_before_it() -> None:
    game = replace(desk("dmb").typed(CHOOSING, "", EDITION), opponent_seed=3)
    waited = desk("dmb").opponent_played(game, 3)
    undone = desk("dmb").undone(desk("dmb").tried(waited, CIRCLE))
    assert undone.steps == waited.steps


def test_the_judge_tells_a_board_on_which_one_has_chosen() -> None:
    game = desk("dmb").tried(desk("dmb").typed(CHOOSING, "", EDITION), CIRCLE)
    again = desk("dmb").answer(game, "may I attack with cross")
    (ruling,) = again.rulings
    assert (ruling.ruling, [cited.rule for cited in ruling.why]) == ("no", ["strategy.choice"])
    other = desk("dmb").answer(game, "may the opponent attack with cross")
    assert other.ruling == "yes"
    assert desk("dmb").tried(game, CROSS).board.observation["decision"] == "support"
