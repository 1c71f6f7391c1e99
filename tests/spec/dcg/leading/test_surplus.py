"""What is left out of what an engine shows that was led there, and how often the turn passes on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rulehound.spec.dcg.leading.surplus import without_more
from rulehound.spec.dcg.leading.turn_passes import passes
from rulehound.spec.dcg.leading.wanted_position import STACK, WantedStack, seats
from rulehound.spec.formats import Card

CARDS = {
    number: Card(number, number, {"kind": "digimon", "level": 3, "play_cost": 3, "colors": ["red"]})
    for number in ("RH-01", "RH-02")
}


def card(one: str, number: str) -> dict[str, Any]:
    return {"id": one, "card": number}


def stack(one: str, number: str, *, suspended: bool = False) -> dict[str, Any]:
    return {"id": one, "cards": [{"card": number}], "suspended": suspended, "played_this_turn": False}


def shown(*, deck: int = 38, turn: int | None = 5, **areas: Sequence[Any]) -> dict[str, Any]:
    """What an engine shows; the other player has nothing."""
    piles = {"security": 5, "egg_deck": 0}
    mine = {name: list(areas.get(name, ())) for name in ("hand", "battle", "trash")} | {"deck": deck, **piles}
    theirs = {"hand": [], "battle": [], "trash": [], "deck": 40, **piles}
    told = {} if turn is None else {"turn_number": turn}
    return {"turn": 0, **told, "players": [mine, theirs]}


def seen(
    given: Mapping[str, Any], arrived: Mapping[str, Any], later: Mapping[str, Any], *, loose: bool = True
) -> Any:
    """The first player, as shown without what there was more."""
    left = without_more(dict(arrived), seats({"players": [given, {}]}, CARDS), frozenset(), loose=loose)
    told = left(dict(later))
    return told and told["players"][0]


def test_of_stacks_alike_the_one_is_kept_that_is_as_the_position_has_it() -> None:
    there = shown(battle=[stack("p1", "RH-01", suspended=True), stack("p2", "RH-01")])
    given = {"battle": [{"cards": ["RH-01"]}, {"cards": ["RH-01"], "suspended": True}]}
    assert [one["id"] for one in seen(given, there, there)["battle"]] == ["p2", "p1"]
    assert [one["id"] for one in seen({"battle": given["battle"][:1]}, there, there)["battle"]] == ["p2"]


def test_what_comes_to_the_trash_stands_there_as_the_engine_shows_it() -> None:
    arrived = shown(hand=[card("a1", "RH-01"), card("a2", "RL-21")], trash=[card("a3", "RL-22")])
    later = shown(trash=[card("a3", "RL-22"), card("a4", "RH-02"), card("a1", "RH-01")])
    told = seen({"hand": ["RH-01"]}, arrived, later)
    assert [one["card"] for one in told["trash"]] == ["RH-02", "RH-01"]


def test_of_a_deck_that_a_position_does_not_speak_of_nothing_is_drawn() -> None:
    drawn = shown(hand=[card("a1", "RL-21"), card("a2", "RH-02")], deck=37)
    told = seen({}, shown(), drawn)
    assert (told["deck"], [one["id"] for one in told["hand"]]) == (0, ["a2"])


@pytest.mark.parametrize(
    ("given", "later", "loose"),
    [
        ({"deck": []}, shown(deck=37), True),
        ({"deck": 0}, shown(deck=37), True),
        ({}, shown(deck=37), False),
        ({}, shown(deck=37, turn=7), True),
        ({}, shown(deck=37, turn=None), True),
    ],
    ids=["none", "no number", "an effect may draw", "in the draw phase", "which turn is not told"],
)
def test_nothing_is_said_where_a_deck_would_be_empty(
    given: Mapping[str, Any], later: Mapping[str, Any], loose: bool
) -> None:
    assert seen(given, shown(), later, loose=loose) is None


def test_nothing_is_said_of_a_hand_that_is_shown_as_a_number() -> None:
    later = shown()
    later["players"][1]["hand"] = 5
    assert seen({}, shown(), later) is None


@pytest.mark.parametrize(("decks", "told"), [((37, 40), True), ((38, 39), False)])
def test_an_open_deck_ends_with_the_draw_phase_of_its_player(decks: tuple[int, int], told: bool) -> None:
    """The first player's turn has come to an end, and the other player has drawn for the turn."""
    later = shown(turn=6)
    for player, deck in zip(later["players"], decks, strict=True):
        player["deck"] = deck
    assert (seen({}, shown(), later) is not None) is told


def model_stack(*, suspended: bool = False, fresh: bool = False) -> tuple[Any, ...]:
    fields = {"under": (), "suspended": suspended, "played_this_turn": fresh}
    return tuple(fields.get(name, 0) for name in STACK)


UPRIGHT, ASIDE, FRESH = (
    WantedStack((1,), False, False),
    WantedStack((1,), True, False),
    WantedStack((1,), False, True),
)
THERE, TURNED, NEW = model_stack(), model_stack(suspended=True), model_stack(fresh=True)


@pytest.mark.parametrize(
    ("wanted", "there", "owner", "now", "turn", "count"),
    [
        (UPRIGHT, THERE, 0, 0, 0, 0),
        (UPRIGHT, THERE, 0, 1, 0, 1),
        (UPRIGHT, None, 0, 0, 0, 2),
        (UPRIGHT, None, 1, 0, 0, 2),
        (UPRIGHT, NEW, 0, 0, 0, 2),
        (UPRIGHT, NEW, 0, 0, 1, 1),
        (FRESH, NEW, 0, 0, 0, 0),
        (FRESH, None, 0, 1, 0, 1),
        (UPRIGHT, TURNED, 0, 0, 0, 2),
        (UPRIGHT, TURNED, 1, 0, 0, 2),
        (ASIDE, TURNED, 1, 0, 0, 0),
        (ASIDE, THERE, 1, 0, 0, 2),
        (ASIDE, THERE, 1, 1, 0, 1),
        (ASIDE, NEW, 1, 1, 0, 3),
        (ASIDE, None, 1, 0, 0, 4),
        (ASIDE, THERE, 0, 0, 0, 0),
    ],
)
def test_how_often_the_turn_has_to_pass_for_a_stack(
    wanted: WantedStack, there: tuple[Any, ...] | None, owner: int, now: int, turn: int, count: int
) -> None:
    assert passes(wanted, there, owner, now, turn) == count
