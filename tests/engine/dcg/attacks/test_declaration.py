"""Declaring an attack with effects about: Rush, what is forbidden, attacks by effects, late targets."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound_testing.dcg.made_up_cards import Facts, events, gain, option, playing, red, tamer
from rulehound_testing.dcg.probe_cards import hand, offered, refusal, stack, stack_id

EARLY = ("fan-2020", "detailed-1.0")
"""Editions in which the target is chosen after the effects of the declaration."""


def attack(game: Game, target: str = "player", index: int = 0) -> dict[str, Any]:
    """An attack by one of player 0's stacks."""
    return {"action": "attack", "attacker": stack_id(game, 0, index), "target": target}


def forbidding(*what: str) -> list[dict[str, Any]]:
    """Something lasts that forbids this."""
    return [{"gives": {"cannot": list(what)}, "until": "turn-end", "player": 1}]


@pytest.mark.parametrize(("played", "why"), [("rushing", set()), ("red-3", {"attack.not-same-turn"})])
def test_rush_attacks_in_the_turn_of_the_play(played: str, why: set[str]) -> None:
    game = playing({"rushing": red(3, rush=True)}, {"hand": [played]}, memory=5)
    game.apply({"action": "play", "card": hand(game)})
    assert refusal(game, attack(game)) == why
    assert bool(offered(game, "attack")) == (not why)


def test_rush_that_is_gained_counts_and_rush_that_is_covered_does_not() -> None:
    fresh = {"played_this_turn": True}
    gained = playing({}, {"battle": [stack("red-4", **fresh, keywords=["rush"])]})
    assert refusal(gained, attack(gained)) == set()
    covered = playing({"rushing": red(3, rush=True)}, {"battle": [stack("red-4", "rushing", **fresh)]})
    assert refusal(covered, attack(covered)) == {"attack.not-same-turn"}


@pytest.mark.parametrize(
    ("forbidden", "player", "digimon"),
    [
        ("attack", {"effects.forbidden"}, {"effects.forbidden"}),
        ("attack-player", {"effects.forbidden"}, set()),
        ("suspend", {"effects.forbidden"}, {"effects.forbidden"}),
        ("block", set(), set()),
    ],
)
def test_what_an_effect_forbids_the_attacker(forbidden: str, player: set[str], digimon: set[str]) -> None:
    mine = [stack("red-4", lasting=forbidding(forbidden))]
    game = playing({}, {"battle": mine}, {"battle": [stack("blue-3", suspended=True)]})
    assert refusal(game, attack(game)) == player
    assert refusal(game, attack(game, stack_id(game, 1))) == digimon
    assert len(offered(game, "attack")) == (not player) + (not digimon)


def attacker(on: str = "any", *, same_turn: bool = False) -> Facts:
    """A Digimon that may attack by its own effect when it is played."""
    step = {"do": "attack", "target": {"role": "this"}, "on": on, "same_turn": same_turn}
    return red(4, {"timing": "on-play", "steps": [step]})


def test_an_attack_by_an_effect_follows_the_rules_for_declaring_one() -> None:
    game = playing({"eager": attacker()}, {"hand": ["eager"]}, memory=9)
    game.apply({"action": "play", "card": hand(game)})
    assert game.state.decision == "main", "it was played this turn, so that there is nothing to ask"


def test_an_effect_may_let_attack_in_the_turn_of_the_play() -> None:
    game = playing({"eager": attacker(same_turn=True)}, {"hand": ["eager"]}, memory=9)
    game.apply({"action": "play", "card": hand(game)})
    assert (game.state.decision, game.state.decider) == ("attack", 0)
    assert [*offered(game, "attack"), *offered(game, "decline")] == [attack(game), {"action": "decline"}]
    assert refusal(game, {"action": "pass"}) == {"turn.decider"}
    game.apply(attack(game))
    assert len(game.state.players[1].security) == 1
    assert refusal(game, attack(game)) == {"attack.unsuspended", "attack.not-same-turn"}


def test_nobody_has_to_attack_by_an_effect() -> None:
    game = playing({"eager": attacker(same_turn=True)}, {"hand": ["eager"]}, memory=9)
    game.apply({"action": "play", "card": hand(game)})
    game.apply({"action": "decline"})
    assert (game.state.decision, game.state.attack) == ("main", None)
    assert not game.state.players[0].battle[0].suspended


