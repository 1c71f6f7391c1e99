"""Cross-references are found where they are, and nowhere else."""

import json
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulehound.extract.document import Box, Clause, Reference
from rulehound.extract.fingerprints import fingerprint
from rulehound.extract.references import Numbers, cross_referenced, find_references, numbers_of
from rulehound_testing.folders import SHARED

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared) are not here")

NOWHERE = Box(1, 0, 0, 0, 0)


def clause(number: str, text: str, kind: str = "clause") -> Clause:
    return Clause(
        number, number, None, "heading" if kind == "heading" else "clause", text, 1, NOWHERE, (), False, ""
    )


def numbers(*headings: tuple[str, str]) -> Numbers:
    found = numbers_of([clause(number, title, "heading") for number, title in headings])
    assert found is not None
    return found


DASHED = numbers(
    ("1", "Harbours"),
    ("1-2", "Lanterns"),
    ("1-3", "Keepers"),
    ("1-3-1", "A keeper lights one lantern."),
    ("1-3-2", "Night Watch"),
    ("1-12", '"Never put out" lanterns'),
    ("2", "Tides"),
    ("2-1", "High Tide"),
    ("2-3-4", "「消えない」灯台"),
    ("7", "灯台"),
)
LETTERED = numbers(
    ("1", "Harbours"),
    ("100", "General"),
    ("100.1", "The harbour is dark."),
    ("100.1a", "A keeper may row."),
    ("100.1b", "A keeper may wait."),
    ("100.1d", "A keeper may sing."),
    ("100.2", "Fog"),
    ("100.10", "Nets"),
    ("101", "Tides"),
)
FLAT = numbers(("1", "Harbours"), ("2", "Tides"), ("12", "Fog"))


