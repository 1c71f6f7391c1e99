"""Pictures of the clauses that changed, as they stand on the pages of their edition."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulehound.checker.progress import Progress, silent
from rulehound.checker.report.difference.html import EmbeddedPicture
from rulehound.checker.rulebook.difference.edition_difference import EditionDifference
from rulehound.checker.rulebook.documents import NamedEdition
from rulehound.checker.rulebook.password import password_in_use
from rulehound.extract import DocumentError
from rulehound.extract.pdf.pictures import clause_pictures
from rulehound.extract.processes.isolation import ChildFailed, in_child
from rulehound.extract.text.recognition import is_text_file

MOST_BYTES = 12_000_000
"""Of the pictures of one edition, which a browser must hold with the page."""


@dataclass(frozen=True)
class DrawnEdition:
    """Pictures of the clauses of one edition."""

    pictures: Mapping[str, EmbeddedPicture] = field(default_factory=dict)
    """By key of the clause."""
    missing: str = ""
    """Which pictures are missing and why, for people; '' where none is."""


def draw(
    difference: EditionDifference, old: NamedEdition, new: NamedEdition, report: Progress = silent
) -> tuple[DrawnEdition, DrawnEdition]:
    """Pictures of the changed clauses of the old and of the new edition.

    These are clauses that were reworded, moved, split, merged, added or removed. There are none for an
    edition without a PDF at hand, and of a large edition only the first, up to `MOST_BYTES`.
    """
    loud = [one for one in difference.aligned if not one.is_quiet and one.changes != ("references",)]
    before = {clause.key for one in loud for clause in one.old}
    after = {clause.key for one in loud for clause in one.new}
    drawn = []
    for done, (edition, keys) in enumerate(((old, before), (new, after))):
        report("drawing clauses", done, 2)
        drawn.append(_drawn(edition, keys))
    return drawn[0], drawn[1]


def _drawn(edition: NamedEdition, keys: set[str]) -> DrawnEdition:
    document = edition.document
    if document is None or not keys or is_text_file(document.path):
        return DrawnEdition()
    wanted = [
        (clause.key, tuple(box for box in clause.boxes if box.page == clause.page))
        for clause in sorted(document.clauses, key=lambda clause: clause.page)
        if clause.key in keys
    ]
    name = Path(document.path).name
    try:
        images = in_child(clause_pictures, document.path, wanted, MOST_BYTES, password_in_use())
    except (ChildFailed, DocumentError) as error:
        return DrawnEdition(missing=f"{name}: no pictures ({error})")
    few = f"{name}: pictures of the first {len(images)} of {len(wanted)} changed clauses only"
    return DrawnEdition(
        {key: _embedded(png) for key, png in images.items()}, few if len(images) < len(wanted) else ""
    )


def _embedded(png: bytes) -> EmbeddedPicture:
    """A picture as a data URL, with width and height from its header (ISO/IEC 15948, 11.2.2)."""
    width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    return EmbeddedPicture("data:image/png;base64," + base64.b64encode(png).decode("ascii"), width, height)
