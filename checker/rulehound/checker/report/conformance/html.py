"""The conformance report as one page that holds everything it needs and opens from a file."""

from __future__ import annotations

import base64
from pathlib import Path

from rulehound.checker.diagnosis.result import Conformance
from rulehound.checker.report import summary
from rulehound.checker.report.conformance import words
from rulehound.checker.report.conformance.matrix import matrix, not_judged
from rulehound.checker.report.templates import LOOK, templates

_TEMPLATES = templates(Path(__file__).parent / "page", LOOK)


def page(found: Conformance) -> str:
    """The page of a result. A footer closes it, so that a page cut short shows.

    Boards are images with their SVG in the address: nothing in them can run or reach the page.
    """
    rows = matrix(found.engines)
    return _TEMPLATES.get_template("conformance.html.j2").render(
        found=found,
        rows=rows,
        marked=[row for row in rows if not row.plain],
        plain=[row for row in rows if row.plain],
        not_judged=not_judged,
        image=_image,
        summary=summary,
        words=words,
    )


def _image(svg: str) -> str:
    data = base64.b64encode(svg.encode("utf-8", "backslashreplace")).decode("ascii")
    return f"data:image/svg+xml;base64,{data}"
