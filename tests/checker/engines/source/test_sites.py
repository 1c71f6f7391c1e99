"""What citations of rules stand at, in made-up source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from rulehound.checker.engines.source.cited_code import cited_functions
from rulehound.checker.engines.source.files import EngineCode
from rulehound.checker.engines.source.modules import content_hash, read_engine, read_source
from rulehound.checker.engines.source.sites import sites
from rulehound.checker.errors import UserError
from rulehound_testing.small_source import RULES, source


def found(folder: Path, text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Function, code and rules of each site."""
    return [
        (site.at.scope, ast.unparse(site.node), site.rules) for site in sites(source(folder, text), RULES)
    ]


def test_a_citation_stands_for_its_line_and_the_condition_around_it(tmp_path: Path) -> None:
    text = """\
def f(x):
    x.pay(1)  # rule.a
    if x.poor:
        x.tell()
        x.lose(2)  # rule.b, rule.c
    else:
        x.win()  # rule.d
"""
    assert found(tmp_path, text) == [
        ("f", "x.pay(1)", ("rule.a",)),
        ("f", "x.poor", ("rule.b", "rule.c")),
        ("f", "x.poor", ("rule.d",)),
        ("f", "x.lose(2)", ("rule.b", "rule.c")),
        ("f", "x.win()", ("rule.d",)),
    ]


def test_heads_lines_of_their_own_and_parts_of_long_statements(tmp_path: Path) -> None:
    text = """\
LIMITS = {
    "one": 1,
    "two": 2,  # rule.a
}


class C:
    # rule.b
    size = 3

    def f(self, xs):  # rule.c
        \"\"\"Prose that cites rule.d.\"\"\"
        while self.go():  # rule.e
            for x in xs:  # rule.f
                self.put(
                    x,
                    last=True,  # rule.g
                )

    # rule.h

    def g(self):
        with self.lock():  # rule.i
            return 1


# rule.j
"""
    assert found(tmp_path, text) == [
        ("", "'two'", ("rule.a",)),
        ("", "2", ("rule.a",)),
        ("", "size = 3", ("rule.b",)),
        ("C.f", "self.go()", ("rule.c",)),
        ("C.f", "self.go()", ("rule.e",)),
        ("C.f", "self.go()", ("rule.f",)),
        ("C.f", "self.go()", ("rule.g",)),
        ("C.f", "xs", ("rule.c",)),
        ("C.f", "xs", ("rule.f",)),
        ("C.f", "self.put(x, last=True)", ("rule.c",)),
        ("C.f", "True", ("rule.g",)),
        ("C.g", "self.lock()", ("rule.h",)),
        ("C.g", "self.lock()", ("rule.i",)),
        ("C.g", "return 1", ("rule.h",)),
    ]


def test_what_a_table_cites_for_a_name_stands_where_the_name_is_used(tmp_path: Path) -> None:
    text = """\
SAID = {
    Why.POOR: (
        "rule.a",
        "no money",
    ),
    Why.LATE: ("rule.b", "too late"),
}


def f(x):
    if x.poor:
        yield Why.POOR
    return Why.POOR if x else Why.LATE


def g():
    return Why.EARLY
"""
    assert found(tmp_path, text) == [
        ("f", "x.poor", ("rule.a",)),
        ("f", "yield Why.POOR", ("rule.a",)),
        ("f", "return Why.POOR if x else Why.LATE", ("rule.a", "rule.b")),
    ]


def test_places_and_what_is_no_python(tmp_path: Path) -> None:
    package = tmp_path / "outer" / "shells"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("A = 1  # rule.a\n")
    (package / "b.py").write_text("def f():\n    return 2  # rule.b\n")
    (package / "broken.py").write_text("def f(:  # rule.c\n")
    (package / "odd.py").write_bytes(b"\xff# rule.d\n")
    whole = read_source(EngineCode(package), "outer.shells")
    assert [module.name for module in whole.modules] == ["outer.shells", "outer.shells.b"]
    cited = cited_functions(whole, RULES)
    assert {place: function.rules for place, function in cited.items()} == {
        "outer.shells.b:f": ("rule.b",),
        "outer.shells:": ("rule.a",),
    }


def test_a_hash_is_of_what_code_does(tmp_path: Path) -> None:
    def hashed(text: str) -> str:
        return content_hash(ast.parse(text).body[0])

    sound = hashed("def f(x):\n    return x + 1\n")
    assert hashed('def f(x):\n    """Prose."""\n\n    # rule.a\n    return (x + 1)\n') == sound
    assert hashed("def f(x):\n    return x + 2\n") != sound
    assert hashed("def f(x, y=0):\n    return x + 1\n") != sound
    one = cited_functions(source(tmp_path, "def f(x):\n    return x + 1  # rule.a\n"), RULES)
    moved = cited_functions(source(tmp_path, "Y = 1\n\n\ndef f(x):\n    return x + 1  # rule.a\n"), RULES)
    assert one == moved
    assert cited_functions(source(tmp_path, "def f(x):\n    return x  # rule.a\n"), RULES) != one


def test_an_engine_that_is_not_installed_is_one_line() -> None:
    with pytest.raises(UserError, match="no source of an installed engine 'shells'; give the name"):
        read_engine("shells", "tides")


def test_the_reference_engine_is_read_without_being_imported() -> None:
    reference = read_engine("reference", "dcg")
    assert reference.package == "rulehound.engine"
    assert "rulehound.engine.dcg.turns.turn" in {module.name for module in reference.modules}
