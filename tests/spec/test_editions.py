"""Editions are recorded without their text and recognised by hash or by resemblance."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.editions import identify, record, record_edition, simhash, similarity
from rulehound.spec.records import SpecError
from rulehound.spec.store import load_store
from spec.made_up import DOCUMENT_TOML, RULEBOOK, document, write_spec

RECORD = "documents/shells-1.0.clauses.jsonl"


def test_a_record_holds_places_and_hashes_and_no_text(tmp_path: Path) -> None:
    rulebook = document(RULEBOOK)
    written = (write_spec(tmp_path, rulebook) / RECORD).read_text(encoding="utf-8")
    lines = [msgspec.json.decode(line) for line in written.splitlines()]
    assert [line["key"] for line in lines] == list(RULEBOOK)
    assert {key: lines[3][key] for key in ("number", "parent", "kind", "page", "boxes", "changed")} == {
        "number": "1-1-2",
        "parent": "1-1",
        "kind": "clause",
        "page": 1,
        "boxes": [[1, 50.0, 60.0, 250.0, 72.0]],
        "changed": False,
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
    assert list(load_store(tmp_path).clauses["shells", "1.0"].values()) == record(rulebook)


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


def test_the_recorded_file_is_known_by_its_hash(tmp_path: Path) -> None:
    identified = identify(load_store(write_spec(tmp_path)), document(RULEBOOK))
    assert identified.exact
    assert identified.edition == ("shells", "1.0")
    assert identified.ruleset == "old-sea"
    assert identified.explanation == "is Rules of Shells, edition 1.0"


def two_editions(tmp_path: Path, newer: Mapping[str, str]) -> Path:
    old, new = document(RULEBOOK), document(newer, version="1.1")
    toml = DOCUMENT_TOML.format(sha256=old.sha256)
    edition = toml[toml.index("[[edition]]") :].replace("1.0", "1.1").replace(old.sha256, new.sha256)
    write_spec(tmp_path, old, document=toml + edition)
    record_edition(tmp_path, "shells", "1.1", new)
    return tmp_path


def test_an_unknown_file_is_matched_to_the_edition_that_it_resembles_most(tmp_path: Path) -> None:
    newer = {**RULEBOOK, "2-1": "Each gatherer takes six shells.", "2-3": "Shells are never washed."}
    store = load_store(two_editions(tmp_path, newer))
    near_old = document({**RULEBOOK, "1-1-3": "A gatherer who waits hands over 4 marks."}, version="")
    near_new = document({**newer, "1-1-3": "A gatherer who waits hands over 4 marks."}, version="1.2")
    identified = identify(store, near_old)
    assert (identified.version, identified.exact, identified.similarity) == ("1.0", False, 8 / 9)
    assert identified.explanation == (
        "resembles Rules of Shells, edition 1.0 most: 8 of 9 clauses have the words of one of its 9"
    )
    identified = identify(store, near_new)
    assert identified.version == "1.1"
    assert identified.explanation.endswith("of its 9; it prints version 1.2")


def test_among_equal_editions_the_printed_version_decides(tmp_path: Path) -> None:
    store = load_store(two_editions(tmp_path, RULEBOOK))
    changed = {**RULEBOOK, "2-2": "Baskets are kept wet."}
    assert identify(store, document(changed, version=["Version", "1.0"][1])).version == "1.0"
    assert identify(store, document(changed, version="1.1")).version == "1.1"


def test_a_document_that_resembles_nothing_is_refused(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    stranger = document(
        {str(n): f"Rule {n} of a game about {n} trains." for n in range(1, 9)} | {"9": "The tide"}
    )
    with pytest.raises(SpecError) as refused:
        identify(store, stranger)
    assert str(refused.value) == (
        "shells.pdf: resembles no recorded document (nearest: shells 1.0, 11% alike); "
        "pass an edition of a recorded document (shells 1.0), or record this one"
    )


def test_simhash_is_pinned() -> None:
    """Records of all editions rest on it: a change of the hash must be seen as one."""
    assert simhash("The tide never rises past the highest mark.") == PINNED
    assert similarity(PINNED, PINNED) == 1.0
    assert similarity("0" * 16, "f" * 16) == 0.0
    assert similarity("0" * 16, "0" * 15 + "f") == 1 - 4 / 32


PINNED = "d54f2a2fcda004a7"


@given(st.text(max_size=80), st.data())
def test_simhash_ignores_case_spaces_and_typography(text: str, data: st.DataObject) -> None:
    def noisy(character: str) -> str:
        kept = data.draw(st.sampled_from([character, f" {character}", f"“{character}", f"{character}—"]))
        return kept.upper() if character.isascii() else kept

    assert simhash("".join(noisy(character) for character in text)) == simhash(text)
