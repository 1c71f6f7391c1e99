"""Real rulebooks, where they are at hand."""

import json
from functools import cache
from pathlib import Path

import pytest

from rulehound.extract import Document, DocumentError, read_document

SHARED = Path(__file__).parents[2].parent / "shared"
RULEBOOKS = Path(__file__).parents[2] / "spec" / "rulehound" / "spec" / "dcg" / "rulebook"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared) are not here")


@cache
def read(name: str) -> Document:
    return read_document(SHARED / "documents" / f"{name}.pdf")


@needs_shared
@pytest.mark.parametrize(
    ("name", "clauses", "warnings"),
    [
        ("dcg-comprehensive-rules-en-4.0", 1103, ()),
        ("dcg-comprehensive-rules-ch7", 50, ("page 1: there is no 7 above 7-1",)),
    ],
)
def test_numbers_and_texts(name: str, clauses: int, warnings: tuple[str, ...]) -> None:
    lines = (SHARED / "gold" / f"{name}.gold.jsonl").read_text(encoding="utf-8").splitlines()
    gold = [(row["number"].rstrip("."), " ".join(row["text"].split())) for row in map(json.loads, lines)]
    document = read(name)
    got = [(clause.number, clause.text) for clause in document.clauses]
    assert len(got) == clauses
    assert got == gold
    assert document.warnings == warnings


@needs_shared
def test_front_matter() -> None:
    document = read("dcg-comprehensive-rules-en-4.0")
    assert (document.version, document.date, document.pages) == ("4.0", "2026-04-01", 33)
    assert "Comprehensive Rules" in document.title


@needs_shared
def test_red_text_of_a_real_edition() -> None:
    document = read("dcg-comprehensive-rules-jp-4.0")
    assert sum(clause.changed for clause in document.clauses) == 112
    english = [clause.number for clause in read("dcg-comprehensive-rules-en-4.0").clauses]
    assert [clause.number for clause in document.clauses] == english


@needs_shared
@pytest.mark.parametrize(
    "name", ["dcg-rule-manual-2.3", "dcg-fan-manual-2020", "dcg-glossary-2.3", "dmb-rules"]
)
def test_unnumbered_documents_are_refused(name: str) -> None:
    with pytest.raises(DocumentError, match="no numbered clauses"):
        read(name)


@pytest.mark.parametrize(("version", "changed"), [("1.0", 0), ("1.1", 5)])
def test_the_bundled_rulebook(version: str, changed: int) -> None:
    document = read_document(RULEBOOKS / f"rulehound-rulebook-{version}.pdf")
    assert document.version == version
    assert document.warnings == ()
    assert len(document.clauses) == 303
    assert sum(clause.changed for clause in document.clauses) == changed
