"""The table: sizes before and after, cards that are not shown, lines for which there is no room."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from rulehound.spec.drawing.shapes import CardPlace
from rulehound.spec.drawing.table import (
    MOST_IN_FAN,
    MOST_LINES,
    SeenCard,
    fan,
    hand,
    hand_height,
    lines,
    name_bar,
    open_pile,
    pile_count,
)

CARDS = [SeenCard(f"card {number}", ["#111"], is_new=number == 6) for number in range(7)]


def words(parts: list[str]) -> list[str]:
    found = [ElementTree.fromstring(part) for part in parts]
    return ["".join(one.itertext()) for one in found if one.tag == "text"]


def test_a_hand_goes_on_in_a_second_row_and_says_what_is_not_shown() -> None:
    parts = list(hand(CARDS, (5, 9), True, 0))
    assert words(parts)[:2] == ["hand 5 → 9", "2 not shown"]
    assert hand_height(7) > hand_height(5) == hand_height(0)
    assert [part for part in parts if "card new" in part] != []


@pytest.mark.parametrize(("size", "backs"), [("0", 0), ("3", 3), ("40", MOST_IN_FAN), ("?", 1)])
def test_cards_that_lie_face_down_are_fanned_out(size: str, backs: int) -> None:
    drawn = list(fan(size, 0, 0))
    assert sum('class="back"' in one for one in drawn) == backs
    assert ('class="none"' in drawn[0]) == (size == "0")


def test_a_pile_shows_the_last_cards_and_what_changed() -> None:
    assert words(list(open_pile(CARDS, CardPlace(0, 0, 30, 40)))) == ["card 6", "card 5", "card 4"]
    assert words(list(pile_count("3", "5", "deck", 0, 0))) == ["5 → 3", "deck"]
    assert words(list(pile_count("3", "3", "deck", 0, 0))) == ["3", "deck"]


def test_lines_without_room_are_counted() -> None:
    drawn, below = lines([f"line {number}" for number in range(MOST_LINES + 3)], 10)
    assert words(drawn)[-1] == "and 4 more"
    assert len(drawn) == MOST_LINES
    assert lines([], 10) == ([], 10)
    assert below > 10


def test_whose_turn_it_is_stands_on_one_bar() -> None:
    assert words(list(name_bar(1, True, 0))) == ["Player 2", "● has the turn"]
    assert words(list(name_bar(0, False, 0))) == ["Player 1"]