@pytest.mark.parametrize(("on", "player", "digimon"), [("player", 1, 0), ("digimon", 0, 1), ("any", 1, 1)])
def test_an_effect_may_say_what_is_attacked(on: str, player: int, digimon: int) -> None:
    game = playing(
        {"eager": attacker(on, same_turn=True)},
        {"hand": ["eager"]},
        {"battle": [stack("blue-3", suspended=True)]},
        memory=9,
    )
    game.apply({"action": "play", "card": hand(game)})
    theirs = stack_id(game, 1)
    assert [action["target"] for action in offered(game, "attack")] == ["player"] * player + [
        theirs
    ] * digimon
    assert refusal(game, attack(game)) == (set() if player else {"turn.decider"})
    assert refusal(game, attack(game, theirs)) == (set() if digimon else {"turn.decider"})


def test_an_effect_lets_no_other_digimon_attack() -> None:
    game = playing(
        {"eager": attacker(same_turn=True)}, {"hand": ["eager"], "battle": [stack("red-3")]}, memory=9
    )
    game.apply({"action": "play", "card": hand(game)})
    assert refusal(game, attack(game)) == {"turn.decider"}
    assert [action["attacker"] for action in offered(game, "attack")] == [stack_id(game, 0, 1)]


def test_attacks_never_begin_within_another() -> None:
    again = {"timing": "when-attacking", "steps": [{"do": "attack", "target": {"role": "other"}}]}
    game = playing({"leader": red(4, again)}, {"battle": [stack("leader"), stack("red-3")]})
    game.apply(attack(game))
    assert game.state.decision == "main"
    assert not game.state.players[0].battle[1].suspended


def test_only_the_turn_player_attacks_by_an_effect() -> None:
    step = {"do": "attack", "target": {"count": 1}}
    shouting = option({"timing": "security", "steps": [step]})
    game = playing(
        {"shout": shouting},
        {"battle": [stack("red-4")]},
        {"battle": [stack("blue-4")], "security": ["shout"]},
    )
    game.apply(attack(game))
    assert (game.state.decision, game.state.decider) == ("main", 0)
    assert not game.state.players[1].battle[0].suspended


BLITZ = {"timing": "when-digivolving", "steps": [{"do": "blitz"}]}


def digivolved(memory: int, *effects: dict[str, Any], **base: Any) -> Game:
    """A Digimon has digivolved, for 3, into one with Blitz and these effects."""
    facts = red(4, BLITZ, *effects, digivolve=[{"color": "red", "level": 3, "cost": 3}])
    game = playing({"swift": facts}, {"hand": ["swift"], "battle": [stack("red-3", **base)]}, memory=memory)
    onto = stack_id(game)
    game.apply({"action": "digivolve", "card": hand(game), "onto": onto, "requirement": 0})
    return game


def test_blitz_attacks_though_the_counter_has_crossed_and_the_turn_ends_after_it() -> None:
    game = digivolved(1)
    assert (game.state.decision, game.state.decider, game.state.memory) == ("attack", 0, -2)
    game.apply(attack(game))
    assert (game.state.turn, game.state.memory) == (1, 2)
    assert len(game.state.players[1].security) == 1


@pytest.mark.parametrize(
    ("memory", "base"),
    [
        (3, {}),
        (5, {}),
        (1, {"suspended": True}),
        (1, {"played_this_turn": True}),
        (1, {"lasting": forbidding("attack")}),
    ],
)
def test_blitz_allows_no_more_than_it_says(memory: int, base: dict[str, Any]) -> None:
    game = digivolved(memory, **base)
    assert game.state.decision == ("main" if memory >= 3 else "breeding")
    assert "attacks" not in events(game)


def test_an_attack_by_blitz_goes_on_though_memory_comes_back() -> None:
    game = digivolved(1, gain(4, "when-attacking"))
    game.apply(attack(game))
    assert (game.state.turn, game.state.memory, game.state.decision) == (0, 2, "main")
    assert len(game.state.players[1].security) == 1


