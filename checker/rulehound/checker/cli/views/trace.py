"""The evidence behind every clause, as text and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console

from rulehound.checker.cli.terminal import print_table
from rulehound.checker.evidence import counts
from rulehound.checker.evidence.counts import DemandCounts, scores
from rulehound.checker.evidence.status import Status
from rulehound.checker.evidence.tried_citations import without_effect
from rulehound.checker.pipeline.traceability import Traceability
from rulehound.checker.wording import counted
from rulehound.spec.documents.matrix import totals

LISTED = 12
"""Entries of a list that are printed; of more it is said how many."""


def traceability_json(result: Traceability, by: str) -> dict[str, object]:
    """The matrix and what stands behind it, for JSON.

    Clauses are counted by `by`, a name of `counts.GROUPS`.
    """
    tallies = counts.by_status(result.account.clauses, counts.GROUPS[by])
    return {
        "matrix": result.matrix,
        "clauses": result.account.clauses,
        "rules": list(result.account.rules.values()),
        "counts": {group: dict(tally) for group, tally in tallies.items()},
        "totals": totals(result.matrix),
        "scores": scores(result.account),
        "demands": counts.demand_counts(result.account.clauses),
        "failing checks": list(result.account.failing.values()),
        "citations": result.account.citations,
        "problems": result.problems,
        "notes": result.notes,
    }


def print_traceability(result: Traceability, to: Console, by: str = "document", gate: bool = False) -> None:
    """Print counts, what is listed by name, and problems, which shut the gate where there is one.

    Clauses are counted by `by`, a name of `counts.GROUPS`.
    """
    tallies = counts.by_status(result.account.clauses, counts.GROUPS[by])
    used = [status for status in Status if any(tally.get(status) for tally in tallies.values())]
    rows = [
        (group, f"{sum(tally.values()):,}", *(f"{tally.get(status, 0):,}" for status in used))
        for group, tally in tallies.items()
    ]
    print_table(to, (by.capitalize(), "clauses", *(status.value for status in used)), rows)
    to.print()
    for count in totals(result.matrix):
        to.print(f"{count.name}: {count.count:,} of {count.of:,}")
    for name, score in scores(result.account).items() if result.evidence.editions else ():
        to.print(f"{name}: {score}")
    to.print()
    _print_demands(to, counts.demand_counts(result.account.clauses))
    others = [check.check for check in result.account.failing.values() if not check.own]
    _print_list(to, "Checks seen to fail by faults of other rules alone", others)
    _print_list(to, "Citations without effect", without_effect(result.account.citations))
    _print_list(to, "Changed since they were seen to fail", result.account.seen.changed)
    if not result.evidence.editions:
        to.print("Nothing is on record of what runs showed: rulehound trace --record report/report.json")
    for note in result.notes:
        to.print(note, soft_wrap=True, markup=False)
    for problem in result.problems:
        to.print(problem, soft_wrap=True, markup=False)
    if result.problems:
        to.print(counted(len(result.problems), "problem") + ("; the gate is shut" if gate else ""))
    else:
        complete = dict.fromkeys(edition.document for edition in result.matrix.editions if edition.complete)
        whole = f", every clause of {', '.join(complete)} a status" if complete else ""
        to.print(f"No problem: every rule and fact has a check{whole}, and no link waits to be looked at.")


def _print_demands(to: Console, demands: Mapping[str, DemandCounts]) -> None:
    """Print a line for each document with demands, and one for all others."""
    read = {name: of_document for name, of_document in demands.items() if of_document.read}
    for name, of_document in read.items():
        to.print(f"{name}: {of_document}", soft_wrap=True, markup=False)
    if unread := [of_document.clauses for name, of_document in demands.items() if name not in read]:
        others = f"{counted(len(unread), 'document')} with {sum(unread):,} clauses that demand something"
        to.print(f"demands not read: {others}")
    to.print()


def _print_list(to: Console, title: str, entries: Sequence[object]) -> None:
    """Print the first entries of a list under a title with their number; of an empty list nothing."""
    if entries:
        more = [f"  and {len(entries) - LISTED:,} more: --json has all"] if len(entries) > LISTED else []
        lines = [f"{title} ({len(entries):,}):", *(f"  {entry}" for entry in entries[:LISTED]), *more, ""]
        to.print("\n".join(lines), soft_wrap=True, markup=False)
