"""Documents in, clauses out: knows no game, and nothing of the other rooms.

    file ──pdf, text──▶ characters ──layout──▶ lines, blocks ──numbered | unnumbered──▶ clauses

`reader` goes this way from end to end, `cache` remembers where it led. What depends on a file's content is
done by other processes under limits (`processes`): the pages by `pdf.characters`, the rest by `assembly`.
Pictures of pages are in `pdf.pictures`, which is not imported here: drawing takes a library that reading does
without.
"""

from rulehound.extract.cache import read_cached
from rulehound.extract.document import Box, Clause, Document, DocumentError, Revision
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
    "document_json",
    "fingerprint",
    "in_reading_order",
    "read_cached",
    "read_document",
    "resolved_fingerprint",
    "write_jsonl",
]
