"""A rule is verified only where a check of it ran, passed, has been seen to fail, and is the one of today."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from rulehound.checker.engines.source.cited_code import CitedFunction
from rulehound.checker.evidence.current_tree import CurrentTree
from rulehound.checker.evidence.edition_evidence import EditionEvidence
from rulehound.checker.evidence.standings import Standings
from rulehound.checker.evidence.status import Status
from rulehound.checker.records import Verdict
from rulehound_testing.made_up_evidence import BASIS, GUARD, MUTANTS, NOW, RUN, WAITING, shells, standing_of


def statuses(found: Standings) -> dict[str, str]:
    return {rule: standing.status.value for (_, rule), standing in found.rules.items()}


def why(found: Standings, rule: str) -> tuple[str, ...]:
    return found.rules["old-sea", rule].why


def with_verdict(check: str, verdict: Verdict) -> EditionEvidence:
    checks = tuple(
        msgspec.structs.replace(one, verdict=verdict) if one.check == check else one for one in RUN.checks
    )
    return msgspec.structs.replace(RUN, checks=checks)


ALL = {"basket.start": "verified", "tide.limit": "verified", "tide.wait": "verified"}


def test_all_in_order(tmp_path: Path) -> None:
    found = standing_of(shells(tmp_path))
    assert statuses(found) == ALL
    assert {(c.row.clause, c.chapter, c.status.value) for c in found.clauses} == {
        ("1-1-1", "1", "verified"),
        ("1-1-2", "1", "verified"),
        ("1-1-3", "1", "verified"),
        ("2-1", "2", "verified"),
        ("2-2", "2", "not testable"),
        ("2-3", "2", "not testable"),
    }
    faults = found.rules["old-sea", "tide.wait"].faults
    assert (faults.caught, faults.alive, faults.harmless, faults.by_others) == (
        ("wait: without the guard tide", "wait:1 3 is 4"),
        ("wait:2 left out",),
        1,
        (),
    )


@pytest.mark.parametrize(
    ("verdict", "status"),
    [
        (Verdict.VIOLATION, "violated"),
        (Verdict.ERROR, "violated"),
        (Verdict.INCONCLUSIVE, "inconclusive"),
        (Verdict.NOT_EXERCISED, "inconclusive"),
        (Verdict.UNSUPPORTED, "inconclusive"),
    ],
)
def test_what_did_not_pass_is_not_verified(tmp_path: Path, verdict: Verdict, status: str) -> None:
    found = standing_of(shells(tmp_path), with_verdict("setup:basket", verdict))
    assert statuses(found) == {**ALL, "basket.start": status}
    [clause] = [c for c in found.clauses if c.row.clause == "2-1"]
    assert clause.status.value == status


@pytest.mark.parametrize(("of_model", "status"), [(False, "verified"), (True, "inconclusive")])
def test_what_the_model_shows_is_no_pass_for_what_was_not_exercised(
    tmp_path: Path, of_model: bool, status: str
) -> None:
    """Of `tide.limit` the invariant passed, by the engine or the model alone; the guard was not exercised."""
    run = with_verdict("guard:wait:tide", Verdict.NOT_EXERCISED)
    checks = tuple(msgspec.structs.replace(one, of_model=of_model) for one in run.checks)
    found = standing_of(shells(tmp_path), msgspec.structs.replace(run, checks=checks))
    assert statuses(found)["tide.limit"] == status
    if of_model:
        assert why(found, "tide.limit") == ("guard:wait:tide: not exercised",)


def test_a_check_that_never_failed_is_weak(tmp_path: Path) -> None:
    assert statuses(standing_of(shells(tmp_path), planted={})) == {**ALL, "basket.start": "weak"}
    assert statuses(standing_of(shells(tmp_path), mutants=())) == {
        **ALL,
        "tide.limit": "weak",
        "tide.wait": "weak",
    }


def test_a_mutant_counts_for_a_rule_whose_own_check_caught_it(tmp_path: Path) -> None:
    [_, caught, *_] = MUTANTS
    by_another = msgspec.structs.replace(caught, by=("setup:basket",))
    found = standing_of(shells(tmp_path), mutants=(by_another,))
    assert statuses(found) == {**ALL, "tide.limit": "weak", "tide.wait": "weak"}
    assert found.rules["old-sea", "tide.wait"].faults.by_others == ("wait:1 3 is 4",)


def test_no_run_is_not_a_pass(tmp_path: Path) -> None:
    found = standing_of(shells(tmp_path), run=None)
    assert set(statuses(found).values()) == {"inconclusive"}
    assert why(found, "tide.wait") == ("no run by old-sea is recorded",)


def without_guard() -> CurrentTree:
    return replace(NOW, checks={name: check for name, check in NOW.checks.items() if check is not GUARD})


def test_a_check_that_is_gone_makes_its_rules_stale(tmp_path: Path) -> None:
    found = standing_of(shells(tmp_path), now=without_guard())
    assert statuses(found) == {**ALL, "tide.limit": "stale", "tide.wait": "stale"}
    assert why(found, "tide.wait") == ("guard:wait:tide is gone",)


def test_a_check_that_changed_or_is_new_makes_its_rules_stale(tmp_path: Path) -> None:
    store = shells(tmp_path)
    changed = replace(NOW, checks={**NOW.checks, GUARD.id: msgspec.structs.replace(GUARD, content="g2")})
    assert why(standing_of(store, now=changed), "tide.wait") == ("guard:wait:tide has changed",)
    new = msgspec.structs.replace(GUARD, id="guard:wait:more", rules=("tide.wait",))
    found = standing_of(store, now=replace(NOW, checks={**NOW.checks, new.id: new}))
    assert statuses(found) == {**ALL, "tide.wait": "stale"}
    assert why(found, "tide.wait") == ("guard:wait:more is new",)


@pytest.mark.parametrize("field", ["document", "values", "model", "engine"])
def test_what_a_whole_run_rests_on_makes_all_of_it_stale(tmp_path: Path, field: str) -> None:
    bases = {"old-sea": msgspec.structs.replace(BASIS, **{field: "another"})}
    found = standing_of(shells(tmp_path), now=replace(NOW, bases=bases))
    assert set(statuses(found).values()) == {"stale"}
    assert list(found.outdated) == ["old-sea"]


def test_code_that_changed_makes_the_rules_that_it_cites_stale(tmp_path: Path) -> None:
    store = shells(tmp_path)
    changed = {WAITING: CitedFunction("f2", ("tide.wait",))}
    found = standing_of(store, now=replace(NOW, functions=changed))
    assert statuses(found) == {**ALL, "tide.wait": "stale"}
    assert why(found, "tide.wait") == ("beach.turns:wait has changed",)
    assert why(standing_of(store, mutants=(), now=replace(NOW, functions=changed)), "tide.wait") == (
        "beach.turns:wait has changed",
    )
    found = standing_of(store, now=replace(NOW, functions={}))
    assert why(found, "tide.wait") == ("beach.turns:wait is gone",)
    more = {**NOW.functions, "beach.turns:rest": CitedFunction("r1", ("basket.start",))}
    found = standing_of(store, now=replace(NOW, functions=more))
    assert why(found, "basket.start") == ("beach.turns:rest is new",)


def test_an_action_that_changed_makes_its_rules_stale(tmp_path: Path) -> None:
    found = standing_of(shells(tmp_path), now=replace(NOW, actions={"wait": "w2"}))
    assert statuses(found) == {**ALL, "tide.limit": "stale", "tide.wait": "stale"}
    assert [mutant.planted for mutant in found.mutants] == ["engine"] * 3


def test_what_the_model_says_of_a_rule_makes_it_stale(tmp_path: Path) -> None:
    found = standing_of(shells(tmp_path), now=replace(NOW, rules={"tide.wait": "r1"}))
    assert statuses(found) == {**ALL, "tide.limit": "stale"}
    assert why(found, "tide.limit") == ("its guards, effects or invariants in the model have changed",)


def test_the_worst_of_its_rules_is_the_status_of_a_clause(tmp_path: Path) -> None:
    store = shells(tmp_path)
    found = standing_of(store, with_verdict("invariant:tide", Verdict.VIOLATION))
    by_clause = {clause.row.clause: clause.status for clause in found.clauses}
    assert by_clause["1-1-1"] is Status.VIOLATED
    assert by_clause["1-1-3"] is Status.VERIFIED


def test_what_a_check_caught_before_it_changed_is_no_more(tmp_path: Path) -> None:
    store = shells(tmp_path)
    found = standing_of(store, planted={}, changed=("setup:basket",))
    assert statuses(found) == {**ALL, "basket.start": "stale"}
    assert why(found, "basket.start") == ("setup:basket changed since seen to fail",)
    assert statuses(standing_of(store, changed=("guard:wait:tide",))) == ALL, "others were seen to fail"
