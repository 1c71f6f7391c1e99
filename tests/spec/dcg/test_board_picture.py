"""The board as a picture: who is who, what lies across, what lies under it, and what changed."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from rulehound.engine.adapter import create
from rulehound.spec.dcg.board_picture import WIDTH, picture
from rulehound.spec.formats import Card, Observation

CARDS = [
    Card("A", "Ashling", {"kind": "digimon", "level": 4, "dp": 4000, "play_cost": 3, "colors": ["red"]}),
    Card("B", "Bell & <Tower> of the East", {"kind": "digimon", "level": 3, "dp": 2000, "colors": ["blue"]}),
]
KNOWN = {card.number: card for card in CARDS}
SVG = "{http://www.w3.org/2000/svg}"


def begun(mine: int = 1, under: int = 3) -> tuple[Observation, Observation]:
    """A position, and what is there after an attack on the only security card."""
    engine = create("dcg")
    battle = [{"cards": ["A", *["B"] * under]}, *[{"cards": ["B"]}] * (mine - 1)]
    position = {
        "memory": 2,
        "players": [{"battle": battle, "hand": ["B"], "deck": 3}, {"security": ["B"], "deck": 5}],
    }
    before = engine.position(CARDS, position, "manual-2.3")
    return before, engine.apply({"action": "attack", "attacker": "p1", "target": "player"})


def drawn(observation: Observation, before: Observation | None = None) -> ElementTree.Element:
    """The picture as XML."""
    made = picture(observation, KNOWN, before)
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{made.svg}</svg>')


def words(root: ElementTree.Element) -> list[str]:
    return ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def classes(root: ElementTree.Element) -> list[str]:
    return [each.get("class", "") for each in root.iter(f"{SVG}rect")]


def test_both_players_stand_on_the_board_and_one_has_the_turn() -> None:
    said = words(drawn(begun()[0]))
    assert [word for word in said if word.startswith(("Player", "●"))] == [
        "Player 2",
        "Player 1",
        "● has the turn",
    ]


def test_a_suspended_stack_lies_across_and_says_so() -> None:
    before, after = begun(mine=2)
    assert "card suspended" not in classes(drawn(before))
    root = drawn(after)
    (across,) = (each for each in root.iter(f"{SVG}rect") if each.get("class") == "card suspended")
    assert float(across.get("width", 0)) > float(across.get("height", 0))
    assert words(root).count("suspended") == 1


@pytest.mark.parametrize(("under", "more"), [(0, ""), (3, ""), (4, ""), (7, "4 more under")])
def test_what_lies_under_a_stack_is_named_and_counted(under: int, more: str) -> None:
    root = drawn(begun(under=under)[0])
    assert classes(root).count("under") == min(under, 4)
    assert [word for word in words(root) if "more under" in word] == ([more] if more else [])


def test_what_changed_is_marked_and_what_has_left_too() -> None:
    before, after = begun()
    assert "changed" not in classes(drawn(before, before))
    assert "1 → 0" in words(drawn(after, before))
    root = drawn(after, before)
    assert "changed" in classes(root)
    there = {**after, "players": [{**after["players"][0], "battle": []}, after["players"][1]]}
    assert "gone" in classes(drawn(there, before))
    assert "has left" in words(drawn(there, before))


@pytest.mark.parametrize("mine", [0, 1, 3, 4, 9])
def test_nothing_stands_out_of_the_picture(mine: int) -> None:
    observation = begun(max(mine, 1))[0]
    if not mine:
        empty = {**observation["players"][0], "battle": []}
        observation = {**observation, "players": [empty, observation["players"][1]]}
    made = picture(observation, KNOWN)
    assert made.width == WIDTH
    for each in drawn(observation).iter(f"{SVG}rect"):
        right = float(each.get("x", 0)) + float(each.get("width", 0))
        bottom = float(each.get("y", 0)) + float(each.get("height", 0))
        assert right <= WIDTH, each.attrib
        assert bottom <= made.height + 1, each.attrib


def test_names_are_text_and_fit_their_cards() -> None:
    root = drawn(begun(under=0, mine=2)[0])
    assert not list(root.iter(f"{SVG}Tower"))
    assert "Bell &" in words(root)
    fitted = [float(each.get("textLength", 0)) for each in root.iter(f"{SVG}text") if each.get("textLength")]
    assert fitted
    assert max(fitted) < 64
    assert re.search("&lt;Tower&gt;", picture(begun(under=0, mine=2)[0], KNOWN).svg)
