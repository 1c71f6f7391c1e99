"""Abilities of attacks: Power, tripled, to nothing, jammed; and 1st Attack in a conflict."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dmb.battle.abilities import power_of
from rulehound.engine.dmb.zones import change
from rulehound.spec.formats import Card
from rulehound_testing.dmb.table import active, battle, digimon, hp, table, with_ability

PLAIN = digimon("Plain", hp=100, power=30)


@pytest.mark.parametrize(
    ("facts", "attack", "dealt"),
    [
        ({"abilities": ["triple"], "prey": ["ember"]}, "cross", 90),
        ({"abilities": ["triple"], "prey": ["tide"]}, "cross", 30),
        ({"abilities": ["triple"], "prey": ["ember"]}, "circle", 30),
    ],
)
def test_power_is_tripled_against_prey(facts: dict[str, Any], attack: str, dealt: int) -> None:
    hunter = digimon("Hunter", hp=200, special="cross", **facts)
    assert hp(battle(hunter, PLAIN, attack, "cross"), 1) == 100 - dealt


@pytest.mark.parametrize(("used", "left"), [("circle", 200), ("triangle", 170)])
def test_an_attack_that_is_named_is_set_to_nothing(used: str, left: int) -> None:
    zero = with_ability("Zero", "to-zero", hp=200, against="circle")
    assert hp(battle(zero, PLAIN, "cross", used), 0) == left


def test_boosts_and_bonuses_raise_power_and_never_below_nothing() -> None:
    raised = battle(PLAIN, digimon("Other"), zones=({"condition": {"boost": 5, "bonus": 6}}, {}))
    assert hp(raised, 1) == 100 - 41
    lowered = battle(PLAIN, digimon("Other"), zones=({"condition": {"boost": -50}}, {}))
    assert hp(lowered, 1) == 100


@pytest.mark.parametrize(("special", "drained"), [("cross", False), ("triangle", True)])
def test_jamming_voids_abilities_of_cross_alone(special: str, drained: bool) -> None:
    jammer = with_ability("Jammer", "jamming", hp=200)
    drainer = digimon("Drainer", hp=200, special=special, abilities=["drain"])
    assert hp(battle(jammer, drainer, "cross", special), 1) == (200 if drained else 170)


def first(name: str, **facts: Any) -> Card:
    """A Digimon that fells any other, with 1st Attack."""
    return with_ability(name, "first-attack", hp=10, power=500, **facts)


@pytest.mark.parametrize(("answer", "standing"), [("resolve-first", 1), ("resolve-second", 0)])
def test_of_two_first_attacks_the_turn_player_decides_which_is_later(answer: str, standing: int) -> None:
    game = battle(first("Mine"), first("Theirs"))
    assert (game.decision, game.decider) == ("priority", 0)
    # as an effect would have given it before: with what both gain now it makes two on either side
    game.state.players[1].first_attacks = 1
    game.apply({"action": answer})
    assert [hp(game, player) for player in (standing, 1 - standing)] == [10, 0]


@pytest.mark.parametrize("barred", [0, 1])
def test_who_cannot_gain_first_attack_attacks_second(barred: int) -> None:
    game = battle(first("Mine"), first("Theirs"))
    game.state.players[barred].no_first_attack = True
    game.apply({"action": "resolve-first"})
    assert hp(game, barred) == 0


def test_more_instances_are_first_whoever_gained_the_last() -> None:
    game = battle(first("Mine"), first("Theirs"))
    game.apply({"action": "resolve-first"})
    assert (hp(game, 0), hp(game, 1)) == (10, 0)


def test_a_first_attack_of_the_other_player_ties_and_is_the_later() -> None:
    game = battle(digimon("Mine", hp=10, power=500), first("Theirs"))
    assert (hp(game, 0), hp(game, 1)) == (0, 10)


def test_one_first_attack_alone_is_no_conflict() -> None:
    assert battle(first("Mine"), PLAIN).decision != "priority"


def test_a_first_attack_that_was_gained_before_the_battle_is_later_than_the_default() -> None:
    seats = [{"active": active(name), "choice": "circle"} for name in ("Mine", "Theirs")]
    strong = [digimon(name, hp=10, power=500) for name in ("Mine", "Theirs")]
    game = table("support", *seats, more=strong)
    game.state.players[1].first_attacks, game.state.last_first_attack = 1, 1
    for _ in range(2):
        game.apply({"action": "no-support"})
    assert (hp(game, 0), hp(game, 1)) == (0, 10)


def test_what_shatter_has_taken_lowers_power() -> None:
    seats = [{"active": active("Champion"), "choice": "cross"} for _ in (0, 1)]
    state = table("support", *seats).state
    change(state.players[0], lost=20)
    one, other = state.players
    assert (power_of(state, one, other), power_of(state, other, one)) == (10, 30)
