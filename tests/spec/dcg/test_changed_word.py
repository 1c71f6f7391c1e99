"""A changed word of the bundled rulebook: the links of its clause are suspect, and no others."""

from __future__ import annotations

import importlib
import random
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulehound.checker.rulebook.reading import open_game
from rulehound.checker.suite.catalogue import declared_checks
from rulehound.extract import read_document
from rulehound.spec.documents.matrix import build_matrix, matrix_problems
from rulehound.spec.documents.store import load_store
from rulehound.spec.documents.update import record_update
from rulehound_testing.folders import ROOT

SPEC = ROOT / "spec/rulehound/spec/dcg"
RULEBOOK, NEWEST, NEXT = "rulehound-rulebook", "1.1", "1.2"
IN_QUOTES = re.compile("“[^”]*”")
"""The title of what a clause refers to, which is no word of its own."""


@pytest.fixture(scope="module")
def tools() -> Any:
    """The scripts that number and typeset the rulebook."""
    sys.path.append(str(ROOT / "tools"))
    return importlib.import_module("rulebook_source"), importlib.import_module("build_rulebook")


def with_one_word_changed(items: tuple[Any, ...], number: str, chance: random.Random) -> tuple[Any, ...]:
    """The items of an edition, a word of one of them drawn by lot and replaced by one that stands nowhere."""
    at = next(at for at, item in enumerate(items) if item.number == number)
    runs = items[at].runs
    words = [
        (place, word.span())
        for place, run in enumerate(runs)
        for word in re.finditer(r"\b[a-z]{2,}\b", IN_QUOTES.sub(lambda found: " " * len(found[0]), run.text))
    ]
    place, (start, end) = chance.choice(words)
    text = runs[place].text[:start] + "grumpily" + runs[place].text[end:]
    changed = replace(items[at], runs=(*runs[:place], replace(runs[place], text=text), *runs[place + 1 :]))
    return (*items[:at], changed, *items[at + 1 :])


@pytest.mark.parametrize("seed", range(3))
def test_exactly_the_links_of_its_clause_are_suspect(tools: Any, tmp_path: Path, seed: int) -> None:
    source, builder = tools
    chance = random.Random(seed)
    book = source.read_rulebooks(SPEC / f"rulebook/{RULEBOOK}.txt")[NEWEST]
    shutil.copytree(SPEC, tmp_path / "spec", ignore=shutil.ignore_patterns("*.py", "__pycache__", "evidence"))
    links = load_store(tmp_path / "spec").links
    cited = {(link.rule, link.key) for link in links if (link.document, link.version) == (RULEBOOK, NEWEST)}
    linked = {key for _, key in cited}
    number = chance.choice([item.number for item in book.items if item.number in linked and not item.heading])

    items = with_one_word_changed(book.items, number, chance)
    builder.build(replace(book, version=NEXT, date="2026-01-05", items=items), tmp_path / "next.pdf")
    recorded = record_update(tmp_path / "spec", read_document(tmp_path / "next.pdf"))
    assert (recorded.document, recorded.version, recorded.carried) == (RULEBOOK, NEXT, recorded.clauses)

    after = load_store(tmp_path / "spec")
    found = {
        (link.rule, link.key): link.status
        for link in after.links
        if (link.document, link.version) == (RULEBOOK, NEXT)
    }
    assert found == {(rule, key): "suspect" if key == number else "ok" for rule, key in cited}
    game = open_game("dcg", tmp_path / "spec")
    problems = matrix_problems(build_matrix(after, declared_checks(game, after)))
    where = f"{RULEBOOK} {NEXT}, {number}: suspect link of"
    why = f"its words are not those of {NEWEST}, {number}"
    assert sorted(problems) == sorted(
        f"{where} {rule or 'the reason why it is not checked'}: {why}" for rule, key in cited if key == number
    )
