"""Counts over an account, each with what it is a count of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

import msgspec

from rulehound.checker.evidence.records import CAUGHT, COMPARED, UNCOUNTED, Status, TriedMutant
from rulehound.checker.evidence.standing import Account, ClauseStanding


class Score(msgspec.Struct, frozen=True):
    """So many of so many."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """Between 0 and 1; 0 of nothing: what was not tried is no score."""
        return self.count / self.of if self.of else 0.0

    def __str__(self) -> str:
        return f"{self.count:,} of {self.of:,} ({self.share:.1%})" if self.of else "none of none"


Group = Callable[[ClauseStanding], str]

GROUPS: Mapping[str, Group] = {
    "document": lambda clause: f"{clause.document} {clause.version}",
    "chapter": lambda clause: f"{clause.document} {clause.version}, {clause.chapter}",
    "kind": lambda clause: f"{clause.document} {clause.version}, {clause.row.kind}",
}
"""By what clauses can be counted."""


def by_status(clauses: Sequence[ClauseStanding], group: Group) -> Mapping[str, Mapping[Status, int]]:
    """Groups in the order of their first clause, each with its clauses by status."""
    found: dict[str, Counter[Status]] = defaultdict(Counter)
    for clause in clauses:
        found[group(clause)][clause.status] += 1
    return found


def verified(clauses: Sequence[ClauseStanding]) -> Mapping[str, int]:
    """Verified clauses by document and version."""
    return {name: counts[Status.VERIFIED] for name, counts in by_status(clauses, GROUPS["document"]).items()}


def seen_to_fail(account: Account) -> Score:
    """Rules of which a fault was caught, in one of the editions they hold in; of those with a check."""
    rules: dict[str, bool] = {}
    for (_, rule), standing in account.rules.items():
        if standing.checks:
            faults = standing.faults
            rules[rule] = rules.get(rule, False) or bool(faults.planted or faults.caught)
    return Score(sum(rules.values()), len(rules))


def model_score(mutants: Sequence[TriedMutant]) -> Score:
    """Of mutants of the model's guards."""
    return _score([m for m in mutants if m.planted == "model" and m.guard])


def merely_compared(mutants: Sequence[TriedMutant]) -> Score:
    """Of the mutants of the model's guards that are caught, those under which nothing breaks."""
    caught = [m for m in mutants if m.planted == "model" and m.guard and m.outcome in CAUGHT]
    return Score(sum(mutant.outcome in COMPARED for mutant in caught), len(caught))


def engine_score(mutants: Sequence[TriedMutant]) -> Score:
    """Of mutants of an engine's code."""
    return _score([m for m in mutants if m.planted == "engine"])


def citations_tried(account: Account) -> Score:
    """Citations of rules in an engine's code at which a mutant was tried; of all that there are."""
    return Score(len(account.citations), account.cited)


def citations_with_effect(account: Account) -> Score:
    """Citations of which a mutant fails a check of the rule cited; of those at which one was tried."""
    return Score(sum(citation.effect > 0 for citation in account.citations), len(account.citations))


def seen_and_unchanged(account: Account) -> Score:
    """Checks on record as seen to fail that are what they were then; of all on record."""
    caught, changed = len(account.seen.caught), len(account.seen.changed)
    return Score(caught, caught + changed)


def _score(mutants: Sequence[TriedMutant]) -> Score:
    mattering = [mutant for mutant in mutants if mutant.outcome not in UNCOUNTED]
    return Score(sum(mutant.outcome in CAUGHT for mutant in mattering), len(mattering))
