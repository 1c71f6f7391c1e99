"""The Prep Phase: draws, mulligans, a new Digimon, and the loss of a player who has none."""

from __future__ import annotations

import pytest

from rulehound_testing.dmb.line import Line, digimon

CHAMPION = digimon(6, "c", destiny=True)


@pytest.mark.parametrize(("hand", "drawn"), [(0, 2), (2, 2), (3, 1), (6, 1)])
def test_a_low_hand_draws_more(hand: int, drawn: int) -> None:
    line = Line("draw", me__deck=9, me__hand=hand).do("draw")
    assert (line["me.hand"], line["me.deck"], line["low_hand"]) == (hand + drawn, 9 - drawn, hand <= 2)


def test_a_short_deck_gives_what_it_has() -> None:
    line = Line("draw", me__deck=1, me__hand=0).do("draw")
    assert (line["me.hand"], line["me.deck"]) == (1, 0)


def test_the_whole_hand_is_exchanged_as_often_as_it_is_large() -> None:
    line = Line("mulligan", me__deck=7, me__hand=3).do("full-mulligan").do("full-mulligan")
    assert (line["me.hand"], line["me.deck"], line["me.trash"]) == (3, 1, 6)
    line.do("full-mulligan")
    assert (line["me.hand"], line["me.deck"], line["me.trash"]) == (1, 0, 9)
    assert line.refused("full-mulligan") == ["prep.mulligan"]
    assert line.do("keep-hand")["stage"] == "place"


@pytest.mark.parametrize(("level", "abnormal"), [("r", False), ("c", True), ("u", True)])
def test_what_is_placed_without_evolving_is_abnormal_from_c_on(level: str, abnormal: bool) -> None:
    line = Line("place", me__hand=1).do("place", card=digimon(level=level))
    (placed,) = line["me.active"]
    assert (placed["hp"], placed["abnormal"], line["me.hand"]) == (50, abnormal, 0)
    assert line["stage"] == "evolution"


def test_only_a_digimon_up_to_u_of_the_hand_is_placed() -> None:
    line = Line("place", me__hand=1)
    assert line.refused("place", card=digimon(level="m", destiny=True)) == ["prep.place", "destiny.zone"]
    assert line.refused("place", card={"number": 7, "kind": "option"}) == ["prep.place"]
    assert Line("place", me__deck=1).refused("place", card=digimon()) == ["hand"]


def test_a_partner_may_evolve_at_once_and_then_not_again() -> None:
    line = Line("place", me__hand=1, me__destiny=1).do("place", card=digimon(partner=True))
    assert line["stage"] == "partner"
    assert line.refused("partner-evolve", card=digimon(6, "c")) == ["card"]
    line.do("partner-evolve", card=CHAMPION).settle().do("done-racking")
    (evolved,) = line["me.active"]
    assert (evolved["top"]["number"], evolved["destined"], evolved["partners"]) == (6, 1, 1)
    assert line.refused("no-evolution") == ["evolution.abnormal"]
    assert line.due() == ["skip-evolving"]


def test_a_partner_without_a_champion_is_asked_nothing() -> None:
    assert Line("place", me__hand=1).do("place", card=digimon(partner=True))["stage"] == "evolution"
    declined = Line("place", me__hand=1, me__destiny=1).do("place", card=digimon(partner=True))
    assert declined.do("no-partner-evolution")["from_destiny"] is False


def test_no_digimon_loses_but_after_a_low_hand_only_without_a_deck() -> None:
    assert Line("place", me__hand=3, me__deck=2).due() == ["no-digimon"]
    line = Line("place", me__hand=2, me__deck=1, low_hand=True)
    assert line.due() == ["forced-mulligan"]
    line.do("forced-mulligan")
    assert (line["me.hand"], line["me.deck"], line["me.trash"], line["forced"]) == (1, 0, 2, True)
    assert line.settle()["winner"] == "other-player"
