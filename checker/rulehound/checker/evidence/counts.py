"""Counts over the standings of rules and clauses, each with its denominator."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

import msgspec

from rulehound.checker.evidence.demand_standings import DemandStatus
from rulehound.checker.evidence.floors import DEMANDS_OF
from rulehound.checker.evidence.standings import ClauseStanding, Standings
from rulehound.checker.evidence.status import Status
from rulehound.checker.mutation.tried_mutants import CAUGHT, COMPARED, UNCOUNTED, TriedMutant


class Score(msgspec.Struct, frozen=True):
    """A count, and the number that it is a count of."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """The count as a share, 0 to 1. Of nothing it is 0, because what was not tried earns no score."""
        return self.count / self.of if self.of else 0.0

    def __str__(self) -> str:
        return f"{self.count:,} of {self.of:,} ({self.share:.1%})" if self.of else "none of none"


class DemandCounts(msgspec.Struct, frozen=True, kw_only=True):
    """The demands of a document, and how many of its clauses have checks for all of theirs."""

    clauses: int
    """Clauses that demand something of a game: those that rules cite, and those with demands."""
    read: int
    """Those of them whose demands are written."""
    demands: int
    """All demands but the untestable ones."""
    met: int
    in_doubt: int
    untestable: int
    whole: int
    """Clauses read all of whose testable demands are met; there is one at least."""
    partly: int
    none: int
    """Clauses read none of whose testable demands is met; there is one at least."""
    nothing_testable: int
    """Clauses read that have untestable demands alone."""

    @property
    def score(self) -> Score:
        """Demands that are met, of all that can be tested."""
        return Score(self.met, self.demands)

    def __str__(self) -> str:
        untestable = f", untestable {self.untestable:,} more" if self.untestable else ""
        in_doubt = f", in doubt {self.in_doubt:,}" if self.in_doubt else ""
        nothing = f", nothing testable {self.nothing_testable:,}" if self.nothing_testable else ""
        return (
            f"demands with a check that was seen to fail: {self.score}{in_doubt}{untestable}; clauses whole "
            f"{self.whole:,}, partly {self.partly:,}, none {self.none:,}{nothing}, "
            f"not read {self.clauses - self.read:,} of {self.clauses:,}"
        )


Group = Callable[[ClauseStanding], str]

GROUPS: Mapping[str, Group] = {
    "document": lambda clause: f"{clause.document} {clause.version}",
    "chapter": lambda clause: f"{clause.document} {clause.version}, {clause.chapter}",
    "kind": lambda clause: f"{clause.document} {clause.version}, {clause.row.kind}",
}
"""The ways to group clauses for counting, by name."""


def by_status(clauses: Sequence[ClauseStanding], group: Group) -> Mapping[str, Mapping[Status, int]]:
    """For each group, in the order of its first clause: how many of its clauses have which status."""
    counts: dict[str, Counter[Status]] = defaultdict(Counter)
    for clause in clauses:
        counts[group(clause)][clause.status] += 1
    return counts


def verified(clauses: Sequence[ClauseStanding]) -> Mapping[str, int]:
    """How many clauses are verified, by document and version."""
    return {name: counts[Status.VERIFIED] for name, counts in by_status(clauses, GROUPS["document"]).items()}


def demand_counts(clauses: Sequence[ClauseStanding]) -> Mapping[str, DemandCounts]:
    """The demands of every document and version, in the order of its first clause."""
    by_document: dict[str, list[ClauseStanding]] = defaultdict(list)
    for clause in clauses:
        if clause.demands or (clause.row.rules and not clause.row.reason):
            by_document[GROUPS["document"](clause)].append(clause)
    return {name: _demand_counts(own) for name, own in by_document.items()}


def demands_met(clauses: Sequence[ClauseStanding]) -> Mapping[str, int]:
    """How many demands of each document are met, by the name of their floor."""
    return {f"{DEMANDS_OF}{name}": one.met for name, one in demand_counts(clauses).items() if one.read}


def _demand_counts(clauses: Sequence[ClauseStanding]) -> DemandCounts:
    read = [Counter(demand.status for demand in clause.demands) for clause in clauses if clause.demands]
    every = sum(read, Counter[DemandStatus]())
    untestable = every.pop(DemandStatus.UNTESTABLE, 0)
    testable = [(tally[DemandStatus.MET], tally.total() - tally[DemandStatus.UNTESTABLE]) for tally in read]
    return DemandCounts(
        clauses=len(clauses),
        read=len(read),
        demands=every.total(),
        met=every[DemandStatus.MET],
        in_doubt=every[DemandStatus.IN_DOUBT],
        untestable=untestable,
        whole=sum(0 < met == of for met, of in testable),
        partly=sum(0 < met < of for met, of in testable),
        none=sum(0 == met < of for met, of in testable),
        nothing_testable=sum(of == 0 for _, of in testable),
    )


def seen_to_fail(standings: Standings) -> Score:
    """Rules with a fault that was caught in some edition, of all rules with a check."""
    rules: dict[str, bool] = {}
    for (_, rule), standing in standings.rules.items():
        if standing.checks:
            faults = standing.faults
            rules[rule] = rules.get(rule, False) or bool(faults.planted or faults.caught)
    return Score(sum(rules.values()), len(rules))


def model_score(mutants: Sequence[TriedMutant]) -> Score:
    """Caught mutants of the model's guards, of all that can matter."""
    return _score([m for m in mutants if m.planted == "model" and m.guard])


