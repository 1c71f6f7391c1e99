"""Clauses numbered by marks in brackets: (a)(1)(i)."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.extract import read_document
from rulehound.extract.layout.flow import usage_of
from rulehound.extract.numbered.brackets import marks_of
from rulehound.extract.numbered.clauses import numbered_clauses, outline_warnings
from rulehound.extract.numbered.outline import read_outline
from rulehound.extract.numbered.skipped import skipped_lines
from rulehound.extract.numbered.surroundings import parts_of
from rulehound.extract.text.plain_text import TextFile, text_lines
from rulehound_testing.documents.typeset import Item, Rulebook, Style, typeset

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


def read(*rows: str) -> dict[str, tuple[str | None, str]]:
    """The parent and the text of each clause, by number."""
    lines = text_lines(TextFile("", ("Lanterns and Boats", *rows), False))
    outline = read_outline(lines)
    assert outline is not None
    assert not list(outline_warnings(outline))
    clauses = numbered_clauses(outline, usage_of(lines))
    return {clause.number: (clause.parent, clause.text) for clause in clauses}


def mark(depth: int, place: int) -> str:
    return (chr(ord("a") + place - 1), str(place), ROMAN[place - 1])[depth - 1]


# How many marks stand on each level below each mark of the level above it. Up to (g) no letter is a numeral
# as well: whether an (i) behind (h)(1) is one, nothing says where nothing follows.
tree = st.lists(st.lists(st.integers(0, 11), max_size=3), min_size=1, max_size=7)


@settings(deadline=None)  # many marks to look ahead at
@given(st.lists(tree, min_size=2, max_size=3))
def test_every_marked_clause_comes_out(chapters: list[list[list[int]]]) -> None:
    numbers: list[str] = []
    rows: list[str] = []
    for chapter, letters in enumerate(chapters, start=1):
        numbers.append(f"{chapter}")
        rows.append(f"{chapter}. Keepers")
        for letter, figures in enumerate(letters, start=1):
            numbers.append(f"{chapter}({mark(1, letter)})")
            rows.append(f"({mark(1, letter)}) A keeper tends a lantern.")
            for figure, count in enumerate(figures, start=1):
                numbers.append(f"{chapter}({mark(1, letter)})({figure})")
                rows.append(f"({figure}) The lantern is lit.")
                for roman in range(1, count + 1):
                    numbers.append(f"{chapter}({mark(1, letter)})({figure})({mark(3, roman)})")
                    rows.append(f"({mark(3, roman)}) At dusk.")
    if not any(letters[-1:] and any(letters) for letters in chapters) or len(rows) - len(chapters) < 4:
        return  # marks of one kind alone are a list
    assert list(read(*rows)) == numbers


@settings(deadline=None)
@given(tree)
def test_a_document_of_marks_alone(letters: list[list[int]]) -> None:
    """Without any number above them."""
    numbers, rows = list[str](), list[str]()
    for letter, figures in enumerate(letters, start=1):
        numbers.append(f"({mark(1, letter)})")
        rows.append(f"({mark(1, letter)}) A keeper tends a lantern.")
        for figure, count in enumerate(figures, start=1):
            numbers.append(f"{numbers[-1].partition(')')[0]})({figure})")
            rows.append(f"({figure}) The lantern is lit.")
            for roman in range(1, count + 1):
                numbers.append(f"({mark(1, letter)})({figure})({mark(3, roman)})")
                rows.append(f"({mark(3, roman)}) At dusk.")
    if len(rows) < 5 or not any(letters):
        return  # too few, or a list
    clauses = read(*rows)
    assert list(clauses) == numbers
    assert [parent for parent, _ in clauses.values()] == [
        number.rpartition("(")[0] or None for number in numbers
    ]


@pytest.mark.parametrize(
    ("rows", "numbers"),
    [
        ("(a) (b) (c) (d) (e) (f) (g) (h) (i) (j)", None),
        ("(a) (1) (i) (A) (B) (ii) (A) (iii) (2) (b)", "a a1 a1i a1iA a1iB a1ii a1iiA a1iii a2 b"),
        ("(g) (h) (1) (2) (i) (1) (2) (j)", None),
        (
            "(a) (b) (c) (d) (e) (f) (g) (h) (1) (i) (A) (B) (ii) (2) (i) (1) (j)",
            "a b c d e f g h h1 h1i h1iA h1iB h1ii h2 i i1 j",
        ),
        ("(1) (a) (i) (ii) (b) (2) (a) (i)", "1 1a 1ai 1aii 1b 2 2a 2ai"),
        ("(i) (ii) (a) (b) (iii) (a) (iv) (v)", "i ii iia iib iii iiia iv v"),
        ("(A) (1) (a) (i) (B) (1)", "A A1 A1a A1ai B B1"),
    ],
)
def test_the_order_of_the_marks_tells_letters_from_numerals(rows: str, numbers: str | None) -> None:
    """Also where other marks come before the next one of the same kind. Marks of one kind are a list."""
    texts = [f"{row} A keeper rows." for row in rows.split()]
    outline = read_outline(text_lines(TextFile("", ("Lanterns", *texts), False)))
    assert (None if outline is None else ["".join(piece.marks) for piece in outline.pieces]) == (
        numbers and numbers.split()
    )


def test_a_printed_document_of_marks_alone(tmp_path: Path) -> None:
    printed = [
        (1, "(a)", "Setup"),
        (2, "(1)", "Each keeper takes five lanterns and lays them out in a row from left to right."),
        (2, "(2)", "Whoever has the brightest of them begins, namely"),
        (3, "(i)", "the keeper of the north, or"),
        (3, "(ii)", "the keeper of the south, if the north is dark."),
        (1, "(b)", "Turns"),
        (2, "(1)", "A keeper may move 2 boats."),
        (2, "(2)", "A boat that is moved in the way that is described in paragraph (1) of this rule is wet."),
        (1, "(c)", "The game ends at dawn."),
    ]
    items = [Item(number, text, depth=depth, after_number=" ") for depth, number, text in printed]
    book = Rulebook(items, title=("Lanterns and Boats", "Version 2.1"), style=Style(width=300))
    path = typeset(book, tmp_path / "marks.pdf")
    read = read_document(path)
    assert (read.numbering, read.title, read.version) == ("bracketed", "Lanterns and Boats", "2.1")
    assert [(clause.number, clause.parent, clause.kind) for clause in read.clauses] == [
        ("(a)", None, "heading"),
        ("(a)(1)", "(a)", "clause"),
        ("(a)(2)", "(a)", "heading"),
        ("(a)(2)(i)", "(a)(2)", "clause"),
        ("(a)(2)(ii)", "(a)(2)", "clause"),
        ("(b)", None, "heading"),
        ("(b)(1)", "(b)", "clause"),
        ("(b)(2)", "(b)", "clause"),
        ("(c)", None, "clause"),
    ]
    assert [clause.text for clause in read.clauses] == [text for _, _, text in printed]


def test_i_is_a_letter_behind_h_and_a_numeral_before_ii() -> None:
    letters = [f"({letter}) A lamp." for letter in "abcdefghij"]
    rows = ["1. Keepers", *letters, "2. Boats", "(a) A boat.", "(1) An oar.", "(i) Of wood.", "(ii) Of rope."]
    numbers = list(read(*rows))
    assert numbers[9:11] == ["1(i)", "1(j)"]
    assert numbers[-2:] == ["2(a)(1)(i)", "2(a)(1)(ii)"]
    romans = [
        "1. Keepers",
        *letters[:8],
        "(1) A wick.",
        "(i) Of wool.",
        "(ii) Of silk.",
        "(i) A lamp.",
        "2. Ebb",
    ]
    assert {"1(h)(1)(i)", "1(h)(1)(ii)", "1(i)"} <= set(read(*romans))


def test_marks_on_one_line_and_parents() -> None:
    clauses = read(
        "1. Keepers",
        "(a)(1) A keeper rows, as told in paragraph",
        "(b) of this rule.",
        "(2) A keeper rests.",
        "(b) Boats rest.",
        "2. Tides",
        "(a) Tides rise.",
    )
    assert clauses == {
        "1": (None, "Keepers"),
        "1(a)(1)": ("1", "A keeper rows, as told in paragraph (b) of this rule."),
        "1(a)(2)": ("1", "A keeper rests."),
        "1(b)": ("1", "Boats rest."),
        "2": (None, "Tides"),
        "2(a)": ("2", "Tides rise."),
    }


def test_a_reference_to_a_mark_is_listed() -> None:
    rows = (
        "1. Boats",
        "(a) As in paragraph",
        "(b) of this.",
        "(1) Oars.",
        "(2) Nets.",
        "(b) Sails.",
        "2. Tides",
    )
    lines = text_lines(TextFile("", ("Lanterns", *rows), False))
    outline = read_outline(lines)
    assert outline is not None
    skipped = skipped_lines(outline, parts_of(outline))
    assert [(line.reason, line.clause, line.text) for line in skipped] == [
        ("reference", "1(a)", "(b) of this.")
    ]


def test_a_list_within_a_clause_is_no_structure() -> None:
    """Marks of one kind alone divide no clause."""
    clauses = read(
        "1. Boats",
        "1-1. A boat has",
        "(a) oars,",
        "(b) sails,",
        "(c) a net, and",
        "(d) a keeper.",
        "1-2. Ebb.",
    )
    assert list(clauses) == ["1", "1-1", "1-2"]


def test_marks_at_the_start_of_a_line() -> None:
    assert marks_of("(a)(1) Boats") == (["a", "1"], "Boats")
    assert marks_of("(see 1-1) Boats") == ([], "(see 1-1) Boats")
