"""The checks that a run is of, by what a user asks for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.files import read_json
from rulehound.checker.rulebook.reading import load_spec
from rulehound.checker.run_record import Conformance, Run
from rulehound.checker.suite.watching import FAILED, Selection
from rulehound.spec.game import Game


class _AnyReport(msgspec.Struct):
    """What tells a report of one engine from one of several."""

    format: str


def selection(game: Game, rules: Sequence[str], report: Path | None = None) -> Selection:
    """The checks of these rules, and those that failed in a report; all, where nothing is named or failed.

    `report`: the JSON of a run, or of the runs of several engines; None: no matter what failed. Raises
    UserError for a rule that there is not, and for a report that is not there.
    """
    known = load_spec(game).rules
    for rule in rules:
        if rule not in known:
            raise UserError(f"there is no rule {rule!r}", "rulehound trace lists them")
    return Selection(frozenset(rules), frozenset(_failed(report) if report is not None else ()))


def _failed(report: Path) -> list[str]:
    """The checks that failed in a report. Raises UserError."""
    remedy = "name the folder of a report with --out, or run all checks first"
    shape = read_json(report, _AnyReport, "a report", remedy)
    if "conformance" in shape.format:
        runs: Sequence[Run] = read_json(report, Conformance, "a report", remedy).runs
    else:
        runs = [read_json(report, Run, "a report", remedy)]
    return [record.check for run in runs for record in run.records if record.verdict in FAILED]
