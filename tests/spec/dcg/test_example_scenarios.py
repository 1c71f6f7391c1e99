"""Scenarios of what the Detailed Rules and chapter 7 state with an example: each cites a recorded clause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulehound.spec.formats import Scenario
from rulehound_testing.faults.catching import rulebook

GAME = rulebook().game
RECORDED = {
    "dcg-detailed-rules-1.3": "dcg-detailed-rules-1.3",
    "dcg-comprehensive-rules-ch7": "dcg-comprehensive-rules-ch7-undated",
}
"""Document as scenarios name it, to the record of its clauses."""

EXAMPLES = [scenario for scenario in rulebook().store.scenarios if scenario.id.startswith("examples/")]

WITHOUT_SCENARIO = {
    "effects-that-change-or-assume-the-conditions-of/2": "no effect changes another one's cost",
}
"""Examples of the Detailed Rules that no scenario shows."""


def clauses(document: str) -> dict[str, str]:
    """Key to kind of each recorded clause."""
    path: Path = GAME.directory / "documents" / f"{RECORDED[document]}.clauses.jsonl"
    found = map(json.loads, path.read_text("utf-8").splitlines())
    return {clause["key"]: clause["kind"] for clause in found}


@pytest.mark.parametrize("scenario", EXAMPLES, ids=lambda scenario: scenario.name)
def test_an_example_cites_a_clause_that_is_there(scenario: Scenario) -> None:
    assert scenario.clauses
    for document, key in scenario.clauses.items():
        assert key in clauses(document), (document, key)


def test_every_example_of_the_detailed_rules_has_a_scenario() -> None:
    document = "dcg-detailed-rules-1.3"
    examples = {key for key, kind in clauses(document).items() if kind == "example"}
    cited = {scenario.clauses.get(document) for scenario in EXAMPLES}
    assert examples - cited == set(WITHOUT_SCENARIO)
