"""The board as a picture: who decides, HP and attacks, what is hidden, and what changed."""

from __future__ import annotations

import copy
import random
from typing import Any
from xml.etree import ElementTree

import pytest

from rulehound.engine.dmb.adapter import create
from rulehound.spec.dmb import game
from rulehound.spec.dmb.board_picture import picture
from rulehound.spec.dmb.decks import pool
from rulehound.spec.drawing.table import WIDTH
from rulehound.spec.formats import Card, Observation
from rulehound_testing.dmb.values import VALUES

CARDS = {card.number: card for card in pool()}
SVG = "{http://www.w3.org/2000/svg}"


def seat(**there: Any) -> dict[str, Any]:
    return {"hand": 0, "deck": 5, "trash": [], "destiny": [], **there}


def observed() -> dict[str, Any]:
    """A battle in which both have chosen."""
    one = {"cards": [{"card": "RB-01", "id": "a1", "partner": True}], "hp": 300, "abnormal": True}
    other = {"cards": [{"card": "RB-02", "id": "b1"}, {"card": "RB-01", "id": "b2"}], "hp": 90}
    mine = seat(active=one, hand=[{"card": "RB-02", "id": "a2"}], has_chosen=True, choice="cross", dp=30)
    theirs = seat(active=other, hand=4, support={"card": None})
    return {"turn": 0, "decider": 1, "decision": "support", "players": [mine, theirs]}


def drawn(observation: Observation, before: Observation | None = None) -> ElementTree.Element:
    """The picture as XML."""
    made = picture(observation, CARDS, before)
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{made.svg}</svg>')


def words(root: ElementTree.Element) -> list[str]:
    return ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def classes(root: ElementTree.Element) -> list[str]:
    return [each.get("class", "") for each in root.iter(f"{SVG}rect")]


def test_it_says_who_decides_and_shows_hp_levels_and_what_lies_under() -> None:
    said = words(drawn(observed()))
    assert "player 2 to decide: which support to declare" in said
    assert "300 HP" in said
    assert "★ Cindling" in said
    assert sum(name == "Cindling" for name in said) == 1  # it lies under the other Digimon
    assert "4 not shown" in said
    assert "face down" in said


def test_an_attack_is_told_once_everybody_knows_it() -> None:
    hidden = observed()
    assert "chosen, not shown" in words(drawn(hidden))
    assert "Cross" not in words(drawn(hidden))
    hidden["players"][0]["shown"] = "cross"
    assert "Cross" in words(drawn(hidden))
    assert classes(drawn(hidden)).count("counter") == 1


def test_power_is_printed_power_with_what_was_added_and_taken() -> None:
    there = observed()
    printed = CARDS["RB-01"].facts["circle"]
    assert str(printed) in words(drawn(there))
    there["players"][0]["active"] |= {"boost": 100, "bonus": 20, "lost": 50}
    assert str(printed + 70) in words(drawn(there))


def test_what_changed_is_marked_and_what_has_left_too() -> None:
    before = observed()
    assert "changed" not in classes(drawn(before, before))
    after = copy.deepcopy(before)
    after["players"][0]["active"]["hp"] = 100
    after["players"][1] |= {"active": None, "deck": 4}
    after["players"][0]["ko_points"] = 1
    root = drawn(after, before)
    assert "300 → 100 HP" in words(root)
    assert "KO points 0 → 1" in words(root)
    assert "5 → 4" in words(root)
    assert classes(root).count("changed") == 1
    assert classes(root).count("gone") == 1
    assert "no Digimon" in words(drawn(after))


@pytest.mark.parametrize("seed", range(3))
def test_boards_of_whole_games_are_drawn_within_their_width(seed: int) -> None:
    chance = random.Random(seed)
    setup = game.decks["effects"](seed, VALUES)
    known: dict[str, Card] = {card.number: card for card in setup.cards}
    engine = create("dmb")
    before = engine.new_game(setup)
    for _ in range(150):
        actions = engine.legal_actions()
        if not actions:
            break
        after = engine.apply(chance.choice(actions))
        made = game.depiction.changed_picture(before, after, known)
        assert made is not None
        root = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{made.svg}</svg>')
        boxes = [one for one in root.iter(f"{SVG}rect") if one.get("x")]
        assert all(float(one.get("x", 0)) + float(one.get("width", 0)) <= WIDTH for one in boxes)
        assert all(0 <= float(one.get("y", 0)) <= made.height for one in boxes)
        before = after
