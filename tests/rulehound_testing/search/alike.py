"""Two searches compared, and whether there is a compiler to run one of them with."""

from __future__ import annotations

import dataclasses

import pytest

from rulehound.checker.model.search import BackendMissing, SearchResult
from rulehound.checker.model.search.native.compiler import compiler

SPENT = {"packing", "packed", "seconds", "bytes", "cores", "backend"}
"""What a search took, or holds in a form that does not compare."""

COUNTED = [field.name for field in dataclasses.fields(SearchResult) if field.name not in SPENT]


def assert_alike(one: SearchResult, other: SearchResult) -> None:
    """The same in everything that is not time or memory: states, their order, ways to them, and counts."""
    for name in COUNTED:
        assert getattr(one, name) == getattr(other, name), name
    assert list(one.packed) == list(other.packed)


def require_compiler() -> None:
    """Skip the test where there is no C compiler."""
    try:
        compiler()
    except BackendMissing as missing:
        pytest.skip(str(missing))


def assert_same_counts(native: SearchResult, plain: SearchResult) -> None:
    """All but the order of the steps out of a state, and so which of several shortest ways is found."""
    for name in COUNTED:
        if name not in {"counterexamples", "edges", "deadlocked"}:
            assert getattr(native, name) == getattr(plain, name), name
    assert sorted(native.packed) == sorted(plain.packed)
    assert {name: len(found.steps) for name, found in native.counterexamples.items()} == {
        name: len(found.steps) for name, found in plain.counterexamples.items()
    }
