"""Record the clauses of listed editions in a spec: numbers, places and hashes, never the text.

usage: python tools/record_editions.py [PDF …]

Each file is found by its SHA-256 in spec/rulehound/spec/dcg/documents/*.toml, and its record is written
beside that entry. Without arguments the bundled rulebooks are recorded. To record an edition again is to say
that its links have been reviewed against it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rulehound.extract import DocumentError, read_document
from rulehound.spec.editions import record_edition
from rulehound.spec.records import SpecError
from rulehound.spec.store import read_documents

SPEC = Path(__file__).parent.parent / "spec/rulehound/spec/dcg"


def main(arguments: list[str]) -> int:
    """Record each file; returns the exit status."""
    try:
        for path in arguments or sorted(map(str, (SPEC / "rulebook").glob("*.pdf"))):
            _record(path)
    except (DocumentError, SpecError) as error:
        print(f"record_editions: {error}", file=sys.stderr)
        return 2
    return 0


def _record(path: str) -> None:
    document = read_document(path)
    listed = [
        (entry.id, edition.version)
        for entry in read_documents(SPEC).values()
        for edition in entry.editions
        if edition.sha256 == document.sha256
    ]
    if not listed:
        raise SpecError(path, None, "is no listed edition", f"list {document.sha256} in documents/")
    for name in listed:
        written = record_edition(SPEC, *name, document)
        print(f"{written.name}: {len(document.clauses)} clauses")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
