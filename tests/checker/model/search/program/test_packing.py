"""Packed states read back as they were, and what lies outside a bound is refused by name."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.checker.model.search import BoundExceeded, Packing, SearchLimits, search
from rulehound.checker.model.search.program.packing import (
    Flag,
    PackedBag,
    PackedSubset,
    PackedValue,
    Scalar,
    Stacked,
)
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import Configuration, State, record
from rulehound_testing import random_models
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.made_up_model import model_with, piece
from rulehound_testing.random_models import CARDS, CONFIGURATION, Card

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


def test_states_of_a_search_read_back() -> None:
    """Of the game, with cards on the field and under others."""
    configuration = configurations(VALUES)["breeding"]
    result = search(dcg, VALUES, configuration, SearchLimits(states=3000))
    assert result.packing is not None
    states = [result.packing.unpack(code) for code in result.packed]
    assert len(set(states)) == result.states
    fresh = Packing(dcg, configuration)
    assert [fresh.pack(state) for state in states] == list(result.packed)


BOARD = random_models.model_of(([], [], False))
"""A model with a field of every kind in the state and in the elements of bags."""


@given(random_models.STATES, random_models.STATES)
def test_values_and_piles_read_back_and_different_ones_differ(one: State, other: State) -> None:
    packing = Packing(BOARD, CONFIGURATION)
    first, second = packing.pack(one), packing.pack(other)
    assert Packing(BOARD, CONFIGURATION).unpack(first) == one  # with no element seen before
    assert packing.unpack(second) == other
    assert (first == second) == (one == other)
    assert 0 <= first < 1 << packing.bits


@given(random_models.STATES)
def test_the_layout_says_where_everything_stands(state: State) -> None:
    """Read as generated code reads it: by word, offset and width alone."""
    packing = Packing(BOARD, CONFIGURATION)
    packed = packing.pack(state)
    words = [packed >> 64 * word & 2**64 - 1 for word in range(packing.words)]

    def bits(offset: int, width: int) -> int:
        return words[offset // 64] >> offset % 64 & (1 << width) - 1 if width else 0

    def read(part: Any, base: int) -> Any:
        if isinstance(part, Stacked):
            codes = [bits(base + offset, part.each.bits) for offset in part.offsets]
            assert sorted(codes, key=bool, reverse=True) == codes  # nothing after the last
            return tuple(CARDS[code - 1] for code in codes if code)
        code = bits(base + part.offset, part.bits)
        if isinstance(part, PackedValue):
            return CARDS[code - 1] if code else Card.zeros()
        if isinstance(part, PackedSubset):
            return sum(1 << name for bit, name in enumerate(part.names) if code >> bit & 1)
        return bool(code) if isinstance(part, Flag) else code + part.low

    for part, value in zip(packing.layout, state, strict=True):
        if isinstance(part, PackedBag):
            codes = [bits(offset, part.slot) for offset in part.offsets]
            assert codes == sorted(codes, reverse=True)
            elements = [
                tuple(read(inner, at) for inner in part.parts)
                for code, at in zip(codes, part.offsets, strict=True)
                if code & 1
            ]
            assert tuple(sorted(elements)) == value
            assert not any(codes[len(value) :])
        else:
            assert read(part, 0) == value


def places(part: Any) -> list[tuple[int, int]]:
    """Where the parts of a part stand, and how wide they are."""
    if isinstance(part, Scalar):
        return [(part.offset, part.bits)]
    return [(offset, part.each.bits if isinstance(part, Stacked) else part.slot) for offset in part.offsets]


@given(st.integers(1, 6), st.integers(0, 12), st.integers(0, 12), st.integers(0, 40))
def test_nothing_overlaps_or_straddles_two_words(most: int, heap: int, under: int, bits: int) -> None:
    configuration = dataclasses.replace(
        CONFIGURATION,
        bounds={**CONFIGURATION.bounds, "Board.score": (0, 2**bits - 1)},
        capacities={"Side.pieces": most, "Board.heap": heap, "Piece.under": under},
    )
    packing = Packing(BOARD, configuration)
    none: set[int] = set()
    full = {0}  # the bit of a slot that says that it is not empty
    bags = [(part.parts, part.slot, full) for part in packing.layout if isinstance(part, PackedBag)]
    for layout, limit, before in [(packing.layout, packing.bits, none), *bags]:
        taken = set(before)
        for part in layout:
            for offset, width in places(part):
                assert not width or offset // 64 == (offset + width - 1) // 64
                own = set(range(offset, offset + width))
                assert not own & taken
                taken |= own
        assert all(bit < limit for bit in taken)
    assert packing.words == max(1, -(-packing.bits // 64))


def test_a_subset_may_be_narrowed() -> None:
    narrow = dataclasses.replace(BOUNDED, bounds={**BOUNDED.bounds, "Board.colours": (0, 2)})
    packing = Packing(MODEL, narrow)
    state = MODEL.from_dict({**INSIDE, "colours": ["blue"]})
    assert packing.unpack(packing.pack(state)) == state
    assert sum(width for part in packing.layout for _, width in places(part)) == (
        sum(width for part in Packing(MODEL, BOUNDED).layout for _, width in places(part)) - 1
    )
    with pytest.raises(BoundExceeded, match=r"Board\.colours"):
        packing.pack(MODEL.from_dict({**INSIDE, "colours": ["blue", "red"]}))


UNKNOWN = record(Card, {"size": 3})


@pytest.mark.parametrize(
    ("changed", "bound"),
    [
        ({"shown": UNKNOWN}, "Board.shown"),
        ({"heap": (CARDS[0], UNKNOWN)}, "Board.heap"),
        ({"heap": (CARDS[0], Card.zeros())}, "Board.heap"),
        ({"heap": (CARDS[0],) * 5}, "Board.heap"),
        ({"me.pieces": ((0, False, 0, UNKNOWN, ()),)}, "Piece.top"),
        ({"me.pieces": ((0, False, 0, CARDS[0], (CARDS[1],) * 5),)}, "Piece.under"),
    ],
)
def test_values_outside_the_pool_and_piles_too_high_are_refused_by_name(
    changed: dict[str, Any], bound: str
) -> None:
    inside = dict(zip(BOARD.paths, BOARD.from_dict({}), strict=True))
    packing = Packing(BOARD, CONFIGURATION)
    packing.pack(tuple(inside.values()))
    for _ in range(2):
        with pytest.raises(BoundExceeded) as caught:
            packing.pack(tuple({**inside, **changed}.values()))
        assert caught.value.bound == bound


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"pools": {}}, "no pool of Card; state which there are"),
        ({"capacities": {"Side.pieces": 2, "Board.heap": 1}}, "no capacity for Piece.under"),
        (
            {"pools": {"Card": [{"size": 1}, {"size": 2}, {"size": 1}]}},
            "entry 3 of the pool of Card equals entry 1",
        ),
        ({"pools": {"Card": [{"size": 1}, {}]}}, "entry 2 of the pool of Card equals nothing"),
        (
            {"capacities": {**CONFIGURATION.capacities, "Piece.under": 30}},
            "an element of Side.pieces takes more than 64 bits; narrow its fields",
        ),
    ],
)
def test_what_cannot_be_laid_out_is_said(changed: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=f"configuration random: {says}"):
        Packing(BOARD, dataclasses.replace(CONFIGURATION, **changed))
