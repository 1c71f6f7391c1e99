"""Battles and security checks in the model, with Piercing, Retaliation and Jamming."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dcg.line import Line, card, stack

NEW, OLD, FAN = "comprehensive-4.0", "manual-2.3", "fan-2020"
STRONG = card(1, level=5, dp=6)
WEAK = card(2, level=3, dp=2)
TAMER = card(3, "tamer")
OPTION = card(4, "option")


def having(number: int, *keywords: str, **facts: Any) -> Any:
    return card(number, level=4, keywords=keywords, **facts)


def battle(mine: Any, theirs: Any, edition: str = OLD, **fields: Any) -> Line:
    """My Digimon attacks a Digimon of the other side, and the two are about to battle."""
    line = Line(
        edition,
        me__battle=[stack(mine)],
        opponent__battle=[stack(theirs, suspended=True)],
        **fields,
    ).do("attack-digimon")
    while line["stage"] != "resolve":
        line.follow()
    return line


def left(line: Line) -> tuple[list[int], list[int]]:
    """The top cards in the battle areas."""
    mine, theirs = (
        [entry["top"]["number"] for entry in line[f"{part}.battle"]] for part in ("me", "opponent")
    )
    return mine, theirs


@pytest.mark.parametrize(
    ("mine", "theirs", "remain"),
    [(STRONG, WEAK, ([1], [])), (WEAK, STRONG, ([], [1])), (STRONG, {**STRONG, "number": 5}, ([], []))],
)
def test_the_lower_dp_loses_and_a_tie_deletes_both(mine: Any, theirs: Any, remain: Any) -> None:
    line = battle(mine, theirs)
    assert (line.follow(), line.follow()) == ("battle", "delete")
    assert left(line) == remain
    assert line["me.trash"] + line["opponent.trash"] == 2 - len(remain[0]) - len(remain[1])
    assert {"battle.compare", "deletion.trash"} <= set(line.rules)
    assert line.settle()["stage"] == "main"


def test_a_battle_counts_dp_as_it_is_now() -> None:
    line = battle(WEAK, STRONG).do("effect-dp-theirs", amount=-5)
    line.settle()
    assert left(line) == ([2], [])


def test_piercing_checks_security_after_the_battle() -> None:
    """Rulings 1, 4 and 6 on Piercing."""
    line = battle(having(5, "piercing", dp=6, extra_checks=1), WEAK, opponent__security=3)
    line.settle()
    assert (line["stage"], left(line)) == ("check", ([5], []))
    line.do("check", card=OPTION).follow()
    line.do("check", card=TAMER).settle()
    assert (line["stage"], line["opponent.security"]) == ("main", 1)
    assert "keyword.piercing" in line.rules


@pytest.mark.parametrize(("security", "extra"), [(0, 0), (3, -1)])
def test_piercing_with_nothing_to_check_does_nothing(security: int, extra: int) -> None:
    """Rulings 5 and 7 on Piercing: nobody wins by it."""
    line = battle(having(5, "piercing", dp=6, extra_checks=extra), WEAK, opponent__security=security)
    assert line.settle()["stage"] == "main"
    assert (line["winner"], line["opponent.security"], line["piercing"]) == ("nobody", security, False)


def test_piercing_comes_of_no_attack_on_the_player() -> None:
    """Ruling 3 on Piercing: a Security Digimon is no Digimon that it deletes."""
    line = Line(me__battle=[stack(having(5, "piercing", dp=6))], opponent__security=2).do("attack-player")
    line.settle().do("check", card=WEAK).settle()
    assert (line["stage"], line["opponent.security"]) == ("main", 1)


@pytest.mark.parametrize(("edition", "stage"), [(OLD, "main"), (NEW, "main"), (FAN, "check")])
def test_piercing_of_a_digimon_that_is_gone_depends_on_the_edition(edition: str, stage: str) -> None:
    piercing = having(5, "piercing", dp=6)
    line = battle(piercing, {**STRONG, "number": 6}, edition, opponent__security=2)
    assert line.settle()["stage"] == stage
    if stage == "check":
        line.do("check", card=STRONG).settle()
        assert (line["opponent.security"], line["stage"]) == (1, "main"), "nobody is there to battle or go on"


def test_retaliation_takes_the_winner_along_and_piercing_with_it() -> None:
    """Ruling 1 on Retaliation."""
    line = battle(having(5, "piercing", dp=6), having(6, "retaliation", dp=2), opponent__security=2)
    for name in ("battle", "delete", "after-battle", "retaliate", "delete", "battle-over", "end-attack"):
        assert line.follow() == name
    assert (left(line), line["opponent.security"]) == (([], []), 2)
    assert "keyword.retaliation" in line.rules


def test_retaliation_of_the_attacker() -> None:
    line = battle(having(5, "retaliation", dp=2), STRONG)
    line.settle()
    assert left(line) == ([], [])


@pytest.mark.parametrize("mine", [having(5, dp=2), having(5, "retaliation", dp=2)])
def test_where_both_lose_there_is_nothing_to_retaliate(mine: Any) -> None:
    line = battle(mine, having(6, "retaliation", dp=2))
    assert (line.follow(), line.follow(), line.follow(), line.follow()) == (
        "battle",
        "delete",
        "after-battle",
        "battle-over",
    )


def test_retaliation_needs_its_own_deletion() -> None:
    """Armor Purge keeps the loser, so that nothing retaliates and nothing is pierced."""
    armored = stack(having(6, "retaliation", "armor-purge", dp=2), WEAK, suspended=True)
    line = Line(
        me__battle=[stack(having(5, "piercing", dp=6))], opponent__battle=[armored], opponent__security=2
    )
    line.do("attack-digimon").settle()
    assert line["stage"] == "would-delete-theirs"
    line.do("armor-purge-theirs").settle()
    assert (line["stage"], left(line), line["opponent.security"]) == ("main", ([5], [2]), 2)


def test_decoy_saves_from_retaliation_so_that_piercing_goes_on() -> None:
    """Ruling 11 on Decoy."""
    line = Line(
        me__battle=[stack(having(5, "piercing", dp=6)), stack(card(7, level=3, decoy=("red",)))],
        opponent__battle=[stack(having(6, "retaliation", dp=2), suspended=True)],
        opponent__security=3,
    )
    line.do("attack-digimon", attacker=5).settle()
    assert line["stage"] == "would-delete"
    line.do("decoy-mine", decoy=7, saved=5).settle()
    assert (line["stage"], left(line)) == ("check", ([5], []))


def test_effects_may_come_between_a_battle_and_retaliation() -> None:
    line = battle(STRONG, having(6, "retaliation", dp=2))
    for _ in range(3):
        line.follow()
    assert line["stage"] == "battled"
    line.do("effect-return-to-hand-mine")
    assert (line.follow(), line["me.hand"]) == ("battle-over", 1)


def checking(top: Any, security: int, *, edition: str = OLD, **state: Any) -> Line:
    """My Digimon has attacked the player, and the first card is to be checked."""
    line = Line(edition, me__battle=[stack(top, **state)], opponent__security=security).do("attack-player")
    assert line.settle()["stage"] == "check"
    return line


def test_a_checked_card_is_in_no_area_until_its_check_is_over() -> None:
    line = checking(STRONG, 2).do("check", card=WEAK)
    assert (line["stage"], line["opponent.security"], line["opponent.trash"]) == ("revealed", 1, 0)
    assert line["revealed"]["number"] == 2
    assert (line.follow(), line.follow()) == ("security-battle", "check-over")
    assert (line["opponent.trash"], line["revealed"]["number"], line["stage"]) == (1, 0, "end-of-attack")
    assert {"security.check", "security.trashed"} <= set(line.rules)


@pytest.mark.parametrize("dp", [6, 9])
def test_an_attacker_that_loses_to_a_security_digimon_checks_no_more(dp: int) -> None:
    """Ruling 1 on Security Attack; the Security Digimon goes to the trash and is not deleted."""
    line = checking({**STRONG, "extra_checks": 1}, 3).do("check", card={**WEAK, "dp": dp})
    assert (line.follow(), line.follow(), line.follow()) == ("security-battle", "delete", "check-over")
    assert (left(line), line["opponent.security"], line["opponent.trash"]) == (([], []), 2, 1)
    assert line.settle()["stage"] == "main"


def test_jamming_survives_every_security_digimon_and_goes_on() -> None:
    """Ruling 2 on Jamming."""
    line = checking(having(5, "jamming", dp=3, extra_checks=1), 3).do("check", card={**WEAK, "dp": 9})
    assert (line.follow(), line.follow(), line["stage"]) == ("security-battle", "check-over", "check")
    assert "keyword.jamming" in line.rules
    fought = battle(having(5, "jamming", dp=3), STRONG)
    fought.settle()
    assert left(fought) == ([], [1]), "it counts against Security Digimon alone"


@pytest.mark.parametrize(
    ("extra", "more", "checked"), [(1, 1, 3), (2, 0, 3), (0, 0, 1), (-3, 3, 1), (1, -1, 1)]
)
def test_how_many_cards_are_checked(extra: int, more: int, checked: int) -> None:
    """Rulings 2 and 8 on Security Attack: all that adds and takes is summed."""
    line = checking({**STRONG, "extra_checks": extra}, 5, more_checks=more)
    while line["stage"] == "check":
        line.do("check", card=OPTION).follow()
    assert 5 - line["opponent.security"] == checked


@pytest.mark.parametrize("extra", [-1, -3])
def test_no_card_is_checked_where_nothing_is_left(extra: int) -> None:
    """Rulings 3 and 7 on Security Attack."""
    line = Line(me__battle=[stack({**STRONG, "extra_checks": extra})], opponent__security=5).do(
        "attack-player"
    )
    assert line.settle()["stage"] == "main"
    assert line["opponent.security"] == 5


@pytest.mark.parametrize(("amount", "goes_on"), [(-1, False), (1, True)])
def test_what_is_checked_is_counted_anew_after_each_card(amount: int, goes_on: bool) -> None:
    """Rulings 5 and 6 on Security Attack: a change during the check counts at once."""
    line = checking({**STRONG, "extra_checks": 1 if amount < 0 else 0}, 5).do("check", card=OPTION)
    line.do("effect-checks-mine", amount=amount).follow()
    assert (line["stage"] == "check") == goes_on


def test_checks_end_with_the_last_card_and_nobody_wins() -> None:
    line = checking({**STRONG, "extra_checks": 2}, 1).do("check", card=OPTION)
    assert line.settle()["stage"] == "main"
    assert (line["winner"], line["opponent.security"]) == ("nobody", 0)


def test_an_attacker_that_leaves_during_a_check_neither_battles_nor_goes_on() -> None:
    line = checking({**STRONG, "extra_checks": 1}, 3).do("check", card=WEAK).do("effect-return-to-hand-mine")
    assert (line.follow(), line["stage"], line["opponent.security"]) == ("check-over", "end-of-attack", 2)


def test_a_check_crossing_the_middle_is_finished_before_the_turn_ends() -> None:
    """Ruling 4 on Security Attack."""
    line = (
        checking({**STRONG, "extra_checks": 1}, 3).do("check", card=OPTION).do("effect-lose-memory", amount=1)
    )
    assert (line.follow(), line["stage"]) == ("check-over", "check")
    line.do("check", card=OPTION).settle()
    assert (line["stage"], line["second_players_turn"]) == ("unsuspend", True)
