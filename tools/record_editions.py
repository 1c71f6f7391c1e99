"""Record editions of documents in the spec of a game: numbers, places and hashes, never the text.

usage: python tools/record_editions.py [PDF …]

What `rulehound extract DOC --update` does, for several documents and the spec in this repository: each is
recorded again in its place, or as a new edition of a document of the spec. Without arguments the bundled
rulebooks are recorded.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rulehound.extract import DocumentError, read_document
from rulehound.spec.documents.spec_records import SpecError
from rulehound.spec.documents.update import record_update

SPEC = Path(__file__).parent.parent / "spec/rulehound/spec/dcg"


def main(arguments: list[str]) -> int:
    """Record each file; returns the exit status."""
    try:
        for path in arguments or sorted(map(str, (SPEC / "rulebook").glob("*.pdf"))):
            done = record_update(SPEC, read_document(path))
            counts = f"{done.clauses} clauses, {done.carried} carried on"
            print(f"{done.document} {done.version}: {done.what}, {counts}")
    except (DocumentError, SpecError) as error:
        print(f"record_editions: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
