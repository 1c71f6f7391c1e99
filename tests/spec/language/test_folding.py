"""Folded expressions have the value that they had, and nothing is left of what is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.spec.language import MissingValue
from rulehound.spec.language.folding import Folding, assume, path_of
from rulehound.spec.language.nodes import (
    FALSE,
    TRUE,
    ZERO,
    Node,
    Sort,
    conjunction,
    constant,
    disjunction,
    make,
    negation,
    walk,
)

BAG = make("read", "pieces", sort=Sort.BAG)
X = make("read", "x", sort=Sort.INTEGER)
A, B = (make("read", path, sort=Sort.BOOLEAN) for path in "ab")
MOST = make("fact", "hand.max", sort=Sort.INTEGER)
PILES = make("setting", "piles", sort=Sort.INTEGER)
SIZE = make("element", 7, 0, "size", sort=Sort.INTEGER)

NUMBERS: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "min": min,
    "max": max,
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
}


def value(node: Node, x: int, most: int, piles: int) -> Any:
    """The value of an expression over `X`, the fact and the setting, one operation at a time."""
    parts = [value(part, x, most, piles) for part in node.nodes]
    if node.op in ("read", "fact", "setting", "const"):
        return {"read": x, "fact": most, "setting": piles, "const": node.args[0]}[node.op]
    if node.op == "if":
        return parts[1] if parts[0] else parts[2]
    if node.op in ("and", "or", "not", "neg"):
        return {"and": all, "or": any, "not": lambda p: not p[0], "neg": lambda p: -p[0]}[node.op](parts)
    return (NUMBERS | COMPARISONS)[node.op](*parts)


def number(op: str) -> Callable[..., Node]:
    return lambda *parts: make(op, *parts, sort=Sort.INTEGER)


def condition(op: str) -> Callable[..., Node]:
    return lambda *parts: make(op, *parts, sort=Sort.BOOLEAN)


def numbers(depth: int) -> st.SearchStrategy[Node]:
    """Numbers of up to so many operations above each other."""
    leaves = st.sampled_from([X, MOST, PILES, *map(constant, range(-2, 4))])
    if not depth:
        return leaves
    inner = numbers(depth - 1)
    return st.one_of(
        leaves,
        st.sampled_from(list(NUMBERS)).flatmap(lambda op: st.builds(number(op), inner, inner)),
        st.builds(number("neg"), inner),
        st.builds(number("if"), conditions(depth - 1), inner, inner),
    )


def conditions(depth: int) -> st.SearchStrategy[Node]:
    """Conditions of up to so many operations above each other."""
    compared = numbers(max(0, depth - 1))
    comparison = st.sampled_from(list(COMPARISONS)).flatmap(
        lambda op: st.builds(condition(op), compared, compared)
    )
    if not depth:
        return comparison
    inner = conditions(depth - 1)
    return st.one_of(
        comparison,
        st.sampled_from(["and", "or"]).flatmap(lambda op: st.builds(condition(op), inner, inner)),
        st.builds(condition("not"), inner),
    )


SMALL = st.integers(-2, 3)


@settings(max_examples=80)
@given(st.one_of(numbers(3), conditions(3)), SMALL, SMALL, SMALL)
def test_a_folded_expression_keeps_its_value(node: Node, x: int, most: int, piles: int) -> None:
    folded = Folding({"hand.max": most}, {"piles": piles}).fold(node)
    assert value(folded, x, most, piles) == value(node, x, most, piles)
    left = walk([folded])
    assert not any(part.op in ("fact", "setting") for part in left)
    literal = [part for part in left if part.op in (*NUMBERS, "lt", "le", "neg")]
    assert not any(all(inner.op == "const" for inner in part.nodes) for part in literal)
    if X not in walk([node]):
        assert folded is constant(value(node, x, most, piles))


@pytest.mark.parametrize(
    "values", [{}, {"hand.max": True}, {"hand.max": "5"}, {"hand.max": None}, {"hand.max": 5.0}], ids=repr
)
def test_a_fact_without_a_number_is_named(values: dict[str, Any]) -> None:
    with pytest.raises(MissingValue, match=r"^the fact hand\.max has no value$"):
        Folding(values, {}).fold(make("le", X, MOST, sort=Sort.BOOLEAN))


def test_settings_are_no_facts() -> None:
    with pytest.raises(MissingValue, match=r"^the setting piles has no value$"):
        Folding({"piles": 3}, {}).fold(PILES)
    assert Folding({"piles": 3}, {"piles": 4}).fold(PILES) is constant(4)


@pytest.mark.parametrize(("held", "folded"), [(True, TRUE), (False, FALSE), ("true", TRUE), ("often", FALSE)])
def test_a_switch_is_folded_by_its_reading(held: Any, folded: Node) -> None:
    node = make("switch", "memory.wraps", "true", sort=Sort.BOOLEAN)
    assert Folding({"memory.wraps": held}, {}).fold(node) is folded
    with pytest.raises(MissingValue, match=r"switch memory\.wraps"):
        Folding({}, {}).fold(node)


@pytest.mark.parametrize(
    ("known", "holds", "expected"),
    [
        (A, True, {A: True}),
        (A, False, {A: False}),
        (negation(A), True, {negation(A): True, A: False}),
        (conjunction(A, B), True, {conjunction(A, B): True, A: True, B: True}),
        (conjunction(A, B), False, {conjunction(A, B): False}),
        (disjunction(A, B), False, {disjunction(A, B): False, A: False, B: False}),
        (disjunction(A, B), True, {disjunction(A, B): True}),
        (negation(disjunction(A, negation(B))), True, {A: False, B: True, negation(B): False}),
    ],
    ids=repr,
)
def test_what_follows_when_a_condition_holds(known: Node, holds: bool, expected: dict[Node, bool]) -> None:
    truths = assume(known, holds)
    wanted = {node.uid: truth for node, truth in expected.items()}
    assert wanted.items() <= truths.items()
    atoms = {node.uid for node in (A, B)}
    assert {uid for uid in truths if uid in atoms} == {uid for uid in wanted if uid in atoms}


def test_the_fields_of_a_chosen_element_stay() -> None:
    tired = make("field", "piece", 1, "tired", sort=Sort.BOOLEAN)
    assert assume(tired, True) == {}
    assert assume(conjunction(tired, A), True)[A.uid]
    assert tired.uid not in assume(conjunction(tired, A), True)


def test_known_conditions_are_put_in_and_forgotten_again() -> None:
    folding = Folding({}, {})
    node = make("if", A, X, ZERO, sort=Sort.INTEGER)
    assert folding.fold(node, assume(A, True)) is X
    assert folding.fold(node, assume(A, False)) is ZERO
    assert folding.fold(node) is node
    assert folding.fold(node, assume(A, True)) is X


def test_a_condition_is_known_in_its_folded_form_too() -> None:
    small = make("le", X, MOST, sort=Sort.BOOLEAN)
    known = assume(make("le", X, constant(5), sort=Sort.BOOLEAN), True)
    assert Folding({"hand.max": 5}, {}).fold(small, known) is TRUE
    assert Folding({"hand.max": 4}, {}).fold(small, known).op == "le"


@pytest.mark.parametrize(("literal", "folded"), [(TRUE, A), (FALSE, negation(A))])
def test_equal_to_a_truth_is_the_condition_itself(literal: Node, folded: Node) -> None:
    for parts in ((literal, A), (A, literal)):
        assert Folding({}, {}).fold(make("eq", *parts, sort=Sort.BOOLEAN)) is folded


def test_subsets_that_are_written_out_are_compared() -> None:
    red, blue, both = (make("subset", bits, 2, sort=Sort.SUBSET) for bits in (1, 2, 3))
    fold = Folding({}, {}).fold
    assert fold(make("shares", red, both, sort=Sort.BOOLEAN)) is TRUE
    assert fold(make("shares", red, blue, sort=Sort.BOOLEAN)) is FALSE
    assert fold(make("eq", red, blue, sort=Sort.BOOLEAN)) is FALSE


def over(op: str, bag: Node, condition: Node, *more: Node) -> Node:
    sort = Sort.INTEGER if op in ("count", "total") else Sort.BAG
    return make(op, bag, 7, condition, *more, sort=sort)


EMPTY = make("empty", "pieces", sort=Sort.BAG)
NEW = make("record", "Piece", SIZE, sort=Sort.RECORD)
BIG = make("lt", ZERO, SIZE, sort=Sort.BOOLEAN)


@pytest.mark.parametrize(
    ("node", "folded"),
    [
        (over("count", EMPTY, BIG), ZERO),
        (over("count", BAG, FALSE), ZERO),
        (over("total", BAG, FALSE, SIZE), ZERO),
        (over("bag_keep", BAG, TRUE), BAG),
        (over("bag_keep", BAG, FALSE), EMPTY),
        (over("bag_keep", EMPTY, BIG), EMPTY),
        (over("bag_map", BAG, FALSE, NEW), BAG),
        (over("bag_map", EMPTY, BIG, NEW), EMPTY),
        (make("bag_remove", EMPTY, "piece", ZERO, sort=Sort.BAG), EMPTY),
        (make("bag_replace", EMPTY, "piece", ZERO, ZERO, sort=Sort.BAG), EMPTY),
    ],
    ids=lambda node: node.op,
)
def test_bags_that_are_left_alone_or_emptied(node: Node, folded: Node) -> None:
    assert Folding({}, {}).fold(node) is folded


@pytest.mark.parametrize("op", ["count", "bag_keep"])
def test_bags_that_depend_on_the_state_stay(op: str) -> None:
    node = over(op, BAG, BIG)
    assert Folding({}, {}).fold(node) is node


def test_the_field_that_a_bag_comes_from() -> None:
    kept = over("bag_keep", make("bag_add", BAG, NEW, sort=Sort.BAG), BIG)
    assert path_of(make("if", A, kept, EMPTY, sort=Sort.BAG)) == "pieces"
    assert path_of(EMPTY) == "pieces"
