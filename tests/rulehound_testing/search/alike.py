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
