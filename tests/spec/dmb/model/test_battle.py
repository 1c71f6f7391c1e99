"""The battle: who is first, what abilities do, and what is left of both Digimon."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dmb.line import Line, active, digimon, with_ability

Printed = dict[str, Any]


def fight(
    mine: Printed, theirs: Printed, choices: tuple[str, str] = ("cross", "cross"), **fields: Any
) -> Line:
    """Both attacks are shown, and the rules take it from there to the KO, or to a choice of priority."""
    given = {
        "me__active": [active(mine)],
        "opponent__active": [active({**theirs, "number": 2})],
        "me__chosen": choices[0],
        "opponent__chosen": choices[1],
        **fields,
    }
    return Line("battle", **given).settle("knock-out")


def hp(line: Line) -> tuple[int, int]:
    return line.hp("me"), line.hp("opponent")


def test_both_attack_and_the_power_is_that_of_the_choice() -> None:
    mine, theirs = digimon(circle=10, triangle=20, cross=30), digimon(circle=1, triangle=2, cross=3)
    assert hp(fight(mine, theirs, ("triangle", "circle"))) == (49, 30)
    line = fight(mine, theirs, ("cross", "triangle"))
    assert hp(line) == (48, 20)
    assert (line["me.shown"], line["opponent.shown"]) == ("cross", "triangle")


def test_the_turn_player_is_first_and_a_ko_leaves_no_second_attack() -> None:
    assert hp(fight(digimon(power=50), digimon(power=50))) == (50, 0)
    assert hp(fight(digimon(power=80), digimon(power=1))) == (50, 0), "HP stops at nothing"


@pytest.mark.parametrize(
    ("mine", "theirs", "mine_last", "first"),
    [(0, 1, False, "theirs"), (1, 1, True, "mine"), (1, 1, False, "mine"), (0, 2, True, "theirs")],
)
def test_more_instances_of_1st_attack_and_on_a_tie_the_latest(
    mine: int, theirs: int, mine_last: bool, first: str
) -> None:
    strong = digimon(power=50)
    counts: dict[str, Any] = {
        "me__first_attacks": mine,
        "opponent__first_attacks": theirs,
        "mine_last": mine_last,
    }
    assert hp(fight(strong, strong, **counts)) == ((50, 0) if first == "mine" else (0, 50))


def test_a_player_who_cannot_gain_1st_attack_is_second() -> None:
    strong = digimon(power=50)
    assert hp(fight(strong, strong, me__no_first_attack=True, me__first_attacks=3)) == (0, 50)
    both: dict[str, Any] = {"me__no_first_attack": True, "opponent__no_first_attack": True}
    assert hp(fight(strong, strong, **both)) == (50, 0)


def test_the_turn_player_orders_a_conflict() -> None:
    quick = with_ability("first-attack", power=50)
    for name in ("resolve-first", "resolve-second"):
        line = fight(quick, quick)
        assert (line["stage"], line.due()) == ("abilities", [])
        assert hp(line.do(name).settle("knock-out")) == (50, 0), "one instance more than the other player"
    line = fight(quick, quick, opponent__first_attacks=1)
    assert hp(line.do("resolve-first").settle("knock-out")) == (0, 50)
    line = fight(quick, quick, opponent__first_attacks=1)
    assert hp(line.do("resolve-second").settle("knock-out")) == (50, 0)
    assert fight(quick, digimon()).refused("resolve-first")[0] == "abilities.priority"


def test_crash_deals_the_present_hp_and_leaves_ten() -> None:
    assert hp(fight(with_ability("crash", hp=40, power=1), digimon(power=5))) == (5, 10)
    assert (
        hp(fight(with_ability("crash", hp=40, power=1), digimon(hp=90, power=5), ("circle", "cross")))[1]
        == 89
    )
    low = fight(with_ability("crash", hp=8, power=1), digimon(power=0))
    assert hp(low) == (8, 42), "Crash gives no HP back"


def test_crash_of_the_second_attacker_counts_the_hit() -> None:
    assert hp(fight(digimon(power=30), with_ability("crash", hp=50, power=0))) == (30, 10)


def test_drain_comes_after_what_crash_costs_and_gives_what_was_dealt() -> None:
    assert hp(fight(with_ability("crash", "drain", hp=40), digimon(power=0))) == (50, 10)
    assert hp(fight(with_ability("drain", power=80), digimon(hp=30))) == (80, 0)


def test_counter_turns_the_named_attack_and_has_no_power_of_its_own() -> None:
    counter = with_ability("counter", power=40, against="circle")
    line = fight(digimon(power=30), counter, ("circle", "cross"), opponent__first_attacks=2)
    assert hp(line) == (20, 50)
    assert {"counter.turned", "counter.second", "counter.power"} <= line.rules
    assert hp(fight(digimon(power=30), counter, ("triangle", "cross"))) == (50, 20)
    assert hp(fight(counter, digimon(power=30), ("cross", "circle"))) == (50, 20), "it attacks second"


def test_counter_takes_over_what_belongs_to_the_attack() -> None:
    line = fight(with_ability("drain", power=30), with_ability("counter", against="cross"))
    assert hp(line) == (20, 80)


def test_two_counters_do_nothing() -> None:
    counter = with_ability("counter", against="cross")
    assert hp(fight(counter, counter)) == (50, 50)


def test_power_is_tripled_once_against_prey_and_nothing_sets_it_to_nothing_later() -> None:
    tripling = with_ability("triple", power=10, prey=("first", "second"))
    assert hp(fight(tripling, digimon(power=0)))[1] == 20
    assert hp(fight(tripling, digimon(power=0, types=("third",))))[1] == 40
    boosted = fight(tripling, digimon(power=0), me__active=[active(tripling, boost=5)])
    assert boosted.hp("opponent") == 5
    zero = with_ability("to-zero", power=0, against="cross")
    assert hp(fight(tripling, zero)) == (50, 50)


def test_jamming_voids_abilities_of_cross_alone() -> None:
    jamming = with_ability("jamming", power=0)
    assert hp(fight(jamming, with_ability("crash", power=5))) == (45, 50)
    triangle = {**with_ability("crash", power=5), "special": "triangle"}
    assert hp(fight(jamming, triangle, ("cross", "triangle"))) == (0, 10)
    both = fight(jamming, with_ability("jamming", "crash", power=5))
    assert both["opponent.abilities"] == ["jamming"]


def test_shatter_takes_power_from_what_it_hits() -> None:
    line = fight(with_ability("shatter", power=10, shatter=15), digimon(power=20))
    assert hp(line) == (45, 40)
    assert fight(with_ability("shatter", power=0, shatter=15), digimon(power=20)).hp("me") == 30


def test_granted_abilities_count_for_any_attack() -> None:
    line = fight(digimon(power=20), digimon(power=0), ("circle", "circle"), me__granted=("drain",))
    assert hp(line) == (70, 30)
