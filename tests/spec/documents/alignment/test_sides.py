"""Sides from a document that was read and from its record: the same clauses, with and without text."""

import msgspec

from rulehound.extract.cache import read_cached
from rulehound.spec.documents.alignment import PassageReference, align, side_of_document, side_of_record
from rulehound.spec.documents.editions import record
from rulehound_testing.folders import ROOT

RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.1.pdf"


def test_a_document_and_its_record_are_the_same_edition() -> None:
    document = read_cached(str(RULEBOOK))
    read = side_of_document(document)
    recorded = side_of_record("recorded", record(document, "1.1"))
    assert read.name == f"{document.title} {document.version}"
    assert [p.text for p in read.passages] == [clause.text for clause in document.clauses]
    assert {p.text for p in recorded.passages} == {None}
    for one, other in zip(read.passages, recorded.passages, strict=True):
        bare = tuple(PassageReference(cited.number, cited.target) for cited in one.references)
        assert msgspec.structs.replace(one, text=None, references=bare) == msgspec.structs.replace(
            other, sketch=""
        )
    found = align(recorded, read).correspondences
    assert [(each.old, each.new, each.changes) for each in found] == [
        ((clause.key,), (clause.key,), ()) for clause in document.clauses
    ]


def test_a_document_without_a_title_goes_by_its_file() -> None:
    document = msgspec.structs.replace(read_cached(str(RULEBOOK)), title="", version="")
    assert side_of_document(document).name == "rulehound-rulebook-1.1.pdf"
