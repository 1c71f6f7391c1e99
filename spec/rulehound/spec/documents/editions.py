"""Recording an edition of a document: its clauses as ids, places and hashes, without their text.

A clause keeps its permanent id in all editions. Alignment with a recorded edition shows which clause it is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rulehound.spec.documents.alignment import align, side_of_document, side_of_record
from rulehound.spec.documents.alignment.punctuation import punctuation
from rulehound.spec.documents.lineage import nearest
from rulehound.spec.documents.sketch import sketch
from rulehound.spec.documents.spec_records import (
    DocumentEntry,
    RecordedBox,
    RecordedClause,
    RecordedReference,
    SpecError,
)
from rulehound.spec.documents.store import clauses_path, read_clauses, read_documents
from rulehound.spec.documents.wording import wording

if TYPE_CHECKING:
    from rulehound.extract import Box, Clause, Document

Identity = tuple[str, tuple[str, ...]]
"""A permanent id, and the ids that it came from."""


def record(
    document: Document,
    version: str,
    before: Mapping[str, RecordedClause] | None = None,
    used_ids: Collection[str] = (),
    force: Sequence[str] = (),
) -> list[RecordedClause]:
    """The recorded clauses of a document, in document order, without text.

    `before`: the recorded clauses of another edition, whose permanent ids are kept. `used_ids`: further
    permanent ids that new clauses may not have. `force`: pairings with them that somebody decided.
    """
    identities = _identities(document, version, before or {}, used_ids, force)
    names = {key: identity[0] for key, identity in identities.items()}
    titles = {clause.key: clause.text for clause in document.clauses}
    return [
        msgspec.structs.replace(
            _recorded(clause, identities[clause.key], names), punctuation=punctuation(clause, titles)
        )
        for clause in document.clauses
    ]


def _recorded(clause: Clause, identity: Identity, names: Mapping[str, str]) -> RecordedClause:
    words, numbers = wording(clause.text, clause.references)
    return RecordedClause(
        id=identity[0],
        key=clause.key,
        kind=clause.kind,
        page=clause.page,
        boxes=pieces(clause.boxes),
        fingerprint=clause.fingerprint,
        sketch=sketch(clause.text),
        number=clause.number,
        parent=clause.parent,
        changed=clause.changed,
        references=tuple(RecordedReference(cited.number, cited.target) for cited in clause.references),
        resolved=_resolved(clause, names),
        was=identity[1],
        wording=words,
        numbers=numbers,
        recognised=bool(clause.recognised),
    )


def _resolved(clause: Clause, names: Mapping[str, str]) -> str:
    if not clause.references:
        return ""
    # Only who records a document needs the readers of documents, and has them loaded.
    from rulehound.extract.fingerprints import resolved_fingerprint

    return resolved_fingerprint(clause.text, clause.references, names)


def pieces(boxes: Sequence[Box]) -> tuple[RecordedBox, ...]:
    """The boxes of lines joined to one box for each piece: lines in sequence in one column of one page.

    They are rounded outwards to whole points, which is exact enough to mark them on a page.
    """
    starts = [0, *(i for i, (box, after) in enumerate(pairwise(boxes), 1) if not _follows(after, box))]
    groups = [boxes[start:end] for start, end in pairwise([*starts, len(boxes)])]
    return tuple(
        (
            lines[0].page,
            math.floor(min(box.x0 for box in lines)),
            math.floor(min(box.top for box in lines)),
            math.ceil(max(box.x1 for box in lines)),
            math.ceil(max(box.bottom for box in lines)),
        )
        for lines in groups
        if lines
    )


def _follows(line: Box, above: Box) -> bool:
    return line.page == above.page and line.top >= above.top and line.x0 < above.x1 and above.x0 < line.x1


def _identities(
    document: Document,
    version: str,
    before: Mapping[str, RecordedClause],
    used_ids: Collection[str],
    force: Sequence[str],
) -> Mapping[str, Identity]:
    """The permanent id of each clause by key: the id of the clause that it was, or a new one."""
    used = set(used_ids) | {clause.id for clause in before.values()}
    came_from: Mapping[str, tuple[str, ...]] = {}
    became: Mapping[str, tuple[str, ...]] = {}
    if before:
        alignment = align(side_of_record("the record", before.values()), side_of_document(document), force)
        came_from = {key: each.old for key, each in alignment.by_new().items()}
        became = {key: each.new for key, each in alignment.by_old().items()}
    identities: dict[str, Identity] = {}
    for clause in document.clauses:
        old = [before[key] for key in came_from.get(clause.key, ())]
        if len(old) == 1 and len(became[old[0].key]) == 1:
            identities[clause.key] = old[0].id, old[0].was
        else:
            id = _new_id(clause.key, version, used)
            used.add(id)
            identities[clause.key] = id, tuple(clause.id for clause in old)
    return identities


def _new_id(key: str, version: str, used: Collection[str]) -> str:
    """An unused id. The id of a number may belong to a clause that has moved to another number."""
    id, again = f"{key}@{version}", 1
    while id in used:
        again += 1
        id = f"{key}@{version}~{again}"
    return id


def first_recorded(id: str) -> str:
    """The version in which a permanent id was given."""
    return id.rpartition("@")[2].partition("~")[0]


def carried_on(
    root: Path, entry: DocumentEntry, version: str, document: Document, *, paired_anew: bool = False
) -> list[RecordedClause]:
    """The clauses of a listed edition, with the permanent ids of the recorded editions.

    An edition that is recorded again keeps its ids, unless it is `paired_anew`. A new one continues those of
    the nearest older edition, else those of the oldest, by the pairings that its entry forces.
    """
    recorded = {
        edition.version: read_clauses(path)
        for edition in entry.by_age
        if (path := clauses_path(root, entry.id, edition.version)).is_file()
        and not (paired_anew and edition.version == version)
    }
    order = [edition.version for edition in entry.by_age]
    base = version if version in recorded else nearest(version, recorded, order)
    used_ids = {clause.id for clauses in recorded.values() for clause in clauses.values()}
    edition = entry.edition(version)
    force = edition.force if edition is not None and base != version else ()
    return record(document, version, recorded.get(base or ""), used_ids, force)


def encoded(clauses: Iterable[RecordedClause]) -> bytes:
    """Recorded clauses as JSON, one a line."""
    return msgspec.json.Encoder().encode_lines(list(clauses))


def record_edition(root: str | Path, document_id: str, version: str, document: Document) -> Path:
    """Record the clauses of a listed edition beside its document's entry; returns the file written.

    Raises SpecError where the spec directory does not list the edition, or lists it with another hash.
    """
    root = Path(root)
    folder = str(root / "documents")
    entry = read_documents(root).get(document_id)
    if entry is None:
        raise SpecError(folder, None, f"unknown document {document_id}", "write its entry first")
    edition = entry.edition(version)
    if edition is None:
        raise SpecError(folder, None, f"{document_id} has no edition {version}", "add it to its entry first")
    if edition.sha256 != document.sha256:
        raise SpecError(
            document.path,
            None,
            f"is not {document_id} {version}, whose entry has another SHA-256",
            f'pass the right file, or set sha256 = "{document.sha256}" in the entry',
        )
    path = clauses_path(root, document_id, version)
    write_together({path: encoded(carried_on(root, entry, version, document))})
    return path


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write files in order: each file whole or not at all, and new files all or none. Raises SpecError."""
    unfinished = {path: path.with_name(path.name + ".unfinished") for path in files}
    new = [path for path in files if not path.exists()]
    try:
        for path, content in files.items():
            path.parent.mkdir(exist_ok=True)
            unfinished[path].write_bytes(content)
        for path in files:
            unfinished[path].replace(path)
    except OSError as error:
        for path in new:
            path.unlink(missing_ok=True)
        what = f"cannot be written ({error.strerror})"
        place = next((str(path) for path in files if error.filename == str(unfinished[path])), error.filename)
        raise SpecError(
            str(place), None, what, "name a spec directory that you may write to with --spec"
        ) from None
    finally:
        for path in unfinished.values():
            path.unlink(missing_ok=True)
