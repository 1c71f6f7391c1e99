"""Attacks, blocks, battles and security checks."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.editions import EDITIONS
from rulehound.engine.saving import checksum
from rulehound_testing.dcg.probe_cards import at, offered, refusal, stack, stack_id


def attack(game: Game, target: str = "player", index: int = 0) -> dict[str, Any]:
    """An attack by one of player 0's stacks."""
    return {"action": "attack", "attacker": stack_id(game, 0, index), "target": target}


def left(game: Game) -> list[list[str]]:
    """The numbers of the top cards that each player has in the battle area."""
    shown = game.observe()["players"]
    return [[there["cards"][0]["card"] for there in player["battle"]] for player in shown]


@pytest.mark.parametrize(
    ("attacker", "why"),
    [
        (stack("red-3"), set()),
        (stack("red-3", suspended=True), {"attack.unsuspended"}),
        (stack("red-3", played_this_turn=True), {"attack.not-same-turn"}),
        (
            stack("red-3", played_this_turn=True, suspended=True),
            {"attack.unsuspended", "attack.not-same-turn"},
        ),
        (stack("red-tamer"), {"attack.digimon"}),
        (stack("red-tamer", suspended=True), {"attack.digimon", "attack.unsuspended"}),
    ],
)
def test_who_may_attack(attacker: dict[str, Any], why: set[str]) -> None:
    game = at({"battle": [attacker]})
    assert refusal(game, attack(game)) == why
    assert bool(offered(game, "attack")) == (not why)


@pytest.mark.parametrize(
    ("target", "why"),
    [
        (stack("blue-3", suspended=True), set()),
        (stack("blue-3"), {"attack.targets"}),
        (stack("blue-tamer", suspended=True), {"attack.targets"}),
    ],
)
def test_what_may_be_attacked(target: dict[str, Any], why: set[str]) -> None:
    game = at({"battle": [stack("red-3"), stack("red-4", suspended=True)]}, {"battle": [target]})
    assert refusal(game, attack(game, stack_id(game, 1))) == why
    assert refusal(game, attack(game, stack_id(game, 0, 1))) == {"attack.targets"}, "one's own"
    assert refusal(game, attack(game, "p77")) == {"attack.targets"}


@pytest.mark.parametrize(
    ("mine", "theirs", "survivors"),
    [
        ("red-4", "blue-3", [["red-4"], []]),
        ("red-3", "blue-4", [[], ["blue-4"]]),
        ("red-4", "blue-4", [[], []]),
    ],
)
def test_less_dp_is_deleted_and_equal_dp_deletes_both(
    mine: str, theirs: str, survivors: list[list[str]]
) -> None:
    game = at({"battle": [stack(mine)]}, {"battle": [stack(theirs, suspended=True)]})
    game.apply(attack(game, stack_id(game, 1)))
    assert left(game) == survivors
    assert all(there.suspended for player in game.state.players for there in player.battle)
    assert game.state.attack is None


def test_the_present_dp_is_compared() -> None:
    game = at({"battle": [stack("red-3", dp_change=2500)]}, {"battle": [stack("blue-4", suspended=True)]})
    game.apply(attack(game, stack_id(game, 1)))
    assert left(game) == [["red-3"], []]


def test_a_deleted_digimon_is_trashed_with_all_its_cards() -> None:
    game = at(
        {"battle": [stack("red-6")]}, {"battle": [stack("blue-4", "blue-3", "blue-egg", suspended=True)]}
    )
    gone = game.state.players[1].battle[0].cards
    game.apply(attack(game, stack_id(game, 1)))
    assert game.state.players[1].trash == gone


def blockers(*theirs: dict[str, Any], mine: str = "red-4") -> Game:
    """Player 0 has attacked the player, who has these."""
    game = at({"battle": [stack(mine)]}, {"battle": list(theirs), "security": ["blue-3", "blue-3"]})
    game.apply(attack(game))
    return game


def test_the_defending_player_is_asked_and_may_decline() -> None:
    game = blockers(stack("blue-6-blocker"), stack("blue-6"), stack("blue-5-blocker", suspended=True))
    assert (game.state.decision, game.state.decider, game.state.turn) == ("block", 1, 0)
    assert [action["blocker"] for action in offered(game, "block")] == [stack_id(game, 1)]
    shown = {"attacker": stack_id(game), "target": "player", "blocked": False}
    assert shown.items() <= game.observe()["attack"].items()
    game.apply({"action": "no-block"})
    assert len(game.state.players[1].security) == 1
    assert (game.state.decision, game.state.decider) == ("main", 0)


def test_a_block_suspends_switches_the_attack_and_leads_to_a_battle() -> None:
    game = blockers(stack("blue-6-blocker"))
    game.apply({"action": "block", "blocker": stack_id(game, 1)})
    assert left(game) == [[], ["blue-6-blocker"]]
    assert game.state.players[1].battle[0].suspended
    assert len(game.state.players[1].security) == 2


def test_one_attack_is_blocked_once() -> None:
    game = blockers(stack("blue-3-blocker"), stack("blue-6-blocker"))
    game.apply({"action": "block", "blocker": stack_id(game, 1)})
    assert (game.state.decision, game.state.decider) == ("main", 0)
    assert left(game) == [["red-4"], ["blue-6-blocker"]]
    assert not game.state.players[1].battle[0].suspended