def test_memory_that_comes_back_first_leaves_nothing_to_blitz() -> None:
    game = digivolved(1, gain(3, "when-digivolving"))
    blitz, gaining = (action["effect"] for action in offered(game, "resolve"))
    other = game.clone()
    other.apply({"action": "resolve", "effect": gaining})
    assert (other.state.decision, other.state.memory) == ("main", 1)
    game.apply({"action": "resolve", "effect": blitz})
    game.apply(attack(game))
    assert (game.state.decision, game.state.memory) == ("main", 1)
    assert len(game.state.players[1].security) == 1


SUSPENDING = {"timing": "when-attacking", "steps": [{"do": "suspend", "target": {"of": "opponent"}}]}


@pytest.mark.parametrize("edition", EARLY)
def test_in_early_editions_the_target_is_chosen_after_the_effects(edition: str) -> None:
    game = playing(
        {"hypnotist": red(4, SUSPENDING)},
        {"battle": [stack("hypnotist")]},
        {"battle": [stack("blue-3")]},
        edition=edition,
    )
    theirs = stack_id(game, 1)
    assert offered(game, "attack") == [attack(game, "")]
    assert refusal(game, attack(game)) == {"attack.target-when"}
    game.apply(attack(game, ""))
    assert game.state.players[1].battle[0].suspended
    assert (game.state.decision, game.state.decider) == ("attack", 0)
    assert [action["target"] for action in offered(game, "attack")] == ["player", theirs]
    assert refusal(game, {"action": "decline"}) == {"attack.targets"}
    assert refusal(game, attack(game, "")) == {"attack.target-when"}
    game.apply(attack(game, theirs))
    assert game.state.players[1].battle == ()


def test_in_later_editions_the_target_is_declared() -> None:
    game = playing(
        {"hypnotist": red(4, SUSPENDING)}, {"battle": [stack("hypnotist")]}, {"battle": [stack("blue-3")]}
    )
    assert offered(game, "attack") == [attack(game)]
    assert refusal(game, attack(game, "")) == {"attack.target-when"}
    game.apply(attack(game))
    assert game.state.players[1].battle[0].suspended
    assert len(game.state.players[1].security) == 1


@pytest.mark.parametrize("edition", EARLY)
def test_what_an_effect_lets_attack_holds_for_a_late_target_too(edition: str) -> None:
    for on, targets in (("player", 1), ("digimon", 1), ("any", 2)):
        game = playing(
            {"eager": attacker(on, same_turn=True)},
            {"hand": ["eager"]},
            {"battle": [stack("blue-3", suspended=True)]},
            memory=9,
            edition=edition,
        )
        game.apply({"action": "play", "card": hand(game)})
        game.apply(attack(game, ""))
        assert len(offered(game, "attack")) == targets


@pytest.mark.parametrize("edition", EARLY)
def test_an_attacker_that_has_gone_chooses_nothing(edition: str) -> None:
    leaving = {"timing": "when-attacking", "steps": [{"do": "delete", "target": {"role": "this"}}]}
    game = playing({"bold": red(4, leaving)}, {"battle": [stack("bold")]}, edition=edition)
    game.apply(attack(game, ""))
    assert (game.state.decision, game.state.attack) == ("main", None)


def test_an_attack_with_nothing_left_to_aim_at_ends() -> None:
    mine = [stack("red-4", lasting=forbidding("attack-player"))]
    game = playing({"watch": tamer(gain())}, {"battle": mine}, edition="fan-2020")
    game.apply(attack(game, ""))
    assert (game.state.decision, game.state.attack) == ("main", None)
    assert len(game.state.players[1].security) == 2


def test_attacking_is_suspending() -> None:
    cards = {"sleeper": red(4, {**gain(1, "when"), "event": {"happens": "suspended"}})}
    game = playing(cards, {"battle": [stack("sleeper"), stack("red-3")]})
    game.apply(attack(game, index=1))
    game.apply(attack(game))
    assert game.state.memory == 1


def test_when_attacking_is_of_the_attacker_alone_and_at_the_declaration() -> None:
    game = playing(
        {"drummer": red(4, gain(1, "when-attacking"))}, {"battle": [stack("red-4"), stack("drummer")]}
    )
    game.apply(attack(game))
    assert game.state.memory == 0
    game.apply(attack(game, index=1))
    assert game.state.memory == 1
    assert events(game, "attacks", "memory", "security-checked") == ["attacks", "memory", "security-checked"]
