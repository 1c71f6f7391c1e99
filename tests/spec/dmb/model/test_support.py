"""Supports: who declares when, what comes out first, Voids, blind supports, Jamming that is revealed."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dmb.line import Line, active, digimon, with_ability

OPTION = {"number": 7, "kind": "option", "support": True}
VOID = {**OPTION, "number": 8, "voids": True}
HELPER = digimon(5, support=True)


def supporting(
    stage: str = "support-theirs", mine: dict[str, Any] | None = None, choice: str = "cross", **fields: Any
) -> Line:
    given = {
        **{"me__hand": 2, "me__deck": 1, "me__chosen": choice, "me__active": [active(mine or digimon())]},
        **{"opponent__hand": 2, "opponent__deck": 1, "opponent__chosen": "circle"},
        "opponent__active": [active(digimon(2))],
        **fields,
    }
    return Line(stage, **given)


def test_the_turn_player_declares_last() -> None:
    line = supporting().do("support-from-hand", card=OPTION)
    assert (line["opponent.hand"], line["me.hand"]) == (1, 2)
    assert line.do("support-from-hand", card=VOID)["me.hand"] == 1
    assert line["stage"] == "turn-over"


def test_only_a_support_supports() -> None:
    assert supporting().refused("support-from-hand", card=digimon(5)) == ["support.card"]
    assert supporting(opponent__hand=0).refused("support-from-hand", card=OPTION) == ["hand-theirs"]
    assert supporting(opponent__deck=0).refused("support-from-deck") == ["deck-theirs"]


def test_a_blind_support_is_known_later_and_may_misfire() -> None:
    line = supporting().do("support-from-deck").do("support-from-deck")
    assert (line["opponent.face_down"], line["opponent.support"]["number"]) == (True, 0)
    assert line.refused("turn-over-theirs", card=OPTION) == ["support.resolve-order"]
    line.do("turn-over-mine", card=digimon(5)).do("turn-over-theirs", card=OPTION)
    assert (line["me.voided"], line["opponent.voided"]) == (True, False)


@pytest.mark.parametrize(
    ("mine", "theirs", "void"),
    [
        (VOID, OPTION, (False, True)),
        (OPTION, VOID, (True, False)),
        (VOID, VOID, (False, True)),
        (OPTION, OPTION, (False, False)),
    ],
)
def test_voids_come_first_that_of_the_turn_player_before_the_other(
    mine: dict[str, Any], theirs: dict[str, Any], void: tuple[bool, bool]
) -> None:
    line = supporting("voids", me__support=mine, opponent__support=theirs).do("check-voids")
    assert (line["me.voided"], line["opponent.voided"]) == void
    assert line["stage"] == "resolve-mine"


def test_a_void_support_does_nothing() -> None:
    line = supporting("resolve-mine", me__support=OPTION, me__voided=True)
    assert line.refused("effect-boost-mine", amount=10) == ["effects.timing"]
    assert supporting("resolve-mine", me__support=OPTION).refused("effect-boost-mine", amount=10) == []


def test_jamming_is_shown_against_a_support_by_a_digimon() -> None:
    line = supporting("jam", with_ability("jamming"), opponent__support=HELPER).do("jam")
    assert (line["opponent.voided"], line["me.shown"], line["opponent.shown"]) == (True, "cross", "none")


def test_the_question_for_jamming_is_put_whatever_was_chosen() -> None:
    for mine, choice in ((with_ability("jamming"), "circle"), (digimon(), "cross"), (digimon(), "circle")):
        line = supporting("jam", mine, choice, opponent__support=HELPER)
        assert line.due() == []
        assert line.refused("jam") != []
        assert line.do("no-jam")["opponent.voided"] is False
    assert supporting("jam", with_ability("jamming"), opponent__support=OPTION).due() == [
        "jamming-impossible"
    ]


def test_a_partner_option_costs_a_partner_and_is_out_of_the_game_afterwards() -> None:
    option = {**OPTION, "destiny": True}
    line = supporting("support-mine", me__destiny=1)
    assert line.refused("support-from-destiny", card=option, partner=digimon()) == ["partner"]
    line.do("support-from-destiny", card=option, partner=digimon(partner=True))
    assert (line["me.hand"], line["me.trash"], line["me.destiny"]) == (1, 1, 0)
    ended = supporting("clean-up", me__support=option).do("end-turn")
    assert (ended["opponent.destiny_deleted"], ended["opponent.trash"]) == (1, 0)
    assert ended["opponent.support"]["number"] == 0
