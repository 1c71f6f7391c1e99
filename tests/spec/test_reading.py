"""Moves, likenesses and obligations: what a game says of an engine's observations."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.spec.reading import Like, Move, Obligation, like, one_of, places_of
from rulehound_testing.made_up_model import Piece


def test_the_player_of_a_move_is_one_of_its_arguments() -> None:
    assert Move("add", {"amount": 2}).arguments == {"amount": 2}
    assert Move("add", {"amount": 2}, player=0).arguments == {"amount": 2, "player": 0}
    assert Move("add").arguments == {}


def test_places_of_the_fields_of_a_record() -> None:
    assert places_of(Piece) == {"size": 0, "tired": 1, "colours": 2}


@pytest.mark.parametrize(
    ("likeness", "element", "fits"),
    [
        (like(Piece), (3, True, 0), True),
        (like(Piece, size=3), (3, True, 0), True),
        (like(Piece, size=3), (2, True, 0), False),
        (like(Piece, size=3, tired=False), (3, True, 0), False),
        (one_of(Piece, size=(1, 3), tired=(True,)), (3, True, 0), True),
        (one_of(Piece, size=()), (3, True, 0), False),
        (Like(()), (), True),
    ],
)
def test_an_element_of_which_some_fields_are_known(
    likeness: Like, element: tuple[Any, ...], fits: bool
) -> None:
    assert likeness.fits(element) is fits


def test_a_field_that_the_record_does_not_have() -> None:
    with pytest.raises(KeyError):
        like(Piece, cost=3)


@pytest.mark.parametrize(
    ("obligation", "action", "met"),
    [
        (Obligation("r"), {"action": "add"}, True),
        (Obligation("r"), {}, True),
        (Obligation("r", "add"), {"action": "add", "amount": 2}, True),
        (Obligation("r", "add"), {"action": "take"}, False),
        (Obligation("r", "add", "amount", 2), {"action": "add", "amount": 2}, True),
        (Obligation("r", "add", "amount", 2), {"action": "add", "amount": 1}, False),
        (Obligation("r", "add", "amount", 2), {"action": "add"}, False),
        (Obligation("r", "add", "amount", 2), {"action": "take", "amount": 2}, False),
    ],
)
def test_which_offers_meet_an_obligation(obligation: Obligation, action: dict[str, Any], met: bool) -> None:
    assert obligation.is_met(action) is met


def test_obligations_in_words() -> None:
    assert str(Obligation("r")) == "anything at all"
    assert str(Obligation("r", "add")) == "add"
    assert str(Obligation("r", "add", "amount", 0)) == "add 0"
