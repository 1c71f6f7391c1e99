"""Rule processing, generic effects, and positions as they are set up."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game, IllegalAction
from rulehound.engine.dcg.editions import EDITIONS
from rulehound.spec.formats import Card, Refused
from rulehound_testing.dcg.probe_cards import CARDS, at, offered, stack, stack_id

LEVEL_EDITIONS = ("fan-2020", "detailed-1.0")


def numbers(game: Game, player: int = 0) -> list[str]:
    """What stands on top of each stack of a battle area."""
    return [there["cards"][0]["card"] for there in game.observe()["players"][player]["battle"]]


def refused(game: Game, effect: dict[str, Any]) -> set[str]:
    """The rules or names of the reasons for which an effect is refused."""
    before = game.state
    with pytest.raises(IllegalAction) as illegal:
        game.effect(effect)
    assert game.state is before
    return {reason.rule or reason.reason for reason in illegal.value.reasons}


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_may_stay_in_the_battle_area_depends_on_the_edition(edition: str) -> None:
    game = at(
        {"battle": [stack(card) for card in ("red-egg", "low", "dp-less", "red-3", "red-tamer")]},
        edition=edition,
    )
    by_level = ["dp-less", "red-3", "red-tamer"]
    by_dp = ["low", "red-3", "red-tamer"]
    assert numbers(game) == (by_level if edition in LEVEL_EDITIONS else by_dp)
    assert len(game.state.players[0].trash) == 2


def test_digimon_of_both_players_at_zero_dp_are_deleted_with_their_stacks() -> None:
    zero = stack("red-4", "red-3", dp_change=-5000)
    game = at({"battle": [zero, stack("red-3")]}, {"battle": [zero]})
    assert (numbers(game, 0), numbers(game, 1)) == (["red-3"], [])
    assert [len(player.trash) for player in game.state.players] == [2, 2]


@pytest.mark.parametrize(
    ("amount", "dp"), [(-1000, 2000), (-2999, 1), (-3000, None), (-9000, None), (4000, 7000)]
)
def test_effects_change_dp_and_never_below_zero(amount: int, dp: int | None) -> None:
    game = at({}, {"battle": [stack("blue-3")]})
    game.effect({"effect": "dp", "target": stack_id(game, 1), "amount": amount})
    battle = game.observe()["players"][1]["battle"]
    assert [there["dp"] for there in battle] == ([] if dp is None else [dp])


def test_several_changes_of_dp_add_up() -> None:
    game = at({"battle": [stack("red-4")]})
    for amount in (-4000, 2000, -1000):
        game.effect({"effect": "dp", "target": stack_id(game), "amount": amount})
    assert game.observe()["players"][0]["battle"][0]["dp"] == 2000


def test_deleting_works_on_digimon_and_tamers_of_either_player() -> None:
    game = at({"battle": [stack("red-4", "red-3")]}, {"battle": [stack("blue-tamer")]})
    for player in (0, 1):
        game.effect({"effect": "delete", "target": stack_id(game, player)})
        assert numbers(game, player) == []
    assert [len(player.trash) for player in game.state.players] == [2, 1]


def test_effects_that_cannot_resolve_are_refused() -> None:
    game = at({"battle": [stack("red-tamer")], "breeding": stack("red-3")})
    bred = game.state.players[0].breeding
    assert bred is not None
    assert refused(game, {"effect": "dp", "target": stack_id(game), "amount": 1}) == {"dp.modify"}
    assert refused(game, {"effect": "dp", "target": bred.id, "amount": 1}) == {"breeding.no-effects"}
    assert refused(game, {"effect": "delete", "target": bred.id}) == {"breeding.no-effects"}
    assert refused(game, {"effect": "delete", "target": "p9"}) == {"no-such-effect-target"}
    for nonsense in (
        {"effect": "win"},
        {"effect": "memory", "player": 2, "amount": 1},
        {"effect": "delete"},
        {},
    ):
        assert refused(game, nonsense) == {"unknown-action"}
    assert refused(at(phase="breeding"), {"effect": "memory", "player": 0, "amount": 1}) == {
        "turn.main-phase"
    }


def test_no_effect_resolves_while_a_block_is_decided_or_after_the_end() -> None:
    game = at({"battle": [stack("red-3")]}, {"battle": [stack("blue-3-blocker")], "security": 0})
    game.apply(offered(game, "attack")[0])
    assert refused(game, {"effect": "memory", "player": 0, "amount": 1}) == {"turn.main-phase"}
    game.apply({"action": "no-block"})
    assert refused(game, {"effect": "memory", "player": 0, "amount": 1}) == {"game.over"}


def test_a_position_is_taken_as_it_stands() -> None:
    there = stack("red-4", "red-3", suspended=True, played_this_turn=True, dp_change=1000)
    game = at(
        {
            "hand": ["red-3"],
            "deck": ["red-5", "red-6"],
            "security": ["blue-3"],
            "egg_deck": 2,
            "trash": ["red-option"],
        },
        {"battle": [there], "breeding": stack("blue-egg"), "deck": 7},
        memory=4,
        turn=1,
    )
    shown = game.observe()
    assert (shown["turn"], shown["memory"], shown["decider"], shown["decision"]) == (1, 4, 1, "main")
    mine, theirs = shown["players"]
    assert ([card["card"] for card in mine["hand"]], mine["deck"], mine["security"], mine["egg_deck"]) == (
        ["red-3"],
        2,
        1,
        2,
    )
    assert [card["card"] for card in shown["hidden"][0]["deck"]] == ["red-5", "red-6"]
    assert {card["card"] for card in shown["hidden"][0]["egg_deck"]} == {"red-egg"}
    assert {card["card"] for card in shown["hidden"][1]["deck"]} == {"red-3"}, "the first plain level 3"
    (battle,) = theirs["battle"]
    assert battle["dp"] == 6000
    assert battle["suspended"]
    assert battle["played_this_turn"]
    assert theirs["breeding"]["cards"][0]["card"] == "blue-egg"


def test_fillers_are_made_up_where_no_card_would_do() -> None:
    game = Game.at((), {"players": [{"deck": 2, "egg_deck": 1}]})
    assert [card["card"] for card in game.observe()["hidden"][0]["deck"]] == ["FILLER", "FILLER"]


def test_a_token_fills_no_pile() -> None:
    step = {"do": "token", "name": "Wisp", "dp": 3000, "level": 3, "colors": ["red"]}
    effects = [{"timing": "main", "steps": [step]}]
    caller = Card(
        "caller", "Caller", {"kind": "option", "play_cost": 0, "colors": ["red"], "effects": effects}
    )
    game = Game.at((caller,), {"players": [{"deck": 1}]})
    assert [card["card"] for card in game.observe()["hidden"][0]["deck"]] == ["FILLER"]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"players": [{"hand": ["nobody"]}]}, "unknown-card"),
        ({"players": [{"hand": 3}]}, "bad-position"),
        ({"players": [{"deck": -1}]}, "bad-position"),
        ({"players": [{"deck": 10**9}]}, "bad-position"),
        ({"players": [{}, {}, {}]}, "bad-position"),
        ({"players": [{"battle": [{"cards": []}]}]}, "bad-position"),
        ({"players": [{"grave": []}]}, "bad-position"),
        ({"phase": "lunch"}, "bad-position"),
        ({"turn": 2}, "bad-position"),
        ({"memory": "3"}, "bad-position"),
        ({"memory": 11}, "memory-off-the-gauge"),
        ({"memory": -11}, "memory-off-the-gauge"),
        ([], "bad-position"),
        (None, "bad-position"),
    ],
)
def test_positions_that_make_no_sense_are_refused(position: Any, reason: str) -> None:
    with pytest.raises(Refused) as illegal:
        Game.at(CARDS, position)
    assert [found.reason for found in illegal.value.reasons] == [reason]


def test_a_position_with_the_counter_on_the_other_side_is_the_other_players_turn() -> None:
    game = at(memory=-4)
    assert (game.state.turn, game.state.memory) == (1, 4)
