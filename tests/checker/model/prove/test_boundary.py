"""What is wished of boundary inputs, and how much they hold, on a made-up model."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.checker.model.prove.boundary import Boundary, boundaries
from rulehound.spec.language import By, Model, require
from rulehound_testing.made_up_model import Board, model_with


def crowd() -> Model:
    """One action, legal while there is at most one piece."""

    def act(s: Board) -> None:
        require(s.me.pieces.count() <= 1, "few")

    model = model_with(act)
    assert model.actions["act"].by is By.PLAYER
    return model


def asked(*wishes: Any, **capacities: int) -> dict[str, Boundary]:
    result = boundaries(
        crowd(), {}, lambda _state, _parameters: (), 2, wishes=wishes, capacities={**capacities}
    )
    return {found.case: found for found in result.inputs}


def scored(score: int) -> Any:
    return lambda state, _: [state["score"] == score]


def coined(coins: int) -> Any:
    return lambda state, _: [state["me.coins"] == coins]


@pytest.mark.parametrize(
    ("wishes", "score", "coins"),
    [
        ((scored(3), coined(5)), 3, 5),
        ((scored(3), coined(5), scored(4)), 3, 5),
        ((scored(3), scored(4), coined(5)), 3, None),
        ((coined(5), scored(3), coined(6)), 3, 5),
    ],
)
def test_of_what_is_wished_the_last_is_given_up_first(wishes: Any, score: int, coins: int | None) -> None:
    found = asked(*wishes)
    assert set(found) == {"at the bound", "one past the bound"}
    for case, pieces in (("at the bound", 1), ("one past the bound", 2)):
        state = found[case].state
        assert len(state["me.pieces"]) == pieces
        assert state["score"] == score
        assert coins is None or state["me.coins"] == coins


def test_what_cannot_be_wished_is_no_condition() -> None:
    assert set(asked(lambda state, _: [state["score"] != state["score"]])) == set(asked())


def test_a_bag_holds_no_more_than_it_may() -> None:
    assert set(asked(**{"Side.pieces": 1})) == {"at the bound"}
