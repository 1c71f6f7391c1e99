"""The breeding phase."""

from __future__ import annotations

import pytest

from rulehound.engine.dcg.editions import EDITIONS
from rulehound_testing.dcg.probe_cards import at, offered, refusal, stack

LEVEL_EDITIONS = ("fan-2020", "detailed-1.0")


def test_hatching_turns_the_top_digi_egg_into_a_digimon() -> None:
    game = at({"egg_deck": ["red-egg", "blue-egg"]}, phase="breeding")
    game.apply({"action": "hatch"})
    shown = game.observe()["players"][0]
    assert shown["breeding"]["cards"] == [{"id": "a6", "card": "red-egg"}]
    assert (shown["breeding"]["kind"], shown["breeding"]["level"], shown["breeding"]["dp"]) == (
        "digimon",
        2,
        None,
    )
    assert not shown["breeding"]["played_this_turn"]
    assert shown["egg_deck"] == 1
    assert game.state.phase == "main"


def test_hatching_needs_an_empty_area_and_an_egg() -> None:
    game = at({"breeding": stack("red-3")}, phase="breeding")
    assert refusal(game, {"action": "hatch"}) == {"breeding.hatch-empty", "breeding.hatch-eggs"}
    assert offered(game, "hatch") == []
    assert refusal(at(phase="breeding"), {"action": "hatch"}) == {"breeding.hatch-eggs"}
    occupied = at({"breeding": stack("red-3"), "egg_deck": 1}, phase="breeding")
    assert refusal(occupied, {"action": "hatch"}) == {"breeding.hatch-empty"}


@pytest.mark.parametrize("action", ["hatch", "move", "skip"])
def test_there_is_one_action_in_a_breeding_phase(action: str) -> None:
    breeding = None if action == "hatch" else stack("red-3")
    game = at({"breeding": breeding, "egg_deck": 3}, phase="breeding")
    game.apply({"action": action})
    for another in ("hatch", "move", "skip"):
        assert {"turn.decider", "breeding.one-action"} <= refusal(game, {"action": another})


def test_moving_keeps_orientation_stack_and_id_and_the_digimon_may_attack() -> None:
    game = at({"breeding": stack("red-4", "red-3", "red-egg", suspended=True)}, phase="breeding")
    before = game.state.players[0].breeding
    game.apply({"action": "move"})
    assert game.state.players[0].battle == (before,)
    assert game.state.players[0].breeding is None
    upright = at({"breeding": stack("red-3")}, phase="breeding")
    upright.apply({"action": "move"})
    assert [action["target"] for action in offered(upright, "attack")] == ["player"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("card", ["red-egg", "low", "dp-less", "red-3"])
def test_who_may_move_depends_on_the_edition(edition: str, card: str) -> None:
    game = at({"breeding": stack(card)}, phase="breeding", edition=edition)
    if edition in LEVEL_EDITIONS:
        why = {"battle.level-2"} if card in ("red-egg", "low") else set()
    else:
        why = {"breeding.move-dp"} if card in ("red-egg", "dp-less") else set()
    assert refusal(game, {"action": "move"}) == why
    assert bool(offered(game, "move")) == (not why)


def test_nothing_moves_out_of_an_empty_area() -> None:
    assert refusal(at(phase="breeding"), {"action": "move"}) == {"breeding.move"}


def test_a_digimon_there_neither_attacks_nor_blocks_nor_is_attacked() -> None:
    breeding = {"breeding": stack("red-4-blocker", suspended=False), "battle": [stack("red-3")]}
    game = at(breeding, {"breeding": stack("blue-4-blocker", suspended=True)})
    mine, theirs = (player.breeding for player in game.state.players)
    assert mine is not None
    assert theirs is not None
    assert refusal(game, {"action": "attack", "attacker": mine.id, "target": "player"}) == {
        "breeding.no-battle"
    }
    attacker = game.state.players[0].battle[0].id
    assert refusal(game, {"action": "attack", "attacker": attacker, "target": theirs.id}) == {
        "breeding.no-battle"
    }
    game.apply({"action": "attack", "attacker": attacker, "target": "player"})
    assert game.state.decision == "main", "nobody was asked to block"