def found(text: str, among: Numbers) -> list[tuple[str, str, str]]:
    """Number, title and what the text prints of each reference."""
    return [(r.number, r.title, text[r.start : r.end]) for r in find_references(text, among)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Light it (see 1-3-1).", [("1-3-1", "", "1-3-1")]),
        ("Boats follow 2 “Tides”.", [("2", "Tides", "2 “Tides”")]),
        ("Boats hold 2 “Tide” marks, and 1 “Net”.", []),
        ('Refer to 1-2 "Lanterns".', [("1-2", "Lanterns", '1-2 "Lanterns"')]),
        ("Refer to 1-2. Lanterns before dusk", [("1-2", "Lanterns", "1-2. Lanterns")]),
        ("As “1-3. Keepers” has it", [("1-3", "Keepers", "“1-3. Keepers”")]),
        ('As "1-3. Keepers" has it', [("1-3", "Keepers", '"1-3. Keepers"')]),
        ("As “1-3-2” has it", [("1-3-2", "", "“1-3-2”")]),
        ("It ends as 1-3-2 says", [("1-3-2", "", "1-3-2")]),
        ("see 1-3-9 and row", [("1-3-9", "", "1-3-9")]),
        ("see 1-3-1, 1-3-2 and 1-2", [(n, "", n) for n in ("1-3-1", "1-3-2", "1-2")]),
        ("1-3-1~1-3-2 hold", [("1-3-1", "", "1-3-1"), ("1-3-2", "", "1-3-2")]),
        (
            'refer to 1-2 "Lanterns" and 1-3 "Keepers")',
            [("1-2", "Lanterns", '1-2 "Lanterns"'), ("1-3", "Keepers", '1-3 "Keepers"')],
        ),
        ('(see 1-12 "Never put out" lanterns")', [("1-12", 'Never put out" lanterns', None)]),
        ('(see 1-12 ""Never put out" lanterns")', [("1-12", '"Never put out" lanterns', None)]),
        ("(see section 2)", [("2", "", "2")]),
        ('(see 2 "Tides")', [("2", "Tides", '2 "Tides"')]),
        ("（詳細は1-3-2「夜番」を参照）", [("1-3-2", "夜番", "1-3-2「夜番」")]),
        ("（詳細は「1-3-2.夜番」を参照）", [("1-3-2", "夜番", "「1-3-2.夜番」")]),
        ("(詳 細は2「潮」を参照)", [("2", "潮", "2「潮」")]),
        ("(詳細は1-3- 2「夜番」を参照)", [("1-3-2", "夜番", "1-3- 2「夜番」")]),
        ("1-2を参照する", [("1-2", "", "1-2")]),
        ("(詳細は2-3-4「「消えない」灯台」を参照)", [("2-3-4", "「消えない」灯台", None)]),
        ("（详细参照1-2“灯”和1-3“守”）", [("1-2", "灯", "1-2“灯”"), ("1-3", "守", "1-3“守”")]),
        ("（详细参照1－3－2）", [("1-3-2", "", "1－3－2")]),
        ("第7章による", [("7", "", "7")]),
        ("(詳細は1-3- 2を参照)", [("1-3-2", "", "1-3- 2")]),
        ("必须满足2-1.中指定的", [("2-1", "", "2-1")]),
        ("rule 1 and 2 lanterns", [("1", "", "1")]),
        (
            'see 1-2 "Lanterns" and 1-12 "Never put out" lanterns"',
            [("1-2", "Lanterns", None), ("1-12", 'Never put out" lanterns', None)],
        ),
        ('the "Lantern"1-3-1 and "Keeper" row', [("1-3-1", "", "1-3-1")]),
        ("See 1-2. Lanternship is none", [("1-2", "", "1-2")]),
    ],
)
def test_the_ways_to_refer(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    got = found(text, DASHED)
    assert [(n, t) for n, t, _ in got] == [(n, t) for n, t, _ in expected]
    assert [p for _, _, p in got] == [
        p or mine for (_, _, p), (_, _, mine) in zip(expected, got, strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See rule 100.1a.", ["100.1a"]),
        ("rules 100.1a and 100.1b", ["100.1a", "100.1b"]),
        ("rule 100, “General.” It", ["100"]),
        ("section 1, “Harbours”", ["1"]),
        ("rules 100 and 101", ["100", "101"]),
        ("rules 100.1a–d apply", ["100.1a", "100.1d"]),
        ("rules 100.1–2 apply", ["100.1", "100.2"]),
        ("rules 100.2–10, and 100.1", ["100.2", "100.10", "100.1"]),
        ("steps in 100.1 are", ["100.1"]),
        ("rule 100.1z is none", ["100.1z"]),
        ("rules 100.1a–z", ["100.1a"]),
    ],
)
def test_numbers_with_letters(text: str, expected: list[str]) -> None:
    assert [number for number, _, _ in found(text, LETTERED)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "Draw 1-2 cards.",
        "She wins 2-1.",
        "since 2024-02-16, or 2024-12-16",
        "the card BT1-2, ST1-3-1 or P-038",
        "roll 1-3 (or 2-1) dice",
        "the 2 keepers of harbour 1",
        "第2次は",
        "the card ST-1-3-1",
        "the code 1-3-1-2024",
        "chapter 9 is none",
        "light 1-2 lanterns, as 1-2-1-2-1 is none",
    ],
)
def test_what_is_no_reference(text: str) -> None:
    assert found(text, DASHED) == []


@pytest.mark.parametrize(
    "text", ["lights 100 lanterns", "100.5 feet", "a rope of 2.5 or 100.10x", "999,999 more"]
)
def test_amounts_are_no_references_where_numbers_have_points(text: str) -> None:
    assert found(text, LETTERED) == []


