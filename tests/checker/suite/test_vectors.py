"""Boundary inputs: legal as the interpreter says, for one guard alone; and what engines make of them."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from rulehound.checker.model.prove.boundary import Boundary, BoundaryResult, boundaries
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite import vectors
from rulehound.checker.suite.vectors import grouped, solved_vectors, vector_check, vector_scenarios
from rulehound.engine.adapter import create
from rulehound.spec.dcg import game
from rulehound.spec.formats import Scenario
from rulehound.spec.language import Amount, By, Interpreter, Member, MissingValue, Model, record
from rulehound.spec.language.fields import BagField
from rulehound_testing.dcg.values import VALUES, values_of
from rulehound_testing.faults import catching
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.engines import create as faulty_engine


def made_record(check: str, verdict: Verdict, explanation: str) -> CheckRecord:
    """A record of one input."""
    return CheckRecord(
        check=check, rules=["r"], verdict=verdict, scope="", shown="", edition="", explanation=explanation
    )


EDITIONS = ("manual-2.3", "comprehensive-4.0", "detailed-1.0")
"""Those first that whole checks of other files need."""


class Solved(NamedTuple):
    """The boundary inputs of the models of the game, as scenarios, and those that are left out."""

    results: list[tuple[Model, BoundaryResult]]
    scenarios: list[Scenario]
    left_out: list[str]


@cache
def solved(edition: str) -> Solved:
    """Solved once; what comes of it is kept for the other tests that need inputs of the edition."""
    results: list[tuple[Model, BoundaryResult]] = []

    def noted(model: Model, *more: Any) -> BoundaryResult:
        results.append((model, boundaries(model, *more)))
        return results[-1][1]

    words, values = game.vectors, values_of(edition)
    assert words is not None
    with patch.object(vectors, "boundaries", noted):
        found = solved_vectors(words, values)
    with patch.object(vectors, "solved_vectors", lambda *_: found):
        return Solved(results, *vector_scenarios(game, values))


def failed(model: Model, interpreter: Interpreter, found: Boundary) -> list[tuple[str, str]]:
    """The guards that fail in an input, by name and rule, as the interpreter has it."""
    action, chosen = model.actions[found.action], {}
    for name, kind in action.parameters.items():
        if isinstance(kind, Amount):
            chosen[name] = found.parameters[name]
            continue
        declared = model.fields[kind.path][0] if isinstance(kind, Member) else kind.record
        kept = declared.element if isinstance(declared, BagField) else declared
        chosen[name] = record(kept, found.parameters[name])
        if isinstance(kind, Member):
            assert found.parameters[name] in found.state[kind.path]
    state = model.from_dict(found.state)
    assert not interpreter.failed_invariants(state)
    return [(guard.name, guard.rule) for guard in interpreter.failed_guards(state, action, chosen)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_legality_is_that_of_the_interpreter_and_rests_on_one_guard(edition: str) -> None:
    for model, result in solved(edition).results:
        interpreter = Interpreter(model, values_of(edition))
        for found in result.inputs:
            expected = [] if found.legal else [(found.guard, found.rule)]
            assert failed(model, interpreter, found) == expected, (found.action, found.guard, found.case)


UNASKED = {
    # who can save something is asked; no token is in a breeding area
    ("let-delete", "deletion.would", False),
    ("digivolve-in-breeding", "token.no-stack", False),
    # an opening hand is larger than inputs are
    ("redraw", "setup.redraw", True),
    ("keep", "setup.redraw", True),
    # where the edition has no such action nothing is tried of it
    ("attack", "attack.target-when", False),
    ("choose-player", "attack.target-when", False),
    ("choose-digimon", "attack.target-when", False),
    ("dna-digivolve", "dna.two", False),
    ("digixros-nothing", "digixros.none-chosen", False),
}
"""Action, guard, and whether it holds, of which no input is asked for."""


def test_every_guard_of_every_players_action_is_asked_for_both_ways() -> None:
    """In one edition or another."""
    asked = Counter(
        (model.name, found.action, found.guard, found.legal)
        for edition in EDITIONS
        for model, result in solved(edition).results
        for found in result.inputs
    )
    unasked = {
        (action.name, guard.name, legal)
        for model, _ in solved(EDITIONS[0]).results
        for action in model.actions.values()
        for guard in (action.guards if action.by is By.PLAYER else ())
        for legal in (True, False)
        if not asked[model.name, action.name, guard.name, legal]
    }
    assert unasked == UNASKED


def test_the_memory_that_is_asked_for_is_every_one() -> None:
    """From each memory value, the most that can be paid and one more."""
    model, result = solved("manual-2.3").results[0]
    assert model.name == "dcg"
    costs = {
        (found.state["memory"], found.parameters["card"]["play_cost"], found.legal)
        for found in result.inputs
        if (found.action, found.guard) == ("play", "memory.affordable") and ", memory " in found.case
    }
    assert costs == {(m, m + 10, True) for m in range(11)} | {(m, m + 11, False) for m in range(11)}


@pytest.mark.parametrize(
    ("edition", "wanted"), [("manual-2.3", 553), ("detailed-1.0", 465), ("comprehensive-4.0", 569)]
)
def test_inputs_are_scenarios_or_told_to_be_none(edition: str, wanted: int) -> None:
    """How many of them a scenario has words for depends on what the solver picks where nothing is asked."""
    _, found, out = solved(edition)
    left_out = [int(count) for line in out for count in re.findall(r"(\d+) cases? (?:for|that)", line)]
    assert len(found) + sum(left_out) == wanted
    actions = [line.split(":")[0] for line in out]
    assert len(actions) == len(set(actions)) <= 40
    assert len(found) >= 200
    # what has a keyword that a scenario has words for is asked about, whatever the solver picks
    asked = {vector_check(scenario.id) for scenario in found}
    of_delay = ("turn.main-phase", "delay.option", "delay.not-same-turn")
    assert asked >= {f"vector:delay:{guard}" for guard in of_delay}
    # a requirement of another colour, which there is only where it asks for one
    assert "vector:digivolve:digivolve.requirement:part 3 fails" in {scenario.id for scenario in found}
    assert len({scenario.id for scenario in found}) == len(found)
    assert all(scenario.id.startswith("vector:") for scenario in found)
    assert all(len(scenario.steps) == 1 for scenario in found if ":sequence:" not in scenario.id)


@pytest.mark.parametrize(
    ("edition", "absent"),
    [
        ("manual-2.3", {"attack", "choose-player", "choose-digimon", "assemble"}),
        (
            "detailed-1.0",
            {"dna-digivolve", "digixros-from-hand", "digixros-from-battle", "digixros-nothing", "assemble"},
        ),
        ("comprehensive-4.0", {"attack", "choose-player", "choose-digimon", "digixros-nothing"}),
    ],
)
def test_nothing_is_tried_for_actions_that_the_edition_does_not_have(edition: str, absent: set[str]) -> None:
    for model, result in solved(edition).results:
        assert set(result.not_in_edition) == (absent if model.name == "dcg" else set())
        asked = {found.action for found in result.inputs} | {action for action, _, _ in result.none}
        assert not asked & absent


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_reference_engine_agrees(edition: str) -> None:
    found = solved(edition).scenarios
    records = catching.run(create, found, edition, values_of(edition))
    assert [(r.check, r.explanation) for r in records if r.verdict is not Verdict.PASS] == []
    assert len(records) == len(found)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_takes_effects_is_asked_of_engines_that_take_them(edition: str) -> None:
    """Of Options, DNA, Delay and Digi-Burst both what is legal and what is refused."""
    legal: dict[str, set[bool]] = {}
    for scenario in solved(edition).scenarios:
        if scenario.needs:
            assert list(scenario.needs) == ["card-effects"]
            legal.setdefault(scenario.id.split(":")[1], set()).add(scenario.steps[0].expect.legal is True)
    known = {"use-option", "delay", "digi-burst"}
    if edition != "detailed-1.0":
        known.add("dna-digivolve")
    assert legal == {action: {True, False} for action in known}


PAID_FOR = {"play", "digivolve", "digivolve-in-breeding", "dna-digivolve", "use-option"}
"""Actions that cost memory."""


@pytest.mark.parametrize(
    ("fault", "checks"),
    [
        ("memory-limit-11", PAID_FOR),
        ("memory-limit-9", PAID_FOR),
        ("attack-same-turn", {"attack-player", "attack-digimon"}),
        ("hatch-onto-occupied", {"hatch"}),
        ("one-colour-is-enough", {"use-option"}),
        ("dna-of-anything", {"dna-digivolve"}),
        ("delayed-at-once", {"delay"}),
        ("burst-with-too-few-cards", {"digi-burst"}),
    ],
)
def test_a_faulty_engine_does_not(fault: str, checks: set[str]) -> None:
    found = solved("manual-2.3").scenarios
    records = catching.run(lambda: faulty_engine(fault), found, "manual-2.3", VALUES)
    broken = [r.check.split(":") for r in grouped(records) if r.verdict is Verdict.VIOLATION]
    rule = FAULTS[fault].rule.replace("memory.limit", "memory.affordable")
    assert {action for _, action, _ in broken} == checks
    assert {guard for _, _, guard in broken} == {rule}


def test_one_record_a_guard_with_the_worst_verdict() -> None:
    verdicts = [Verdict.PASS, Verdict.UNSUPPORTED, Verdict.VIOLATION, Verdict.ERROR, Verdict.VIOLATION]
    records = [
        made_record(f"vector:act:guard:case {n}: more", verdict, f"because {n}")
        for n, verdict in enumerate(verdicts)
    ]
    other = made_record("vector:act:other:case", Verdict.PASS, "")
    [first, second] = grouped([records[0], other, *records[1:]])
    assert (first.check, first.verdict) == ("vector:act:guard", Verdict.VIOLATION)
    assert first.explanation == "case 2: more: because 2"
    assert first.counts == {"inputs": 5, "judged": 3}
    assert first.shown == "3 of 5 boundary inputs"
    assert (second.check, second.verdict, second.explanation) == ("vector:act:other", Verdict.PASS, "")
    assert vector_check("vector:act:guard:case 2: more") == "vector:act:guard"


def test_why_a_guard_could_not_be_judged_is_said_once_for_all_its_inputs() -> None:
    def told(*reasons: str) -> str:
        cases = enumerate(reasons)
        records = [made_record(f"vector:act:guard:case {n}", Verdict.UNSUPPORTED, why) for n, why in cases]
        [record] = grouped(records)
        return record.explanation

    assert told("it cannot: position", "it cannot: position") == "it cannot: position"
    both = "it cannot: position (2 of 3 inputs); it cannot: dna (1 of 3 inputs)"
    assert told("it cannot: position", "it cannot: dna", "it cannot: position") == both


@pytest.mark.parametrize(
    ("verdicts", "worst"),
    [
        ([Verdict.PASS, Verdict.PASS], Verdict.PASS),
        ([Verdict.PASS, Verdict.UNSUPPORTED], Verdict.PASS),
        ([Verdict.UNSUPPORTED, Verdict.UNSUPPORTED], Verdict.UNSUPPORTED),
        ([Verdict.PASS, Verdict.INCONCLUSIVE], Verdict.INCONCLUSIVE),
        ([Verdict.INCONCLUSIVE, Verdict.ERROR], Verdict.ERROR),
        ([Verdict.ERROR, Verdict.VIOLATION, Verdict.PASS], Verdict.VIOLATION),
    ],
)
def test_the_worst_verdict_stands(verdicts: list[Verdict], worst: Verdict) -> None:
    for order in (verdicts, verdicts[::-1]):
        records = [made_record(f"vector:a:g:{n}", verdict, "") for n, verdict in enumerate(order)]
        assert [made.verdict for made in grouped(records)] == [worst]


def test_no_records_and_missing_facts() -> None:
    assert grouped([]) == []
    values = {name: value for name, value in VALUES.items() if name != "deck.size"}
    with pytest.raises(MissingValue, match=r"deck\.size"):
        vector_scenarios(game, values)
