"""The observation that a typed position stands for: what is counted, what is chosen, what cannot be."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rulehound.spec.dmb import protocol
from rulehound.spec.dmb.asking.positions import TYPED, in_turn_of, observation, top_of_deck
from rulehound.spec.dmb.model import model
from rulehound.spec.dmb.reading.cards import called
from rulehound.spec.dmb.reading.reader import DmbReader
from rulehound.spec.formats import Card

ASH = {"kind": "digimon", "level": "R", "types": ["ember"], "hp": 500, "circle": 300, "dp": 20}
CARDS = {
    "A": Card("A", "Ash", ASH),
    "B": Card("B", "Burn", {"kind": "digimon", "level": "C", "types": ["ember"], "hp": 900, "cost": 20}),
    "M": Card("M", "Magma", {"kind": "digimon", "level": "M", "types": ["ember"], "hp": 1500, "cost": 60}),
    "O": Card("O", "Oil", {"kind": "option", "support": True, "dp": 10}),
}
ACTIVE = {"active": {"cards": ["A"]}}
PLACED = {**ACTIVE, "partner": ["A"], "destiny": ["B"]}
"""A Partner that has just been placed."""


def at(mine: dict[str, Any], theirs: dict[str, Any] | None = None, **rest: Any) -> dict[str, Any]:
    return {"players": [mine, theirs or {}], **rest}


def state(position: dict[str, Any]) -> dict[str, Any]:
    """The state of the model that a position stands for; its observation is one of the protocol."""
    shown = observation(position, CARDS)
    msgspec.convert(shown, protocol.Observation)
    return model.as_dict(DmbReader().view(shown, CARDS).state)


def test_cards_that_are_counted_are_there() -> None:
    counted = state(at({**ACTIVE, "hand": 3, "deck": 9, "trash": 2, "destiny": ["M"]}))
    assert [counted[f"me.{pile}"] for pile in ("hand", "deck", "trash", "destiny")] == [3, 9, 2, 1]
    assert counted["me.cards"] == 3 + 9 + 2 + 1 + 1


def test_the_dp_zone_comes_up_to_what_its_cards_add() -> None:
    zone = state(at({**ACTIVE, "dp": ["A", "O", "O"]}))
    assert (zone["me.dp"], zone["me.dp_cards"]) == (40, 3)


def test_a_digimon_has_the_hp_that_are_left_and_its_stack() -> None:
    whole = {"active": {"cards": ["B", "A"], "hp": 200, "abnormal": True, "boost": -100}}
    (digimon,) = state(at(whole))["me.active"]
    assert (digimon["hp"], digimon["abnormal"], digimon["boost"]) == (200, True, -100)
    assert [called(digimon["top"]), called(digimon["under"][0])] == ["Burn", "Ash"]
    (fresh,) = state(at(ACTIVE))["me.active"]
    assert fresh["hp"] == 500


def test_an_active_mega_came_from_the_destiny_zone() -> None:
    (digimon,) = state(at({"active": {"cards": ["M"]}}))["me.active"]
    assert (digimon["destined"], digimon["top"]["destiny"]) == (1, True)


@pytest.mark.parametrize("decision", TYPED)
def test_every_decision_can_be_stood_at(decision: str) -> None:
    choice = {"choice": "circle"} if decision == "support" else {}
    mine = PLACED if decision == "partner" else ACTIVE
    shown = state(at({**mine, **choice}, {**ACTIVE, **choice}, decision=decision))
    assert shown["stage"] not in ("over", "prep")


def test_who_chooses_secretly_is_asked_beside_the_other() -> None:
    shown = observation(at({**ACTIVE, "choice": "cross"}, ACTIVE, decision="attack"), CARDS)
    assert shown["decider"] is None
    assert [seat["has_chosen"] for seat in shown["players"]] == [True, False]


def test_nobody_stands_opposite_where_there_is_no_digimon() -> None:
    assert state(at(ACTIVE, decision="support"))["unopposed"] is True
    assert state(at(ACTIVE, decision="discard"))["unopposed"] is True
    both = {**ACTIVE, "choice": "circle"}
    assert state(at(both, both, decision="support"))["unopposed"] is False


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (at({}), "has no Digimon"),
        (at({}, ACTIVE, decision="rack"), "has no Digimon"),
        (at(ACTIVE, decision="attack"), "nobody stands against"),
        (at(ACTIVE, ACTIVE, decision="support"), "both have chosen"),
        (at({**ACTIVE, "choice": "circle"}, ACTIVE), "attacks are chosen where"),
        (at({"active": {"cards": ["O"]}}), "Oil is no Digimon"),
        (at({"active": {"cards": ["A"], "hp": 0}}), "without HP"),
        (at({**ACTIVE, "partner": ["B"]}), "Burn is no Digimon of level R"),
        (at({**ACTIVE, "partner": ["A", "A"]}), "one Partner"),
        (at({"active": {"cards": ["B"]}, "partner": ["A"]}), "none of the cards that are stated"),
        (at(ACTIVE, decision="partner"), "no Partner has just been placed"),
        (at({**PLACED, "active": {"cards": ["B", "A"]}}, decision="partner"), "no Partner has just been"),
        (at({**PLACED, "destiny": []}, decision="partner"), "no Partner has just been placed"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        observation(position, CARDS)


def test_the_partner_is_one_card_of_its_number() -> None:
    (digimon,) = state(at({"active": {"cards": ["B", "A"]}, "partner": ["A"]}))["me.active"]
    assert (digimon["partners"], digimon["top"]["partner"], digimon["under"][0]["partner"]) == (
        1,
        False,
        True,
    )
    shown = observation(at({**ACTIVE, "hand": ["A", "A"], "partner": ["A"]}), CARDS)["players"][0]
    assert [bool(card.get("partner")) for card in (*shown["active"]["cards"], *shown["hand"])] == [
        True,
        False,
        False,
    ]
    assert state(at(PLACED, decision="partner"))["stage"] == "partner"


def test_more_types_than_the_game_has_are_refused() -> None:
    types = [f"type{number}" for number in range(9)]
    cards = {"T": Card("T", "Thing", {**ASH, "types": types})}
    with pytest.raises(ValueError, match="9 types"):
        observation(at({"active": {"cards": ["T"]}}), cards)


def test_the_same_position_in_another_turn() -> None:
    both = {**ACTIVE, "choice": "circle"}
    shown = in_turn_of(observation(at(both, both, decision="support"), CARDS), 1)
    assert (shown["turn"], shown["decider"], shown["decision"]) == (1, 1, "evolve")
    assert not any(seat["has_chosen"] for seat in shown["players"])


def test_the_top_of_a_deck_is_known_where_its_cards_are() -> None:
    known, counted = (observation(at({**ACTIVE, "deck": deck}), CARDS) for deck in (["O", "A"], 2))
    card = top_of_deck(known, 0, CARDS)
    assert card is not None
    assert called({"number": card[0], "circle": 0}) == "Oil"
    assert top_of_deck(counted, 0, CARDS) is None
    assert top_of_deck(known, 1, CARDS) is None
