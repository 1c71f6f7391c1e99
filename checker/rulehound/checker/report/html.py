"""The report as one page that holds everything it needs: style, script, pictures of clauses and of boards.

The page of one run, and the page of the runs of several engines, are made of the same parts. The same runs
give the same page. A footer closes it, so that a page cut short shows.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from rulehound.checker.report import summary
from rulehound.checker.report.breakdowns import replay_of
from rulehound.checker.report.matrix import matrix, not_judged
from rulehound.checker.report.templates import LOOK, templates
from rulehound.checker.report.trace_files import own_traces, trace_files
from rulehound.checker.report.would_lift import would_lift
from rulehound.checker.run_record import Conformance, Run
from rulehound.checker.wording import value_text

_TEMPLATES = templates(LOOK)


def page(run: Run, pictures: Mapping[str, bytes], clauses: str = "", folder: str = "") -> str:
    """The page of a run. `pictures`: PNG images by key of the clause in the document at hand. `clauses`: name
    of the page of every clause beside it, where there is one. `folder` as in `replay_command`."""
    return _TEMPLATES.get_template("page.html.j2").render(
        run=run,
        rules=[rule.id for rule in run.rules],
        clauses=clauses,
        files=trace_files(run),
        own_traces=own_traces,
        other_records=[run.records[index] for index in run.other_indices],
        pictures=_embedded(pictures, [run]),
        headline=summary.headline(run),
        verdicts=summary.verdict_counts(run),
        words=summary,
        value_text=value_text,
        replay_of=replay_of,
        would_lift=would_lift,
        folder=folder,
    )


def conformance_page(conformance: Conformance, pictures: Mapping[str, bytes], folder: str = "") -> str:
    """The page of the runs of several engines. `pictures`: PNG images by key of the clause in the document at
    hand. `folder` as in `replay_command`."""
    rows = matrix(conformance.runs)
    return _TEMPLATES.get_template("conformance.html.j2").render(
        conformance=conformance,
        runs=conformance.runs,
        rules=[{"": None} | {rule.id: rule for rule in run.rules} for run in conformance.runs],
        marked=[row for row in rows if not row.plain],
        plain=[row for row in rows if row.plain],
        not_judged=not_judged,
        pictures=_embedded(pictures, conformance.runs),
        words=summary,
        replay_of=replay_of,
        would_lift=would_lift,
        folder=folder,
    )


def _embedded(pictures: Mapping[str, bytes], runs: list[Run]) -> dict[str, Any]:
    """The pictures of clauses that the rules of these runs rest on, as data with their sizes."""
    cited = {clause.key for run in runs for rule in run.rules for clause in rule.clauses}
    return {
        key: {"data": base64.b64encode(png).decode("ascii"), "size": _size(png)}
        for key, png in pictures.items()
        if key in cited
    }


def _size(png: bytes) -> tuple[int, int]:
    """Width and height in pixels, from the header of a PNG (ISO/IEC 15948, 11.2.2)."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