def breaking(mutants: Sequence[TriedMutant]) -> Score:
    """Mutants of the model's guards that break a property of the model, of all that are caught."""
    compared = merely_compared(mutants)
    return Score(compared.of - compared.count, compared.of)


def merely_compared(mutants: Sequence[TriedMutant]) -> Score:
    """Mutants of the model's guards that only steps or counts give away, of all that are caught."""
    caught = [m for m in mutants if m.planted == "model" and m.guard and m.outcome in CAUGHT]
    return Score(sum(mutant.outcome in COMPARED for mutant in caught), len(caught))


def engine_score(mutants: Sequence[TriedMutant]) -> Score:
    """Caught mutants of an engine's code, of all that can matter."""
    return _score([m for m in mutants if m.planted == "engine"])


def citations_tried(standings: Standings) -> Score:
    """Citations in an engine's code at which a mutant was tried, of all citations."""
    return Score(len(standings.citations), standings.cited)


def citations_with_effect(standings: Standings) -> Score:
    """Citations at which a mutant failed a check of the rule cited, of all at which one was tried."""
    return Score(sum(citation.effect > 0 for citation in standings.citations), len(standings.citations))


def seen_and_unchanged(standings: Standings) -> Score:
    """Checks seen to fail that have not changed since, of all checks seen to fail."""
    caught, changed = len(standings.seen.caught), len(standings.seen.changed)
    return Score(caught, caught + changed)


def seen_by_own_rule(standings: Standings) -> Score:
    """Checks that caught a fault of a rule that they stand for, of all checks seen to fail."""
    failing = standings.failing.values()
    return Score(sum(check.own for check in failing), len(failing))


def scores(standings: Standings) -> dict[str, Score]:
    """All scores, by the names under which a user reads them."""
    return {
        "rules with a caught fault": seen_to_fail(standings),
        "checks seen to fail, as they are now": seen_and_unchanged(standings),
        "checks seen to fail by a fault of their own rule": seen_by_own_rule(standings),
        "mutants tried of the model's guards, caught": model_score(standings.mutants),
        "of these, mutants that break a property": breaking(standings.mutants),
        "of these, mutants that merely differ, in steps or counts": merely_compared(standings.mutants),
        "mutants tried of the engine's code, caught": engine_score(standings.mutants),
        "citations in the engine's code, mutants tried": citations_tried(standings),
        "citations tried, with a mutant that fails a check of the rule": citations_with_effect(standings),
    }


def _score(mutants: Sequence[TriedMutant]) -> Score:
    mattering = [mutant for mutant in mutants if mutant.outcome not in UNCOUNTED]
    return Score(sum(mutant.outcome in CAUGHT for mutant in mattering), len(mattering))
