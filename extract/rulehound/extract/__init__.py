"""Reading documents into clauses. This package knows no game, and imports no other package of ours.

    file ──pdf, text──▶ characters ──layout──▶ lines, blocks ──numbered | unnumbered──▶ clauses

`reader` runs all steps, and `cache` keeps the results. Steps that depend on a file's content run in other
processes under limits (`processes`): `pdf.serving` reads the pages, `assembly` does the rest. Pictures of
pages are in `pdf.pictures`, which is not imported here, because drawing needs a library that reading does
not.
"""

from rulehound.extract.cache import read_before, read_cached
from rulehound.extract.document import Box, Clause, Document, DocumentError, Revision, SkippedLine
from rulehound.extract.export import document_json, in_reading_order, write_jsonl
from rulehound.extract.fingerprints import fingerprint, resolved_fingerprint
from rulehound.extract.numbered.numbering import NUMBERINGS
from rulehound.extract.reader import read_document

__all__ = [
    "NUMBERINGS",
    "Box",
    "Clause",
    "Document",
    "DocumentError",
    "Revision",
    "SkippedLine",
    "document_json",
    "fingerprint",
    "in_reading_order",
    "read_before",
    "read_cached",
    "read_document",
    "resolved_fingerprint",
    "write_jsonl",
]
