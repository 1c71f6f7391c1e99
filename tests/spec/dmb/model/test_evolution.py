"""The Evolution Phase: the DP Zone, Evolve cards, and what evolves into what at which cost."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dmb.line import Line, active, digimon

ROOKIE = digimon(1)
CHAMPION = digimon(2, "c", hp=80, has_cost=True, cost=20)
ULTIMATE = digimon(3, "u", has_cost=True, cost=20)
MEGA = digimon(4, "m", has_cost=True, cost=20, destiny=True)
EVOLVE_CARD = {"number": 9, "kind": "evolution"}


def evolving(top: dict[str, Any] = ROOKIE, **fields: Any) -> Line:
    given = {"me__hand": 2, "me__dp_cards": 2, "me__dp": 30, "me__active": [active(top)], **fields}
    return Line("evolve", **given)


def test_one_card_a_turn_goes_to_the_dp_zone() -> None:
    line = Line("rack", me__hand=2, me__active=[active(ROOKIE)])
    line.do("rack", card={"number": 7, "kind": "option", "dp": 20})
    assert (line["me.hand"], line["me.dp_cards"], line["me.dp"]) == (1, 1, 20)
    assert line.refused("rack", card=ROOKIE) == ["evolution.rack"]


def test_an_evolution_takes_the_whole_dp_zone_and_the_new_hp() -> None:
    line = evolving().do("evolve", card=CHAMPION)
    (evolved,) = line["me.active"]
    assert ([card["number"] for card in evolved["under"]], evolved["hp"]) == ([1], 80)
    assert (line["me.dp_cards"], line["me.dp"], line["me.trash"], line["me.hand"]) == (0, 0, 2, 1)
    assert line["stage"] == "bonus"
    assert {"evolution.discard-dp", "evolution.hp", "evolution.once"} <= line.rules


@pytest.mark.parametrize(
    ("card", "guards"),
    [
        (ULTIMATE, ["evolution.level"]),
        ({**CHAMPION, "types": ("second",)}, ["evolution.type"]),
        ({**CHAMPION, "cost": 40}, ["evolution.cost"]),
        ({**CHAMPION, "has_cost": False, "cost": 0}, ["evolution.no-cost"]),
    ],
)
def test_what_no_evolution_leads_to(card: dict[str, Any], guards: list[str]) -> None:
    assert evolving().refused("evolve", card=card) == guards


def test_a_type_that_was_gained_counts() -> None:
    line = evolving(me__active=[active(ROOKIE, gained=("second",))])
    assert line.refused("evolve", card={**CHAMPION, "types": ("second",)}) == []


def test_a_box_lifts_level_and_type_but_not_the_cost() -> None:
    strange = {**ULTIMATE, "types": ("second",)}
    entry = {"card": 3, "named": 1}
    assert evolving().refused("evolve-by-box", card=strange, entry=entry) == []
    assert evolving(me__dp=10).refused("evolve-by-box", card=strange, entry=entry) == ["evolution.cost"]
    other = {"card": 3, "named": 2}
    assert evolving().refused("evolve-by-box", card=strange, entry=other) == ["evolution.box"]
    without = {**strange, "has_cost": False, "cost": 0}
    assert evolving().refused("evolve-by-box", card=without, entry=entry) == []


def test_a_mega_comes_from_the_destiny_zone_onto_a_u() -> None:
    assert evolving(ULTIMATE, me__destiny=1).do("evolve-from-destiny", card=MEGA)["me.destiny"] == 0
    assert evolving(CHAMPION, me__destiny=1).refused("evolve-from-destiny", card=MEGA) == [
        "destiny.mega", "evolution.level",
    ]  # fmt: skip
    assert evolving(ULTIMATE).refused("evolve-from-destiny", card=MEGA) == ["zone"]


def test_a_box_lifts_the_type_of_a_mega_but_not_the_u() -> None:
    mega, entry = {**MEGA, "types": ("second",)}, {"card": 4, "named": 3}
    line = evolving(ULTIMATE, me__destiny=1)
    assert line.refused("evolve-from-destiny", card=mega) == ["evolution.type"]
    other = {"card": 4, "named": 2}
    assert line.refused("evolve-from-destiny-by-box", card=mega, entry=other) == ["evolution.box"]
    assert evolving(CHAMPION, me__destiny=1).refused(
        "evolve-from-destiny-by-box", card=mega, entry=other
    ) == ["destiny.mega"]
    assert line.do("evolve-from-destiny-by-box", card=mega, entry=entry)["me.active"][0]["destined"] == 1


def test_dna_needs_both_and_counts_as_the_evolve_card() -> None:
    fusion, card = {"card": 8, "left": 1, "right": 5}, digimon(8, "c")
    assert evolving().refused("dna-evolve", card=card, fusion=fusion, other=digimon(6)) == ["dna.evolve"]
    data = {"number": 7, "kind": "data", "stands_for": 5}
    assert evolving().refused("dna-evolve", card=card, fusion=fusion, other=data) == []
    line = evolving().do("dna-evolve", card=card, fusion=fusion, other=digimon(5))
    assert (line["me.hand"], line["me.trash"], line["me.dp"], line["evolve_cards"]) == (0, 1, 30, 1)
    played = evolving(evolve_cards=1)
    assert played.refused("dna-evolve", card=card, fusion=fusion, other=digimon(5)) == ["dna.evolve-card"]


def test_an_evolve_card_lifts_what_it_says_and_the_rest_is_asked() -> None:
    line = evolving(me__dp=0).do("play-evolve-card", card=EVOLVE_CARD)
    assert line.refused("play-evolve-card", card=EVOLVE_CARD) == ["evolve-card.one"]
    line.do("effect-ignore-cost")
    assert line.refused("evolve", card=ULTIMATE) == ["evolution.level"]
    assert line.do("evolve", card=CHAMPION)["me.dp_cards"] == 2


def test_a_discount_counts_before_the_cost() -> None:
    line = evolving(me__dp=10, evolve_cards=1)
    assert line.refused("evolve", card=CHAMPION) == ["evolution.cost"]
    assert line.do("effect-discount", amount=10).refused("evolve", card=CHAMPION) == []


def test_one_evolution_a_turn_and_none_of_an_abnormal_one() -> None:
    assert evolving(evolutions=1).refused("evolve", card=CHAMPION) == ["evolution.once"]
    abnormal = evolving(me__active=[active(digimon(5, "c"), abnormal=True)])
    assert abnormal.refused("evolve", card=ULTIMATE) == ["evolution.abnormal"]
    assert abnormal.due() == ["skip-evolving"]
