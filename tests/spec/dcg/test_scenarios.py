"""The scenarios of the Digimon Card Game: well kept, held by the reference engine, failed by faulty ones."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from rulehound.checker.evidence.seen_to_fail import seen_to_fail
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.catalogue import declared_checks
from rulehound.checker.suite.scenarios.arranging import arrange
from rulehound.checker.suite.scenarios.writing import faults as faults_of
from rulehound.engine.adapter import create
from rulehound.spec.documents.scenarios import each_case
from rulehound.spec.formats import Handshake, Scenario
from rulehound_testing.faults.catching import (
    bound,
    checks_that_catch,
    faults,
    rulebook,
    run,
    scenario_records,
    scenarios_by_edition,
    words,
)
from rulehound_testing.faults.sets import OF_CHANCE
from rulehound_testing.folders import SHARED
from rulehound_testing.rotating import SEED

GAME = rulebook().game
SCENARIOS = rulebook().store.scenarios
FOLDER = GAME.directory / "scenarios"
RULINGS = SHARED / "gold/rulings.jsonl"
QUESTIONS = "dcg-rule-manual-2.3-qa"

HELD = {
    "fan-2020": 2096,
    "detailed-1.0": 2152,
    "manual-2.3": 2558,
    "chapter-7": 2584,
    "comprehensive-4.0": 2835,
}
"""Edition to how many scenarios an engine can be asked."""

WITHOUT_SCENARIO = {
    "setup.shuffle": "that an order is a matter of chance cannot be seen in one game",
}

CHANGED = [(fact, by) for fact in GAME.facts for by in (1, -1) if (fact, by) != ("battle.zero-dp", -1)]
"""Facts, and what is added to them. No DP is below 0, so that fact can only grow."""


def bounds() -> list[Scenario]:
    return [scenario for scenario in SCENARIOS if scenario.id.startswith("bounds/")]


def sums(value: Any) -> Iterator[str]:
    """Every sum of facts that is written in a value."""
    if isinstance(value, str) and value.startswith("="):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from sums(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from sums(inner)


def named_facts(scenario: Scenario) -> set[str]:
    return {
        word
        for text in sums(msgspec.to_builtins(scenario))
        for word in text[1:].split()
        if word in GAME.facts
    }


def test_a_scenario_is_called_as_its_file() -> None:
    files = {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.toml")}
    assert {scenario.id for scenario in SCENARIOS} == files - {"defaults"}


def test_no_scenario_expects_what_is_for_people_to_read() -> None:
    """The phase goes by an engine's own words: what is decided, and by whom, is what tells."""
    for scenario in SCENARIOS:
        assert not any("phase" in step.expect.state for step in scenario.steps if step.expect), scenario.id


def test_how_many_there_are() -> None:
    cases = Counter(scenario.id.split("/")[0] for scenario in SCENARIOS)
    assert cases == {"bounds": 31, "rulings": 155, "rules": 2717, "examples": 32}
    files = Counter(name.split("/")[0] for name in {scenario.id for scenario in SCENARIOS})
    assert files == {"bounds": 31, "rulings": 147, "rules": 1092, "examples": 24}
    assert len({scenario.title for scenario in SCENARIOS}) == len(SCENARIOS)


@pytest.mark.parametrize("edition", GAME.rulesets)
def test_the_reference_engine_holds_every_scenario_of_an_edition(edition: str) -> None:
    records = run(create, SCENARIOS, edition)
    failed = {record.check: record.explanation for record in records if record.verdict is not Verdict.PASS}
    skipped = {f"scenario:{s.name}": s.not_executable for s in SCENARIOS if s.not_executable}
    assert failed == skipped
    assert [record.check for record in records if "not compared" in record.shown] == []
    assert len(records) - len(failed) == HELD[edition]


def test_every_scenario_is_asked_once_in_the_record_of_faults() -> None:
    asked = [scenario.name for own in scenarios_by_edition().values() for scenario in own]
    assert sorted(asked) == sorted(scenario.name for scenario in SCENARIOS)


def test_every_rule_has_a_scenario_or_is_carried_out_by_the_model_alone() -> None:
    """What a scenario cannot tell apart an action of the model has to cite."""
    asked = {rule for scenario in SCENARIOS if not scenario.not_executable for rule in scenario.rules}
    unasked = set(rulebook().store.rules) - asked
    assert set(WITHOUT_SCENARIO) <= unasked
    carried_out = {rule for action in GAME.model().actions.values() for rule in action.rules}
    assert unasked - carried_out == set(WITHOUT_SCENARIO)
    assert unasked == set(WITHOUT_SCENARIO)


def test_a_scenario_holds_where_its_rules_do() -> None:
    for scenario in SCENARIOS:
        if scenario.not_executable:
            continue
        for edition in scenario.editions or GAME.rulesets:
            absent = [
                rule
                for rule in (scenario.rules[0], *(step.expect.illegal for step in scenario.steps))
                if rule and (own := rulebook().store.rules[rule].editions) and edition not in own
            ]
            assert not absent, (scenario.name, edition)


@pytest.mark.parametrize(("fact", "more"), CHANGED)
def test_a_bound_is_tested_in_both_directions(fact: str, more: int) -> None:
    """With a document that says one more or one less, the engine is too strict or too lax: play must tell."""
    edition = GAME.default_edition
    own = [scenario for scenario in bounds() if fact in named_facts(scenario)]
    values = bound(edition, **{fact: bound(edition)[fact] + more})
    found = [record for record in run(create, own, edition, values) if record.verdict is Verdict.VIOLATION]
    stating = {rule.id for rule in rulebook().store.rules.values() for s in rule.sources if fact in s.facts}
    assert any(stating & set(record.rules) for record in found), [record.check for record in found]


