"""Alignment of two editions of a document: which clause became which, and what changed in it.

`sides` makes passages of a document or a record, `likeness` compares their words, `matching` pairs them one
to one by `assignment`, `groups` finds splits and merges, and `forced` holds what somebody decided. `changes`,
`words`, `numbers`, `references` and `page_numbers` describe what changed. `compare` does all of it.
"""

from rulehound.spec.documents.alignment.compare import align
from rulehound.spec.documents.alignment.correspondences import (
    Alignment,
    AlignmentSide,
    Change,
    Correspondence,
    NumberChange,
    Passage,
    PassageReference,
    ReferenceChange,
    WordChange,
)
from rulehound.spec.documents.alignment.sides import side_of_document, side_of_record

__all__ = [
    "Alignment",
    "AlignmentSide",
    "Change",
    "Correspondence",
    "NumberChange",
    "Passage",
    "PassageReference",
    "ReferenceChange",
    "WordChange",
    "align",
    "side_of_document",
    "side_of_record",
]
