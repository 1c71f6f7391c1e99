"""Attacks that effects begin, turn and end."""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.line import Line, card, stack

ATTACKER = card(1, level=4, dp=5)
TARGET = card(2, level=3, dp=3)
TAMER = card(3, "tamer")
CHECKED = card(4, level=3, dp=1)
LATE = "detailed-1.0"
"""An edition in which the target is chosen after the effects of the declaration."""


def declared(edition: str = "manual-2.3", **fields: object) -> Line:
    """An attack on the player has been declared."""
    there = {"me__battle": [stack(ATTACKER)], "opponent__battle": [stack(TARGET), stack(TAMER)], **fields}
    return Line(edition, **there).do("attack-player")


def test_an_effect_lets_attack_who_was_played_this_turn_and_the_attack_follows_it() -> None:
    line = Line(me__battle=[stack(ATTACKER, played_this_turn=True)], me__deck=1).do("effect-begins")
    line.do("effect-attack-player").do("effect-draw-mine", amount=1)
    assert (line["stage"], line["after"], line["target_is_player"]) == ("effect", "when-attacking", True)
    assert line.follow() == "end-effect"
    assert line["stage"] == "when-attacking"
    line.settle()
    assert (line["stage"], line["winner"]) == ("over", "turn-player")


def test_at_the_end_of_a_turn_an_effect_lets_attack() -> None:
    line = Line(stage="ending", memory=-1, me__battle=[stack(ATTACKER)], opponent__security=1)
    assert line.refused("attack-player") == ["keyword.blitz"]
    line.do("effect-attack-player")
    assert line["stage"] == "when-attacking"


@pytest.mark.parametrize(
    ("attacker", "stage", "failed"),
    [
        (stack(ATTACKER, suspended=True), "main", ["attack.unsuspended"]),
        (stack(TAMER), "main", ["attack.digimon"]),
        (stack(ATTACKER), "when-attacking", ["attack.one-at-a-time"]),
        (stack(ATTACKER), "breeding", ["attack.one-at-a-time"]),
    ],
)
def test_what_an_effect_cannot_let_attack(attacker: dict[str, object], stage: str, failed: list[str]) -> None:
    assert Line(stage=stage, me__battle=[attacker]).refused("effect-attack-player") == failed


def test_an_attack_by_an_effect_goes_to_what_an_attack_may_go_to() -> None:
    line = Line(me__battle=[stack(ATTACKER)], opponent__battle=[stack(TARGET), stack(TAMER, suspended=True)])
    for target in (2, 3):
        assert line.refused("effect-attack-digimon", attacker=1, target=target) == ["attack.targets"]


def test_where_the_target_comes_later_it_does_so_too_for_attacks_by_effects() -> None:
    assert Line(me__battle=[stack(ATTACKER)]).refused("effect-attack") == ["attack.target-when"]
    line = Line(LATE, me__battle=[stack(ATTACKER)]).do("effect-attack")
    assert line["stage"] == "when-attacking"
    line.do("choose-player")
    assert line["target_is_player"]


def test_an_effect_turns_an_attack_to_a_digimon_and_back() -> None:
    line = declared()
    assert line.refused("effect-switch-to-player") == ["attack.targets"]
    assert line.refused("effect-switch-to-digimon", target=3) == ["attack.targets"]
    line.do("effect-switch-to-digimon", target=2)
    assert line.refused("effect-switch-to-digimon", target=2) == ["attack.targets"]
    aimed = [entry["targeted"] for entry in line["opponent.battle"] if entry["top"]["number"] == 2]
    assert (aimed, line["target_is_player"]) == ([True], False)
    line.do("effect-switch-to-player")
    assert not any(entry["targeted"] for entry in line["opponent.battle"])
    assert line["target_is_player"]


def test_no_attack_is_turned_before_it_has_a_target_or_once_it_has_reached_it() -> None:
    late = Line(LATE, me__battle=[stack(ATTACKER)], opponent__battle=[stack(TARGET)]).do("attack")
    assert late.refused("effect-switch-to-digimon") == ["attack.target-when"]
    main = Line(me__battle=[stack(ATTACKER)], opponent__battle=[stack(TARGET)])
    assert "attack.order" in main.refused("effect-switch-to-digimon")


def test_an_effect_ends_an_attack_before_it_reaches_anything() -> None:
    line = declared(opponent__security=1).do("effect-end-attack")
    assert line["stage"] == "end-of-attack"
    line.settle()
    assert (line["stage"], line["opponent.security"]) == ("main", 1)


def test_the_card_that_is_checked_when_an_effect_ends_the_attack_does_not_battle_and_is_the_last() -> None:
    line = declared(opponent__security=2, me__battle=[stack({**ATTACKER, "extra_checks": 1})])
    line.settle().do("check", card=CHECKED).do("effect-end-attack")
    assert line.follow() == "check-over"
    assert (line["stage"], line["opponent.security"], line["opponent.trash"]) == ("end-of-attack", 1, 1)


def test_no_attack_no_end() -> None:
    assert Line(me__battle=[stack(ATTACKER)]).refused("effect-end-attack") == ["attack.order"]
