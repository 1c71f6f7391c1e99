"""Cards that an effect takes up, and what it does with them."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dcg.line import Line, card, stack

ROOKIE = card(1, level=3, play_cost=3)
CHAMPION = card(2, level=4, play_cost=5)
TAMER = card(3, "tamer")
OPTION = card(4, "option")
EGG = card(5, "digi-egg", level=2)
PARTS = {"mine": "me", "theirs": "opponent"}
NEW = "comprehensive-4.0"

on_either_side = pytest.mark.parametrize("side", PARTS)


def within_effect(side: str, **fields: Any) -> Line:
    """In the middle of an effect, one player having these things."""
    return Line(NEW, stage="effect", after="main", **{f"{PARTS[side]}__{k}": v for k, v in fields.items()})


def piles(line: Line, side: str, *names: str) -> list[int]:
    """The sizes of a player's piles."""
    return [line[f"{PARTS[side]}.{name}"] for name in names]


@on_either_side
@pytest.mark.parametrize("area", ["hand", "trash", "deck", "security", "egg_deck"])
def test_cards_are_taken_up_from_an_area_and_put_down_in_it(side: str, area: str) -> None:
    name = area.replace("_", "-")
    line = within_effect(side, **{area: 3}).do(f"effect-set-aside-from-{name}-{side}", amount=2)
    assert piles(line, side, area, "aside") == [1, 2]
    line.do(f"effect-set-aside-to-{name}-{side}", amount=1)
    assert piles(line, side, area, "aside") == [2, 1]
    # there is no more than that to take up, nor to put down
    line.do(f"effect-set-aside-to-{name}-{side}", amount=4).do(
        f"effect-set-aside-from-{name}-{side}", amount=4
    )
    assert piles(line, side, area, "aside") == [0, 3]


@on_either_side
def test_no_effect_is_over_while_cards_that_it_has_taken_up_lie_nowhere(side: str) -> None:
    line = within_effect(side, deck=2).do(f"effect-set-aside-from-deck-{side}", amount=2)
    assert line.refused("end-effect") == ["effects.reveal"]
    line.do(f"effect-set-aside-to-hand-{side}", amount=1)
    assert line.refused("end-effect") == ["effects.reveal"]
    assert line.do(f"effect-set-aside-to-deck-{side}", amount=1).do("end-effect")["stage"] == "main"
    assert piles(line, side, "deck", "hand", "aside") == [1, 1, 0]


@on_either_side
@pytest.mark.parametrize("area", ["hand", "trash", "deck", "security"])
def test_an_effect_plays_what_it_has_taken_up_without_paying(side: str, area: str) -> None:
    line = within_effect(side, **{area: 1})
    assert line.refused(f"effect-play-{side}", card=ROOKIE) == ["taken-up"]
    line.do(f"effect-set-aside-from-{area}-{side}", amount=1)
    assert line.refused(f"effect-play-{side}", card=OPTION) == ["play.kinds"]
    line.do(f"effect-play-{side}", card=ROOKIE)
    (played,) = line[f"{PARTS[side]}.battle"]
    assert (line["memory"], played["suspended"], played["dp"]) == (0, False, 5)
    assert played["played_this_turn"] == (side == "mine")
    assert piles(line, side, area, "aside") == [0, 0]
    if side == "mine":
        assert line.do("end-effect").refused("attack-player", attacker=1) == ["attack.not-same-turn"]


@on_either_side
def test_what_is_played_for_a_cost_is_paid_by_its_player_as_far_as_the_gauge_goes(side: str) -> None:
    sign = 1 if side == "mine" else -1
    line = within_effect(side).do(f"effect-pay-{side}", amount=4)
    assert line["memory"] == -4 * sign
    assert line.refused(f"effect-pay-{side}", amount=7) == ["memory.affordable"]
    assert line.refused(f"effect-pay-{side}", amount=0) == ["memory.pay"]
    assert line.do(f"effect-pay-{side}", amount=6)["memory"] == -10 * sign


@on_either_side
def test_a_card_from_deep_under_a_digimon_is_reached_by_those_above_it(side: str) -> None:
    line = within_effect(side, battle=[stack(CHAMPION, ROOKIE, TAMER, EGG)])
    for _ in range(2):
        line.do(f"effect-set-aside-from-under-{side}", source=2)
    line.do(f"effect-set-aside-to-top-of-under-{side}", target=2, card=ROOKIE)
    line.do(f"effect-set-aside-to-trash-{side}", amount=1)
    (left,) = line[f"{PARTS[side]}.battle"]
    assert [entry["number"] for entry in left["under"]] == [1, 5]
    assert piles(line, side, "aside", "trash") == [0, 1]
    for _ in range(2):
        line.do(f"effect-set-aside-from-under-{side}", source=2)
    assert line.refused(f"effect-set-aside-from-under-{side}", source=2) == ["effects.stack"]


