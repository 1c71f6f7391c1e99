"""Saved games."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from probe_cards import CARDS, at, digimon, setup, stack
from rulehound.engine.dcg import Game
from rulehound.spec.formats import Card, Refused


def test_a_saved_game_goes_on_the_same_at_every_step() -> None:
    game = Game.new(setup(8, "comprehensive-4.0"))
    chance = random.Random(8)
    while not game.over:
        restored = Game.restore(json.loads(json.dumps(game.save())))
        assert restored == game
        assert restored.observe() == game.observe()
        assert restored.legal_actions() == game.legal_actions()
        game.apply(chance.choice(game.legal_actions()))
    assert Game.restore(game.save()).over


def test_the_shuffle_of_a_restored_game_is_the_same() -> None:
    game = Game.new(setup(9, "comprehensive-4.0"))
    restored = Game.restore(game.save())
    for each in (game, restored):
        each.apply({"action": "redraw"})
    assert restored == game


def test_an_attack_under_way_is_saved() -> None:
    game = at({"battle": [stack("red-4")]}, {"battle": [stack("blue-4-blocker")]})
    game.apply({"action": "attack", "attacker": "p1", "target": "player"})
    restored = Game.restore(game.save())
    assert restored.state.decision == "block"
    for each in (game, restored):
        each.apply({"action": "block", "blocker": "p2"})
    assert restored == game


def test_a_choice_is_saved_in_the_middle() -> None:
    """Two of three are to be suspended; the game is saved when one has been chosen."""
    target = {"of": "opponent", "kind": ["digimon"], "count": 2}
    effect = {"timing": "on-play", "steps": [{"do": "suspend", "target": target}, {"do": "draw"}]}
    cards = [Card("choosy", "Choosy", {**digimon("red", 3), "effects": [effect]}), *CARDS]
    players = [{"hand": ["choosy"], "deck": 2}, {"battle": [stack("blue-4")] * 3, "deck": 2}]
    game = Game.at(cards, {"players": players, "memory": 5})
    game.apply({"action": "play", "card": game.state.players[0].hand[0]})
    first, _, third = (one.id for one in game.state.players[1].battle)
    game.apply({"action": "target", "id": first})
    restored = Game.restore(json.loads(json.dumps(game.save())))
    assert (restored, hash(restored), restored.observe()) == (game, hash(game), game.observe())
    assert restored.observe()["choice"]["chosen"] == [first]
    for each in (game, restored):
        each.apply({"action": "target", "id": third})
        assert [one.suspended for one in each.state.players[1].battle] == [True, False, True]
    assert restored == game


def test_a_token_is_saved() -> None:
    """It is no card, so the cards add up without it."""
    effect = {"timing": "on-play", "steps": [{"do": "token", "name": "Rivet", "dp": 1000}]}
    cards = [Card("maker", "Maker", {**digimon("red", 3), "effects": [effect]}), *CARDS]
    game = Game.at(cards, {"players": [{"hand": ["maker"], "deck": 2}, {"deck": 2}], "memory": 5})
    game.apply({"action": "play", "card": game.state.players[0].hand[0]})
    assert [one.token for one in game.state.players[0].battle] == [False, True]
    restored = Game.restore(json.loads(json.dumps(game.save())))
    assert (restored, restored.observe()) == (game, game.observe())


def changed(**fields: Any) -> dict[str, Any]:
    """A token with other fields."""
    token: dict[str, Any] = {**at({"hand": ["red-3"]}).save(), **fields}
    return token


@pytest.mark.parametrize(
    ("token", "reason", "says"),
    [
        (None, "not-a-saved-game", "not a saved game"),
        ("x", "not-a-saved-game", "not a saved game"),
        ({}, "not-a-saved-game", "not a saved game"),
        (changed(saved_game="chess"), "not-a-saved-game", "not a saved game"),
        (changed(version=2), "unknown-version", "version 2; this engine reads version 3"),
        (changed(version="1"), "unknown-version", "version '1'"),
        (changed(edition="house"), "unknown-edition", "house"),
        (changed(memory="3"), "damaged-save", "memory"),
        (changed(phase="lunch"), "damaged-save", "phase"),
        (changed(extra=1), "damaged-save", "extra"),
        (changed(players=[]), "damaged-save", "players"),
        (changed(numbers={}), "damaged-save", "do not add up"),
        (changed(pool={}), "damaged-save", "do not add up"),
        (changed(turn=2), "damaged-save", "turn"),
    ],
)
def test_what_cannot_be_restored_is_refused_with_what_is_wrong(token: Any, reason: str, says: str) -> None:
    with pytest.raises(Refused, match=says) as refused:
        Game.restore(token)
    assert [found.reason for found in refused.value.reasons] == [reason]


def test_a_card_in_two_places_is_no_saved_game() -> None:
    token = at({"hand": ["red-3"]}).save()
    token["players"][0]["trash"] = token["players"][0]["hand"]
    with pytest.raises(Refused, match="do not add up"):
        Game.restore(token)
