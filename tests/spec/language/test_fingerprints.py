"""Fingerprints of expressions: equal for equal ones, in every process, and different for all others."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.spec.language.fingerprints import LENGTH, combined, fingerprint
from rulehound.spec.language.nodes import FALSE, TRUE, ZERO, Node, Sort, constant, make

X, Y = (make("read", path, sort=Sort.INTEGER) for path in "xy")


def test_different_expressions_have_different_fingerprints() -> None:
    nodes = [
        X,
        Y,
        make("read", "x", sort=Sort.BOOLEAN),
        make("fact", "x", sort=Sort.INTEGER),
        make("add", X, Y, sort=Sort.INTEGER),
        make("add", Y, X, sort=Sort.INTEGER),
        make("sub", X, Y, sort=Sort.INTEGER),
        make("add", X, make("add", X, Y, sort=Sort.INTEGER), sort=Sort.INTEGER),
        make("add", make("add", X, X, sort=Sort.INTEGER), Y, sort=Sort.INTEGER),
        TRUE,
        FALSE,
        ZERO,
        constant(1),
        constant(-1),
    ]
    prints = [fingerprint(node) for node in nodes]
    assert len(set(prints)) == len(nodes)
    assert all(len(each) == LENGTH and int(each, 16) >= 0 for each in prints)


def test_the_order_of_several_expressions_counts() -> None:
    assert fingerprint(X, Y) != fingerprint(Y, X)
    assert fingerprint(X) != fingerprint(X, X)
    assert fingerprint() != fingerprint(X)
    assert fingerprint(X, Y) == fingerprint(X, Y)


SHAPES = st.recursive(
    st.integers(-3, 3),
    lambda inner: st.tuples(st.sampled_from(["add", "sub", "min"]), inner, inner),
    max_leaves=4,
)


def node_of(shape: object) -> Node:
    if isinstance(shape, int):
        return constant(shape)
    op, *parts = shape  # type: ignore[misc]
    return make(op, *map(node_of, parts), sort=Sort.INTEGER)


@settings(max_examples=60)
@given(SHAPES, SHAPES)
def test_fingerprints_are_equal_for_equal_expressions_alone(one: object, other: object) -> None:
    assert (fingerprint(node_of(one)) == fingerprint(node_of(other))) == (one == other)


def test_a_fingerprint_does_not_depend_on_the_process() -> None:
    script = (
        "from rulehound.spec.language.fingerprints import fingerprint\n"
        "from rulehound.spec.language.nodes import Sort, make\n"
        "others = [make('read', path, sort=Sort.INTEGER) for path in 'abc']\n"
        "x = make('read', 'x', sort=Sort.INTEGER)\n"
        "print(fingerprint(make('add', x, x, sort=Sort.INTEGER)))\n"
    )
    printed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == fingerprint(make("add", X, X, sort=Sort.INTEGER))


@settings(max_examples=60)
@given(st.lists(st.text("a:1", max_size=3), max_size=4), st.lists(st.text("a:1", max_size=3), max_size=4))
def test_texts_are_told_apart(one: list[str], other: list[str]) -> None:
    assert (combined(one) == combined(other)) == (one == other)
    assert combined(iter(one)) == combined(one)
