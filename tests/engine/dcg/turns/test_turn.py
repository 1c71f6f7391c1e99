"""Memory, the phases, passing and the end of a turn."""

from __future__ import annotations

import pytest

from rulehound.engine.dcg import Game
from rulehound_testing.dcg.probe_cards import at, hand, offered, refusal, setup, stack, stack_id


@pytest.mark.parametrize("memory", range(-10, 11))
def test_what_can_be_paid_at_every_memory(memory: int) -> None:
    cards = [f"red-{level}" for level in (3, 4, 5, 6)] + ["giant"]
    costs = [3, 5, 7, 11, 13]
    game = at({"hand": cards}, memory=max(memory, 0))
    paid = {action["card"] for action in offered(game, "play")}
    expected = {hand(game, 0, index) for index, cost in enumerate(costs) if max(memory, 0) - cost >= -10}
    assert paid == expected
    for index, cost in enumerate(costs):
        why = refusal(game, {"action": "play", "card": hand(game, 0, index)})
        assert why == (set() if max(memory, 0) - cost >= -10 else {"memory.affordable"})


def test_paying_moves_the_counter_and_the_opponent_starts_where_it_stands() -> None:
    game = at({"hand": ["red-4"]}, memory=1)
    game.apply({"action": "play", "card": hand(game)})
    assert (game.state.turn, game.state.memory, game.state.turn_number) == (1, 4, 2)
    assert game.state.decision == "breeding"


def test_at_memory_zero_the_turn_goes_on() -> None:
    game = at({"hand": ["red-4"]}, memory=5)
    game.apply({"action": "play", "card": hand(game)})
    assert (game.state.turn, game.state.memory, game.state.decision) == (0, 0, "main")


@pytest.mark.parametrize("memory", [0, 1, 7, 10])
def test_passing_gives_the_opponent_three_wherever_the_counter_stood(memory: int) -> None:
    game = at(memory=memory)
    game.apply({"action": "pass"})
    assert (game.state.turn, game.state.memory) == (1, 3)


@pytest.mark.parametrize(
    ("memory", "player", "amount", "turn", "after"),
    [
        (0, 0, 3, 0, 3),
        (9, 0, 5, 0, 10),
        (10, 0, 1, 0, 10),
        (2, 0, -2, 0, 0),
        (2, 0, -3, 1, 1),
        (2, 0, -50, 1, 10),
        (2, 1, 3, 1, 1),
        (2, 1, -3, 0, 5),
        (8, 1, -30, 0, 10),
        (0, 1, 50, 1, 10),
    ],
)
def test_effects_gain_and_lose_memory_up_to_the_ends(
    memory: int, player: int, amount: int, turn: int, after: int
) -> None:
    game = at(memory=memory)
    game.effect({"effect": "memory", "player": player, "amount": amount})
    assert (game.state.turn, game.state.memory) == (turn, after)


def test_unsuspending_is_for_the_turn_player_in_both_areas_and_for_tamers_too() -> None:
    lying = {
        "battle": [stack("red-3", suspended=True), stack("red-tamer", suspended=True)],
        "breeding": stack("red-4", suspended=True),
    }
    game = at(lying, lying)
    game.apply({"action": "pass"})
    mine, theirs = game.state.players
    assert [other.suspended for other in mine.battle] == [True, True]
    assert mine.breeding is not None
    assert mine.breeding.suspended
    assert [other.suspended for other in theirs.battle] == [False, False]
    assert theirs.breeding is not None
    assert not theirs.breeding.suspended


def test_the_first_player_skips_the_first_draw_and_everybody_draws_one_from_then_on() -> None:
    game = Game.new(setup(first=0))
    sizes = []
    for _ in range(4):
        sizes.append([len(player.hand) for player in game.state.players])
        game.apply({"action": "skip"})
        game.apply({"action": "pass"})
    assert sizes == [[5, 5], [5, 6], [6, 6], [6, 7]]


def test_who_cannot_draw_in_the_draw_phase_loses() -> None:
    game = at({"deck": 3}, {"deck": 0})
    game.apply({"action": "pass"})
    assert game.over
    assert (game.state.winner, game.state.ended_by) == (0, "deck-out")
    assert game.legal_actions() == []


def test_the_last_card_of_the_deck_can_still_be_drawn() -> None:
    game = at({"deck": 3}, {"deck": 1})
    game.apply({"action": "pass"})
    assert not game.over
    assert not game.state.players[1].deck


def test_after_the_end_nobody_acts() -> None:
    game = at({"deck": 3, "hand": ["red-3"]}, {"deck": 0})
    game.apply({"action": "pass"})
    for action in (
        {"action": "pass"},
        {"action": "skip"},
        {"action": "play", "card": "a1"},
        {"action": "no-block"},
    ):
        assert refusal(game, action) == {"game.over"}


def test_changes_of_dp_end_with_the_turn_of_either_player() -> None:
    game = at({"battle": [stack("red-3")]}, {"battle": [stack("red-4")]})
    for player, base in ((0, 3000), (1, 5000)):
        game.effect({"effect": "dp", "target": stack_id(game, player), "amount": -1000})
        assert game.observe()["players"][player]["battle"][0]["dp"] == base - 1000
    game.apply({"action": "pass"})
    shown = game.observe()["players"]
    assert [player["battle"][0]["dp"] for player in shown] == [3000, 5000]


def test_a_digimon_kept_alive_until_the_end_of_the_turn_is_deleted_with_it() -> None:
    zero = stack("red-3", dp_change=-3000)
    game = at({"battle": [stack("red-3", dp_change=500), zero]})
    assert len(game.state.players[0].battle) == 1, "rule processing follows the setting up at once"


def test_main_phase_actions_are_refused_elsewhere_with_every_reason() -> None:
    game = at({"hand": ["giant"]}, phase="breeding")
    why = refusal(game, {"action": "play", "card": hand(game)})
    assert why == {"turn.decider", "turn.main-phase", "memory.affordable"}
    assert refusal(game, {"action": "pass"}) == {"turn.decider", "turn.main-phase"}
    assert refusal(game, {"action": "attack", "attacker": "p1", "target": "player"}) == {
        "turn.decider",
        "turn.main-phase",
        "attack.digimon",
    }


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"action": "fly"},
        {"action": "pass", "why": "tired"},
        {"action": "play"},
        {"action": "play", "card": 3},
        {"action": "play", "card": ["a1"]},
        {"action": "digivolve", "card": "a1", "onto": "p1"},
        {"action": "digivolve", "card": "a1", "onto": "p1", "requirement": "0"},
        {"action": "digivolve", "card": "a1", "onto": "p1", "requirement": True},
        {"action": ["pass"]},
    ],
)
def test_what_is_no_action_is_refused_as_such(action: dict[str, object]) -> None:
    assert refusal(at({"hand": ["red-3"]}), action) == {""}
