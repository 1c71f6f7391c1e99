"""Selecting the checks of a run by rules, by clauses, or by the failures of the last run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.files import read_json
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.run_record import Conformance, Run
from rulehound.checker.suite.watching import FAILED, Selection

WHOLE_EFFORT = "normal"
"""The effort of a run of all checks, where none is asked for."""

PART_EFFORT = "brief"
"""The effort of a run of the checks of some rules, where none is asked for."""


@dataclass(frozen=True)
class RequestedChecks:
    """What a user asks a run to be of; without anything, all checks."""

    rules: Sequence[str] = ()
    """Ids of rules."""
    clauses: Sequence[str] = ()
    """Numbers of clauses of the document at hand."""
    report: Path | None = None
    """The JSON of a report, whose failed checks are meant; None: no matter what failed."""

    def effort(self) -> str:
        """The effort of a run where none is asked for: that of the report, or what the part is worth.

        Raises UserError for a report that is not there.
        """
        if self.report is not None and (runs := _runs(self.report)):
            return runs[0].effort
        return PART_EFFORT if self.rules or self.clauses else WHOLE_EFFORT


class _AnyReport(msgspec.Struct):
    """What tells a report of one engine from one of several."""

    format: str


def selection(book: Rulebook, asked: RequestedChecks) -> Selection:
    """The checks that are asked for; all, where nothing is named or failed.

    Raises UserError for a rule or clause that there is not, for a clause without a rule, and for a report
    that is not there.
    """
    for rule in asked.rules:
        if rule not in book.store.rules:
            raise UserError(f"there is no rule {rule!r}", _nearest(rule, list(book.store.rules)))
    of_clauses = [rule for clause in asked.clauses for rule in _rules_of(book, clause)]
    failed = [] if asked.report is None else _failed(asked.report)
    return Selection(frozenset([*asked.rules, *of_clauses]), frozenset(failed))


def _rules_of(book: Rulebook, number: str) -> list[str]:
    """The rules that cite a clause of the document at hand, by its number or key. Raises UserError."""
    file = Path(book.hand.document.path).name
    keys = [key for key, clause in book.hand.clauses.items() if number in (key, clause.number)]
    if not keys:
        numbers = [clause.number for clause in book.hand.document.clauses if clause.number]
        raise UserError(f"{file} has no clause {number!r}", _nearest(number, numbers))
    rules = [
        rule
        for rule, links in book.links_by_rule.items()
        if rule and any(key in link.places for link in links for key in keys)
    ]
    if not rules:
        raise UserError(f"no rule cites clause {number} of {file}", f"rulehound show {number} says why")
    return rules


def _nearest(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=3)
    return f"the nearest are {', '.join(near)}" if near else "rulehound trace --json lists them all"


def _failed(report: Path) -> list[str]:
    """The checks that failed in a report. Raises UserError."""
    return [record.check for run in _runs(report) for record in run.records if record.verdict in FAILED]


def _runs(report: Path) -> Sequence[Run]:
    """The runs in a report. Raises UserError."""
    remedy = "name the folder of a report with --out, or run all checks first"
    shape = read_json(report, _AnyReport, "a report", remedy)
    if "conformance" in shape.format:
        return read_json(report, Conformance, "a report", remedy).runs
    return [read_json(report, Run, "a report", remedy)]
