"""Real rulebooks, where they are at hand."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from rulehound.extract import Document, read_document
from rulehound.extract.cache import read_cached
from rulehound_testing.documents.magic_text import gold_clauses
from rulehound_testing.folders import ROOT, SHARED

RULEBOOKS = ROOT / "spec" / "rulehound" / "spec" / "dcg" / "rulebook"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared) are not here")


@cache
def read(name: str) -> Document:
    """Other tests of the run may have read it, or read what is kept of it."""
    return read_cached(SHARED / "documents" / f"{name}.pdf")


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
@pytest.mark.parametrize(
    ("name", "title", "version", "date"),
    [
        (
            "dcg-comprehensive-rules-en-4.0",
            "Digimon Card Game Comprehensive Rules Manual",
            "4.0",
            "2026-04-01",
        ),
        ("dcg-comprehensive-rules-jp-4.0", "デジモンカードゲーム 総合ルール", "4.0", "2026-04-01"),
        ("dcg-comprehensive-rules-jp-3.6", "デジモンカードゲーム 総合ルール", "3.6", "2025-12-25"),
        ("dcg-comprehensive-rules-cn-1.2", "数码宝贝卡牌对战 综合规则", "1.2", "2024-02-16"),
        ("dcg-comprehensive-rules-ch7", "Chapter 7 Playing a Card", "", ""),
    ],
)
def test_front_matter(name: str, title: str, version: str, date: str) -> None:
    document = read(name)
    assert (document.title, document.version, document.date) == (title, version, date)


@needs_shared
@pytest.mark.parametrize(
    ("name", "clauses", "changed"),
    [
        ("dcg-comprehensive-rules-en-4.0", 1103, 0),
        ("dcg-comprehensive-rules-jp-4.0", 1103, 112),
        ("dcg-comprehensive-rules-jp-3.6", 1079, 0),
        ("dcg-comprehensive-rules-cn-1.2", 927, 0),
    ],
)
def test_every_number_once_with_its_parent(name: str, clauses: int, changed: int) -> None:
    document = read(name)
    numbers = [clause.number for clause in document.clauses]
    assert len(numbers) == len(set(numbers)) == clauses
    assert sum(clause.changed for clause in document.clauses) == changed
    assert [clause.parent or "" for clause in document.clauses] == [n.rpartition("-")[0] for n in numbers]
    assert document.warnings == ()


@needs_shared
def test_two_languages_of_an_edition_have_the_same_numbers() -> None:
    english, japanese = read("dcg-comprehensive-rules-en-4.0"), read("dcg-comprehensive-rules-jp-4.0")
    assert [one.number for one in english.clauses] == [one.number for one in japanese.clauses]
    # Lines end in the middle of words, and no space comes of it; one title is printed with a space, thrice.
    spaced = re.compile("[\u3040-\u30ff\u4e00-\u9fff] [\u3040-\u30ff\u4e00-\u9fff]")
    assert sum(len(spaced.findall(clause.text)) for clause in japanese.clauses) == 3


@needs_shared
@pytest.mark.parametrize(
    ("name", "actions"),
    [
        # Added, updated, removed, moved, merged, and other: the first issue of all.
        ("dcg-comprehensive-rules-en-4.0", (37, 201, 50, 2, 23, 1)),
        ("dcg-comprehensive-rules-jp-4.0", (37, 202, 50, 2, 23, 1)),
        ("dcg-comprehensive-rules-jp-3.6", (29, 177, 31, 1, 19, 1)),
        ("dcg-comprehensive-rules-cn-1.2", (0, 29, 10, 0, 6, 1)),
        ("dcg-comprehensive-rules-ch7", (1, 9, 0, 0, 0, 0)),
    ],
)
def test_update_histories(name: str, actions: tuple[int, ...]) -> None:
    document = read(name)
    counts = Counter(revision.action for revision in document.history)
    assert tuple(counts[a] for a in ("added", "updated", "removed", "moved", "merged", "other")) == actions
    entries = [piece for piece in document.surroundings if piece.kind == "change-entry"]
    assert list(dict.fromkeys(one.text for one in document.history)) == list(
        dict.fromkeys(one.text for one in entries)
    )


@needs_shared
def test_update_histories_of_two_languages_agree() -> None:
    """But for a slip of the English one, and for an entry that it lacks."""
    english, japanese = (
        Counter((one.version, one.action, one.numbers) for one in read(name).history)
        for name in ("dcg-comprehensive-rules-en-4.0", "dcg-comprehensive-rules-jp-4.0")
    )
    moved = "15-15-7", "15-15-7-1", "15-15-7-2", "15-15-7-3", "15-15-7-4", "4-24"
    assert list(japanese - english) == [("3.7", "moved", moved), ("4.0", "updated", ("16-6",))]
    assert list(english - japanese) == [("3.7", "moved", ("15-7", "15-15-7-4", "4-24"))]


@needs_shared
def test_a_number_that_a_line_end_breaks() -> None:
    (clause,) = (one for one in read("dcg-comprehensive-rules-jp-3.6").clauses if one.number == "16-6-1")
    assert [(one.number, one.target) for one in clause.references] == [("11-5-1-1", "11-5-1-1")]


@needs_shared
def test_chapters_in_hundreds_and_rules_with_letters(tmp_path: Path) -> None:
    """The front matter, two sections and the ends of glossary and credits; the whole takes too long here."""
    whole = pypdfium2.PdfDocument(SHARED / "documents" / "mtg-comprehensive-rules-2025-11-14.pdf")
    excerpt = pypdfium2.PdfDocument.new()
    excerpt.import_pages(whole, [*range(57), 251, 252, 305, 306])
    excerpt.save(tmp_path / "excerpt.pdf")
    document = read_document(tmp_path / "excerpt.pdf")
    text = (SHARED / "gold" / "mtg-comprehensive-rules-2025-11-14.txt").read_text(encoding="utf-8-sig")
    gold = [(number, words) for number, words in gold_clauses(text) if number < "3"]
    read = [(clause.number, clause.text) for clause in document.clauses if int(clause.number[:3]) >= 100]
    assert read == [(number, " ".join(words.split())) for number, words in gold]
    assert len(gold) == 660
    assert [clause.number for clause in document.clauses if clause.parent is None] == ["1", "2"]
    assert {clause.key: clause.parent for clause in document.clauses}["205.3m"] == "205.3"
    assert (document.numbering, document.date, document.warnings) == ("lettered", "2025-11-14", ())
    keys = [one.key for one in document.surroundings if one.kind == "definition"]
    assert keys[:2] == ["glossary/abandon", "glossary/ability"]
    assert sum(one.kind == "contents" for one in document.surroundings) == 157


@needs_shared
def test_the_publishers_text_as_gold() -> None:
    text = (SHARED / "gold" / "mtg-comprehensive-rules-2025-11-14.txt").read_text(encoding="utf-8-sig")
    gold = list(gold_clauses(text))
    assert len(gold) == len(dict(gold)) == 3255
    assert sum("." not in number for number, _ in gold) == 146
    assert [number for number, words in gold if not words] == []


@needs_shared
@pytest.mark.parametrize(
    "name", ["dcg-rule-manual-2.3", "dcg-fan-manual-2020", "dcg-glossary-2.3", "dmb-rules"]
)
def test_lists_and_tables_make_no_numbered_document(name: str) -> None:
    document = read(name)
    assert document.numbering == ""
    assert {clause.number for clause in document.clauses} == {""}


@pytest.mark.parametrize(("version", "changed"), [("1.0", 0), ("1.1", 5)])
def test_the_bundled_rulebook(version: str, changed: int) -> None:
    document = read_document(RULEBOOKS / f"rulehound-rulebook-{version}.pdf")
    assert document.version == version
    assert document.warnings == ()
    assert len(document.clauses) == 303
    assert sum(clause.changed for clause in document.clauses) == changed


def test_the_update_history_of_the_bundled_rulebook() -> None:
    document = read_document(RULEBOOKS / "rulehound-rulebook-1.1.pdf")
    assert [(one.version, one.action, one.numbers, one.titles) for one in document.history] == [
        ("1.1", "updated", ("6-2-1-3",), ()),
        ("1.1", "updated", ("4-1-4",), ()),
        ("1.1", "added", ("7-3-2",), ()),
        ("1.1", "updated", ("12-2-1",), ()),
        ("1.1", "moved", ("1-2-6", "17-1-4"), ()),
        ("1.1", "removed", ("1-2-8",), ()),
        ("1.0", "other", (), ()),
    ]
    assert all(one.text[0].isalnum() for one in document.history)
