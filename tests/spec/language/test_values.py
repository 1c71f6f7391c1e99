"""Symbolic values refuse what Python would decide behind the model's back, and compute what they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.language import (
    Interpreter,
    Number,
    Truth,
    both,
    clamp,
    either,
    fact,
    largest,
    negate,
    require,
    select,
    setting,
    smallest,
    switch,
    when,
)
from rulehound.spec.language import between as within
from rulehound.spec.language.nodes import Sort, constant, make
from rulehound_testing.made_up_model import MINE, Board, Piece, assert_refused, model_with, piece

WHEN = "with when(…)"


def chained(s: Board) -> None:
    require(0 <= s.score <= 3, "r")  # type: ignore[arg-type]  # what a reader would write


def conjoined(s: Board) -> None:
    require(s.turn and s.score == 1, "r")


def disjoined(s: Board) -> None:
    require(s.turn or s.score == 1, "r")


def negated(s: Board) -> None:
    require(not s.turn, "r")


def branched(s: Board) -> None:
    if s.score == 1:
        s.score = 2


def largest_by_python(s: Board) -> None:
    s.score = max(s.score, 0)


def smallest_by_python(s: Board) -> None:
    s.score = min(3, s.score)


def in_a_list(s: Board) -> None:
    require(s.score in [1, 2], "r")


def in_a_symbol(s: Board) -> None:
    require(1 in s.score, "r")  # type: ignore[operator]  # refused


def in_a_set(s: Board) -> None:
    require(s.score in {1, 2}, "r")


def truth_in_a_set(s: Board) -> None:
    require(s.turn in {True}, "r")


def subset_as_a_key(s: Board) -> None:
    {s.colours: 1}  # noqa: B018 (refused before it is of no use)


def looped(s: Board) -> None:
    for _ in s.score:  # type: ignore[attr-defined]  # refused
        pass


def counted(s: Board) -> None:
    for _ in range(s.score):  # type: ignore[arg-type]  # refused
        s.turn = True


def indexed(s: Board) -> None:
    s.score = [1, 2, 3][s.score]  # type: ignore[call-overload]  # refused


def in_a_with(s: Board) -> None:
    with when(3):  # type: ignore[arg-type]  # refused
        s.score = 1


def number_for_a_truth(s: Board) -> None:
    s.turn = 1  # type: ignore[assignment]  # refused


def truth_for_a_number(s: Board) -> None:
    s.score = True


def truth_added(s: Board) -> None:
    s.score = s.score + s.turn  # type: ignore[operator]  # refused


def number_for_a_subset(s: Board) -> None:
    s.colours = 3  # type: ignore[assignment]  # refused


def shares_a_number(s: Board) -> None:
    require(s.colours.shares(1), "r")  # type: ignore[arg-type]  # refused


def text_for_a_number(s: Board) -> None:
    require(s.score == "one", "r")


REFUSED: list[tuple[Callable[..., None], str, str]] = [
    (chained, "no truth value", "both(…)"),
    (conjoined, "no truth value", "both(…)"),
    (disjoined, "no truth value", "either(…)"),
    (negated, "no truth value", "negate(…)"),
    (branched, "no truth value", WHEN),
    (largest_by_python, "no truth value", "largest(…)"),
    (smallest_by_python, "no truth value", "smallest(…)"),
    (in_a_list, "no truth value", "either(…)"),
    (in_a_symbol, "`in` cannot be traced", "either(x == a, x == b)"),
    (in_a_set, "cannot stand in a set", "either(x == a, x == b)"),
    (truth_in_a_set, "cannot stand in a set", "either(x == a, x == b)"),
    (subset_as_a_key, "cannot stand in a set or as a key", "either(x == a, x == b)"),
    (looped, "cannot be looped over", "count, any, all"),
    (counted, "cannot be an index", "as a parameter"),
    (indexed, "cannot be an index", "as a parameter"),
    (in_a_with, "a truth value is wanted, not int", "give a comparison"),
    (number_for_a_truth, "a truth value is wanted, not int", "give a comparison"),
    (truth_for_a_number, "a number is wanted, not bool", "give an integer"),
    (truth_added, "a number is wanted, not Truth", "give an integer"),
    (number_for_a_subset, "a subset is wanted, not int", "from the field of a record"),
    (shares_a_number, "a subset is wanted, not int", "from the field of a record"),
    (text_for_a_number, "a number is wanted, not str", "give an integer"),
]


@pytest.mark.parametrize(
    ("function", "what", "remedy"), REFUSED, ids=lambda given: getattr(given, "__name__", "")
)
def test_what_python_would_decide_is_refused(function: Callable[..., None], what: str, remedy: str) -> None:
    assert_refused(function, what, remedy)


INTEGERS = st.integers(-20, 20)
VALUES = {"f": 7, "on": True, "way": "left"}


def unequal(pairs: list[tuple[Number | Truth, Any]], **parameters: Any) -> list[str]:
    """The expressions, as pairs with what they should be, that the interpreter finds to be something else."""

    def act(_: Board) -> None:
        for number, (symbol, wanted) in enumerate(pairs):
            require(symbol == wanted, "equal", f"pair {number}")

    model = model_with(act)
    failed = Interpreter(model, VALUES).failed_guards(model.from_dict({}), model.actions["act"], parameters)
    return [guard.name for guard in failed]


def param(name: str) -> Number:
    return Number(make("param", name, sort=Sort.INTEGER))


@given(INTEGERS, INTEGERS, INTEGERS)
def test_arithmetic_is_that_of_python(x: int, y: int, z: int) -> None:
    a, b, c, given = param("a"), param("b"), param("c"), {"a": x, "b": y, "c": z}
    pairs: list[tuple[Number | Truth, Any]] = [
        (a + b, x + y),
        (3 + a, 3 + x),
        (a - b, x - y),
        (3 - a, 3 - x),
        (-a, -x),
        (a < b, x < y),
        (a > b, x > y),
        (a <= b, x <= y),
        (a >= b, x >= y),
        (a == b, x == y),
        (a != b, x != y),
        (largest(a, b), max(x, y)),
        (smallest(a, b), min(x, y)),
        (clamp(-5, a, 5), max(-5, min(x, 5))),
        (within(a, b, c), x <= y <= z),
        (select(a < b, c, 9), z if x < y else 9),
        (both(a < b, b < c), x < y < z),
        (either(a < b, b < c), x < y or y < z),
        (negate(a < b), not x < y),
        ((a < b) == (b < c), (x < y) == (y < z)),
        ((a < b) != (b < c), (x < y) != (y < z)),
    ]
    assert unequal(pairs, **given) == []
    assert len(unequal([(s, not w if isinstance(w, bool) else w + 1) for s, w in pairs], **given)) == len(
        pairs
    )


def test_facts_switches_and_constants_have_the_values_of_the_run() -> None:
    pairs: list[tuple[Number | Truth, Any]] = [
        (fact("f") + 1, 8),
        (switch("on", "true"), True),
        (switch("on", "false"), False),
        (switch("way", "left"), True),
        (switch("way", "right"), False),
    ]
    assert unequal(pairs) == []


def test_empty_and_single_connectives() -> None:
    assert both().node is constant(True)
    assert either().node is constant(False)
    comparison = param("a") == 1
    assert both(comparison, True).node is comparison.node
    assert either(comparison, False).node is comparison.node
    assert both(comparison, False).node is constant(False)
    assert negate(negate(comparison)).node is comparison.node


def test_equal_expressions_are_one_node_and_true_is_not_one() -> None:
    assert (param("a") + 1).node is (param("a") + 1).node
    assert (param("a") + 1).node is not (1 + param("a")).node
    assert constant(True) is not constant(1)
    assert setting("a").node is not fact("a").node


@given(st.integers(0, 3), st.integers(0, 3))
def test_subsets_share_and_compare(one: int, other: int) -> None:
    def act(s: Board, mine: Piece) -> None:
        require(s.colours == mine.colours, "equal")
        require(s.colours != mine.colours, "unequal")
        require(s.colours.shares(mine.colours), "shares")

    model = model_with(act, mine=MINE)
    names = [name for bit, name in enumerate(("red", "blue")) if one >> bit & 1]
    state = model.from_dict({"colours": names})
    failed = Interpreter(model, {}).failed_guards(state, model.actions["act"], {"mine": piece(colours=other)})
    wanted = {"equal": one == other, "unequal": one != other, "shares": bool(one & other)}
    assert {guard.rule for guard in failed} == {rule for rule, holds in wanted.items() if not holds}
