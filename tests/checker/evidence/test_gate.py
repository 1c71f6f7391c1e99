"""The gate is shut by every step back, and says which clauses it is about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from rulehound.checker.engines.source.cited_code import CitedFunction
from rulehound.checker.errors import UserError
from rulehound.checker.evidence.counts import merely_compared, model_score
from rulehound.checker.evidence.edition_evidence import says_content
from rulehound.checker.evidence.floors import ExcusedRule, Floors, read_floors
from rulehound.checker.evidence.gate import contradicted, problems
from rulehound.checker.evidence.storage import Evidence
from rulehound.checker.records import Verdict
from rulehound.spec.documents.store import load_store
from rulehound.spec.documents.update import record_update
from rulehound_testing.made_up_evidence import BASIS, DEMANDS, MUTANTS, NOW, RUN, WAITING, shells, standing_of
from rulehound_testing.made_up_spec import RULEBOOK, document

FLOORS = Floors({"shells 1.0": 4}, rules_seen_to_fail=1.0, model_guards=0.9, engine_code=0.5)


def test_nothing_wrong(tmp_path: Path) -> None:
    assert problems(standing_of(shells(tmp_path)), FLOORS) == []


def test_a_check_that_is_gone_names_its_clauses(tmp_path: Path) -> None:
    now = replace(NOW, checks={name: c for name, c in NOW.checks.items() if name != "setup:basket"})
    assert problems(standing_of(shells(tmp_path), now=now), FLOORS) == [
        "rule basket.start is stale by old-sea: setup:basket is gone (shells 1.0: 2-1)",
        "shells 1.0: 3 clauses are verified, fewer than the floor of 4",
    ]


def test_a_violation_names_its_clauses(tmp_path: Path) -> None:
    first, *others = RUN.checks
    run = msgspec.structs.replace(
        RUN, checks=(msgspec.structs.replace(first, verdict=Verdict.VIOLATION), *others)
    )
    assert problems(standing_of(shells(tmp_path), run), Floors()) == [
        "rule basket.start is violated by old-sea: setup:basket: violation (shells 1.0: 2-1)"
    ]


def test_changed_code_names_the_clauses_that_it_cites(tmp_path: Path) -> None:
    now = replace(NOW, functions={WAITING: CitedFunction("f2", ("tide.wait",))})
    assert problems(standing_of(shells(tmp_path), now=now), Floors()) == [
        "rule tide.wait is stale by old-sea: beach.turns:wait has changed (shells 1.0: 1-1-3)"
    ]


def test_a_run_of_another_tree_is_told_once(tmp_path: Path) -> None:
    now = replace(NOW, bases={"old-sea": msgspec.structs.replace(BASIS, engine="another")})
    assert problems(standing_of(shells(tmp_path), now=now), Floors()) == [
        "the run of old-sea is out of date: the engine's code has changed; run rulehound check "
        "--edition old-sea and rulehound trace --record"
    ]


def test_a_weak_rule_needs_an_excuse(tmp_path: Path) -> None:
    weak = standing_of(shells(tmp_path), planted={})
    assert problems(weak, Floors()) == [
        "rule basket.start is weak by old-sea: no check of it has been seen to fail (shells 1.0: 2-1)"
    ]
    assert problems(weak, Floors(excused=(ExcusedRule("basket.start", "nobody can miscount"),))) == []
    assert problems(
        weak, Floors(excused=(ExcusedRule("basket.end", "?"), ExcusedRule("basket.start", "?")))
    ) == ["floors.toml excuses basket.end, which is no rule"]


def test_scores_below_the_floor(tmp_path: Path) -> None:
    alive = tuple(
        msgspec.structs.replace(mutant, outcome="open" if mutant.planted == "model" else "survived", by=())
        for mutant in MUTANTS
    )
    assert problems(standing_of(shells(tmp_path), mutants=alive, planted={}), FLOORS)[-3:] == [
        "rules with a fault that was caught: 0 of 3 (0.0%), below the floor of 100%",
        "mutants of the model's guards that are caught: 0 of 1 (0.0%), below the floor of 90%",
        "mutants of the engine's code that are caught: 0 of 3 (0.0%), below the floor of 50%",
    ]


def test_floors_are_read_and_bad_ones_told(tmp_path: Path) -> None:
    assert read_floors(tmp_path) == Floors()
    (tmp_path / "evidence").mkdir()
    file = tmp_path / "evidence/floors.toml"
    file.write_text(
        'rules-seen-to-fail = 1.0\nmodel-guards = 0.9\nengine-code = 0.5\n[verified]\n"shells 1.0" = 4\n'
    )
    assert read_floors(tmp_path) == FLOORS
    for wrong in ("verified = 3", "verifed = {}", "[verified", "model-guards = 'many'"):
        file.write_text(wrong)
        with pytest.raises(UserError, match=r"floors\.toml: "):
            read_floors(tmp_path)


def test_guards_caught_by_comparison_alone_are_told_apart() -> None:
    [guard] = (mutant for mutant in MUTANTS if mutant.planted == "model")
    outcomes = ("proof", "steps", "open", "same")
    tried = [msgspec.structs.replace(guard, outcome=outcome) for outcome in outcomes]
    assert str(model_score(tried)) == "2 of 3 (66.7%)"
    assert str(merely_compared([*tried, *MUTANTS])) == "1 of 3 (33.3%)"


def test_an_excuse_that_is_not_needed_or_has_no_reason(tmp_path: Path) -> None:
    excuses = Floors(excused=(ExcusedRule("tide.limit", "it is hard"), ExcusedRule("basket.start", " ")))
    assert problems(standing_of(shells(tmp_path)), excuses) == [
        "floors.toml excuses basket.start, which is not weak",
        "floors.toml excuses tide.limit, which is not weak",
        "floors.toml excuses basket.start without a reason",
    ]


def test_a_floor_lower_than_it_was(tmp_path: Path) -> None:
    assert problems(standing_of(shells(tmp_path)), FLOORS, FLOORS) == []
    [line] = problems(standing_of(shells(tmp_path)), Floors(), Floors({"shells 1.0": 4}))
    assert line.startswith("the floor of shells 1.0 is 0, and was 4")


def test_a_new_run_that_shows_other_verdicts_than_the_record() -> None:
    first, *others = RUN.checks
    edited = msgspec.structs.replace(first, verdict=Verdict.NOT_EXERCISED)
    now = Evidence({"old-sea": msgspec.structs.replace(RUN, checks=(edited, *others))}, ())
    then = Evidence({"old-sea": RUN}, ())
    line = f"the run of old-sea: a new run of it shows other verdicts than the record, of {first.check}"
    assert contradicted(then, now) == [line]
    assert contradicted(then, then) == []
    shorter = Evidence({"old-sea": msgspec.structs.replace(RUN, checks=tuple(others))}, ())
    assert contradicted(shorter, then) == [line]
    quick = {"old-sea": msgspec.structs.replace(now.editions["old-sea"], effort="quick")}
    assert contradicted(then, Evidence(quick, ())) == []


def test_other_questions_make_a_run_stale_and_other_words_of_a_rule_that_rule(tmp_path: Path) -> None:
    store = shells(tmp_path)
    asked = msgspec.structs.replace(BASIS, questions="q1")
    says = {rule.id: says_content(rule.says) for rule in store.rules.values()}
    run = msgspec.structs.replace(RUN, basis=asked, says=says)
    now = replace(NOW, bases={"old-sea": asked})
    assert problems(standing_of(store, run, now=now), Floors()) == []
    turned = msgspec.structs.replace(run, says={**says, "tide.wait": says_content("Nobody waits.")})
    assert problems(standing_of(store, turned, now=now), Floors()) == [
        "rule tide.wait is stale by old-sea: what it says has changed (shells 1.0: 1-1-3)"
    ]
    other = replace(NOW, bases={"old-sea": msgspec.structs.replace(BASIS, questions="q2")})
    [line] = problems(standing_of(store, run, now=other), Floors())
    assert "cards, configurations of the search, or words and defaults of scenarios have changed" in line
    assert problems(standing_of(store, RUN, now=other), Floors()) == [], "recorded before there was a hash"


def test_a_floor_of_demands_that_are_met(tmp_path: Path) -> None:
    found = standing_of(shells(tmp_path, DEMANDS))
    assert problems(found, Floors(demands={"demands of shells 1.0": 2})) == []
    assert problems(found, Floors(demands={"demands of shells 1.0": 3})) == [
        "demands of shells 1.0: 2 are met, fewer than the floor of 3"
    ]
    assert problems(found, Floors(demands={"demands of shells 2.0": 1})) == [
        "demands of shells 2.0: 0 are met, fewer than the floor of 1"
    ]


def test_a_demand_in_doubt_is_a_problem_till_somebody_reads_the_new_words(tmp_path: Path) -> None:
    shells(tmp_path, DEMANDS)
    words = {**RULEBOOK, "1-1-2": RULEBOOK["1-1-2"].replace("10", "12")}
    record_update(tmp_path, document(words, version="1.1"))
    assert problems(standing_of(load_store(tmp_path)), Floors()) == [
        f'shells 1.1, 1-1-2: the demand "{says}" is in doubt: its words are not those of 1.0, 1-1-2'
        for says in ("The tide stops at the highest mark.", "The highest mark is 10.")
    ]
    new = DEMANDS[: DEMANDS.index('[[demand]]\nclause = "1-1-3"')].replace('"1.0"', '"1.1"')
    (tmp_path / "demands/new.toml").write_text(new, encoding="utf-8")
    assert problems(standing_of(load_store(tmp_path)), Floors()) == []
