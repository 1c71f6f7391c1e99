"""The engine's public face: what has been done, and the same game again from it."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import islice

import pytest

from rulehound.engine.dcg import EDITIONS, Game, IllegalAction, Reason
from rulehound_testing.dcg.probe_cards import CARDS, at, setup, stack
from rulehound_testing.dcg.probe_games import image, steps
from rulehound_testing.dcg.probe_games import setup as probe_setup


@pytest.mark.parametrize("seed", range(5))
def test_the_same_setup_and_history_are_the_same_game(seed: int) -> None:
    given = probe_setup(seed, list(EDITIONS)[seed])
    game = Game.new(given)
    assert game.history() == []
    for _ in islice(steps(game, random.Random(seed), Counter()), 120):
        pass
    history = json.loads(json.dumps(game.history()))
    assert len(history) > 40
    again = Game.new(given)
    again.replay(history)
    assert image(again.state) == image(game.state)
    assert again.history() == history


def test_history_goes_back_with_undo_and_holds_effects_too() -> None:
    game = at({"battle": [stack("red-4")]}, {"battle": [stack("blue-4")]})
    gain = {"effect": "memory", "player": 0, "amount": 2}
    attack = {"action": "attack", "attacker": "p1", "target": "player"}
    game.replay([gain, attack, {"action": "pass"}])
    assert game.history() == [gain, attack, {"action": "pass"}]
    clone = game.clone()
    clone.undo()
    assert clone.history() == [gain, attack]
    assert len(game.history()) == 3
    restored = Game.restore(game.save())
    assert (restored.history(), restored == game) == ([], True)


def test_a_replay_stops_at_what_cannot_be_carried_out() -> None:
    game = at({"battle": [stack("red-4")]})
    attack = {"action": "attack", "attacker": "p1", "target": "player"}
    with pytest.raises(IllegalAction) as refused:
        game.replay([attack, attack, {"action": "pass"}])
    assert refused.value.flags == Reason.ATTACKER_SUSPENDED
    assert game.history() == [attack]


def test_who_decides_what_and_who_has_won() -> None:
    game = at({"battle": [stack("red-4")]}, {"security": 0})
    assert (game.decider, game.decision, game.over, game.winner) == (0, "main", False, None)
    assert repr(game) == "<game of manual-2.3, turn 1, player 0 decides: main>"
    game.apply({"action": "attack", "attacker": "p1", "target": "player"})
    assert (game.decider, game.decision, game.over, game.winner) == (None, None, True, 0)
    assert repr(game) == "<game of manual-2.3, turn 1, over>"
    assert game.legal_actions() == []


def test_games_of_other_cards_another_edition_or_chance_are_other_games() -> None:
    game = at({"hand": ["red-3"]})
    assert game == at({"hand": ["red-3"]})
    assert game != at({"hand": ["blue-3"]})
    assert game != at({"hand": ["red-3"]}, edition="chapter-7")
    other = Game.at(CARDS, {"players": [{"hand": ["red-3"], "deck": 5}, {"deck": 5, "security": 2}]}, seed=1)
    assert game != other
    assert Game.restore(game.save()) == game


def test_a_game_is_no_other_thing() -> None:
    assert Game.new(setup(1)) != "a game"
    assert Game.new(setup(1)) == Game.new(setup(1))
    assert Game.new(setup(1)) != Game.new(setup(2))
