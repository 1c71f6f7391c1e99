"""Two editions of a document side by side: which clause became which, and what changed on the way.

In turn: sides (passages from a document or a record), likeness (of words), matching (one to one, by
assignment), groups (splits and merges), changes, words, numbers and references (what happened), compare (all
of it).
"""

from rulehound.spec.documents.alignment.compare import align
from rulehound.spec.documents.alignment.records import (
    Alignment,
    Change,
    CitedClause,
    Correspondence,
    NumberChange,
    Passage,
    ReferenceChange,
    Side,
    WordChange,
)
from rulehound.spec.documents.alignment.sides import side_of_document, side_of_record

__all__ = [
    "Alignment",
    "Change",
    "CitedClause",
    "Correspondence",
    "NumberChange",
    "Passage",
    "ReferenceChange",
    "Side",
    "WordChange",
    "align",
    "side_of_document",
    "side_of_record",
]
