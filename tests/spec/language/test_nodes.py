"""Nodes: equal expressions are one object, literals are folded away, and a walk meets each node once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.spec.language.nodes import (
    FALSE,
    TRUE,
    ZERO,
    Node,
    Sort,
    attribute,
    choose,
    conjunction,
    constant,
    constants_used,
    disjunction,
    make,
    negation,
    nothing,
    walk,
)

A, B, C = (make("read", path, sort=Sort.BOOLEAN) for path in "abc")
X, Y = (make("read", path, sort=Sort.INTEGER) for path in "xy")


def holds(node: Node, truths: dict[Node, bool]) -> bool:
    """What a condition of `A`, `B` and `C` comes to, read off its operations."""
    if node in truths:
        return truths[node]
    parts = [holds(part, truths) for part in node.nodes]
    if node.op == "if":
        return parts[1] if parts[0] else parts[2]
    return {"const": node.args[0], "and": all(parts), "or": any(parts), "not": not any(parts)}[node.op]


def test_equal_expressions_are_one_object() -> None:
    assert make("add", X, Y, sort=Sort.INTEGER) is make("add", X, Y, sort=Sort.INTEGER)
    assert make("add", X, Y, sort=Sort.INTEGER) is not make("add", Y, X, sort=Sort.INTEGER)
    assert make("read", "a", sort=Sort.INTEGER) is not A
    assert constant(3) is constant(3)


def test_truth_and_one_are_two_constants() -> None:
    assert constant(True) is TRUE
    assert constant(False) is FALSE
    assert constant(1) is not TRUE
    assert constant(0) is ZERO
    assert (TRUE.sort, ZERO.sort) == (Sort.BOOLEAN, Sort.INTEGER)
    assert make("subset", 1, 2, sort=Sort.SUBSET) is not make("subset", True, 2, sort=Sort.SUBSET)


CONDITIONS = st.recursive(
    st.sampled_from(["A", "B", "C", True, False]),
    lambda inner: st.one_of(
        st.tuples(st.just("not"), inner),
        st.tuples(st.sampled_from(["and", "or"]), inner, inner),
        st.tuples(st.sampled_from(["and", "or", "if"]), inner, inner, inner),
    ),
    max_leaves=6,
)


@settings(max_examples=80)
@given(CONDITIONS, st.booleans(), st.booleans(), st.booleans())
def test_conditions_mean_what_they_say(shape: object, a: bool, b: bool, c: bool) -> None:
    def built(shape: object) -> tuple[Node, bool]:
        if not isinstance(shape, tuple):
            leaves = {"A": (A, a), "B": (B, b), "C": (C, c)}
            return leaves[shape] if isinstance(shape, str) else (constant(bool(shape)), bool(shape))
        op, *parts = shape
        nodes, values = zip(*map(built, parts), strict=True)
        if op == "not":
            return negation(*nodes), not values[0]
        if op == "if":
            return choose(*nodes), values[1] if values[0] else values[2]
        return (conjunction(*nodes), all(values)) if op == "and" else (disjunction(*nodes), any(values))

    node, expected = built(shape)
    assert holds(node, {A: a, B: b, C: c}) is expected
    for part in walk([node]):
        if part.op in ("and", "or"):
            assert len(set(part.nodes)) == len(part.nodes) > 1
            assert not {TRUE, FALSE} & set(part.nodes)
        assert part.op != "not" or part.nodes[0].op not in ("not", "const")


def test_parts_that_say_nothing_are_left_out() -> None:
    assert conjunction() is TRUE
    assert disjunction() is FALSE
    assert conjunction(TRUE, A, A) is A
    assert disjunction(A, FALSE, A) is A
    assert conjunction(A, FALSE) is FALSE
    assert disjunction(A, TRUE) is TRUE
    assert conjunction(A, B, A).nodes == (A, B)
    assert negation(negation(A)) is A


def test_a_choice_without_alternatives_is_none() -> None:
    assert choose(TRUE, X, Y) is X
    assert choose(FALSE, X, Y) is Y
    assert choose(A, X, X) is X
    assert choose(A, X, Y).sort is Sort.INTEGER


def test_fields_of_a_parameter_are_read_off_the_parameter() -> None:
    card = make("param", "card", sort=Sort.RECORD)
    assert attribute(card, 1, "cost", Sort.INTEGER) is make("field", "card", 1, "cost", sort=Sort.INTEGER)
    blank = nothing("Card", (0, False))
    assert attribute(blank, 1, "cost", Sort.INTEGER).op == "attribute"
    assert attribute(blank, 1, "cost", Sort.INTEGER).nodes == (blank,)


def test_bound_variables_stand_open_up_to_their_binder() -> None:
    bag = make("read", "bag", sort=Sort.BAG)
    one, two = (make("element", variable, 0, "size", sort=Sort.INTEGER) for variable in (1, 2))
    both = make("le", one, two, sort=Sort.BOOLEAN)
    assert (A.free, one.free, both.free) == (frozenset(), {1}, {1, 2})
    inner = make("count", bag, 1, both, sort=Sort.INTEGER)
    assert inner.free == {2}
    assert make("total", bag, 2, TRUE, inner, sort=Sort.INTEGER).free == frozenset()


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=15))
def test_a_walk_meets_every_node_once_and_arguments_first(pairs: list[tuple[int, int]]) -> None:
    nodes = [X, Y]
    for one, other in pairs:
        nodes.append(make("add", nodes[one % len(nodes)], nodes[other % len(nodes)], sort=Sort.INTEGER))
    order = walk([nodes[-1], X, nodes[-1]])
    places = {node: place for place, node in enumerate(order)}
    assert len(places) == len(order)
    assert all(places[part] < places[node] for node in order for part in node.nodes)

    def below(node: Node) -> set[Node]:
        return {node}.union(*map(below, set(node.nodes))) if len(pairs) < 10 else set(order)

    assert set(order) == below(nodes[-1]) | {X}


def test_deep_expressions_are_walked() -> None:
    node = X
    for number in range(5000):
        node = make("add", node, constant(number), sort=Sort.INTEGER)
    assert len(walk([node])) > 5000


@pytest.mark.parametrize(("op", "names"), [("fact", {"hand.max"}), ("setting", {"hand.max", "deck.size"})])
def test_names_of_facts_and_settings(op: str, names: set[str]) -> None:
    roots = [
        make("le", make("fact", "hand.max", sort=Sort.INTEGER), X, sort=Sort.BOOLEAN),
        make("setting", "hand.max", sort=Sort.INTEGER),
        make("neg", make("setting", "deck.size", sort=Sort.INTEGER), sort=Sort.INTEGER),
    ]
    assert constants_used(roots, op) == names
    assert constants_used([], op) == frozenset()


def test_a_node_is_written_as_its_operation() -> None:
    assert repr(make("add", X, ZERO, sort=Sort.INTEGER)) == "(add (read 'x') (const 0))"
