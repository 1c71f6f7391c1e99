"""The course of a turn in the model: unsuspending, drawing, breeding, passing, and the end of the turn."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dcg.line import Line, card, stack

NEW, OLD, FAN = "comprehensive-4.0", "manual-2.3", "fan-2020"
ROOKIE = card(1, level=3, dp=2)
REBOOT = card(2, level=4, dp=4, keywords=("reboot",))
TAMER = card(3, "tamer")
EGG = card(4, "digi-egg", level=2)
EGG_WITH_DP = card(5, "digi-egg", level=2, has_dp=True, dp=1)


def suspended(line: Line, path: str) -> dict[int, bool]:
    return {entry["top"]["number"]: entry["suspended"] for entry in line[path]}


def test_everything_of_the_turn_player_stands_up_and_reboot_of_the_other() -> None:
    """Rulings 1 to 3 on the unsuspend phase, and the one on Reboot."""
    line = Line(
        stage="unsuspend",
        me__battle=[stack(ROOKIE, suspended=True), stack(TAMER, suspended=True)],
        me__breeding=[stack(REBOOT, suspended=True)],
        opponent__battle=[stack(ROOKIE, suspended=True), stack(REBOOT, suspended=True)],
        opponent__breeding=[stack(REBOOT, suspended=True)],
    )
    assert line.follow() == "unsuspend"
    assert suspended(line, "me.battle") == {1: False, 3: False}
    assert suspended(line, "me.breeding") == {2: False}
    assert suspended(line, "opponent.battle") == {1: True, 2: False}
    assert suspended(line, "opponent.breeding") == {2: True}, "its effects are not on in the breeding area"
    assert {"unsuspend.all", "keyword.reboot"} <= set(line.rules)


def test_the_draw_and_the_first_players_first_turn() -> None:
    line = Line(stage="draw", me__deck=2, me__hand=1)
    assert line.follow() == "draw"
    assert (line["me.deck"], line["me.hand"], line["stage"]) == (1, 2, "breeding")
    first = Line(stage="draw", first_turn=True)
    assert first.follow() == "draw"
    assert (first["me.hand"], first["stage"]) == (0, "breeding"), "nothing to draw, and nobody loses by it"


def test_who_cannot_draw_loses() -> None:
    line = Line(stage="draw")
    assert line.follow() == "deck-out"
    assert (line["stage"], line["winner"]) == ("over", "other-player")


def test_hatching_moving_or_nothing() -> None:
    line = Line(stage="breeding", me__egg_deck=1)
    assert line.refused("hatch", egg=ROOKIE) == ["egg-deck.kinds"]
    line.do("hatch", egg=EGG)
    assert (line["stage"], line["me.egg_deck"], line.top("me.breeding")) == ("main", 0, 4)
    assert line.refused("hatch", egg=EGG) == [
        "breeding.one-action",
        "breeding.hatch-empty",
        "breeding.hatch-eggs",
    ]
    assert Line(stage="breeding").do("skip")["stage"] == "main"


@pytest.mark.parametrize(
    ("edition", "egg", "failed"),
    [
        (NEW, EGG, ["breeding.move-dp"]),
        (NEW, EGG_WITH_DP, []),
        (FAN, EGG_WITH_DP, ["battle.level-2"]),
        (FAN, ROOKIE, []),
    ],
)
def test_what_may_move_into_the_battle_area(edition: str, egg: Any, failed: list[str]) -> None:
    line = Line(edition, stage="breeding", me__breeding=[stack(egg, suspended=True)])
    assert line.refused("move") == failed
    if not failed:
        line.do("move")
        assert (suspended(line, "me.battle"), line["me.breeding"]) == ({egg["number"]: True}, [])
        assert line["me.battle"][0]["played_this_turn"] is False


def test_passing_puts_the_counter_on_the_other_side_and_ends_the_turn() -> None:
    line = Line(
        memory=4, me__battle=[stack(ROOKIE, played_this_turn=True, dp=5, gained=("rush",), more_checks=1)]
    )
    line.do("pass")
    assert (line["stage"], line["memory"]) == ("ending", -3)
    assert line.follow() == "end-turn"
    assert (line["stage"], line["memory"], line["second_players_turn"]) == ("unsuspend", 3, True)
    (mine,) = line["opponent.battle"]
    assert (mine["dp"], mine["played_this_turn"], mine["gained"], mine["more_checks"]) == (2, False, [], 0)
    assert {"turn.pass", "turn.effects-end", "turn.carry"} <= set(line.rules)


def test_the_turn_goes_on_where_an_effect_brings_the_counter_back() -> None:
    line = Line(memory=0).do("pass").do("effect-gain-memory", amount=3)
    assert (line["memory"], line.follow()) == (0, "turn-continues")
    assert (line["stage"], line["second_players_turn"]) == ("main", False)
    assert "turn.end-after-processing" in line.rules


def test_in_the_first_edition_the_turn_ends_all_the_same() -> None:
    line = Line(FAN, memory=0).do("pass").do("effect-gain-memory", amount=4)
    assert (line["memory"], line.follow()) == (1, "end-turn")
    assert (line["memory"], line["second_players_turn"]) == (-1, True)


@pytest.mark.parametrize("stage", ["unsuspend", "draw", "breeding"])
def test_a_turn_may_end_in_any_phase(stage: str) -> None:
    """Effects at the start of a turn, or set off by its draw, may take the counter across."""
    line = Line(stage=stage, me__deck=3).do("effect-lose-memory", amount=1)
    if stage == "breeding":
        assert line.refused("skip") == ["turn.end"]
    assert line.follow() == "end-turn"
    assert (line["memory"], line["second_players_turn"]) == (1, True)


def test_a_phase_resumes_where_the_counter_has_come_back() -> None:
    line = (
        Line(stage="draw", me__deck=3).do("effect-lose-memory", amount=1).do("effect-gain-memory", amount=1)
    )
    assert (line.follow(), line["stage"]) == ("draw", "breeding")


def test_changes_of_dp_end_together_with_the_turn() -> None:
    """Ruling 29 of the main phase: changes end at once, and a Digimon that only lived by one of them goes."""
    line = Line(me__battle=[stack(card(6, dp=3), dp=2)]).do("pass")
    line.follow()
    assert (line["opponent.battle"][0]["dp"], line["opponent.battle"][0]["dp_change"]) == (3, 0)
    zero = Line(me__battle=[stack(card(7, dp=0), dp=1)]).do("pass")
    assert (zero.follow(), zero["stage"]) == ("end-turn", "would-delete")
    assert zero.follow() == "delete"
    assert (zero["opponent.battle"], zero["opponent.trash"], zero["stage"]) == ([], 1, "unsuspend")


@pytest.mark.parametrize(
    ("edition", "top", "goes"),
    [
        (NEW, EGG, True),
        (FAN, EGG, True),
        (NEW, EGG_WITH_DP, False),
        (FAN, EGG_WITH_DP, True),
        (NEW, TAMER, False),
    ],
)
def test_what_may_not_stay_is_trashed_without_being_deleted(edition: str, top: Any, goes: bool) -> None:
    line = Line(edition, me__battle=[stack(top, ROOKIE)])
    line.do("effect-gain-memory", amount=1)
    assert line["stage"] == "main", "nothing can be done against it"
    assert (line["me.battle"] == [], line["me.trash"]) == (goes, 2 if goes else 0)


def test_there_is_no_rule_processing_while_an_effect_is_carried_out() -> None:
    line = Line(stage="effect", after="main", me__battle=[stack(ROOKIE)]).do("effect-dp-mine", amount=-2)
    assert (line["stage"], line["me.battle"][0]["dp"], line["me.battle"][0]["fate"]) == ("effect", 0, "safe")
    line.follow()
    assert (line["stage"], line["me.battle"][0]["fate"]) == ("would-delete", "deleted")
    assert (line.follow(), line["stage"], line["me.trash"]) == ("delete", "main", 1)