def test_were_a_blocked_attack_to_be_blocked_again_it_would_be_refused() -> None:
    """No play asks for a second block, so the situation is made out of a saved game."""
    game = blockers(stack("blue-3-blocker"))
    token = game.save()
    token["attack"]["blocks"] = 1
    del token["checksum"]
    token["checksum"] = checksum(token)
    again = Game.restore(token)
    assert refusal(game, {"action": "block", "blocker": stack_id(game, 1)}) == set()
    assert refusal(again, {"action": "block", "blocker": stack_id(again, 1)}) == {"block.once"}
    assert offered(again, "block") == []


def test_an_attack_on_a_digimon_is_blocked_too() -> None:
    theirs = [stack("blue-3", suspended=True), stack("blue-4-blocker")]
    game = at({"battle": [stack("red-4")]}, {"battle": theirs})
    game.apply(attack(game, stack_id(game, 1)))
    game.apply({"action": "block", "blocker": stack_id(game, 1, 1)})
    assert left(game) == [[], ["blue-3"]]


def test_who_may_not_block() -> None:
    game = blockers(stack("blue-6-blocker"), stack("blue-6"), stack("blue-5-blocker", suspended=True))
    assert refusal(game, {"action": "block", "blocker": stack_id(game, 1, 1)}) == {"block.blocker"}
    assert refusal(game, {"action": "block", "blocker": stack_id(game, 1, 2)}) == {"block.unsuspended"}
    assert refusal(game, {"action": "block", "blocker": stack_id(game, 0)}) == {"block.blocker"}
    assert refusal(game, {"action": "block", "blocker": "p50"}) == {"block.blocker"}


def test_while_a_block_is_being_decided_nothing_else_is() -> None:
    game = blockers(stack("blue-6-blocker"))
    assert refusal(game, {"action": "pass"}) == {"turn.decider", "turn.main-phase"}
    mine = {"action": "attack", "attacker": stack_id(game, 1), "target": "player"}
    assert refusal(game, mine) == {"turn.decider", "turn.main-phase", "attack.one-at-a-time"}
    assert refusal(at(), {"action": "no-block"}) == {"turn.decider"}


def test_without_anybody_who_could_block_nobody_is_asked() -> None:
    game = blockers(stack("blue-6"), stack("blue-5-blocker", suspended=True), stack("blue-tamer"))
    assert game.state.decision == "main"


def against(security: list[str], attacker: str, edition: str = "manual-2.3", **condition: Any) -> Game:
    """An attack on a player with this security, top first."""
    game = at({"battle": [stack(attacker, **condition)]}, {"security": security}, edition=edition)
    game.apply(attack(game))
    return game


@pytest.mark.parametrize(
    ("attacker", "security", "checked", "survives"),
    [
        ("red-4", ["blue-3", "blue-3", "blue-3"], 1, True),
        ("red-4", ["blue-4", "blue-3", "blue-3"], 1, False),
        ("red-4", ["blue-5", "blue-3", "blue-3"], 1, False),
        ("red-4", ["blue-tamer", "blue-3"], 1, True),
        ("red-4", ["blue-option", "blue-3"], 1, True),
        ("red-4-twice", ["blue-3", "blue-3", "blue-3"], 2, True),
        ("red-4-twice", ["blue-5", "blue-3", "blue-3"], 1, False),
        ("red-4-twice", ["blue-3", "blue-5", "blue-3"], 2, False),
        ("red-4-twice", ["blue-3"], 1, True),
        ("red-4-harmless", ["blue-6", "blue-3"], 0, True),
    ],
)
def test_security_checks(attacker: str, security: list[str], checked: int, survives: bool) -> None:
    game = against(security, attacker)
    shown = game.observe()
    assert [card["card"] for card in shown["players"][1]["trash"]] == security[:checked]
    assert [card["card"] for card in shown["hidden"][1]["security"]] == security[checked:]
    assert left(game)[0] == ([attacker] if survives else [])
    assert not game.over, "checking the last card does not win"
    assert game.state.players[1].revealed == ()


def test_a_checked_digimon_without_dp_has_nothing_to_compare() -> None:
    for attacker in ("red-3", "dp-less"):
        assert left(against(["dp-less"], attacker, "fan-2020"))[0] == [attacker]


def test_an_attack_on_a_player_without_security_wins() -> None:
    game = against([], "red-3")
    assert (game.state.winner, game.state.ended_by, game.state.phase) == (0, "attack", "over")
    assert game.observe()["decider"] is None


def test_a_blocked_attack_on_a_player_without_security_does_not_win() -> None:
    game = at({"battle": [stack("red-4")]}, {"security": [], "battle": [stack("blue-3-blocker")]})
    game.apply(attack(game))
    game.apply({"action": "block", "blocker": stack_id(game, 1)})
    assert not game.over
    assert left(game) == [["red-4"], []]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_attack_without_checks_does_not_win(edition: str) -> None:
    assert not against([], "red-4-harmless", edition).over
    assert against([], "red-4", edition).over
    assert against([], "red-4-twice", edition).over
