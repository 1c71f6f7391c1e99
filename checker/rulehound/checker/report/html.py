"""The report as one page that holds everything it needs: style, script and the pictures of the clauses."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

from rulehound.checker.report import summary
from rulehound.checker.report.run import Run, trace_files

_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, those that turn the direction of the text around them, and no characters at all."""


def visible(value: Any) -> Any:
    """Text with what could steer how it is shown written out; anything else, markup of ours too, as it is."""
    if type(value) is not str:
        return value
    return _STEERING.sub(lambda found: repr(found[0])[1:-1], value)


_TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "page"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    finalize=visible,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(run: Run, pictures: Mapping[str, bytes]) -> str:
    """The page of a run. `pictures`: PNG images by key of the clause in the document at hand.

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
