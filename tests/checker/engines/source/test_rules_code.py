"""All statements that carry out rules, with the rules cited nearest to each."""

from __future__ import annotations

import ast
from pathlib import Path

from rulehound.checker.engines.source.files import EngineCode
from rulehound.checker.engines.source.modules import EngineSource, read_source
from rulehound.checker.engines.source.rules_code import uncited_code
from rulehound_testing.small_source import RULES, source


def statements(engine: EngineSource) -> dict[str, tuple[str, ...]]:
    """Each uncited piece of code, to the rules near it."""
    return {ast.unparse(piece.node): piece.rules for piece in uncited_code(engine, RULES)}


def test_every_statement_but_those_that_cite_or_carry_out_nothing(tmp_path: Path) -> None:
    text = '''\
"""A game."""
import os
from typing import Literal
Word = Literal["a", "b"]
MOST = 3

def f(x):
    """Prose. rule.b"""
    y = x + 1
    if y > MOST:  # rule.a
        return 0
    return y

def g(x):
    return f(x)

class Game:
    turn: int = 0
    name: str
'''
    assert statements(source(tmp_path, text)) == {
        "MOST = 3": ("rule.a",),
        "y = x + 1": ("rule.a",),
        "return 0": ("rule.a",),
        "return y": ("rule.a",),
        "return f(x)": ("rule.a",),
        "turn: int = 0": ("rule.a",),
    }


def test_the_nearest_citation_of_the_function_counts_first(tmp_path: Path) -> None:
    text = """\
def f(x):
    x.a()
    x.b()
    x.c()
    x.d()  # rule.a

def g(x):
    x.e()  # rule.b
    x.f()
    x.g()
    x.h()  # rule.c
"""
    near = statements(source(tmp_path, text))
    assert near == {
        "x.a()": ("rule.a",),
        "x.b()": ("rule.a",),
        "x.c()": ("rule.a",),
        "x.f()": ("rule.b",),
        "x.g()": ("rule.c",),
    }


def test_modules_that_no_rule_needs_are_left_out(tmp_path: Path) -> None:
    for name, text in {
        "game": "from engine.helper import add\n\ndef play(x):\n    return add(x)  # rule.a\n",
        "helper": "def add(x):\n    return x + 1\n",
        "server": "from engine import game\n\ndef serve(x):\n    return game.play(x)\n",
    }.items():
        (tmp_path / f"{name}.py").write_text(text)
    engine = read_source(EngineCode(tmp_path), "engine")
    assert statements(engine) == {"return x + 1": ()}


def test_without_citations_there_is_no_code_of_rules(tmp_path: Path) -> None:
    assert statements(source(tmp_path, "def f(x):\n    return x\n")) == {}
