"""Invariants that read what an engine does not tell are not judged; all others are."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.checker.judging.observations.unobserved import judged_invariants, reads
from rulehound.spec.language import Model, both, negate
from rulehound_testing.made_up_model import Board, model_with


def model() -> Model:
    made = model_with(lambda s: None)

    @made.invariant("score")
    def score(s: Board) -> Any:
        return s.score <= 3

    @made.invariant("sizes")
    def sizes(s: Board) -> Any:
        return s.me.pieces.all(lambda piece: piece.size <= 3)

    @made.invariant("tired")
    def tired(s: Board) -> Any:
        return both(negate(s.turn), s.other.pieces.all(lambda piece: negate(piece.tired)))

    return made


MODEL = model()


@pytest.mark.parametrize(
    ("untold", "names"),
    [
        ([], ["score", "sizes", "tired"]),
        (["score"], ["sizes", "tired"]),
        (["turn"], ["score", "sizes"]),
        (["me.pieces"], ["score", "tired"]),
        (["me.pieces.size"], ["score", "tired"]),
        (["me.pieces.tired"], ["score", "sizes", "tired"]),
        (["other.pieces.size"], ["score", "sizes", "tired"]),
        (["me.coins"], ["score", "sizes", "tired"]),
        (["score", "other.pieces.tired"], ["sizes"]),
        (["score", "me.pieces", "turn"], []),
    ],
)
def test_what_is_judged_where_something_is_not_told(untold: list[str], names: list[str]) -> None:
    assert [invariant.name for invariant in judged_invariants(MODEL, untold)] == names


def test_what_a_condition_reads() -> None:
    assert reads(MODEL.invariants["score"].condition) == ({"score"}, frozenset())
    assert reads(MODEL.invariants["sizes"].condition) == ({"me.pieces"}, {"size"})
    assert reads(MODEL.invariants["tired"].condition) == ({"turn", "other.pieces"}, {"tired"})
