"""Verdicts of rules and exit statuses, over every set of verdicts that a run can have."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from rulehound.checker.records import (
    RuleVerdict,
    Trace,
    Verdict,
    exit_status_of_records,
    rule_results,
    rule_verdict,
    verdict_of_rule,
    verdict_on,
    with_caught,
)
from rulehound_testing.made_up_run import record

SETS = [set(s) for s in chain.from_iterable(combinations(Verdict, n) for n in range(len(Verdict) + 1))]


@pytest.mark.parametrize("seen", SETS, ids=lambda seen: "-".join(sorted(seen)) or "none")
def test_a_rule_takes_the_worst_of_its_checks(seen: set[Verdict]) -> None:
    for order in (sorted(seen), sorted(seen, reverse=True)):
        verdict = rule_verdict(order)
        if Verdict.VIOLATION in seen:
            assert verdict is RuleVerdict.VIOLATION
        elif Verdict.ERROR in seen:
            assert verdict is RuleVerdict.ERROR
        elif Verdict.INCONCLUSIVE in seen:
            assert verdict is RuleVerdict.INCONCLUSIVE
        elif Verdict.PASS in seen:
            assert verdict is RuleVerdict.PASS
        elif Verdict.NOT_EXERCISED in seen:
            assert verdict is RuleVerdict.NOT_EXERCISED
        else:
            assert verdict is RuleVerdict.NOT_JUDGED


@pytest.mark.parametrize("seen", SETS, ids=lambda seen: "-".join(sorted(seen)) or "none")
def test_exit_status(seen: set[Verdict]) -> None:
    records = [record(f"invariant:{verdict}", f"r.{verdict}", verdict=verdict) for verdict in sorted(seen)]
    if Verdict.VIOLATION in seen or Verdict.ERROR in seen:
        expected = strict = 1
    elif Verdict.INCONCLUSIVE in seen or Verdict.PASS not in seen:
        expected = strict = 3
    else:
        expected, strict = 0, 3 if seen & {Verdict.UNSUPPORTED, Verdict.NOT_EXERCISED} else 0
    assert exit_status_of_records(records) == expected
    assert exit_status_of_records(records, strict=True) == strict


def test_strict_looks_at_rules_not_at_checks() -> None:
    records = [record("a", "r"), record("b", "r", verdict=Verdict.UNSUPPORTED)]
    assert exit_status_of_records(records, strict=True) == 0


@pytest.mark.parametrize(
    ("of_engine", "verdict"),
    [
        ([], RuleVerdict.PASS),
        ([Verdict.UNSUPPORTED], RuleVerdict.PASS),
        ([Verdict.NOT_EXERCISED], RuleVerdict.NOT_EXERCISED),
        ([Verdict.NOT_EXERCISED, Verdict.UNSUPPORTED], RuleVerdict.NOT_EXERCISED),
        ([Verdict.NOT_EXERCISED, Verdict.PASS], RuleVerdict.PASS),
        ([Verdict.NOT_EXERCISED, Verdict.VIOLATION], RuleVerdict.VIOLATION),
    ],
)
def test_what_the_model_shows_is_no_pass_for_an_engine_that_was_not_exercised(
    of_engine: list[Verdict], verdict: RuleVerdict
) -> None:
    records = [record(f"guard:{one}", "r", verdict=one, engine="my-sim") for one in of_engine]
    assert verdict_of_rule("r", [record("invariant:r", "r"), *records]) is verdict
    assert [one.verdict for one in rule_results(["r"], [record("invariant:r", "r"), *records])] == [verdict]


def test_rules_keep_their_order_and_only_their_own_records() -> None:
    first, second = record("a", "x", "y", "x"), record("b", "y", "z", verdict=Verdict.VIOLATION)
    results = rule_results(["y", "x", "w"], [first, second])
    assert [(r.rule, r.verdict.value, [c.check for c in r.records]) for r in results] == [
        ("y", "violation", ["a", "b"]),
        ("x", "pass", ["a"]),
        ("w", "not judged", []),
    ]


def test_a_violation_is_one_of_the_rule_that_its_trace_names() -> None:
    trace = Trace("g", "e", "engine", "x", {}, [], "this", "that", {})
    broken = record("scenario:s", "x", "y", verdict=Verdict.VIOLATION, trace=trace)
    results = rule_results(["x", "y"], [broken, record("scenario:t", "y")])
    assert [(r.rule, r.verdict.value) for r in results] == [("x", "violation"), ("y", "inconclusive")]
    assert exit_status_of_records([broken]) == 1


def test_caught_faults_are_put_beside_their_check_alone() -> None:
    records = with_caught([record("a", "x"), record("b", "x", caught=["old"])], {"a": ["limit-11"]})
    assert [r.caught for r in records] == [["limit-11"], []]


def test_a_violation_is_of_the_rule_that_a_diagnosis_blames_though_it_has_no_trace() -> None:
    told = record("cost:play", "play.cost", "memory.limit", verdict=Verdict.VIOLATION)
    assert [verdict_on(told, rule) for rule in told.rules] == [Verdict.VIOLATION] * 2
    blamed = record("cost:play", "memory.limit", "play.cost", verdict=Verdict.VIOLATION, violation="0123")
    assert [verdict_on(blamed, rule) for rule in blamed.rules] == [Verdict.VIOLATION, Verdict.INCONCLUSIVE]
