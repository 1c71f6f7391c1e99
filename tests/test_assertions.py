"""Every test can fail by an assertion of its own: one that has lost them all is seen here."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from rulehound_testing.folders import ROOT

CALLED = ("raises", "fail", "warns", "assert_outcomes", "convert", "validate", "make_context")
"""What a test may call of a library in the place of an assertion: it raises where something is not so."""


class Function(NamedTuple):
    """A function of the tests: whether it has an assertion itself, and the names of those that it calls."""

    name: str
    asserts: bool
    calls: frozenset[str]


def functions(tree: ast.AST) -> Iterator[Function]:
    """Every function of a module, with what is within it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            within = list(ast.walk(node))
            called = (_called(inner) for inner in within if isinstance(inner, ast.Call))
            yield Function(
                node.name, any(isinstance(inner, ast.Assert) for inner in within), frozenset(called)
            )


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


@cache
def every_function() -> dict[str, list[Function]]:
    """The functions of every module of the tests, by its path."""
    paths = sorted((ROOT / "tests").rglob("*.py"))
    return {
        path.relative_to(ROOT).as_posix(): list(functions(ast.parse(path.read_text(encoding="utf-8"))))
        for path in paths
    }


@cache
def helpers() -> frozenset[str]:
    """The names of functions beside the tests that have assertions, or call others that have."""
    every = [one for own in every_function().values() for one in own if not one.name.startswith("test_")]
    known: frozenset[str] = frozenset(CALLED)
    while more := {one.name for one in every if one.asserts or one.calls & known} - known:
        known |= more
    return known


def without_assertions(own: Iterable[Function]) -> list[str]:
    """The tests among these functions that have no assertion and call nothing that has."""
    tests = (one for one in own if one.name.startswith("test_"))
    return [one.name for one in tests if not (one.asserts or one.calls & helpers())]


def test_every_test_has_an_assertion() -> None:
    missing = {path: names for path, own in every_function().items() if (names := without_assertions(own))}
    assert missing == {}


def test_a_test_that_has_lost_its_assertions_is_named() -> None:
    source = """
def test_one():
    found = 1
    assert found

def test_two():
    with pytest.raises(ValueError):
        nothing_at_all()
"""

    def named(text: str) -> list[str]:
        return without_assertions(functions(ast.parse(text)))

    assert named(source) == []
    assert named(source.replace("assert found", "found")) == ["test_one"]
    assert named(source.replace("pytest.raises(ValueError)", "nothing()")) == ["test_two"]
