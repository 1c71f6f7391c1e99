"""Steps of effects that begin, switch and end attacks."""

from __future__ import annotations

from rulehound_testing.dcg.effect_games import (
    OPPONENT,
    act,
    answers,
    attack,
    battle,
    doing,
    effect,
    made,
    place,
)
from rulehound_testing.dcg.probe_cards import stack, stack_id


def test_an_effect_lets_its_player_attack_or_not() -> None:
    game = doing({"do": "attack", "target": {"level": 3}}, me={"battle": [stack("red-3"), stack("red-4")]})
    assert game.state.decision == "attack"
    assert {answer.get("attacker") for answer in answers(game)} == {stack_id(game, 0, 1), None}
    act(game, "decline")
    assert game.state.decision == "main"


def test_an_attack_ends_by_an_effect() -> None:
    coward = made("coward", effect("when-attacking", {"do": "end-attack"}))
    game = place([coward], {"battle": [stack("coward")]}, {"security": 2})
    attack(game)
    assert len(game.state.players[1].security) == 2
    assert game.state.attack is None


def test_an_attack_is_switched_by_an_effect() -> None:
    lure = made("lure", effect("when-attacking", {"do": "change-target", "target": OPPONENT}))
    game = place([lure], {"battle": [stack("lure")]}, {"battle": [stack("red-3")], "security": 2})
    attack(game)
    assert battle(game, 1) == []
    assert len(game.state.players[1].security) == 2
