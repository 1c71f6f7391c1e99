"""Attacks in the model: declaration, timings by edition, blocking, success, and attacks that break off."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dcg.line import Line, card, stack

NEW, OLD, FAN = "comprehensive-4.0", "manual-2.3", "fan-2020"
ATTACKER = card(1, level=4, dp=5)
TARGET = card(2, level=3, dp=3)
BLOCKER = card(3, level=4, dp=4, keywords=("blocker",))
TAMER = card(4, "tamer")


def attacking(edition: str = OLD, *theirs: Any, **fields: Any) -> Line:
    """An attack on the player has been declared."""
    line = Line(edition, me__battle=[stack(ATTACKER)], opponent__battle=list(theirs), **fields)
    return line.do("attack-player", attacker=1)


def stages(line: Line) -> list[str]:
    """The stages that the rules go through by themselves, up to a decision or a chance."""
    passed = [line["stage"]]
    while line.due() and line["stage"] not in ("main", "over"):
        line.follow()
        passed.append(line["stage"])
    return passed


@pytest.mark.parametrize(
    ("state", "failed"),
    [
        ({"suspended": True}, "attack.unsuspended"),
        ({"played_this_turn": True}, "attack.not-same-turn"),
        ({}, ""),
    ],
)
def test_who_may_attack(state: dict[str, bool], failed: str) -> None:
    """Rulings 2 and 3 of the main phase."""
    line = Line(me__battle=[stack(ATTACKER, **state), stack(TAMER)])
    assert line.refused("attack-player", attacker=1) == [failed] * bool(failed)
    assert line.refused("attack-player", attacker=4) == ["attack.digimon"]
    if not failed:
        line.do("attack-player", attacker=1)
        assert [entry["suspended"] for entry in line["me.battle"] if entry["attacking"]] == [True]
        assert {"attack.suspends", "attack.targets"} <= set(line.rules)


@pytest.mark.parametrize("keyword", ["keywords", "gained"])
def test_rush_attacks_in_the_turn_of_its_play(keyword: str) -> None:
    """Rulings 1, 3 and 4 on Rush: it is the Digimon as it is now that must have it."""
    rushing = {**ATTACKER, "keywords": ("rush",)} if keyword == "keywords" else ATTACKER
    gained = ("rush",) if keyword == "gained" else ()
    line = Line(me__battle=[stack(rushing, played_this_turn=True, gained=gained)])
    assert "keyword.rush" in line.do("attack-player").rules
    covered = Line(me__battle=[stack(ATTACKER, {**TARGET, "keywords": ("rush",)}, played_this_turn=True)])
    assert covered.refused("attack-player") == ["attack.not-same-turn"]


def test_only_suspended_digimon_are_attacked() -> None:
    """Ruling 14 of the main phase."""
    line = Line(
        me__battle=[stack(ATTACKER)],
        opponent__battle=[stack(TARGET, suspended=True), stack(BLOCKER), stack(TAMER, suspended=True)],
    )
    assert line.refused("attack-digimon", attacker=1, target=3) == ["attack.targets"]
    assert line.refused("attack-digimon", attacker=1, target=4) == ["attack.targets"]
    line.do("attack-digimon", attacker=1, target=2)
    assert line.refused("attack-player", attacker=1) == [
        "turn.main-phase",
        "keyword.blitz",
        "attack.unsuspended",
    ]


@pytest.mark.parametrize(
    ("edition", "passed"),
    [
        (NEW, ["when-attacking", "counter", "block", "resolve", "over"]),
        (OLD, ["when-attacking", "block", "resolve", "over"]),
        (FAN, ["block", "resolve", "over"]),
    ],
)
def test_the_timings_of_an_attack_by_edition(edition: str, passed: list[str]) -> None:
    assert stages(attacking(edition)) == passed


@pytest.mark.parametrize(
    ("edition", "stage", "may"), [(NEW, "block", False), (OLD, "block", True), (FAN, "block", False)]
)
def test_effects_and_a_block_share_one_timing_only_in_the_manual(edition: str, stage: str, may: bool) -> None:
    line = attacking(edition, stack(BLOCKER))
    line.settle()
    assert line["stage"] == stage
    assert (line.refused("effect-gain-memory", amount=1) == []) == may


def test_in_the_first_edition_the_target_is_chosen_after_the_effects() -> None:
    line = Line(FAN, me__battle=[stack(ATTACKER)], opponent__battle=[stack(TARGET)])
    assert Line(OLD, me__battle=[stack(ATTACKER)]).refused("attack") == ["attack.target-when"]
    line.do("attack").do("effect-suspend-theirs")
    assert (line["stage"], line["target_is_player"], line.due()) == ("when-attacking", False, [])
    line.do("choose-digimon")
    assert (line["stage"], line["opponent.battle"][0]["targeted"]) == ("block", True)
    assert Line(FAN, me__battle=[stack(ATTACKER)]).refused("choose-player") == [
        "attack.target-when",
        "attack.attacker-gone",
    ]


def test_a_block_takes_the_attack_over() -> None:
    """Rulings 2, 4, 5 and 6 on Blocker, and 12 on Blitz: one block, by an unsuspended Blocker."""
    other = {**BLOCKER, "number": 5}
    suspended = {**BLOCKER, "number": 6}
    line = attacking(OLD, stack(BLOCKER), stack(other), stack(suspended, suspended=True), stack(TARGET))
    assert line.settle()["stage"] == "block"
    assert line.refused("block", blocker=6) == ["block.unsuspended"]
    assert line.refused("block", blocker=2) == ["block.blocker"]
    line.do("block", blocker=3)
    assert line.refused("block", blocker=5) == ["turn.decider"]
    (blocking,) = [entry for entry in line["opponent.battle"] if entry["targeted"]]
    assert (blocking["top"]["number"], blocking["suspended"], line["target_is_player"]) == (3, True, False)
    assert {"block.switches", "block.suspends", "block.once"} <= set(line.rules)


def test_the_target_itself_does_not_block_and_nobody_has_to() -> None:
    """Ruling 1 on Blocker."""
    line = Line(me__battle=[stack(ATTACKER)], opponent__battle=[stack(BLOCKER, suspended=True)])
    line.do("attack-digimon").do("effect-unsuspend-theirs").follow()
    assert line.refused("block") == ["block.switches"]
    assert line.due()[0][0].name == "unblocked"
    declined = attacking(OLD, stack(BLOCKER), opponent__security=1)
    declined.settle()
    assert declined.do("no-block").settle()["stage"] == "check"


@pytest.mark.parametrize(
    ("edition", "passed"),
    [
        (NEW, ["when-attacking", "counter", "block", "resolve", "end-of-attack", "main"]),
        (OLD, ["when-attacking", "end-of-attack", "main"]),
    ],
)
def test_an_attack_whose_attacker_is_gone_reaches_nothing(edition: str, passed: list[str]) -> None:
    line = attacking(edition, stack(BLOCKER))
    line.do("effect-return-to-hand-mine")
    assert stages(line) == passed, "nobody could win, and nobody can block"
    assert (line["winner"], line["target_is_player"]) == ("nobody", False)


def test_there_is_no_block_against_an_attacker_that_is_gone() -> None:
    line = attacking(NEW, stack(BLOCKER)).do("effect-return-to-hand-mine")
    line.follow()
    line.follow()
    assert line["stage"] == "block"
    assert line.refused("block") == ["block.attacker-there"]
    assert line.refused("no-block") == ["block.blocker"]


@pytest.mark.parametrize("edition", [NEW, OLD])
def test_an_attack_whose_target_is_gone_reaches_nothing(edition: str) -> None:
    line = Line(edition, me__battle=[stack(ATTACKER)], opponent__battle=[stack(TARGET, suspended=True)])
    line.do("attack-digimon").do("effect-return-to-hand-theirs")
    assert stages(line)[-3:] == ["resolve", "end-of-attack", "main"]
    assert "attack.success" in line.rules
    assert (line["winner"], line["opponent.hand"]) == ("nobody", 1)


def test_a_block_saves_an_attack_whose_target_is_gone() -> None:
    line = Line(
        NEW,
        me__battle=[stack(ATTACKER)],
        opponent__battle=[stack(TARGET, suspended=True), stack(BLOCKER)],
    )
    line.do("attack-digimon", target=2).do("effect-return-to-hand-theirs", target=2).settle()
    assert stages(line.do("block"))[:2] == ["resolve", "would-delete"]


@pytest.mark.parametrize("edition", [NEW, OLD, FAN])
def test_an_attacker_that_may_check_nothing_does_not_win(edition: str) -> None:
    line = Line(edition, me__battle=[stack({**ATTACKER, "extra_checks": -1})]).do("attack-player").settle()
    assert (line["winner"], line["stage"]) == ("nobody", "main")


def test_memory_across_the_middle_lets_an_attack_finish() -> None:
    """Ruling 2 on Blitz, and the general one: the attack is over before the turn is."""
    line = attacking(OLD, opponent__security=1).do("effect-lose-memory", amount=2)
    assert line.settle()["stage"] == "check"
    line.do("check", card=TAMER)
    assert stages(line)[:4] == ["revealed", "end-of-attack", "ending", "unsuspend"]


BLITZ = card(7, level=5, dp=6, keywords=("blitz",))


def blitzing(memory: int = -1, **state: Any) -> Line:
    """A Digimon has just digivolved into a card with Blitz, and the counter is across."""
    ready = {"may_blitz": True, **state}
    return Line(OLD, stage="ending", memory=memory, me__battle=[stack(BLITZ, ATTACKER, **ready)])


def test_blitz_attacks_with_the_counter_on_the_other_side() -> None:
    """Rulings 1, 2, 4 and 9 on Blitz: it suspends, and there is no second attack by it."""
    line = blitzing()
    assert line.due() == [], "the player decides first"
    line.do("attack-player").do("effect-unsuspend-mine")
    assert line["stage"] == "when-attacking"
    assert line["me.battle"][0]["may_blitz"] is False


@pytest.mark.parametrize(
    ("state", "failed"),
    [({"suspended": True}, "attack.unsuspended"), ({"played_this_turn": True}, "attack.not-same-turn")],
)
def test_blitz_demands_what_every_attack_demands(state: dict[str, bool], failed: str) -> None:
    """Rulings 5 and 6 on Blitz; where no attack is possible nobody is asked."""
    line = blitzing(**state)
    assert line.refused("attack-player") == [failed]
    assert (line.refused("no-blitz"), line.follow()) == (["keyword.blitz"], "end-turn")


def test_blitz_is_not_for_later_nor_with_the_counter_back() -> None:
    """Rulings 3, 8 and 10 on Blitz."""
    assert blitzing(may_blitz=False).refused("attack-player") == ["keyword.blitz"]
    back = blitzing().do("effect-gain-memory", amount=1)
    assert back.refused("attack-player") == ["keyword.blitz"]
    assert (back.follow(), back["me.battle"][0]["may_blitz"]) == ("turn-continues", False)
    assert back.refused("attack-player") == [], "an attack like any other"
    passed = Line(OLD, me__battle=[stack(BLITZ, may_blitz=True)]).do("pass")
    assert passed.refused("attack-player") == ["keyword.blitz"]
    declined = blitzing().do("no-blitz")
    assert declined.follow() == "end-turn"


def test_a_blitz_attack_goes_on_when_memory_comes_back_during_it() -> None:
    """Ruling 11 on Blitz."""
    line = blitzing().do("attack-player").do("effect-gain-memory", amount=2)
    assert line["memory"] == 1
    assert line.settle()["winner"] == "turn-player"
