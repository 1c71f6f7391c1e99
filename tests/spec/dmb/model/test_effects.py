"""Effects of any card as actions of the environment: when they are carried out, and what each leaves."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound_testing.dmb.line import Line, active, digimon


def begun(**fields: Any) -> Line:
    """A turn begins, and effects may be carried out."""
    cards = {"me__hand": 3, "me__deck": 3, "me__trash": 3, "me__destiny": 1}
    given = {**cards, "me__active": [active(digimon())], **fields}
    return Line("prep", **given)


@pytest.mark.parametrize(
    ("effect", "arguments", "changes"),
    [
        ("draw", {"amount": 2}, {"deck": 1, "hand": 5}),
        ("draw", {"amount": 5}, {"deck": 0, "hand": 6}),
        ("trash", {"amount": 2}, {"deck": 1, "trash": 5}),
        ("discard", {}, {"hand": 2, "trash": 4}),
        ("take", {}, {"deck": 2, "hand": 4}),
        ("recycle", {"amount": 2}, {"trash": 1, "deck": 5}),
        ("delete", {}, {"trash": 2, "deleted": 1}),
        ("data-break", {}, {"destiny": 0, "destiny_deleted": 1}),
        ("rack", {"card": {"number": 3, "dp": 20}}, {"deck": 2, "dp_cards": 1}),
        ("delete-spent", {}, {"trash": 2, "deleted": 1}),
        ("discard-dp", {"card": {"number": 3, "dp": 20}}, {"dp_cards": 0, "trash": 4}),
        ("look", {"amount": 3}, {}),
    ],
)
def test_effects_that_move_cards(effect: str, arguments: dict[str, int], changes: dict[str, int]) -> None:
    in_dp_zone = {"me__dp_cards": 1, "me__dp": 20} if effect == "discard-dp" else {}
    line = begun(**in_dp_zone).do(f"effect-{effect}-mine", **arguments)
    zones = {
        "hand": 3,
        "deck": 3,
        "trash": 3,
        "destiny": 1,
        "deleted": 0,
        "destiny_deleted": 0,
        "dp_cards": 1 if effect == "discard-dp" else 0,
    }
    assert {name: line[f"me.{name}"] for name in zones} == {**zones, **changes}


def test_effects_wait_for_their_time() -> None:
    assert Line("draw", me__deck=1).refused("effect-draw-mine", amount=1) == ["effects.timing"]
    assert begun().refused("effect-look-mine", amount=4) == ["texts.corrupt"]
    assert begun().refused("effect-ignore-level") == ["effects.timing"]


def test_hp_goes_up_without_end_and_down_to_nothing() -> None:
    assert begun().do("effect-recover-mine", amount=100).hp("me") == 150
    assert begun().do("effect-lose-hp-mine", amount=80).hp("me") == 0


def test_an_attachment_takes_the_place_of_the_one_before() -> None:
    line = begun().do("effect-attach-mine")
    assert (line["me.active"][0]["attachments"], line["me.hand"], line["me.trash"]) == (1, 2, 3)
    line.do("effect-attach-mine")
    assert (line["me.active"][0]["attachments"], line["me.hand"], line["me.trash"]) == (1, 1, 4)


@pytest.mark.parametrize(("source", "zone"), [("attach-from-deck", "deck"), ("attach-from-trash", "trash")])
def test_cards_are_attached_from_other_zones(source: str, zone: str) -> None:
    line = begun().do(f"effect-{source}-mine")
    assert (line["me.active"][0]["attachments"], line[f"me.{zone}"]) == (1, 2)


def test_a_support_is_attached_in_place_of_being_discarded() -> None:
    option = {"number": 7, "kind": "option", "support": True}
    line = Line(
        "resolve-mine",
        me__support=option,
        me__active=[active(digimon())],
        me__chosen="circle",
        opponent__chosen="circle",
        opponent__active=[active(digimon(2))],
    )
    line.do("effect-attach-from-support-mine")
    assert (line["me.active"][0]["attachments"], line["me.support"]["number"]) == (1, 0)


def test_what_is_in_parentheses_is_not_made_void() -> None:
    steady = {"number": 7, "kind": "option", "support": True, "steady": True}
    line = Line(
        "resolve-mine",
        me__support=steady,
        opponent__support=steady,
        me__active=[active(digimon())],
        me__chosen="circle",
        opponent__chosen="circle",
        opponent__active=[active(digimon(2))],
    )
    assert not line.do("effect-void-theirs")["opponent.voided"]


def test_revival_without_a_number_is_the_usual_one() -> None:
    assert begun().do("effect-revive-mine", amount=0)["me.active"][0]["revival"] == 10
    assert begun().do("effect-revive-mine", amount=40)["me.active"][0]["revival"] == 40


def test_the_line_decides_whether_a_digimon_is_abnormal() -> None:
    placed = active(digimon(2, "c"), abnormal=True)
    line = begun(me__active=[placed]).do("effect-place-under-mine", card=digimon(), valid=1)
    assert (line["me.active"][0]["abnormal"], len(line["me.active"][0]["under"])) == (False, 1)
    line.do("effect-remove-top-mine", valid=1)
    assert (line["me.active"][0]["top"]["number"], line["me.trash"]) == (1, 4)


def test_the_top_card_of_the_destiny_zone_is_gone_once_removed() -> None:
    line = begun(me__active=[active(digimon(6, "c", destiny=True), digimon())])
    line.do("effect-remove-top-mine", valid=1)
    assert (line["me.destiny_deleted"], line["me.trash"], line["me.active"][0]["destined"]) == (1, 3, 0)


def test_an_attack_is_changed_while_it_is_hidden() -> None:
    option = {"number": 7, "kind": "option", "support": True}
    fields = {
        **{"me__chosen": "cross", "opponent__chosen": "circle", "me__support": option},
        **{"me__active": [active(digimon())], "opponent__active": [active(digimon(2))]},
    }
    line = Line("resolve-mine", **fields)
    assert line.do("effect-attack-theirs", attack=2)["opponent.chosen"] == "triangle"
    shown = Line("resolve-mine", me__shown="cross", **fields)
    assert shown.refused("effect-attack-mine", attack=1) == ["chosen"]
