"""The scenarios of Digimon Battles: well kept, and held by the reference engine."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, partial

import pytest

from rulehound.checker.engines import open_engine
from rulehound.checker.engines.opening import installed_engine
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.reading import Rulebook, read_rulebook
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.writing import faults
from rulehound.spec.dmb import game
from rulehound.spec.dmb.rulesets import FACTS

FOLDER = game.directory / "scenarios"

COUNTS = {"bounds": 32, "rules": 857, "rulings": 37}
"""Folder to how many cases are in it."""

NOWHERE = {
    "evolution.per-turn": "after an evolution another one is not asked for",
}
"""Facts that no scenario names, and why."""


@cache
def book() -> Rulebook:
    return read_rulebook(game)


@cache
def records() -> list[CheckRecord]:
    target = target_of(book().bound, game.engine, partial(open_engine, game.engine, game.name))
    return run_scenarios(target, book().store.scenarios, words_of(book()))


def test_a_scenario_is_called_as_its_file() -> None:
    files = {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.toml")}
    assert {scenario.id for scenario in book().store.scenarios} == files - {"defaults"}


def test_how_many_there_are() -> None:
    cases = Counter(scenario.id.split("/")[0] for scenario in book().store.scenarios)
    assert cases == COUNTS
    assert len({scenario.title for scenario in book().store.scenarios}) == cases.total()


def test_they_are_well_written() -> None:
    words = words_of(book())
    wrong = {
        each.name: found
        for each in book().store.scenarios
        if (found := list(faults(each, book().bound, words)))
    }
    assert not wrong


def test_every_ruling_names_its_question() -> None:
    for scenario in book().store.scenarios:
        assert bool(scenario.clauses) == scenario.id.startswith("rulings/"), scenario.id


def test_scenarios_name_the_facts() -> None:
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.toml")]
    named = {word for text in texts for said in re.findall(r'"=([^"]*)"', text) for word in said.split()}
    assert set(FACTS) - named == NOWHERE.keys()


@pytest.mark.skipif(not installed_engine(game), reason="there is no engine of the game here")
def test_the_reference_engine_holds_every_scenario() -> None:
    failed = {record.check: record.explanation for record in records() if record.verdict is not Verdict.PASS}
    assert not failed
    assert len(records()) == sum(COUNTS.values())
