"""Both blows of a battle: who is first, Crash before Drain, Counter, Shatter."""

from __future__ import annotations

import pytest

from rulehound_testing.dmb.table import battle, digimon, hp, seat, with_ability

PLAIN = digimon("Plain", hp=100, power=30)


def test_both_attack_where_both_stand() -> None:
    game = battle(PLAIN, digimon("Other", hp=100, power=40))
    assert (hp(game, 0), hp(game, 1)) == (60, 70)


def test_without_hp_there_is_no_second_attack() -> None:
    game = battle(digimon("Strong", hp=10, power=100), PLAIN)
    assert (hp(game, 0), hp(game, 1)) == (10, 0)


@pytest.mark.parametrize(("abilities", "left"), [(("crash",), 10), (("crash", "drain"), 110)])
def test_crash_deals_hp_and_costs_it_before_drain_gives(abilities: tuple[str, ...], left: int) -> None:
    other = digimon("Other", hp=100, power=0)
    game = battle(with_ability("User", *abilities, hp=150, power=1), other)
    assert (hp(game, 0), hp(game, 1)) == (left, 0)


def test_a_crash_that_is_hit_first_deals_less() -> None:
    game = battle(PLAIN, with_ability("User", "crash", hp=90))
    assert (hp(game, 0), hp(game, 1)) == (40, 10)


def test_crash_never_raises_hp() -> None:
    game = battle(with_ability("User", "crash", hp=4), digimon("Other", power=0))
    assert (hp(game, 0), hp(game, 1)) == (4, 96)


def test_drain_gives_no_more_than_there_was() -> None:
    game = battle(with_ability("User", "drain", hp=50, power=300), PLAIN)
    assert hp(game, 0) == 150


@pytest.mark.parametrize(("used", "mine", "theirs"), [("circle", 70, 100), ("triangle", 100, 70)])
def test_counter_turns_the_attack_that_it_names(used: str, mine: int, theirs: int) -> None:
    """Another attack hits its user, who has no Power left."""
    counter = with_ability("Counter", "counter", hp=100, power=90, against="circle")
    game = battle(PLAIN, counter, used, "cross")
    assert (hp(game, 0), hp(game, 1)) == (mine, theirs)


def test_what_the_attack_gives_is_gained_by_whoever_counters() -> None:
    drainer = digimon("Drainer", hp=100, power=30, special="circle", abilities=["drain"])
    counter = with_ability("Counter", "counter", hp=100, against="circle")
    game = battle(drainer, counter, "circle", "cross")
    assert (hp(game, 0), hp(game, 1)) == (70, 130)


def test_counter_is_second_though_it_is_the_turn_players() -> None:
    counter = with_ability("Counter", "counter", "first-attack", hp=20, against="circle")
    game = battle(counter, PLAIN, "cross", "triangle")
    assert (hp(game, 0), hp(game, 1)) == (0, 100)


def test_two_counters_do_nothing() -> None:
    pair = [with_ability(name, "counter", power=50, against="cross") for name in ("One", "Other")]
    game = battle(*pair)
    assert (hp(game, 0), hp(game, 1)) == (100, 100)


@pytest.mark.parametrize(("power", "mine"), [(30, 80), (0, 70)])
def test_shatter_lowers_power_at_once_where_it_hits(power: int, mine: int) -> None:
    game = battle(with_ability("User", "shatter", power=power, shatter=10), PLAIN)
    assert hp(game, 0) == mine
    assert seat(game, 1)["active"]["lost"] == 0  # the turn is over
