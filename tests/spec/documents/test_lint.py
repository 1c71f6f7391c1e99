"""Lint tells what looks wrong in a document, and says nothing of a sound one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rulehound.extract import Box, Clause, Document
from rulehound.extract.cache import read_cached
from rulehound.extract.references import cross_referenced
from rulehound.spec.documents.lint import lint
from rulehound_testing.folders import ROOT, SHARED

RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.1.pdf"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared) are not here")

HEADINGS = {
    "1": "Harbours",
    "1-1": "Lanterns",
    "1-2": "Keepers",
    "1-3": "Use Costs",
    "2": "Tides",
    "2-1": "Lanterns at Sea",
}


def document(texts: dict[str, str], warnings: tuple[str, ...] = ()) -> Document:
    """A document with the clauses given; those of HEADINGS are headings. Clauses stand on page 1, 2, 3, …"""
    everything = HEADINGS | texts
    clauses = [
        Clause(
            number,
            number,
            next((above for above in (number.rpartition("-")[0],) if above in everything), None),
            "heading" if number in HEADINGS else "clause",
            text,
            page,
            Box(page, 0, 0, 0, 0),
            (),
            False,
            "",
        )
        for page, (number, text) in enumerate(sorted(everything.items()), start=1)
    ]
    return Document("book.pdf", "", "", "", "", 9, cross_referenced(clauses), warnings)


def found(text: str, at: str = "1-2-1") -> list[tuple[str, str]]:
    return [(finding.kind, finding.message) for finding in lint(document({at: text}))]


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("See 1-9-9.", "dangling", "refers to 1-9-9, which does not exist"),
        (
            'See 1-9 "Keepers".',
            "dangling",
            'refers to 1-9 "Keepers", which does not exist; that title is at 1-2',
        ),
        ("See 7-1-1.", "outside", "refers to 7-1-1, in a chapter that is not in this document"),
        (
            'See 1-1 "Use Costs".',
            "title",
            'refers to 1-1 "Use Costs", but 1-1 is "Lanterns"; that title is at 1-3',
        ),
        ('See 1-1 "Whales".', "title", 'refers to 1-1 "Whales", but 1-1 is "Lanterns"'),
        ("As 1-2-1 says.", "self", "refers to itself as 1-2-1"),
        (
            '(See 1-2 "Lanterns")1-1',
            "doubled",
            'prints 1-2 and 1-1 for one reference; taken for 1-1 "Lanterns"',
        ),
    ],
)
def test_what_is_found(text: str, kind: str, message: str) -> None:
    # The clause that quotes stands in 1-2-1, or for a title of its own chapter elsewhere.
    assert found(text, "1-2-1" if "Keepers" not in text else "2-1-1") == [(kind, message)]


@pytest.mark.parametrize(
    "text",
    [
        'See 1-1 "Lanterns".',
        'See 1-1 "the LANTERNS".',
        'See 1-3 "Using Cost".',
        "See 1-1.",
        'See 2-1 "Lanterns".',
        'See 2 "What Rises and Falls: Tides".',
        '(See 1-1 "Lanterns")1-1',
        "A keeper lights 1-2 lanterns.",
    ],
)
def test_what_is_sound(text: str) -> None:
    assert found(text) == []


def test_the_title_of_what_is_no_heading_is_not_known() -> None:
    texts = {"1-1-1": "A lantern is lit.", "1-2-1": 'See 1-1-1 "Light".'}
    assert lint(document(texts)) == ()
    moved = {"1-1-1": "A lantern is lit.", "1-2-1": 'See 1-1-1 "Tides".'}
    assert [f.message for f in lint(document(moved))] == ['refers to 1-1-1 "Tides"; that title is at 2']


def test_the_heading_that_a_clause_stands_under_is_not_where_the_title_is() -> None:
    assert found('See 1-1 "Keepers".', "1-2-1") == [
        ("title", 'refers to 1-1 "Keepers", but 1-1 is "Lanterns"')
    ]


def test_a_clause_without_words_has_the_title_of_no_reference() -> None:
    findings = lint(document({"1-1-1": "…", "1-2-1": "See 1-9-9."}))
    assert [finding.message for finding in findings] == ["refers to 1-9-9, which does not exist"]


def test_warnings_of_reading_come_last_with_their_page() -> None:
    warnings = ("page 12: 1-4 follows 1-2, with a gap between them", "no page: odd")
    findings = lint(document({"1-2-1": "See 1-9-9."}, warnings))
    assert [(f.clause, f.page, f.kind) for f in findings] == [
        ("1-2-1", 4, "dangling"),
        ("", 12, "reading"),
        ("", 0, "reading"),
    ]
    assert [f.message for f in findings[1:]] == ["1-4 follows 1-2, with a gap between them", "no page: odd"]


@given(st.dictionaries(st.sampled_from(["1-1-1", "1-2-1", "2-1-1"]), st.text(max_size=30)))
def test_no_text_upsets_it(texts: dict[str, str]) -> None:
    for finding in lint(document(texts)):
        assert finding.message
        assert finding.clause in texts


def test_our_own_rulebook_is_sound() -> None:
    read = read_cached(RULEBOOK)
    book = replace(read, clauses=cross_referenced(read.clauses))
    references = [reference for clause in book.clauses for reference in clause.references]
    assert (len(references), sum(bool(reference.title) for reference in references)) == (28, 16)
    assert lint(book) == ()


@needs_shared
def test_a_real_rulebook() -> None:
    lines = (SHARED / "gold" / "dcg-comprehensive-rules-en-4.0.gold.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in lines.splitlines()]
    here = Box(1, 0, 0, 0, 0)
    clauses = cross_referenced(
        [
            Clause(
                number,
                number,
                None,
                "heading" if len(row["text"]) < 40 else "clause",
                row["text"],
                1,
                here,
                (),
                False,
                "",
            )
            for row in rows
            for number in [row["number"].rstrip(".")]
        ]
    )
    findings = lint(Document("", "", "", "", "", 1, clauses, ()))
    assert {kind: sum(f.kind == kind for f in findings) for kind in ("doubled", "dangling", "title")} == {
        "doubled": 18,
        "dangling": 7,
        "title": 3,
    }
    assert len(findings) == 28
    assert [f.clause for f in findings if f.kind == "title"] == ["2-10-1", "3-4-3", "4-2-2"]
