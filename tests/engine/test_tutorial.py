"""The engine's page is a session that runs as it stands."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator

from rulehound.engine import dcg
from rulehound_testing.folders import ROOT

PAGE = ROOT / "docs" / "engine.md"
SESSION = re.compile(r"```pycon\n(.*?)```", re.DOTALL)


def parts(text: str) -> Iterator[doctest.DocTest]:
    """The parts of the session on a page, all of which share their names."""
    names: dict[str, object] = {}
    for part in SESSION.finditer(text):
        line = text[: part.start(1)].count("\n")
        test = doctest.DocTestParser().get_doctest(part[1], names, PAGE.name, str(PAGE), line)
        test.globs = names
        yield test


def run(text: str) -> tuple[int, str]:
    """How many examples there are, and what is told of those that fail."""
    runner = doctest.DocTestRunner(verbose=False)
    told: list[str] = []
    for test in parts(text):
        runner.run(test, out=told.append, clear_globs=False)
    return runner.summarize(verbose=False).attempted, "".join(told)


def test_the_session_of_the_page_runs_as_it_stands() -> None:
    examples, told = run(PAGE.read_text(encoding="utf-8"))
    assert told == ""
    assert examples > 70


def test_a_session_that_is_not_true_is_found() -> None:
    _, told = run("```pycon\n>>> three = 3\n```\n\n```pycon\n>>> three + 1\n5\n```\n")
    assert "Expected:\n    5\nGot:\n    4\n" in told


def test_the_page_shows_all_that_the_package_offers() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in dcg.__all__ if name not in text] == []
    methods = [name for name in vars(dcg.Game) if not name.startswith("_")]
    assert [name for name in methods if f".{name}" not in text] == []