@pytest.mark.parametrize("fact", GAME.facts)
def test_a_bound_that_cannot_be_read_is_no_verdict(fact: str) -> None:
    values = {name: value for name, value in bound(GAME.default_edition).items() if name != fact}
    own = [scenario for scenario in bounds() if fact in named_facts(scenario)]
    records = run(create, own, GAME.default_edition, values)
    assert {record.verdict for record in records} == {Verdict.INCONCLUSIVE}


def test_an_engine_with_printed_cards_alone_can_be_asked_some() -> None:
    """Where figures are all that a scenario asks for, there is a printed card that meets them."""
    printed = {number: f"own-{number}" for number in words().printed}
    engine = Handshake("1.0", "dcg", "stranger", "1", cards=printed)
    target = BoundModel(GAME, GAME.default_edition, bound(GAME.default_edition))
    given = [s for s in SCENARIOS if "position" in s.given and not s.not_executable]
    resolved = [s.id for s in given if not arrange(s, target, words(), engine).cards.unresolved]
    assert len(resolved) >= 40
    assert {"rulings/main-phase-20", "rules/battle-tie"} <= set(resolved)
    assert "rules/battle-no-dp" not in resolved, "every printed one has DP"


@cache
def caught_by_scenarios() -> Mapping[str, Sequence[str]]:
    """The part of the record that is about scenarios as they are."""
    caught = seen_to_fail(GAME.directory, declared_checks(GAME, rulebook().store)).caught
    return {check: found for check, found in caught.items() if check.startswith("scenario:")}


def test_every_planted_fault_is_caught_by_a_scenario() -> None:
    assert {fault for found in caught_by_scenarios().values() for fault in found} == {*faults()} - OF_CHANCE


def test_every_scenario_has_been_seen_to_fail() -> None:
    asked = {f"scenario:{scenario.name}" for scenario in SCENARIOS if not scenario.not_executable}
    assert set(caught_by_scenarios()) == asked


@pytest.mark.parametrize("fault", random.Random(SEED).sample(sorted({*faults()} - OF_CHANCE), 3))
def test_a_fault_is_caught_as_recorded(fault: str) -> None:
    """A few of the faults, others with every seed; tools/record_seen_to_fail.py runs them all.

    More may catch it: of a scenario that was changed, one fault is asked again for the record.
    """
    expected = {check for check, found in caught_by_scenarios().items() if fault in found}
    assert checks_that_catch(fault, scenario_records) >= expected


def test_a_ruling_is_called_as_it_is_cited() -> None:
    for scenario in SCENARIOS:
        if scenario.id.startswith("rulings/"):
            section, _, number = scenario.clauses[QUESTIONS].rpartition("/")
            assert scenario.id == f"rulings/{section}-{int(number):02}"


def test_every_scenario_can_be_executed() -> None:
    assert [scenario.id for scenario in SCENARIOS if scenario.not_executable] == []


@pytest.mark.skipif(not RULINGS.exists(), reason="needs ../shared/gold beside the repository")
def test_every_official_ruling_has_a_scenario_for_each_of_its_cases() -> None:
    with RULINGS.open(encoding="utf-8") as lines:
        rulings = [json.loads(line) for line in lines]
    official = {ruling["id"].removeprefix("QA/"): len(ruling["cases"]) for ruling in rulings}
    ours = Counter(
        scenario.clauses[QUESTIONS] for scenario in SCENARIOS if scenario.id.startswith("rulings/")
    )
    assert ours == official
    assert (len(official), sum(official.values())) == (147, 155)
    for scenario in SCENARIOS:
        if scenario.id.startswith("rulings/"):
            several = official[scenario.clauses[QUESTIONS]] > 1
            assert bool(scenario.number) == several, scenario.id


JUNK: tuple[Any, ...] = (
    3,
    -1,
    "x",
    "me",
    "=memory.max",
    "=",
    [],
    {},
    [3],
    ["x"],
    {"a": 1},
    True,
    "me.hand[0]",
    "[",
)


def parts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to everything within a value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in inner:
        yield from parts(entry, (*path, key))


def test_whatever_stands_in_a_scenario_it_is_judged_or_not_well_written() -> None:
    """Junk in the place of any part of what is given or done breaks nothing."""
    chance = random.Random(5)
    texts = [path.read_text("utf-8") for path in sorted(FOLDER.glob("*/*.toml"))]
    target = BoundModel(GAME, GAME.default_edition, bound(GAME.default_edition))
    verdicts: Counter[Verdict] = Counter()
    for _ in range(400):
        spoilt = tomllib.loads(chance.choice(texts))
        places = [path for path in parts(spoilt) if path and path[0] in ("given", "step", "case")]
        if not places:
            continue
        *outer, last = chance.choice(places)
        place: Any = spoilt
        for key in outer:
            place = place[key]
        place[last] = copy.deepcopy(chance.choice(JUNK))
        try:
            scenario = msgspec.convert(spoilt, Scenario)
        except msgspec.ValidationError:
            continue
        for case in each_case(scenario):
            list(faults_of(case, target, words()))
            verdicts.update(record.verdict for record in run(create, [case], GAME.default_edition))
    assert set(verdicts) >= {Verdict.PASS, Verdict.VIOLATION, Verdict.ERROR, Verdict.UNSUPPORTED}
