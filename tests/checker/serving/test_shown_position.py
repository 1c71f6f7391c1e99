"""A board that was played to, as a position to type: it can be changed and put back."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.serving.desk import Desk
from rulehound.checker.serving.open_game import OpenGame
from rulehound.checker.serving.shown_position import shown_position
from rulehound_testing.served import EDITION, HOST, POSITION, client, desk, offers


def played(opened: Desk, steps: int) -> OpenGame:
    """A new game after so many steps, each another one of the offers."""
    game = opened.new_game(3, opened.editions[0])
    for number in range(steps):
        if game.board.offers:
            game = opened.tried(game, game.board.offers[number % len(game.board.offers)])
    return game


def sizes(game: OpenGame, opened: Desk) -> list[dict[str, Any]]:
    """How many cards or stacks lie in each area that positions name."""
    words = opened.asking.position
    keys = {area.key: words.shown_as.get(area.key, area.key) for area in words.areas.values()}
    seats = game.board.observation[opened.words.players]
    return [{key: size(seat.get(shown)) for key, shown in keys.items()} for seat in seats]


def size(there: Any) -> int:
    if isinstance(there, int):
        return there
    return len(there) if isinstance(there, list) else int(there is not None)


@pytest.mark.parametrize("name", ["dcg", "dmb"])
@pytest.mark.parametrize("steps", [0, 9, 25])
def test_a_board_that_was_played_to_is_typed_and_put_back(name: str, steps: int) -> None:
    opened = desk(name)
    game = played(opened, steps)
    now = opened.as_it_stands(game)
    assert now is not None
    again = opened.typed(now.typed.text, now.typed.facts, game.edition)
    assert not again.unplayable
    assert sizes(again, opened) == sizes(game, opened)
    turn, decision = "turn", opened.words.asked
    assert again.board.observation[turn] == game.board.observation[turn]
    if again.board.observation[decision] != game.board.observation[decision]:
        assert decision in now.left_out


def test_what_words_do_not_say_is_told() -> None:
    opened = desk()
    game = opened.typed(POSITION.replace("blocker", "3000 DP"), "", EDITION)
    attack = next(action for action in game.board.offers if action["action"] == "attack")
    before, after = (opened.as_it_stands(each) for each in (game, opened.tried(game, attack)))
    assert before is not None
    assert before.left_out == []
    assert after is not None
    assert "Greymon(level 4, 5000 DP, digimon, suspended)" in after.typed.text
    blocked = opened.tried(opened.typed(POSITION, "", EDITION), attack)
    waiting = opened.as_it_stands(blocked)
    assert waiting is not None
    assert {"attack", "decision"} <= {place.split(".")[0] for place in waiting.left_out}


def test_piles_of_which_a_card_is_not_seen_are_counted_and_odd_settings_left_out() -> None:
    words = desk().asking.position
    seat = {"hand": [{"id": "a", "card": "X"}, {"id": "b"}], "deck": 4, "battle": [], "breeding": None}
    board = {"turn": 1, "phase": "sleeping", "memory": -2, "players": [seat, seat]}
    shown = shown_position(board, words, "players")
    assert shown["turn"] == words.sides[1]
    assert "phase" not in shown
    assert shown["memory"] == -2
    assert shown["players"][0] == {"hand": 2, "deck": 4, "battle": []}
    unnamed = shown_position({"players": [{"hand": [{"card": "X"}]}]}, words, "players", ["X"])
    assert unnamed["players"] == [{"hand": 1}]


def test_the_page_leads_from_a_step_to_the_board_and_back() -> None:
    pages = client()
    opened = pages.post("/position", data={"text": POSITION, "edition": EDITION})
    there, first = str(opened.url), opened.text
    assert "as it stands now" not in first
    played = pages.post(f"{there}/try", data={"at": "0", "action": next(iter(offers(first).values()))})
    link = unescape(re.findall(r'href="([^"]+now=1)#type"', played.text)[0])
    form = pages.get(f"http://{HOST}{link}").text
    text = unescape(re.findall(r"<textarea id=\"text\"[^>]*>(.*?)</textarea>", form, re.DOTALL)[0])
    assert "turn me" in text
    again = pages.post("/position", data={"text": text, "edition": EDITION})
    assert "/games/" in str(again.url)
    assert again.status_code == 200
