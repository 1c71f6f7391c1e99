"""Packed states read back as they were, and what lies outside a bound is refused by name."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.checker.search import BoundExceeded, Packing, search
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import Configuration, State
from spec.dcg.law import VALUES
from spec.language.made_up import model_with, piece

MODEL = model_with(lambda _: None)
BOUNDED = Configuration(
    "bounded",
    "",
    bounds={"Board.score": (-3, 4), "Side.coins": (2, 2), "Piece.size": (-1, 9)},
    capacities={"Side.pieces": 3},
)
PIECES = st.lists(st.tuples(st.integers(-1, 9), st.booleans(), st.integers(0, 3)), max_size=3)
STATES = st.tuples(
    st.integers(0, 2),
    st.booleans(),
    st.integers(-3, 4),
    st.integers(0, 3),
    st.just(2),
    PIECES.map(lambda bag: tuple(sorted(bag))),
    st.just(2),
    PIECES.map(lambda bag: tuple(sorted(bag))),
)


@given(STATES, STATES)
def test_states_read_back_and_different_ones_differ(one: State, other: State) -> None:
    packing = Packing(MODEL, BOUNDED)
    first, second = packing.pack(one), packing.pack(other)
    assert packing.unpack(first) == one
    assert packing.unpack(second) == other
    assert (first == second) == (one == other)
    assert 0 <= first < 1 << packing.bits
    assert [type(value) for value in packing.unpack(first)] == [type(value) for value in one]


INSIDE: dict[str, Any] = {"score": 0, "me.coins": 2, "other.coins": 2}


@pytest.mark.parametrize(
    ("changed", "bound"),
    [
        ({"score": -4}, "Board.score"),
        ({"score": 5}, "Board.score"),
        ({"me.coins": 1}, "Side.coins"),
        ({"other.coins": 3}, "Side.coins"),
        ({"me.pieces": [{}] * 4}, "Side.pieces"),
        ({"other.pieces": [{"size": 10}]}, "Piece.size"),
        ({"other.pieces": [{"size": -2}]}, "Piece.size"),
        ({"stage": 3}, "Board.stage"),
        ({"stage": -1}, "Board.stage"),
    ],
)
def test_what_lies_outside_is_refused_by_name(changed: dict[str, Any], bound: str) -> None:
    packing = Packing(MODEL, BOUNDED)
    packing.pack(MODEL.from_dict(INSIDE))
    for _ in range(2):  # the codes of elements are remembered, and a refused one must not be
        with pytest.raises(BoundExceeded) as caught:
            packing.pack(MODEL.from_dict({**INSIDE, **changed}))
        assert caught.value.bound == bound


def test_the_ends_of_bounds_are_inside() -> None:
    packing = Packing(MODEL, BOUNDED)
    for score in (-3, 4):
        for size in (-1, 9):
            full = {"score": score, "me.pieces": [{"size": size, "tired": True, "colours": ["blue"]}] * 3}
            state = MODEL.from_dict({**INSIDE, **full})
            assert packing.unpack(packing.pack(state)) == state
            assert state[5] == (piece(size, True, 2),) * 3


@pytest.mark.parametrize(
    ("field", "missing", "says"),
    [
        ("bounds", "Board.score", "no bounds for Board.score; state its least and largest value"),
        ("bounds", "Piece.size", "no bounds for Piece.size"),
        ("capacities", "Side.pieces", "no capacity for Side.pieces; state how many it holds"),
    ],
)
def test_a_bound_that_is_not_stated_has_no_default(field: str, missing: str, says: str) -> None:
    kept = {name: value for name, value in getattr(BOUNDED, field).items() if name != missing}
    with pytest.raises(ValueError, match=f"configuration bounded: {says}"):
        Packing(MODEL, dataclasses.replace(BOUNDED, **{field: kept}))


def test_every_state_of_a_search_reads_back() -> None:
    result = search(dcg, VALUES, configurations(VALUES)["breeding"])
    assert result.packing is not None
    states = [result.packing.unpack(code) for code in result.packed]
    assert len(set(states)) == len(set(result.packed)) == result.states
    fresh = Packing(dcg, configurations(VALUES)["breeding"])
    assert [fresh.pack(state) for state in states] == result.packed
