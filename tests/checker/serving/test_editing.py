"""What scenarios are given, typed so that it can be changed."""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.serving.editing import as_typed
from rulehound.checker.serving.open_game import OpenGame
from rulehound_testing.rotating import of_this_run
from rulehound_testing.served import EDITION, client, desk, in_words


def typed(given: dict[str, Any]) -> tuple[str, str] | None:
    made = as_typed(given, desk().asking, desk().words, desk().book.values)
    return None if made is None else (made.text, made.facts)


def test_names_facts_and_what_words_do_not_say() -> None:
    striker = {
        "level": 4,
        "piercing": True,
        "traits": ["Beast"],
        "effects": [{"timing": "on-play", "steps": []}],
    }
    given = {
        "cards": {"striker": striker},
        "position": {
            "memory": "=memory.max - 1",
            "me": {"battle": [{"cards": ["striker", {"level": 3}], "suspended": True}]},
        },
    }
    assert typed(given) == (
        "me: memory 9, battle striker(level 4, digimon, piercing, suspended) on Card 2(level 3, digimon), "
        "deck 0\n"
        "opponent: deck 0",
        '["striker"]\ntraits = ["Beast"]\neffects = [{ timing = "on-play", steps = [] }]',
    )


def test_cards_that_differ_in_their_names_alone_are_other_cards() -> None:
    made = typed({"position": {"me": {"hand": [{"name": "A"}, {"name": "B"}, {"name": "A"}]}}})
    assert made is not None
    assert "hand A(digimon), B(digimon), A(digimon)" in made[0]


def test_copies_are_written_one_by_one_and_cards_of_one_name_are_not_mixed_up() -> None:
    twice = {"name": "A", "level": 3, "count": 2}
    made = typed({"position": {"me": {"hand": [twice]}}})
    assert made is not None
    assert "hand A(level 3, digimon), A(level 3, digimon)" in made[0]
    assert typed({"position": {"me": {"hand": [twice, {"name": "A", "level": 4}]}}}) is None


@pytest.mark.parametrize(
    "given",
    [
        {"new_game": {"seed": 1}},
        {"deck": {"main": []}},
        {"position": {"odd": 1}},
        {"position": {"me": {"odd": 1}}},
        {"position": {"me": {"battle": [{"cards": [{}], "token": True}]}}},
        {"position": {"me": {"hand": [{"count": 10_000}]}}},
        {"position": {"me": {"hand": ["nobody"]}}},
        {"position": {"memory": "=no.such.fact"}},
        {"position": 3},
    ],
)
def test_what_cannot_be_typed_is_not(given: dict[str, Any]) -> None:
    assert typed(given) is None


def board(game: OpenGame) -> str:
    """The board without the names of its cards, of which a position may have to make some up."""
    text = desk().book.game.depiction.board(game.board.observation, game.cards)
    return re.sub(r"\[[^\]]*?( Lv| \d+ DP| \+|\]| suspended)", r"[\1", text)


def test_scenarios_typed_again_stand_as_they_stood() -> None:
    names = [name for name, one in desk().scenarios.items() if "position" in one.given]
    compared = 0
    for name in of_this_run(names, 25):
        scenario = desk().scenarios[name]
        game = desk().scenario(name, 0, scenario.editions[-1] if scenario.editions else EDITION)
        made = desk().editable(game)
        if made is None:
            continue
        again = desk().typed(made.text, made.facts, game.edition)
        if not again.unplayable:
            assert board(again) == board(game), name
            assert len(again.board.offers) == len(game.board.offers), name
            compared += 1
    assert compared > 20


def test_the_page_of_a_scenario_leads_to_its_position() -> None:
    pages = client()
    page = pages.post("/scenario", data={"name": "rulings/blitz-03/1", "steps": 0, "edition": EDITION}).text
    assert "Change the position" in in_words(page)
    assert "dasher(level 4" in pages.get("/", params={"edit": 1}).text
    pages.post("/new", data={"seed": 1, "edition": EDITION})
    assert "Change the position" not in pages.get("/games/2").text
