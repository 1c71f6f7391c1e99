"""A demand is met where one of its checks passed and was seen to fail; a clause is as good as its demands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from rulehound.checker.evidence.demand_standings import DemandStanding, DemandStatus, clause_by_demands
from rulehound.checker.evidence.edition_evidence import EditionEvidence
from rulehound.checker.evidence.standings import Standings
from rulehound.checker.evidence.status import WORST_FIRST, Status
from rulehound.checker.records import Verdict
from rulehound_testing.made_up_evidence import DEMANDS, GUARD, NOW, RUN, shells, standing_of

STOPS = "The tide stops at the highest mark."


def clauses(found: Standings) -> dict[str, tuple[str, str]]:
    return {clause.row.clause: (clause.status.value, clause.why) for clause in found.clauses}


def demands(found: Standings, clause: str) -> dict[str, DemandStanding]:
    [demands] = (one.demands for one in found.clauses if one.row.clause == clause)
    return {demand.says: demand for demand in demands}


def with_records(check: str, *verdicts: Verdict, of_model: bool = False) -> EditionEvidence:
    """The run in which a check came to these verdicts, once each."""
    [record] = (one for one in RUN.checks if one.check == check)
    others = tuple(one for one in RUN.checks if one.check != check)
    new = tuple(msgspec.structs.replace(record, verdict=verdict, of_model=of_model) for verdict in verdicts)
    return msgspec.structs.replace(RUN, checks=(*others, *new))


def test_a_clause_is_whole_in_part_or_without_any_check(tmp_path: Path) -> None:
    lacking = "without a check that passed and was seen to fail"
    assert clauses(standing_of(shells(tmp_path, DEMANDS))) == {
        "1-1-1": ("verified", "tide.limit"),
        "1-1-2": ("partly", f"demands {lacking}: The highest mark is 10."),
        "1-1-3": ("verified", "tide.wait"),
        "2-1": (
            "weak",
            "no demand of it has a check that passed and was seen to fail: It is before sunrise.",
        ),
        "2-2": ("not testable", "physical"),
        "2-3": ("not testable", "physical"),
    }


def test_each_demand_says_by_which_checks_it_is_met_and_what_it_lacks(tmp_path: Path) -> None:
    found = standing_of(shells(tmp_path, DEMANDS))
    checks = ("guard:wait:tide", "invariant:tide")
    assert demands(found, "1-1-2") == {
        STOPS: DemandStanding(STOPS, DemandStatus.MET, checks, checks, ""),
        "The highest mark is 10.": DemandStanding(
            "The highest mark is 10.", DemandStatus.LACKING, (), (), "no check reads the gauge"
        ),
    }
    noticed = demands(found, "1-1-3")["The other one notices."]
    assert (noticed.status, noticed.why) == (DemandStatus.UNTESTABLE, "what a gatherer notices is not shown")


def test_one_check_that_counts_is_enough(tmp_path: Path) -> None:
    """The guard was not exercised; the invariant passed and was seen to fail."""
    found = standing_of(shells(tmp_path, DEMANDS), with_records("guard:wait:tide", Verdict.NOT_EXERCISED))
    assert demands(found, "1-1-2")[STOPS].by == ("invariant:tide",)
    handed = demands(found, "1-1-3")["Who waits hands over marks."]
    assert (handed.status, handed.why) == (
        DemandStatus.LACKING,
        "guard:wait:tide did not pass: not exercised",
    )


@pytest.mark.parametrize(
    ("verdicts", "of_model", "met"),
    [
        ((Verdict.PASS,), False, True),
        ((Verdict.PASS,), True, True),
        ((Verdict.PASS, Verdict.NOT_EXERCISED), False, True),
        ((Verdict.PASS, Verdict.NOT_EXERCISED), True, False),
        ((Verdict.PASS, Verdict.VIOLATION), False, False),
        ((Verdict.PASS, Verdict.INCONCLUSIVE), False, False),
        ((Verdict.PASS, Verdict.ERROR), False, False),
        ((Verdict.UNSUPPORTED,), False, False),
        ((), False, False),
    ],
)
def test_a_check_that_did_not_pass_meets_nothing(
    tmp_path: Path, verdicts: tuple[Verdict, ...], of_model: bool, met: bool
) -> None:
    run = with_records("guard:wait:tide", *verdicts, of_model=of_model)
    [handed, _] = demands(standing_of(shells(tmp_path, DEMANDS), run), "1-1-3").values()
    assert (handed.status is DemandStatus.MET) == met


def test_a_check_that_was_never_seen_to_fail_or_has_changed_meets_nothing(tmp_path: Path) -> None:
    store = shells(tmp_path, DEMANDS)
    [handed, _] = demands(standing_of(store, mutants=()), "1-1-3").values()
    assert handed.why == "guard:wait:tide has not been seen to fail"
    changed = {**NOW.checks, GUARD.id: msgspec.structs.replace(GUARD, content="g2")}
    [handed, _] = demands(standing_of(store, now=replace(NOW, checks=changed)), "1-1-3").values()
    assert handed.why == "guard:wait:tide has changed since it ran"
    gone = {name: check for name, check in NOW.checks.items() if name != GUARD.id}
    [handed, _] = demands(standing_of(store, now=replace(NOW, checks=gone)), "1-1-3").values()
    assert handed.why == "guard:wait:tide is no check"
    [handed, _] = demands(standing_of(store, run=None), "1-1-3").values()
    assert handed.why == "guard:wait:tide did not run"


def test_a_planted_fault_counts_as_a_mutant_does(tmp_path: Path) -> None:
    found = standing_of(shells(tmp_path, DEMANDS), mutants=(), planted={GUARD.id: ("tide of 4",)})
    assert demands(found, "1-1-3")["Who waits hands over marks."].status is DemandStatus.MET


def standing(status: DemandStatus, why: str = "") -> DemandStanding:
    return DemandStanding(f"it is {status.value}", status, (), (), why)


MET, LACKING = standing(DemandStatus.MET), standing(DemandStatus.LACKING)
DOUBT, UNTESTABLE = standing(DemandStatus.IN_DOUBT), standing(DemandStatus.UNTESTABLE, "nobody looks")


@pytest.mark.parametrize(
    ("demands", "status", "why"),
    [
        ((), Status.VERIFIED, "as before"),
        ((MET, UNTESTABLE), Status.VERIFIED, "as before"),
        ((MET, LACKING), Status.PARTLY, "it is lacking"),
        ((LACKING, UNTESTABLE), Status.WEAK, "it is lacking"),
        ((MET, DOUBT, LACKING), Status.SUSPECT, "it is in doubt"),
        ((UNTESTABLE,), Status.NOT_TESTABLE, "nobody looks"),
    ],
)
def test_what_demands_make_of_a_clause(demands: tuple[DemandStanding, ...], status: Status, why: str) -> None:
    found, said = clause_by_demands(Status.VERIFIED, "as before", demands)
    assert found is status
    assert said.endswith(why)


def test_demands_make_no_clause_better() -> None:
    for status in (Status.VIOLATED, Status.SUSPECT, Status.STALE, Status.INCONCLUSIVE, Status.OPEN):
        assert clause_by_demands(status, "as before", (MET, LACKING)) == (status, "as before")
    assert clause_by_demands(Status.WEAK, "as before", (MET,)) == (Status.WEAK, "as before")
    assert clause_by_demands(Status.WEAK, "as before", (MET, LACKING)) == (Status.WEAK, "as before")


def test_partly_stands_between_weak_and_verified() -> None:
    at = WORST_FIRST.index(Status.PARTLY)
    assert WORST_FIRST[at - 1 : at + 2] == (Status.WEAK, Status.PARTLY, Status.VERIFIED)
