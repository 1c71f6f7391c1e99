"""KO: where the cards go, what it is worth, revival, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dmb.line import Line, active, digimon

MEGA = digimon(4, "m", destiny=True)


def knocked_out(theirs: dict[str, Any], **fields: Any) -> Line:
    given = {
        **{"me__active": [active(digimon())], "opponent__active": [{**theirs, "hp": 0}]},
        **{"me__chosen": "circle", "opponent__chosen": "circle", "opponent__dp_cards": 2, "opponent__dp": 20},
        **fields,
    }
    return Line("knock-out", **given).do("knock-out")


def test_all_cards_go_to_the_trash_and_the_dp_zone_stays() -> None:
    line = knocked_out(active(digimon(2, "c"), digimon(), attachments=1))
    assert (line["opponent.active"], line["opponent.trash"], line["opponent.dp_cards"]) == ([], 3, 2)
    assert (line["me.ko_points"], line["opponent.ko_points"], line["stage"]) == (1, 0, "points")


def test_a_partner_goes_back_and_a_champion_of_the_destiny_zone_is_gone() -> None:
    stack = active(digimon(2, "u"), digimon(6, "c", destiny=True), digimon(partner=True))
    line = knocked_out(stack)
    assert (line["opponent.deck"], line["opponent.destiny_deleted"], line["opponent.trash"]) == (1, 1, 1)


def test_a_mega_is_worth_more_and_deleted() -> None:
    line = knocked_out(active(MEGA, digimon(3, "u")))
    assert (line["me.ko_points"], line["opponent.destiny_deleted"], line["opponent.trash"]) == (2, 1, 1)
    assert "ko.mega-deleted" in line.rules


def test_set_revival_keeps_the_stack_and_fixes_the_points() -> None:
    line = knocked_out(active(MEGA, digimon(3, "u"), revival=30))
    (revived,) = line["opponent.active"]
    assert (revived["hp"], revived["revival"], revived["worth_one"]) == (30, 0, True)
    assert (line["me.ko_points"], line["opponent.destiny_deleted"]) == (1, 0)
    assert knocked_out(active(MEGA, worth_one=True))["me.ko_points"] == 1


@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [(3, 0, "nobody"), (4, 0, "turn-player"), (5, 3, "turn-player"), (0, 4, "other-player"), (4, 4, "both")],
)
def test_four_points_win(mine: int, theirs: int, winner: str) -> None:
    line = Line("points", me__ko_points=mine, opponent__ko_points=theirs, unopposed=True).settle("end")
    assert (line["winner"], line["stage"]) == (winner, "end" if winner == "nobody" else "over")
