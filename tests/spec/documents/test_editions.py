"""Editions are recorded without their text and recognised by hash or by resemblance."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.extract import Box, Document
from rulehound.extract import document as of_documents
from rulehound.extract.document import Reference
from rulehound.spec.documents.editions import encoded, pieces, record, record_edition
from rulehound.spec.documents.spec_records import DEMANDING, RecordedClause, RecordedReference, SpecError
from rulehound.spec.documents.store import load_store
from rulehound_testing.made_up_spec import RULEBOOK, document, write_spec

RECORD = "documents/shells-1.0.clauses.jsonl"


def test_the_kinds_that_demand_something_are_those_of_documents() -> None:
    assert DEMANDING == of_documents.DEMANDING


def test_a_record_holds_places_and_hashes_and_no_text(tmp_path: Path) -> None:
    rulebook = document(RULEBOOK)
    written = (write_spec(tmp_path, rulebook) / RECORD).read_text(encoding="utf-8")
    lines = [msgspec.json.decode(line) for line in written.splitlines()]
    assert [line["key"] for line in lines] == list(RULEBOOK)
    assert {key: lines[3][key] for key in ("number", "parent", "kind", "page", "boxes", "id")} == {
        "number": "1-1-2",
        "parent": "1-1",
        "kind": "clause",
        "page": 1,
        "boxes": [[1, 50, 60, 250, 72]],
        "id": "1-1-2@1.0",
    }
    words = {word.strip(".,").casefold() for text in RULEBOOK.values() for word in text.split()}
    for word in words:
        if len(word) > 3:
            assert word not in written.casefold()


def test_recording_again_writes_the_same_bytes(tmp_path: Path) -> None:
    rulebook = document(RULEBOOK)
    path = write_spec(tmp_path, rulebook) / RECORD
    before = path.read_bytes()
    assert record_edition(tmp_path, "shells", "1.0", rulebook) == path
    assert path.read_bytes() == before
    assert sorted(p.name for p in path.parent.iterdir()) == ["shells-1.0.clauses.jsonl", "shells.toml"]
    assert list(load_store(tmp_path).clauses["shells", "1.0"].values()) == record(rulebook, "1.0")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("pebbles", "1.0"), "ROOT/documents: unknown document pebbles; write its entry first"),
        (("shells", "2.0"), "ROOT/documents: shells has no edition 2.0; add it to its entry first"),
        (
            ("shells", "1.0"),
            "other.pdf: is not shells 1.0, whose entry has another SHA-256; "
            'pass the right file, or set sha256 = "SHA" in the entry',
        ),
    ],
)
def test_only_the_listed_file_is_recorded(arguments: tuple[str, str], expected: str, tmp_path: Path) -> None:
    path = write_spec(tmp_path) / RECORD
    before = path.read_bytes()
    other = document({**RULEBOOK, "2-4": "Nobody keeps the last shell."}, name="other.pdf")
    with pytest.raises(SpecError) as refused:
        record_edition(tmp_path, *arguments, other)
    assert str(refused.value).replace(str(tmp_path), "ROOT").replace(other.sha256, "SHA") == expected
    assert path.read_bytes() == before


def test_lines_down_a_column_make_one_box_rounded_outwards() -> None:
    lines = [
        Box(1, 50.2, 700.4, 290.0, 711.6),
        Box(1, 86.9, 712.0, 250.3, 723.01),
        Box(1, 310.0, 60.5, 540.2, 71.0),
        Box(1, 310.0, 72.0, 500.0, 83.0),
        Box(2, 310.0, 90.0, 500.0, 101.0),
    ]
    assert pieces(lines) == ((1, 50, 700, 290, 724), (1, 310, 60, 541, 83), (2, 310, 90, 500, 101))
    assert pieces([]) == ()


def refer(text: str, target: str | None) -> Document:
    """The made-up rulebook, whose clause 2-1 is this text that names one clause."""
    made = document({**RULEBOOK, "2-1": text})
    start = text.index("see ") + 4
    number = text[start:].partition(")")[0]
    reference = Reference(start, start + len(number), number, "", target)
    clauses = [
        msgspec.structs.replace(clause, references=(reference,)) if clause.key == "2-1" else clause
        for clause in made.clauses
    ]
    return msgspec.structs.replace(made, clauses=tuple(clauses))


def test_references_are_recorded_by_number_and_by_what_they_name() -> None:
    [clause] = [c for c in record(refer("Five shells (see 1-1-2).", "1-1-2"), "1.0") if c.references]
    assert clause.key == "2-1"
    assert clause.references == (RecordedReference("1-1-2", "1-1-2"),)
    [dangling] = [c for c in record(refer("Five shells (see 9-9).", None), "1.0") if c.references]
    assert dangling.references == (RecordedReference("9-9", None),)


def test_the_second_fingerprint_follows_what_is_named_and_not_its_number() -> None:
    old = {clause.key: clause for clause in record(refer("Five shells (see 1-1-2).", "1-1-2"), "1.0")}
    renumbered = refer("Five shells (see 1-1-3).", "1-1-3")
    swapped = {"1-1-2": RULEBOOK["1-1-3"], "1-1-3": RULEBOOK["1-1-2"]}
    texts = {clause.key: clause for clause in document({**RULEBOOK, **swapped}).clauses}
    clauses = [texts[c.key] if c.key in swapped else c for c in renumbered.clauses]
    followed = record(msgspec.structs.replace(renumbered, clauses=tuple(clauses)), "1.1", old)
    retargeted = record(renumbered, "1.1", old)
    by_key = [{clause.key: clause for clause in clauses} for clauses in (followed, retargeted)]
    assert by_key[0]["1-1-3"].id == "1-1-2@1.0"
    assert by_key[0]["2-1"].resolved == old["2-1"].resolved != ""
    assert by_key[1]["2-1"].resolved != old["2-1"].resolved
    assert old["1-1"].resolved == ""


def test_a_clause_without_a_number_is_known_by_its_key() -> None:
    made = document({"the-tide/2": "The tide turns when nobody looks at the harbour."})
    unnumbered = tuple(msgspec.structs.replace(clause, number="") for clause in made.clauses)
    [clause] = record(msgspec.structs.replace(made, clauses=unnumbered), "2.3")
    assert (clause.id, clause.key, clause.number) == ("the-tide/2@2.3", "the-tide/2", "")
    assert b'"number"' not in encoded([clause])


WORDS = ("shell", "tide", "gull", "sand", "net", "buoy", "crab", "kelp", "pier", "rope", "sail", "hull")
SENTENCES = [f"{' '.join(random.Random(n).choices(WORDS, k=14))} in case {n}." for n in range(20)]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(0, 19), min_size=1, unique=True), min_size=2, max_size=4))
def test_words_that_stay_keep_their_id_and_no_id_is_given_twice(editions: list[list[int]]) -> None:
    """Whatever is added, removed, renumbered or put elsewhere, edition after edition."""
    before: dict[str, RecordedClause] = {}
    taken: set[str] = set()
    words: dict[str, str] = {}
    for version, chosen in enumerate(editions):
        texts = {str(number): SENTENCES[index] for number, index in enumerate(chosen, 1)}
        clauses = record(document(texts), f"{version}.0", before, taken)
        ids = {clause.fingerprint: clause.id for clause in clauses}
        assert len({clause.id for clause in clauses}) == len(clauses)
        assert all(ids[kept] == words[kept] for kept in ids.keys() & words.keys())
        new = {clause.id for clause in clauses} - {clause.id for clause in before.values()}
        assert new.isdisjoint(taken)
        before = {clause.key: clause for clause in clauses}
        taken |= set(ids.values())
        words = ids
