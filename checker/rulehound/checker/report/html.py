"""The report as one page that holds everything it needs: style, script and the pictures of the clauses."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from rulehound.checker.report import summary
from rulehound.checker.report.run import Run, trace_files
from rulehound.checker.report.templates import LOOK, templates

_TEMPLATES = templates(LOOK)


def page(run: Run, pictures: Mapping[str, bytes], clauses: str = "") -> str:
    """The page of a run. `pictures`: PNG images by key of the clause in the document at hand. `clauses`: name
    of the page of every clause beside it, where there is one.

    The same run gives the same page. A footer closes it, so that a page cut short shows.
    """
    files = trace_files(run.records)
    traced = {rule.id: run.traced(rule.id) for rule in run.rules}
    cited = {clause.key for rule in run.rules for clause in rule.clauses}
    shown: dict[str, Any] = {
        key: {"data": base64.b64encode(png).decode("ascii"), "size": _size(png)}
        for key, png in pictures.items()
        if key in cited
    }
    return _TEMPLATES.get_template("page.html.j2").render(
        run=run,
        clauses=clauses,
        files=files,
        traced=traced,
        other_records=[run.records[index] for index in run.other_indices],
        pictures=shown,
        headline=summary.headline(run),
        verdicts=summary.verdict_counts(run),
        words=summary,
    )


def _size(png: bytes) -> tuple[int, int]:
    """Width and height in pixels, from the header of a PNG (ISO/IEC 15948, 11.2.2)."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
