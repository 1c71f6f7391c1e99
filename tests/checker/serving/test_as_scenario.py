"""Steps of games as those of scenarios: ids become places, forced answers are left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.serving.as_scenario import is_forced, seen, steps_of
from rulehound.checker.suite.scenarios.places import in_places
from rulehound_testing.served import EDITION, POSITION, desk


def test_ids_become_places_of_players_and_lists() -> None:
    game = desk().typed(POSITION, "", EDITION)
    observation, words = game.board.observation, desk().words
    (hand,) = (card["id"] for card in observation["players"][0]["hand"])
    under = observation["players"][0]["battle"][0]["cards"][1]["id"]
    action = {"action": "x", "one": hand, "two": under, "three": "player", "four": 4}
    assert in_places(action, observation, words) == {
        "action": "x",
        "one": "me.hand[0]",
        "two": "me.battle[0].cards[1]",
        "three": "player",
        "four": 4,
    }


def test_hidden_and_pending_things_have_places_too() -> None:
    observation = {
        "players": [{"hand": []}, {"hand": []}],
        "hidden": [{"deck": [{"id": "a1"}]}, {}],
        "pending": [{"id": "e1"}, {"id": "e2"}],
        "effect": {"id": "e3"},
    }
    action = {"action": "x", "one": "a1", "two": "e2", "three": "e3"}
    places = in_places(action, observation, desk().words)
    assert places == {"action": "x", "one": "hidden[0].deck[0]", "two": "pending[1]", "three": "e3"}


def test_attempts_effects_and_actions_are_told_apart() -> None:
    game = desk().typed(POSITION, "", EDITION)
    for action in ({"action": "hatch"}, {"effect": "memory", "player": 0, "amount": 1}, {"action": "pass"}):
        game = desk().tried(game, action)
    steps = [step for _, step in steps_of(game, desk().words)]
    assert steps[0].attempt == {"action": "hatch"}
    assert steps[0].expect.legal is False
    assert steps[1].effect == {"effect": "memory", "player": 0, "amount": 1}
    assert steps[2].do == {"action": "pass"}
    assert [number for number, _ in steps_of(game, desk().words)] == [1, 2, 3]


def test_an_answer_that_the_runner_gives_by_itself_is_left_out() -> None:
    game = desk().tried(desk().typed(POSITION, "", EDITION), {"action": "pass"})
    first = game.boards[0]
    forced = replace(first, observation={**first.observation, "decision": "target"}, offers=first.offers[-1:])
    assert is_forced(forced, desk().words)
    assert not is_forced(first, desk().words)
    assert list(steps_of(replace(game, boards=(forced, *game.boards[1:])), desk().words)) == []


def test_what_is_seen_is_the_decision_the_counter_and_the_piles() -> None:
    game = desk().typed(POSITION, "", EDITION)
    state = seen(game.board.observation, desk().words)
    assert (state["decision"], state["memory"]) == ("main", 3)
    assert (state["me.hand.count"], state["opponent.security.count"]) == (1, 5)
    over = {**game.board.observation, "decision": None}
    assert seen(over, desk().words)["decision"] == "none"
