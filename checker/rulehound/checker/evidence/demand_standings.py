"""The standing of every demand of a clause: whether a check that can fail tests it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import StrEnum

import msgspec

from rulehound.checker.evidence.current_tree import CurrentTree
from rulehound.checker.evidence.edition_evidence import CheckEvidence, EditionEvidence
from rulehound.checker.evidence.status import Status
from rulehound.checker.records import Verdict
from rulehound.spec.documents.demands import ClauseDemand

Lack = Callable[[str], str]
"""The reason why a check, by its id, shows nothing of a demand; '' where it does."""


class DemandStatus(StrEnum):
    """How well a demand is checked."""

    MET = "met"
    """One of its checks passed in the run on record, and has been seen to fail."""
    LACKING = "lacking"
    """None of its checks did both, or it has none."""
    IN_DOUBT = "in doubt"
    """It was written for other words of the clause."""
    UNTESTABLE = "untestable"
    """No engine can show whether it is met."""


class DemandStanding(msgspec.Struct, frozen=True):
    """The standing of one demand of a clause, by the ruleset of an edition."""

    says: str
    status: DemandStatus
    checks: tuple[str, ...]
    by: tuple[str, ...]
    """Those of the checks that passed and have been seen to fail."""
    why: str
    """What is lacking, the doubt, or the reason why nothing can show it; '' where it is met."""
    written_for: str = ""
    """The clause of another document or edition for which it was written; '' where that is this one."""


def demand_standing(demand: ClauseDemand, lack: Lack) -> DemandStanding:
    """The standing of a demand. `lack` says why a check shows nothing."""
    written = demand.demand
    lacks = {check: lack(check) for check in written.checks}
    by = tuple(check for check, reason in lacks.items() if not reason)
    if demand.doubt:
        status, why = DemandStatus.IN_DOUBT, demand.doubt
    elif written.untestable:
        status, why = DemandStatus.UNTESTABLE, written.untestable
    elif by:
        status, why = DemandStatus.MET, ""
    else:
        reasons = "; ".join(f"{check} {reason}" for check, reason in lacks.items())
        status, why = DemandStatus.LACKING, written.lacks or reasons
    return DemandStanding(written.says, status, written.checks, by, why, demand.written_for)


def lack_in(run: EditionEvidence | None, now: CurrentTree, seen: Collection[str]) -> Lack:
    """What checks lack in the run of an edition. `seen`: the checks that have been seen to fail."""
    records: dict[str, list[CheckEvidence]] = defaultdict(list)
    for record in run.checks if run else ():
        records[record.check].append(record)

    def lack(check: str) -> str:
        today = now.checks.get(check)
        if today is None:
            return "is no check"
        if check not in records:
            return "did not run"
        if any(record.content != today.content for record in records[check]):
            return "has changed since it ran"
        if reason := _not_passed(records[check]):
            return reason
        return "" if check in seen else "has not been seen to fail"

    return lack


def _not_passed(records: Sequence[CheckEvidence]) -> str:
    """Why a check, which may have run several times, did not pass; '' where it did."""
    verdicts = {record.verdict for record in records}
    open_ = verdicts - {Verdict.PASS, Verdict.NOT_EXERCISED, Verdict.UNSUPPORTED}
    by_engine = any(record.verdict is Verdict.PASS and not record.of_model for record in records)
    if not open_ and (by_engine or verdicts == {Verdict.PASS}):
        return ""
    return f"did not pass: {', '.join(sorted(verdict.value for verdict in verdicts - {Verdict.PASS}))}"


def clause_by_demands(status: Status, why: str, demands: Sequence[DemandStanding]) -> tuple[Status, str]:
    """The status of a clause with its reason: that by its rules, which demands without a check put down."""
    if not demands or status not in (Status.WEAK, Status.VERIFIED):
        return status, why
    if doubtful := _said(demands, DemandStatus.IN_DOUBT):
        return Status.SUSPECT, f"demands of other words: {doubtful}"
    testable = [demand for demand in demands if demand.status is not DemandStatus.UNTESTABLE]
    if not testable:
        return Status.NOT_TESTABLE, "; ".join(demand.why for demand in demands)
    lacking = _said(demands, DemandStatus.LACKING)
    if lacking and not any(demand.status is DemandStatus.MET for demand in testable):
        return Status.WEAK, f"no demand of it has a check that passed and was seen to fail: {lacking}"
    if lacking and status is Status.VERIFIED:
        return Status.PARTLY, f"demands without a check that passed and was seen to fail: {lacking}"
    return status, why


def _said(demands: Iterable[DemandStanding], status: DemandStatus) -> str:
    return " / ".join(demand.says for demand in demands if demand.status is status)
