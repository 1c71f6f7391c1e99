"""Playing and digivolving."""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.probe_cards import at, hand, offered, refusal, stack, stack_id


def test_a_played_card_leaves_the_hand_and_stands_unsuspended_in_the_battle_area() -> None:
    game = at({"hand": ["red-3", "red-tamer"]}, memory=10)
    digimon, tamer = hand(game, 0, 0), hand(game, 0, 1)
    game.apply({"action": "play", "card": digimon})
    game.apply({"action": "play", "card": tamer})
    shown = game.observe()["players"][0]
    assert shown["hand"] == []
    assert [
        (s["cards"][0]["id"], s["kind"], s["suspended"], s["played_this_turn"]) for s in shown["battle"]
    ] == [
        (digimon, "digimon", False, True),
        (tamer, "tamer", False, True),
    ]
    assert game.state.memory == 4


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("red-option", {"play.kinds"}),
        ("red-egg", {"play.kinds", "play.cost"}),
        ("giant", {"memory.affordable"}),
        ("red-3", set()),
        ("red-tamer", set()),
    ],
)
def test_what_can_be_played(card: str, why: set[str]) -> None:
    game = at({"hand": [card]})
    assert refusal(game, {"action": "play", "card": hand(game)}) == why
    assert bool(offered(game, "play")) == (not why)


def test_only_cards_of_the_own_hand_are_played() -> None:
    game = at({"hand": [], "trash": ["red-3"], "deck": ["red-3"]}, {"hand": ["red-3"]})
    state = game.state
    for card in (state.players[0].trash[0], state.players[0].deck[0], state.players[1].hand[0], "a99", ""):
        assert refusal(game, {"action": "play", "card": card}) == {"play.from-hand"}


def test_any_number_of_digimon_may_stand_in_the_battle_area() -> None:
    game = at({"hand": ["red-3"], "battle": [stack("red-3") for _ in range(30)]}, memory=10)
    game.apply({"action": "play", "card": hand(game)})
    assert len(game.state.players[0].battle) == 31


def test_digivolving_puts_the_card_on_top_pays_and_draws_one() -> None:
    game = at({"hand": ["red-4"], "battle": [stack("red-3", "red-egg")]}, memory=3)
    before = game.state.players[0]
    (only,) = offered(game, "digivolve")
    assert only == {"action": "digivolve", "card": hand(game), "onto": stack_id(game), "requirement": 0}
    game.apply(only)
    after = game.state.players[0]
    assert after.battle[0].cards == (before.hand[0], *before.battle[0].cards)
    assert after.battle[0].id == before.battle[0].id
    assert after.hand == before.deck[:1]
    assert after.deck == before.deck[1:]
    assert game.state.memory == 1


@pytest.mark.parametrize("suspended", [False, True])
@pytest.mark.parametrize("played", [False, True])
def test_digivolving_changes_neither_orientation_nor_the_turn_of_play(suspended: bool, played: bool) -> None:
    there = stack("red-3", suspended=suspended, played_this_turn=played, dp_change=-1000)
    game = at({"hand": ["red-4"], "battle": [there]}, memory=5)
    game.apply(offered(game, "digivolve")[0])
    now = game.state.players[0].battle[0]
    assert (now.suspended, now.played_this_turn) == (suspended, played)
    assert game.observe()["players"][0]["battle"][0]["dp"] == 4000
    assert bool(offered(game, "attack")) == (not suspended and not played)


def test_an_empty_deck_neither_prevents_digivolving_nor_loses() -> None:
    game = at({"hand": ["red-4"], "battle": [stack("red-3")], "deck": 0}, memory=5)
    game.apply(offered(game, "digivolve")[0])
    assert not game.over
    assert game.state.players[0].hand == ()


def test_digimon_digivolve_in_the_breeding_area_too() -> None:
    game = at({"hand": ["red-3"], "breeding": stack("red-egg")})
    game.apply(offered(game, "digivolve")[0])
    shown = game.observe()["players"][0]["breeding"]
    assert [card["card"] for card in shown["cards"]] == ["red-3", "red-egg"]


@pytest.mark.parametrize(
    ("card", "onto", "requirement", "memory", "why"),
    [
        ("red-4", "red-3", 0, 0, set()),
        ("red-4", "blue-3", 0, 0, {"digivolve.requirement"}),
        ("red-4", "red-4", 0, 0, {"digivolve.requirement"}),
        ("red-4", "red-5", 0, 0, {"digivolve.requirement"}),
        ("red-4", "red-3", 1, 0, {"digivolve.requirement"}),
        ("red-4", "red-3", -1, 0, {"digivolve.requirement"}),
        ("both-4", "red-3", 0, 0, set()),
        ("both-4", "red-3", 1, 0, {"digivolve.requirement"}),
        ("both-4", "blue-3", 1, 0, set()),
        ("red-5", "both-4", 0, 0, set()),
        ("blue-5", "both-4", 0, 0, set()),
        ("red-tamer", "red-3", 0, 0, {"digivolve.digimon-only", "digivolve.requirement"}),
        ("red-4", "red-tamer", 0, 0, {"digivolve.digimon-only"}),
    ],
)
def test_requirements(card: str, onto: str, requirement: int, memory: int, why: set[str]) -> None:
    game = at({"hand": [card], "battle": [stack(onto)]}, memory=memory)
    move = {"action": "digivolve", "card": hand(game), "onto": stack_id(game), "requirement": requirement}
    assert refusal(game, move) == why
    assert (move in offered(game, "digivolve")) == (not why)


def test_the_cost_of_the_chosen_requirement_is_paid() -> None:
    for base, index, cost in (("red-3", 0, 2), ("blue-3", 1, 4)):
        game = at({"hand": ["both-4"], "battle": [stack(base)]}, memory=5)
        move = {"action": "digivolve", "card": hand(game), "onto": stack_id(game), "requirement": index}
        game.apply(move)
        assert game.state.memory == 5 - cost


@pytest.mark.parametrize("memory", [0, 1, 2])
def test_a_cost_past_the_end_of_the_gauge_cannot_be_paid_for_digivolving(memory: int) -> None:
    game = at({"hand": ["costly-4"], "battle": [stack("red-3")]}, memory=memory)
    moves = [
        {"action": "digivolve", "card": hand(game), "onto": stack_id(game), "requirement": index}
        for index in range(3)
    ]
    assert offered(game, "digivolve") == moves[: memory + 1]
    for index, move in enumerate(moves):
        assert refusal(game, move) == (set() if index <= memory else {"memory.affordable"})


def test_one_digivolves_only_own_digimon_with_cards_of_the_own_hand() -> None:
    game = at(
        {"hand": ["red-4"], "trash": ["red-4"], "battle": [stack("red-3")]}, {"battle": [stack("red-3")]}
    )
    theirs = stack_id(game, 1)
    base = {"action": "digivolve", "requirement": 0}
    assert refusal(game, {**base, "card": hand(game), "onto": theirs}) == {"digivolve.digimon-only"}
    trashed = game.state.players[0].trash[0]
    assert refusal(game, {**base, "card": trashed, "onto": stack_id(game)}) == {"digivolve.from-hand"}
    assert refusal(game, {**base, "card": "b7", "onto": "p9"}) == {
        "digivolve.from-hand",
        "digivolve.digimon-only",
    }