@pytest.mark.parametrize(
    ("text", "numbers_found"),
    [
        ('(see 1-3 "Lanterns")1-2', ["1-2"]),
        ('(see 1-2 "Lanterns")1-2', ["1-2"]),
        ('(see 1-2 "Lanterns") 1-2', ["1-2"]),
        ('see 1-3 "Lanterns")1-2', ["1-2"]),
        ('(see 1-3 "Lanterns")1-27', ["1-2"]),
        ('(see 1-9 "Lanterns")1-3', ["1-3"]),
        ('(see 1-3 "Boats")1-2', ["1-3"]),
        ('(see 1-3 "Lantern")1-2', ["1-2"]),
        ('(see 1-9 "Tides")2-1', ["2-1"]),
        ("(see 1-2)1-3", ["1-2"]),
        ('(see 2-1 "Lanterns" and 1-2 "Keepers")1-21-3', ["1-2", "1-3"]),
    ],
)
def test_a_number_printed_over_another_is_one_reference(text: str, numbers_found: list[str]) -> None:
    references = find_references(text, DASHED)
    assert [reference.number for reference in references] == numbers_found
    assert references[-1].end == len(text)


def test_what_stands_behind_a_bracket_may_be_an_amount() -> None:
    for text in ("Light it (see 1-3-1) 1-2 times.", "Light it (see 1-3-1)1-27"):
        assert found(text, DASHED) == [("1-3-1", "", "1-3-1")]


def test_numbers_of_one_level() -> None:
    assert found("see rule 2, and chapters 1 and 12", FLAT) == [(n, "", n) for n in ("2", "1", "12")]
    for text in ("light 2 of rule 1.2", "rule 1-2", "rule 3", "section 2a"):
        assert found(text, FLAT) == []


def test_a_document_without_numbers_has_no_references() -> None:
    plain = [clause("", "see 1-2 of the other book"), clause("", "a keeper")]
    assert cross_referenced(plain) == tuple(
        Clause("", "", None, "clause", c.text, 1, NOWHERE, (), False, fingerprint(c.text)) for c in plain
    )


def test_references_and_fingerprints_are_filled_in() -> None:
    book = [
        clause("1", "Harbours", "heading"),
        clause("1-1", "Dark"),
        clause("1-2", "Lit (see 1-1 and 1-9-9)."),
    ]
    first, _, last = cross_referenced(book)
    assert first.references == ()
    assert last.references == (Reference(9, 12, "1-1", "", "1-1"),)
    glossary = cross_referenced([clause("", "Lit: see 1-1.")], among=book)
    assert [r.target for r in glossary[0].references] == ["1-1"]
    renumbered = cross_referenced([book[0], clause("1-4", "Dark"), clause("1-2", "Lit (see 1-4 and 1-9-9).")])
    assert renumbered[2].fingerprint == last.fingerprint != fingerprint(last.text)


KNOWN = sorted(DASHED.keys)
DEEP = [number for number in KNOWN if number.count("-") == 2]
FORMS = st.one_of(
    st.sampled_from(KNOWN).map(lambda n: (f"see section {n}", [n])),
    st.sampled_from(KNOWN).map(lambda n: (f"(refer to {n} “Any Title”)", [n])),
    st.sampled_from(KNOWN).map(lambda n: (f"（詳細は{n}「題」を参照）", [n])),
    st.sampled_from(DEEP).map(lambda n: (f"as {n} says", [n])),
    st.tuples(st.sampled_from(DEEP), st.sampled_from(DEEP)).map(lambda p: (f"see {p[0]} or {p[1]}", list(p))),
)
NOISE = st.sampled_from(
    ["draw 1-2 cards", "pay 3", "on 2026-11-21", "the card BT1-002", "lost 2-1 to her", "light 1 “Lantern”"]
).map(lambda text: (text, list[str]()))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(FORMS, NOISE), max_size=6))
def test_every_reference_put_in_is_found_and_no_other(pieces: list[tuple[str, list[str]]]) -> None:
    text = "; then ".join(piece for piece, _ in pieces)
    references = find_references(text, DASHED)
    assert [r.number for r in references] == [number for _, put in pieces for number in put]
    ends = [0, *(r.end for r in references)]
    assert all(end <= r.start < r.end for end, r in zip(ends, references, strict=False))
    assert all(r.number in text[r.start : r.end] for r in references)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet='12-. a“”"()see（）「」参照rules~–\n第章', max_size=60))
