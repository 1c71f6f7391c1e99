"""Documents in, clauses out: knows no game, and nothing of the other rooms.

A document passes through these modules in turn: pages (characters), furniture (page numbers and running heads
taken out), columns and lines (reading order), numbering, sequence and outline (which lines start a clause and
which continue it), reader (clauses).
"""

from rulehound.extract.export import write_jsonl
from rulehound.extract.fingerprints import fingerprint
from rulehound.extract.pictures import PageImages, clause_picture, page_picture
from rulehound.extract.reader import read_document
from rulehound.extract.records import Box, Clause, Document, DocumentError

__all__ = [
    "Box",
    "Clause",
    "Document",
    "DocumentError",
    "PageImages",
    "clause_picture",
    "fingerprint",
    "page_picture",
    "read_document",
    "write_jsonl",
]
