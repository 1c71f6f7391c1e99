"""Steps of effects that draw, recover, shuffle and reveal."""

from __future__ import annotations

import pytest

from rulehound_testing.dcg.effect_games import (
    act,
    choosable,
    doing,
    effect,
    made,
    memory,
    numbers_of,
)
from rulehound_testing.dcg.probe_cards import stack


@pytest.mark.parametrize(("deck", "drawn"), [(5, 2), (2, 2), (1, 1), (0, 0)])
def test_draw_takes_what_there_is(deck: int, drawn: int) -> None:
    game = doing({"do": "draw", "count": 2}, me={"deck": deck})
    assert len(game.state.players[0].hand) == drawn
    assert not game.over


@pytest.mark.parametrize(("deck", "recovered"), [(["red-3", "red-4", "red-5"], 2), (["red-3"], 1), ([], 0)])
def test_recovery_lays_one_card_on_the_other(deck: list[str], recovered: int) -> None:
    game = doing({"do": "recovery", "count": 2}, me={"deck": deck, "security": ["blue-3"]})
    assert numbers_of(game, game.state.players[0].security) == [*reversed(deck[:recovered]), "blue-3"]
    assert len(game.state.players[0].deck) == len(deck) - recovered


REVEALED = ["red-3", "red-4", "blue-3", "red-5"]


def test_revealed_cards_are_used_and_the_rest_goes_back_in_an_order_of_choice() -> None:
    keep = {"do": "put", "target": {"role": "revealed", "colors": ["red"]}, "to": "hand"}
    game = doing({"do": "reveal", "count": 3, "steps": [keep], "rest": "deck-bottom"}, me={"deck": REVEALED})
    assert numbers_of(game, choosable(game)) == ["red-3", "red-4"]
    assert numbers_of(game, game.state.players[0].revealed) == REVEALED[:3]
    act(game, "target", id=choosable(game)[1])
    assert numbers_of(game, game.state.players[0].hand) == ["red-4"]
    assert numbers_of(game, choosable(game)) == ["red-3", "blue-3"]
    act(game, "target", id=choosable(game)[1])
    assert numbers_of(game, game.state.players[0].deck) == ["red-5", "blue-3", "red-3"]
    assert game.state.players[0].revealed == ()


@pytest.mark.parametrize(("deck", "left"), [([], []), (["red-3"], [])])
def test_as_many_cards_are_revealed_as_there_are(deck: list[str], left: list[str]) -> None:
    game = doing({"do": "reveal", "count": 3, "steps": [], "rest": "trash"}, me={"deck": deck})
    assert numbers_of(game, game.state.players[0].trash) == deck
    assert list(game.state.players[0].deck) == left


def test_what_is_revealed_and_trashed_has_not_been_trashed_from_the_hand() -> None:
    watcher = made(
        "watcher",
        effect(
            "when",
            memory(1),
            event={"happens": "card-trashed-from-hand", "which": {"of": "both", "role": ""}},
        ),
    )
    for step, gained in (
        ({"do": "reveal", "count": 1, "steps": [], "rest": "trash"}, 0),
        ({"do": "put", "target": {"area": "hand"}, "to": "trash"}, 1),
    ):
        game = doing(step, me={"battle": [stack("watcher")], "hand": ["red-3"]}, cards=(watcher,))
        assert game.state.memory == 3 + gained


def test_a_pile_is_shuffled_by_seed() -> None:
    game = doing({"do": "shuffle"}, me={"deck": ["red-3", "red-4", "red-5", "red-6", "blue-3", "blue-4"]})
    again = doing({"do": "shuffle"}, me={"deck": ["red-3", "red-4", "red-5", "red-6", "blue-3", "blue-4"]})
    assert game == again
    assert game.state.shuffles == 1
    assert sorted(game.state.players[0].deck) == sorted(f"a{index}" for index in range(1, 7))