def test_no_text_upsets_it(text: str) -> None:
    for among in (DASHED, LETTERED):
        references = find_references(text, among)
        ends = [0, *(r.end for r in references)]
        assert all(end <= r.start < r.end <= len(text) for end, r in zip(ends, references, strict=False))


TOKENS = st.sampled_from(
    [
        *(*KNOWN, *LETTERED.keys, "9-3-2-5", "1-2.", "16-8-5", "1 - 2", "1-3- 1", "3", "12", "a", "d"),
        *("see ", "refer to ", "See rules ", "section ", "chapter ", " and ", ", ", " through "),
        *("詳細は", "を参照", "参照", "第", "章", "灯台", "Lanterns", "Never put out"),
        *"\"'“”‘’「」『』«»()（）[]【】-–—~～.: ",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(TOKENS, max_size=30).map("".join))
@example('refer to 9-3-2-5 "Foo reads "[Bar] baz" (or so)")16-8-5')
@example('(see 1-3 "Keepers (see "[Bar] baz")")1-2')
def test_no_mixture_of_numbers_and_quotes_upsets_it(text: str) -> None:
    for among in (DASHED, LETTERED):
        references = find_references(text, among)
        ends = [0, *(r.end for r in references)]
        assert all(end <= r.start < r.end <= len(text) for end, r in zip(ends, references, strict=False))
        assert all(r.target is None or r.target == among.keys[r.number] for r in references)


@pytest.mark.parametrize(
    ("text", "among", "count"),
    [
        ("(" + "see 1-1 and " * 10_000, DASHED, 10_000),
        ("see " + "1 - " * 50_000 + "1x", DASHED, None),
        ("(see " + ", ".join(["rule 1"] * 50) + ")" + "12" * 50 + "9", FLAT, 50),
        ("(see 1-2)" + "1-2" * 50_000, DASHED, 1),
    ],
)
def test_endless_texts(text: str, among: Numbers, count: int | None) -> None:
    """To look back to the beginning each time, or to try every way to cut a run, would take minutes."""
    references = find_references(text, among)
    assert count in (None, len(references))


@needs_shared
def test_a_real_rulebook() -> None:
    lines = (SHARED / "gold" / "dcg-comprehensive-rules-en-4.0.gold.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in lines.splitlines()]
    clauses = cross_referenced([clause(row["number"].rstrip("."), row["text"]) for row in rows])
    references = [(c.number, r) for c in clauses for r in c.references]
    assert len(references) == 139
    assert all(r.title for _, r in references)
    dangling = [(number, r.number) for number, r in references if r.target is None]
    stale = ["2-3-8-2", "2-3-9-2", "2-3-10-2", "2-3-11-4-4", "2-10-2", "2-11-2"]
    assert dangling == [*((number, "2-12-1-6") for number in stale), ("4-5-6-1", "2-3-13")]
    assert (
        sum(bool(re.search(r"\)\s?\d", c.text[r.start : r.end])) for c in clauses for r in c.references) == 98
    )


@needs_shared
def test_a_real_rulebook_numbered_with_letters() -> None:
    text = (SHARED / "gold" / "mtg-comprehensive-rules-2025-11-14.txt").read_text(encoding="utf-8-sig")
    start = [match.start() for match in re.finditer(r"^1\. ", text, re.MULTILINE)][1]  # behind the contents
    body = text[start : text.rindex("\nGlossary")]
    rules = re.findall(r"^(\d{3}\.\d+[a-z]|\d{1,3}\.\d+|\d{1,3})\.? (.*)$", body, re.MULTILINE)
    clauses = cross_referenced([clause(number, title.strip()) for number, title in rules])
    assert sum(len(c.references) for c in clauses) == 1187
    for c in clauses:
        assert all(r.target is not None for r in c.references)
        # Nothing in this document is written with three digits before a point but the numbers of its rules.
        written = [match.start() for match in re.finditer(r"(?<![0-9.])[0-9]{3}\.[0-9]", c.text)]
        assert {r.start for r in c.references} >= set(written)
