"""Saved games."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulehound.engine.dcg import EDITIONS, Game
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.engine.dcg.save import VERSION
from rulehound.spec.formats import Card, Refused
from rulehound_testing.dcg.kept_games import FOLDER, moments
from rulehound_testing.dcg.probe_cards import CARDS, at, digimon, setup, stack


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


def test_a_card_that_was_set_up_as_a_token_is_saved_too() -> None:
    field = [stack("blue-3", token=True), stack("red-3")]
    game = at({"battle": field, "hand": ["red-4"]}, {"deck": ["giant"], "security": ["low"]})
    token = game.save()
    assert set(token["pool"]) == {"blue-3", "red-3", "red-4", "giant", "low"}
    restored = Game.restore(json.loads(json.dumps(token)))
    assert (restored, restored.observe()) == (game, game.observe())
    assert restored.legal_actions() == game.legal_actions()
    restored.effect({"effect": "delete", "target": "p1"})
    assert Game.restore(restored.save()).observe() == restored.observe()


def test_what_protects_a_digimon_twice_protects_it_after_a_restore() -> None:
    """A restored game has the same words of effects, and other objects that say them."""
    foe = {"of": "opponent", "kind": ["digimon"]}
    protect = [{"do": "give", "target": foe, "gives": {"cannot": ["effects-of-opponent"]}}]
    suspend = [{"do": "suspend", "target": foe}]
    effects = [{"timing": "main", "steps": protect}, {"timing": "main", "steps": suspend}]
    warden = Card("W-1", "Warden", {"kind": "tamer", "play_cost": 3, "colors": ["red"], "effects": effects})
    plain = Card("F-1", "Foe", {"kind": "digimon", "level": 4, "dp": 5000, "colors": ["red"]})
    players = [{"battle": [{"cards": ["W-1"]}]}, {"battle": [{"cards": ["F-1"]}]}]
    adapter = DcgAdapter()
    adapter.position([warden, plain], {"players": players}, "manual-2.3")
    for effect in (0, 0, 1):
        adapter.apply({"action": "activate", "card": "a1", "effect": effect})
        observation = adapter.restore(adapter.save())
    assert observation["players"][1]["battle"][0]["suspended"] is False


def changed(**fields: Any) -> dict[str, Any]:
    """A token with other fields."""
    token: dict[str, Any] = {**at({"hand": ["red-3"]}).save(), **fields}
    return token


def without(field: str) -> dict[str, Any]:
    """A token that lacks a field."""
    return {name: value for name, value in changed().items() if name != field}


@pytest.mark.parametrize(
    ("token", "reason", "says"),
    [
        (None, "not-a-saved-game", "not a saved game"),
        ("x", "not-a-saved-game", "not a saved game"),
        ({}, "not-a-saved-game", "not a saved game"),
        (changed(saved_game="chess"), "not-a-saved-game", "not a saved game"),
        (changed(version=4), "unknown-version", "version 4; this engine reads version 5"),
        (changed(version="1"), "unknown-version", "version '1'"),
        (changed(edition="house"), "unknown-edition", "house"),
        (changed(memory="3"), "damaged-save", "memory"),
        (changed(phase="lunch"), "damaged-save", "phase"),
        (changed(extra=1), "damaged-save", "extra"),
        (changed(players=[]), "damaged-save", "players"),
        (changed(numbers={}), "damaged-save", "do not add up"),
        (changed(pool={}), "damaged-save", "do not add up"),
        (changed(turn=2), "damaged-save", "turn"),
        (changed(memory=3), "damaged-save", "not as it was saved"),
        (changed(turn_number=2), "damaged-save", "not as it was saved"),
        (changed(checksum=0), "damaged-save", "not as it was saved"),
        ({**changed(), "checksum": None}, "damaged-save", "not as it was saved"),
        (without("checksum"), "damaged-save", "not as it was saved"),
        (without("players"), "damaged-save", "players"),
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


def test_the_order_of_fields_does_not_matter() -> None:
    token = at({"hand": ["red-3"]}).save()
    turned = json.loads(json.dumps(token), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    assert list(turned) != list(token)
    assert Game.restore(turned) == Game.restore(token)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every value inside one: what holds it, and where."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield value, key
        yield from places(one)


def damage(chance: random.Random, token: dict[str, Any]) -> dict[str, Any]:
    """The token with one value changed, left out or given twice."""
    damaged = copy.deepcopy(token)
    holder, key = chance.choice(list(places(damaged)))
    match chance.randrange(3):
        case 0:
            holder[key] = chance.choice([None, True, -1, 0, 1, 99, "", "a1", [], {}])
        case 1:
            del holder[key]
        case _ if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        case _:
            holder[f"{key}_"] = holder[key]
    return damaged


@pytest.mark.parametrize("seed", range(5))
def test_any_damage_is_found(seed: int) -> None:
    game = Game.new(setup(seed, list(EDITIONS)[seed]))
    chance = random.Random(seed)
    for _ in range(30):
        game.apply(chance.choice(game.legal_actions()))
    token = json.loads(json.dumps(game.save()))
    for _ in range(60):
        damaged = damage(chance, token)
        if damaged != token:
            with pytest.raises(Refused):
                Game.restore(damaged)


def kept() -> list[Path]:
    return sorted(FOLDER.glob("*.json"))


def test_games_are_kept_of_this_version() -> None:
    """A change of what a state holds either still reads them, or raises the version and keeps new ones.

    `PYTHONPATH=tests python -m kept_games` keeps those of a new version; the old ones are removed with it.
    """
    assert [path.name for path in kept()] == [f"version-{VERSION}.json"]
    assert list(json.loads(kept()[0].read_text(encoding="utf-8"))) == [name for name, _ in moments()]


@pytest.mark.parametrize("path", kept(), ids=lambda path: path.stem)
def test_a_game_saved_by_an_earlier_engine_goes_on(path: Path) -> None:
    for decision, token in json.loads(path.read_text(encoding="utf-8")).items():
        game = Game.restore(token)
        assert game.decision == decision
        chance = random.Random(decision)
        for _ in range(20):
            legal = game.legal_actions()
            if not legal:
                break
            game.apply(chance.choice(legal))
        assert Game.restore(json.loads(json.dumps(game.save()))) == game
