"""Whether the record of an edition is what its document gives when it is recorded again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from rulehound.spec.documents.editions import carried_on
from rulehound.spec.documents.spec_records import EditionName
from rulehound.spec.documents.store import Store

if TYPE_CHECKING:
    from rulehound.extract import Document


def record_problems(root: Path, store: Store, document: Document) -> Iterator[str]:
    """Every clause of which the record of an edition says something else than its document, one line each.

    Nothing for a document whose file is not recorded: its SHA-256 is that of no edition. `root` is the
    directory of the spec that the store was read from.
    """
    name = _edition_of(store, document)
    if name is None:
        return
    recorded = store.clauses[name]
    read = {clause.key: clause for clause in carried_on(root, store.documents[name[0]], name[1], document)}
    remedy = f"record it again: rulehound extract {Path(document.path).name} --update"
    for key in dict.fromkeys([*read, *recorded]):
        if key not in recorded:
            yield f"{' '.join(name)}, {key}: the document has it, and the record does not; {remedy}"
        elif key not in read:
            yield f"{' '.join(name)}, {key}: the record has it, and the document does not; {remedy}"
        elif recorded[key] != read[key]:
            was, now = msgspec.structs.asdict(recorded[key]), msgspec.structs.asdict(read[key])
            fields = ", ".join(field for field in was if was[field] != now[field])
            yield f"{' '.join(name)}, {key}: its record is not what the document says ({fields}); {remedy}"
    if list(recorded) != list(read) and set(recorded) == set(read):
        yield f"{' '.join(name)}: the record has its clauses in another order; {remedy}"


def _edition_of(store: Store, document: Document) -> EditionName | None:
    """The recorded edition whose file a document was read from; None where there is none."""
    return next((name for name in store.clauses if store.edition(*name).sha256 == document.sha256), None)
