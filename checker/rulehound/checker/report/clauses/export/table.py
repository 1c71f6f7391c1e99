"""Every clause as a row of CSV (RFC 4180)."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from rulehound.checker.evidence.demand_standings import DemandStatus
from rulehound.checker.evidence.standings import ClauseStanding

COLUMNS = (
    *("document", "version", "chapter", "clause", "kind", "page"),
    *("status", "why", "link", "rules", "checks"),
    *("demands", "met", "lacking"),
)

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of cells that a spreadsheet takes for formulas. Such a cell gets an apostrophe before it."""


def table(clauses: Sequence[ClauseStanding]) -> str:
    """A CSV file with a header and one row for each clause; several rules or checks are joined by spaces.

    `demands` and `met` count those that can be tested, and are empty for a clause that was not read for them.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for clause in clauses:
        row = clause.row
        testable = [demand for demand in clause.demands if demand.status is not DemandStatus.UNTESTABLE]
        cells = (
            clause.document,
            clause.version,
            clause.chapter,
            row.clause,
            row.kind,
            str(row.page),
            clause.status.value,
            clause.why,
            row.link,
            " ".join(row.rules),
            " ".join(row.checks),
            str(len(testable)) if clause.demands else "",
            str(sum(demand.status is DemandStatus.MET for demand in testable)) if clause.demands else "",
            " / ".join(demand.says for demand in testable if demand.status is not DemandStatus.MET),
        )
        writer.writerow([f"'{cell}" if cell.startswith(FORMULA) else cell for cell in cells])
    return out.getvalue()
