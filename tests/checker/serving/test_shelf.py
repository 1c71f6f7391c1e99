"""Open games by number, and no more of them than may be."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from rulehound.checker.serving.open_game import GameBoard, OpenGame
from rulehound.checker.serving.shelf import MOST_GAMES, Shelf

GAME = OpenGame("a game", "manual-2.3", {}, (GameBoard({}),))


def test_a_game_is_found_by_its_number_and_replaced() -> None:
    shelf = Shelf()
    number = shelf.add(GAME)
    later = replace(GAME, title="later")
    shelf.replace(number, later)
    assert shelf.get(number) is later
    assert shelf.get(number + 1) is None


def test_the_game_that_was_not_used_for_longest_goes_first() -> None:
    shelf = Shelf()
    first, second = shelf.add(GAME), shelf.add(GAME)
    shelf.get(first)
    for _ in range(MOST_GAMES - 1):
        shelf.add(GAME)
    assert shelf.get(second) is None
    assert shelf.get(first) is GAME
    assert len(shelf.games) == MOST_GAMES
    assert shelf.games[0][0] == first


def test_a_number_is_never_given_twice() -> None:
    shelf = Shelf()
    numbers = [shelf.add(GAME) for _ in range(3 * MOST_GAMES)]
    assert len(set(numbers)) == len(numbers)
