"""Pictures of the clauses that changed, as they stand on the pages of their edition."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rulehound.checker.difference.html import Picture
from rulehound.checker.difference.records import Difference
from rulehound.checker.documents import NamedEdition
from rulehound.checker.progress import Progress, silent
from rulehound.extract import PageImages

if TYPE_CHECKING:
    from rulehound.extract import Document

SCALE = 2.0
"""Pixels a point."""

MOST_BYTES = 12_000_000
"""Of the pictures of one edition, which a browser must hold with the page."""

_HEADER_WITHIN = 1024
"""Bytes from the start of a file in which a PDF says that it is one (ISO 32000-1, Annex H, 3.4.1)."""

Pictures = Mapping[str, Picture]
"""By key of the clause."""


def draw(
    difference: Difference, old: NamedEdition, new: NamedEdition, report: Progress = silent
) -> tuple[Pictures, Pictures]:
    """Pictures of what was reworded, moved, split, merged, added or removed, of the old and the new edition.

    None of an edition that is no PDF at hand; and of a large edition the first ones, up to `MOST_BYTES`.
    Raises DocumentError where a page cannot be drawn.
    """
    loud = [one for one in difference.aligned if not one.is_quiet and one.changes != ("references",)]
    before = {clause.key for one in loud for clause in one.old}
    after = {clause.key for one in loud for clause in one.new}
    return _of(old.document, before, report), _of(new.document, after, report)


def _of(document: Document | None, keys: set[str], report: Progress) -> Pictures:
    if document is None or not keys or not _is_pdf(Path(document.path)):
        return {}
    wanted = sorted((clause for clause in document.clauses if clause.key in keys), key=lambda c: c.page)
    drawn: dict[str, Picture] = {}
    size = 0
    what = f"drawing {Path(document.path).name}"
    # a page at a time, since a drawn page is large and a document may have hundreds
    for page, clauses in groupby(wanted, key=lambda clause: clause.page):
        with PageImages(document.path, SCALE) as images:
            for clause in clauses:
                png = images.clause([box for box in clause.boxes if box.page == page])
                size += len(png)
                if size > MOST_BYTES:
                    return drawn
                drawn[clause.key] = _embedded(png)
                report(what, len(drawn), len(wanted))
    return drawn


def _is_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        return b"%PDF-" in file.read(_HEADER_WITHIN)


def _embedded(png: bytes) -> Picture:
    """A picture as a data URL, with width and height from its header (ISO/IEC 15948, 11.2.2)."""
    width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    return Picture("data:image/png;base64," + base64.b64encode(png).decode("ascii"), width, height)
