"""Every clause as a row of CSV (RFC 4180)."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from rulehound.checker.evidence.standings import ClauseStanding

COLUMNS = (
    *("document", "version", "chapter", "clause", "kind", "page"),
    *("status", "why", "link", "rules", "checks"),
)

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of cells that a spreadsheet takes for formulas. Such a cell gets an apostrophe before it."""


def table(clauses: Sequence[ClauseStanding]) -> str:
    """A CSV file with a header and one row for each clause; several rules or checks are joined by spaces."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for clause in clauses:
        row = clause.row
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
        )
        writer.writerow([f"'{cell}" if cell.startswith(FORMULA) else cell for cell in cells])
    return out.getvalue()
