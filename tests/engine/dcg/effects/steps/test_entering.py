"""Steps of effects that play cards and tokens, and that digivolve."""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.effect_games import (
    battle,
    doing,
    dp,
    effect,
    made,
    memory,
    sprite,
)
from rulehound_testing.dcg.probe_cards import offered, stack


def test_a_token_is_played_and_gone_when_it_leaves() -> None:
    game = doing(sprite(count=2), memory(1))
    assert [one.token for one in game.state.players[0].battle] == [False, True, True]
    assert dp(game, 0, 1) == 3000
    for to in ("hand", "deck-top", "trash", "security-top"):
        gone = doing(sprite(), {"do": "put", "target": {"token": True}, "to": to}, me={"deck": 0})
        player = gone.state.players[0]
        assert (len(player.battle), player.hand, player.deck, player.trash, player.security) == (
            1,
            (),
            (),
            (),
            (),
        )


@pytest.mark.parametrize("suspended", [False, True])
def test_a_card_is_played_without_paying(suspended: bool) -> None:
    arrives = made("arrives", effect("on-play", memory(1)))
    game = doing(
        {"do": "play", "target": {"area": "trash"}, "suspended": suspended},
        me={"trash": ["arrives"]},
        cards=(arrives,),
    )
    assert battle(game) == ["doer", "arrives"]
    assert game.state.memory == 4
    assert game.state.players[0].battle[1].suspended == suspended
    assert offered(game, "attack") == []


def test_a_card_is_played_for_less() -> None:
    game = doing(
        {"do": "play", "target": {"area": "hand"}, "free": False, "reduced": 3}, me={"hand": ["red-4"]}
    )
    assert (battle(game), game.state.memory) == (["doer", "red-4"], 1)


def test_what_cannot_be_played_is_not_chosen() -> None:
    game = doing(
        {"do": "play", "target": {"area": "trash"}}, me={"trash": ["red-option", "red-egg", "red-3"]}
    )
    assert battle(game) == ["doer", "red-3"]


def test_a_digimon_digivolves_by_an_effect_and_draws() -> None:
    step = {"do": "digivolve", "target": {"kind": ["digimon"]}, "into": {"area": "hand", "kind": ["digimon"]}}
    game = doing(step, me={"battle": [stack("red-3"), stack("red-5")], "hand": ["red-4", "blue-4"]})
    assert battle(game) == ["doer", "red-4", "red-5"]
    assert (game.state.memory, len(game.state.players[0].hand)) == (3, 2)


def test_a_digimon_digivolves_whatever_the_requirements() -> None:
    step = {
        "do": "digivolve",
        "target": {"kind": ["digimon"]},
        "into": {"area": "hand"},
        "ignore_requirements": True,
    }
    game = doing(step, me={"battle": [stack("red-3")], "hand": ["blue-6"]})
    assert battle(game) == ["doer", "blue-6"]
