"""Properties of the state graph: each of them fails on a fault of the model that breaks it."""

from __future__ import annotations

import pytest

from model_mutants import GRAPH_MUTANTS, Mutant
from rulehound.checker.graph import PROPERTIES, build_graph, check_graph, shortest_way
from rulehound.checker.search import Limits
from rulehound.spec.dcg import game
from spec.dcg.law import VALUES

MODEL = game.model()
CONFIGURATION = game.configurations(VALUES)[game.graphed]


def test_the_model_keeps_all_of_them() -> None:
    built = build_graph(MODEL, VALUES, CONFIGURATION)
    findings = check_graph(built, VALUES, CONFIGURATION)
    assert [(f.name, f.holds, f.judged, f.states) for f in findings] == [
        (name, True, True, 8_236) for name in PROPERTIES
    ]
    over = MODEL.paths.index("winner")
    assert len(shortest_way(built, lambda state: state[over] != 0)) > 1


@pytest.mark.parametrize("mutant", GRAPH_MUTANTS, ids=lambda mutant: mutant.name)
def test_a_fault_of_the_model_breaks_it(mutant: Mutant) -> None:
    faulty = mutant.plant(MODEL)
    findings = {
        f.name: f for f in check_graph(build_graph(faulty, VALUES, CONFIGURATION), VALUES, CONFIGURATION)
    }
    assert not findings[mutant.breaks].holds
    assert findings[mutant.breaks].way


def test_a_search_that_was_stopped_judges_nothing() -> None:
    built = build_graph(MODEL, VALUES, CONFIGURATION, Limits(states=100))
    assert not any(finding.judged for finding in check_graph(built, VALUES, CONFIGURATION))