@on_either_side
def test_what_is_taken_up_is_placed_under_a_digimon_or_tamer(side: str) -> None:
    line = within_effect(side, battle=[stack(CHAMPION, ROOKIE), stack(OPTION)], trash=2)
    for name in ("to-under", "to-top-of-under"):
        action = f"effect-set-aside-{name}-{side}"
        assert line.refused(action, target=2, card=EGG) == ["effects.stack"]
        line.do(f"effect-set-aside-from-trash-{side}", amount=1)
        assert line.refused(action, target=4, card=EGG) == ["digimon-or-tamer"]
        line.do(action, target=2, card={**TAMER, "number": 6 if name == "to-under" else 7})
    (grown,) = [entry for entry in line[f"{PARTS[side]}.battle"] if entry["top"]["number"] == 2]
    assert [entry["number"] for entry in grown["under"]] == [7, 1, 6]
    token = within_effect(side, battle=[stack(ROOKIE, token=True)], trash=1)
    token.do(f"effect-set-aside-from-trash-{side}", amount=1)
    assert token.refused(f"effect-set-aside-to-under-{side}", target=1, card=EGG) == ["token.no-stack"]


@on_either_side
@pytest.mark.parametrize("token", [False, True])
def test_the_top_card_of_a_digimon_is_taken_up_and_the_others_are_trashed(side: str, token: bool) -> None:
    under = () if token else (ROOKIE, EGG)
    line = within_effect(side, battle=[stack(CHAMPION, *under, token=token)])
    line.do(f"effect-set-aside-from-battle-{side}", source=2)
    assert line[f"{PARTS[side]}.battle"] == []
    assert piles(line, side, "aside", "trash") == ([0, 0] if token else [1, 2])


@on_either_side
def test_a_digimon_digivolves_into_what_was_taken_up_whatever_it_asks_for_and_draws(side: str) -> None:
    line = within_effect(side, battle=[stack(ROOKIE, suspended=True)], trash=1, deck=2)
    action = f"effect-digivolve-into-{side}"
    assert line.refused(action, card=CHAMPION, onto=1) == ["taken-up"]
    line.do(f"effect-set-aside-from-trash-{side}", amount=1)
    assert line.refused(action, card=TAMER, onto=1) == ["digivolve.digimon-only"]
    line.do(action, card=CHAMPION, onto=1)
    (now,) = line[f"{PARTS[side]}.battle"]
    assert (now["suspended"], [entry["number"] for entry in now["under"]]) == (True, [1])
    assert piles(line, side, "aside", "deck", "hand") == [0, 1, 1]
    token = within_effect(side, battle=[stack(ROOKIE, token=True)], hand=1)
    token.do(f"effect-set-aside-from-hand-{side}", amount=1)
    assert token.refused(action, card=CHAMPION, onto=1) == ["token.no-stack"]


@on_either_side
def test_an_option_that_was_taken_up_can_be_placed_where_it_stays(side: str) -> None:
    line = within_effect(side, security=1)
    assert line.refused(f"effect-place-{side}", card=OPTION) == ["taken-up"]
    line.do(f"effect-set-aside-from-security-{side}", amount=1)
    assert line.refused(f"effect-place-{side}", card=ROOKIE) == ["option"]
    line.do(f"effect-place-{side}", card=OPTION).do("end-effect")
    assert line.top(f"{PARTS[side]}.battle") == OPTION["number"]


def test_the_checked_card_is_taken_up_and_not_trashed_after_that() -> None:
    attacker = stack(CHAMPION, attacking=True)
    line = Line(NEW, stage="check", me__battle=[attacker], opponent__security=1)
    assert line.refused("effect-set-aside-checked") == ["effects.timing", "security.effects-first"]
    line.do("check", card=ROOKIE)
    line.do("effect-begins").do("effect-set-aside-checked").do("effect-play-theirs", card=ROOKIE)
    line.do("end-effect").follow()
    assert (line["stage"], line["opponent.trash"], line.top("opponent.battle")) == ("end-of-attack", 0, 1)


def test_an_option_in_use_that_its_effect_takes_up_is_not_trashed() -> None:
    line = Line(NEW, me__hand=1, me__battle=[stack(ROOKIE)]).do("use-option", card=OPTION)
    line.follow()
    line.do("effect-set-aside-used").do("effect-set-aside-to-hand-mine", amount=1).do("end-effect")
    assert (line["stage"], line["me.hand"], line["me.trash"]) == ("main", 1, 0)


def test_an_option_in_use_that_lies_on_the_field_is_returned_from_there() -> None:
    line = Line("manual-2.3", me__hand=1, me__battle=[stack(ROOKIE)]).do("use-option", card=OPTION)
    while line["stage"] != "effect":
        line.follow()
    assert line.refused("effect-set-aside-used") == ["no-area"]
