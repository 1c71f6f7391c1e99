"""Counts over standings: each with its denominator, and nothing tried earns no score."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulehound.checker.evidence.counts import (
    GROUPS,
    DemandCounts,
    Score,
    breaking,
    by_status,
    citations_tried,
    citations_with_effect,
    demand_counts,
    engine_score,
    merely_compared,
    model_score,
    scores,
    seen_and_unchanged,
    seen_by_own_rule,
    seen_to_fail,
    verified,
)
from rulehound.checker.evidence.status import Status
from rulehound.checker.mutation.tried_mutants import TriedMutant
from rulehound_testing.made_up_evidence import DEMANDS, RUN, shells, standing_of


@pytest.mark.parametrize(
    ("score", "share", "words"),
    [
        (Score(0, 0), 0.0, "none of none"),
        (Score(0, 3), 0.0, "0 of 3 (0.0%)"),
        (Score(1, 3), 1 / 3, "1 of 3 (33.3%)"),
        (Score(1500, 1500), 1.0, "1,500 of 1,500 (100.0%)"),
    ],
)
def test_a_score_has_its_denominator(score: Score, share: float, words: str) -> None:
    assert score.share == pytest.approx(share)
    assert str(score) == words


def mutant(outcome: str, planted: str = "model", guard: str = "tide") -> TriedMutant:
    return TriedMutant(f"a mutant: {outcome}", planted, "wait", "w1", (), outcome, guard)  # type: ignore[arg-type]


OUTCOMES = ("search", "proof", "counts", "steps", "survived", "same", "equivalent", "does not start", "none")


def test_mutants_that_cannot_matter_do_not_count() -> None:
    mutants = [mutant(outcome) for outcome in OUTCOMES]
    mutants += [mutant("survived", guard=""), mutant("caught", "engine"), mutant("survived", "engine")]
    assert model_score(mutants) == Score(4, 5)
    assert merely_compared(mutants) == Score(2, 4)
    assert breaking(mutants) == Score(2, 4)
    assert engine_score(mutants) == Score(1, 2)
    assert model_score([]) == merely_compared([]) == engine_score([]) == Score(0, 0)


def test_the_scores_of_evidence_that_is_in_order(tmp_path: Path) -> None:
    standings = standing_of(shells(tmp_path))
    assert seen_to_fail(standings) == Score(3, 3)
    assert citations_tried(standings) == Score(1, 1)
    assert citations_with_effect(standings) == Score(1, 1)
    assert seen_and_unchanged(standings) == Score(1, 1)
    assert engine_score(standings.mutants) == Score(1, 2)
    assert len(scores(standings)) == 9
    assert verified(standings.clauses) == {"shells 1.0": 4}
    counts = by_status(standings.clauses, GROUPS["chapter"])
    assert counts == {
        "shells 1.0, 1": {Status.VERIFIED: 3},
        "shells 1.0, 2": {Status.VERIFIED: 1, Status.NOT_TESTABLE: 2},
    }


def test_rules_without_a_fault_or_a_check(tmp_path: Path) -> None:
    store = shells(tmp_path)
    assert seen_to_fail(standing_of(store, planted={})) == Score(2, 3)
    assert seen_to_fail(standing_of(store, mutants=(), planted={})) == Score(0, 3)
    assert seen_to_fail(standing_of(store, run=msgspec.structs.replace(RUN, checks=()))) == Score(0, 0)
    assert seen_and_unchanged(standing_of(store, changed=("guard:wait:tide",))) == Score(1, 2)


def test_demands_and_clauses_are_counted_with_their_denominators(tmp_path: Path) -> None:
    [(name, found)] = demand_counts(standing_of(shells(tmp_path, DEMANDS)).clauses).items()
    assert name == "shells 1.0"
    assert found == DemandCounts(
        clauses=4, read=3, demands=4, met=2, in_doubt=0, untestable=1, whole=1, partly=1, none=1,
        nothing_testable=0,
    )  # fmt: skip
    assert str(found) == (
        "demands with a check that was seen to fail: 2 of 4 (50.0%), untestable 1 more; "
        "clauses whole 1, partly 1, none 1, not read 1 of 4"
    )


def test_clauses_of_untestable_demands_alone_are_counted_apart(tmp_path: Path) -> None:
    only = DEMANDS.replace('checks = ["guard:wait:tide"]', 'untestable = "nobody looks"')
    found = demand_counts(standing_of(shells(tmp_path, only)).clauses)["shells 1.0"]
    assert (found.whole, found.partly, found.none, found.nothing_testable) == (0, 1, 1, 1)
    assert (found.demands, found.untestable) == (3, 2)


def test_without_demands_nothing_is_read(tmp_path: Path) -> None:
    found = demand_counts(standing_of(shells(tmp_path)).clauses)["shells 1.0"]
    assert (found.clauses, found.read, found.demands) == (4, 0, 0)


def test_a_fault_of_another_rule_is_none_of_the_checks_own(tmp_path: Path) -> None:
    store = shells(tmp_path)
    assert seen_by_own_rule(standing_of(store)) == Score(3, 3)
    assert seen_by_own_rule(standing_of(store, broken={})) == Score(2, 3)
    assert seen_by_own_rule(standing_of(store, broken={"one shell less": ("tide.wait",)})) == Score(2, 3)
