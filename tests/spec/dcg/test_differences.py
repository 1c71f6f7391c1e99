"""The differences of the DCG editions: all accounted for, all cited, each in the model or with its reason."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pytest

from rulehound.checker.model.prove.witness import readers
from rulehound.spec.dcg import game
from rulehound.spec.documents.differences import Differences, load_differences
from rulehound.spec.documents.store import Store, load_store
from rulehound_testing.folders import ROOT, SHARED

GOLD = SHARED / "gold"
needs_gold = pytest.mark.skipif(not GOLD.is_dir(), reason="../shared/gold is not here")

OTHER_GAME = "001"
"""The document of another game, whose conflicts with this one are none of its editions."""


@cache
def store() -> Store:
    return load_store(game.directory, tuple(game.rulesets))


@cache
def differences() -> Differences:
    return load_differences(game.directory, game.rulesets, store().clauses)


def test_how_many_there_are() -> None:
    found = differences()
    with_switch = [difference for difference in found.differences if difference.switch]
    assert (len(found.differences), len(with_switch)) == (45, 23)
    assert (len(found.no_difference), len(found.agreed), len(found.not_modelled)) == (14, 10, 41)
    assert len(found.settled) == 9


def test_between_neighbouring_editions() -> None:
    names = list(game.rulesets)
    counted = {
        other: Counter(bool(difference.switch) for difference in differences().between(one, other))
        for one, other in pairwise(names)
    }
    assert {name: (count[True], count[False]) for name, count in counted.items()} == {
        "detailed-1.0": (2, 1),
        "manual-2.3": (9, 15),
        "chapter-7": (5, 5),
        "comprehensive-4.0": (10, 2),
    }


def test_every_switch_says_where_the_model_reads_it_and_the_model_does() -> None:
    for difference in differences().differences:
        assert bool(difference.model or difference.scenarios) == bool(difference.switch), difference.id
        if difference.model:
            assert readers(game.model(), difference.switch), f"nothing reads {difference.switch}"


def test_what_the_model_does_not_read_is_told_apart_by_scenarios_of_both_sides() -> None:
    """By cases that hold under some of the readings alone; a scenario may have others beside these."""
    by_id: dict[str, list[Sequence[str]]] = {}
    for scenario in store().scenarios:
        by_id.setdefault(scenario.id, []).append(scenario.editions)
    for difference in differences().differences:
        if difference.scenarios:
            assert not readers(game.model(), difference.switch), difference.id
            every = {reading.name for reading in difference.readings}
            told = []
            for name in difference.scenarios:
                asked = [{difference.reading(one).name for one in editions} for editions in by_id[name]]
                told.append([names for names in asked if names and names < every])
            assert all(told), f"{difference.id}: one is of all readings"
            assert set().union(*(names for one in told for names in one)) == every, (
                f"{difference.id}: no scenario is of one of them"
            )


def test_a_reading_is_stated_by_documents_of_the_rulesets_that_follow_it() -> None:
    for difference in differences().differences:
        assert any(reading.clauses for reading in difference.readings), difference.id
        for reading in difference.readings:
            if difference.switch:
                assert reading.clauses, f"{difference.id}: nothing states {reading.name}"
            for edition in reading.clauses:
                document, version = edition.split("@")
                ruleset = store().edition(document, version).ruleset
                assert ruleset in reading.rulesets, f"{difference.id}, {reading.name}: {edition}"


def test_what_is_settled_is_asked_by_scenarios_of_its_rules() -> None:
    scenarios = {scenario.id: scenario for scenario in store().scenarios}
    for settled in differences().settled:
        assert settled.clauses, settled.id
        assert set(settled.rules) <= set(store().rules), settled.id
        for name in settled.scenarios:
            assert set(settled.rules) & set(scenarios[name].rules), f"{settled.id}: {name}"


def test_what_only_the_newest_has_is_of_the_newest() -> None:
    for mechanic in differences().not_modelled:
        assert set(mechanic.clauses) == {"dcg-comprehensive-rules-en@4.0"}


def test_the_page_is_built_from_the_data() -> None:
    spec = importlib.util.spec_from_file_location("page", ROOT / "tools" / "build_differences_page.py")
    assert spec is not None
    assert spec.loader is not None
    page = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(page)
    assert page.PAGE.read_text(encoding="utf-8") == page.page(differences(), store().rules.values())


@needs_gold
def test_every_conflict_of_the_inventory_is_accounted_for_once() -> None:
    rows = [json.loads(line) for line in (GOLD / "conflicts.jsonl").read_text("utf-8").splitlines()]
    of_this_game = {row["id"] for row in rows if OTHER_GAME not in (row["a_doc"], row["b_doc"])}
    found = differences()
    expressed = [entry for difference in found.differences for entry in difference.entries]
    set_aside = [entry for group in found.no_difference for entry in group.entries]
    assert len(of_this_game) == 223
    assert sorted([*expressed, *set_aside]) == sorted(of_this_game)
    assert (len(expressed), len(set_aside)) == (80, 143)


@needs_gold
def test_every_mechanic_new_in_the_newest_is_modelled_or_listed() -> None:
    text = (GOLD / "dcg-comprehensive-rules-en-4.0.rules.jsonl").read_text("utf-8")
    new = {row["number"] for row in map(json.loads, text.splitlines()) if row["new_mechanic"]}
    found = differences()
    listed = {key for mechanic in found.not_modelled for keys in mechanic.clauses.values() for key in keys}
    assert listed <= new
    keywords = {number for number in new if number.startswith("16-")}
    assert keywords <= listed
