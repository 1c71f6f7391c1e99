"""Small rulebooks with one trap each, read back."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from rulehound.extract import Document, read_document
from rulehound.extract.layout.furniture import without_furniture
from rulehound.extract.layout.lines import read_lines
from rulehound.extract.numbered.outline import read_outline
from rulehound.extract.pdf.pages import read_pages
from rulehound_testing.documents.typeset import Item, Rulebook, Style, typeset

LONG = "the keeper moves every lantern that is lit one step towards the shore and then counts those gone out"

BODY = (
    Item("1", "Lanterns"),
    Item("1-1", "Lighting"),
    Item("1-1-1", f"At dusk {LONG}."),
    Item("1-1-2", f"After that {LONG}."),
    Item("1-2", "Snuffing"),
    Item("1-2-1", "A lantern that is snuffed stays where it is."),
    Item("2", "Boats"),
    Item("2-1", f"Whoever has no boat waits while {LONG}."),
    Item("2-2", "A boat carries up to 3 lanterns."),
)


def read(tmp_path: Path, rulebook: Rulebook) -> Document:
    return read_document(typeset(rulebook, tmp_path / "rulebook.pdf"))


def numbered(document: Document) -> list[tuple[str, str]]:
    return [(clause.number, clause.text) for clause in document.clauses]


def expected(items: Sequence[Item]) -> list[tuple[str, str]]:
    return [(item.number, item.text) for item in items]


def many(chapters: int = 5, each: int = 9) -> list[Item]:
    """Enough clauses for several pages."""
    items = []
    for chapter in range(1, chapters + 1):
        items.append(Item(str(chapter), f"Chapter of the {chapter} winds"))
        items.extend(Item(f"{chapter}-{n}", f"On day {n} {LONG}.") for n in range(1, each + 1))
    return items


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_columns_are_read_one_after_another(tmp_path: Path, columns: int) -> None:
    style = Style(columns=columns, width=400.0 + 130 * columns)
    document = read(tmp_path, Rulebook(many(), style=style, head="Tides and Lanterns"))
    assert document.pages > 1
    assert numbered(document) == expected(many())
    assert document.warnings == ()


def test_a_title_over_both_columns_comes_first(tmp_path: Path) -> None:
    items = many(2)
    title = ("A Rulebook of Tides and Lanterns for Two Keepers",)
    document = read(tmp_path, Rulebook(items, title=title, style=Style(columns=2, width=560)))
    assert numbered(document) == expected(items)
    assert document.title == title[0]


def test_parents_kinds_and_places(tmp_path: Path) -> None:
    document = read(tmp_path, Rulebook(BODY))
    clauses = {clause.key: clause for clause in document.clauses}
    assert {key: clause.parent for key, clause in clauses.items()} == {
        "1": None, "1-1": "1", "1-1-1": "1-1", "1-1-2": "1-1", "1-2": "1", "1-2-1": "1-2",
        "2": None, "2-1": "2", "2-2": "2",
    }  # fmt: skip
    assert [key for key, clause in clauses.items() if clause.kind == "heading"] == ["1", "1-1", "1-2", "2"]
    style = Style()
    boxes = clauses["1-1-1"].boxes
    assert len(boxes) == 2
    assert boxes[0].x0 == pytest.approx(style.margin + 2 * style.indent, abs=1)
    assert boxes[1].x0 == pytest.approx(style.margin + 2 * style.indent + style.hang, abs=1)
    bbox = clauses["1-1-1"].bbox
    assert (bbox.x0, bbox.top, bbox.x1) == (boxes[0].x0, boxes[0].top, max(box.x1 for box in boxes))
    assert bbox.bottom == boxes[1].bottom > boxes[0].bottom > boxes[0].top > 0
    assert all(round(value, 2) == value for box in boxes for value in (box.x0, box.top, box.x1, box.bottom))


def test_the_bounding_box_ends_where_the_column_does(tmp_path: Path) -> None:
    document = read(tmp_path, Rulebook(many(), style=Style(columns=2, width=560)))
    split = [
        clause for clause in document.clauses if any(box.top < clause.boxes[0].top for box in clause.boxes)
    ]
    assert split, "no clause goes on in the next column"
    for clause in split:
        assert clause.bbox.x1 - clause.bbox.x0 < 250
        assert clause.bbox.bottom < max(box.bottom for box in clause.boxes) + 1


@pytest.mark.parametrize("after_number", [". ", " ", ""])
def test_a_wrapped_cross_reference_starts_no_clause(tmp_path: Path, after_number: str) -> None:
    """The narrow column brings the reference to the start of a line; a longer word before it does not."""
    starts = 0
    for pad in range(12):
        items = [
            Item("1", "Lanterns"),
            Item("1-1", "Lighting"),
            Item(
                "1-1-1",
                f'A lantern t{"o" * pad} that is lit stays so (see 2-1 "Boats"), and goes out (see 1-2).',
            ),
            Item(
                "1-1-2",
                f'Others t{"o" * pad} are taken up as stated in 1-2 "Snuffing" and 2-1 "Boats" alike.',
            ),
            Item("1-2", "Snuffing"),
            Item("1-2-1", "A lantern that is snuffed stays where it is."),
            Item("2", "Boats"),
            Item("2-1", "A boat is not a lantern, though it may carry as many as its keeper wants."),
        ]
        style = Style(width=200, after_number=after_number)
        document = read(tmp_path, Rulebook(items, style=style))
        assert numbered(document) == expected(items), f"with {pad} letters more"
        starts += sum(line.startswith(("1-2", "2-1")) for line in raw_lines(tmp_path / "rulebook.pdf"))
    assert starts > 12 * 3, "no reference stood at the start of a line"


def raw_lines(path: Path) -> list[str]:
    """The text of each row of the first page, as the file prints it."""
    import pdfplumber

    with pdfplumber.open(path) as pdf:
        return [line for page in pdf.pages for line in page.extract_text().splitlines()]


def test_digits_of_the_text_glued_to_the_number(tmp_path: Path) -> None:
    """`1-1-51 of each` is 1-1-5 "1 of each", and `1-1-10An` is 1-1-10."""
    texts = ["A boat", "An oar", '"Tide" is a word', "3 lanterns", "1 of each", "2 boats or 10 oars"]
    texts += [f"Clause for keepers who count to {n}" for n in range(7, 10)] + [
        "An end",
        "1 more",
        "20 lanterns",
    ]
    items = [Item("1", "Counting"), Item("1-1", "Amounts")]
    items += [Item(f"1-1-{n}", f"{text}.") for n, text in enumerate(texts, start=1)]
    items += [Item("1-2", "5 lanterns make a row."), Item("1-3", "Rows are counted by 12.")]
    document = read(tmp_path, Rulebook(items, style=Style(after_number="")))
    assert numbered(document) == expected(items)


def test_contents_pages_are_no_clauses(tmp_path: Path) -> None:
    dotted = [f"{item.number}. {item.text[:20]} {'.' * 40} {n // 3 + 1}" for n, item in enumerate(BODY)]
    plain = [f"{item.number}. {item.text[:20]}" for item in BODY]
    for contents in (
        dotted,
        plain,
        [*dotted, "Update History .... 9"],
        ["Contents", *plain, "Update History"],
    ):
        document = read(tmp_path, Rulebook(BODY, title=("Tides",), contents=contents))
        assert numbered(document) == expected(BODY)
        assert min(clause.bbox.top for clause in document.clauses if clause.page == 1) > 40 + 11 * len(
            contents
        )


@pytest.mark.parametrize(
    "history",
    [
        ("Update History", "(2024/05/06) Ver. 1.1", "Updated 1-1-1.", "2-1 and 2-2 are new.", "2-3 Deleted"),
        ("2-3Updated", "1-1-1Updated", "1-1-1Updated", "1-2Updated", "1-2-1Added"),
        ("(2024/05/06) Ver. 1.1", "Updated 1-1-1.", "Added 2-2."),
    ],
    ids=["by its heading", "as a list of numbers", "by its version"],
)
@pytest.mark.parametrize(("after_number", "hang"), [(". ", 20), ("", 20), (". ", 0)])
def test_the_update_history_is_no_clause(
    tmp_path: Path, history: tuple[str, ...], after_number: str, hang: float
) -> None:
    items = [*BODY, Item("2-2-1", f"A boat is full when {LONG}."), Item("2-2-2", "It may sink.")]
    style = Style(after_number=after_number, hang=hang)
    assert numbered(read(tmp_path, Rulebook(items, history=history, style=style))) == expected(items)


def test_a_history_that_repeats_all_numbers_of_a_short_rulebook(tmp_path: Path) -> None:
    items = BODY[:2]
    contents = [f"{item.number}. {item.text} ........ 1" for item in items]
    history = ("Update History", "Updated 1-1.", "2-1 Added", "1-1. Reworded")
    assert numbered(read(tmp_path, Rulebook(items, contents=contents, history=history))) == expected(items)


def test_a_clause_about_an_update_history_is_read(tmp_path: Path) -> None:
    items = [*BODY[:6], Item("1-3", "Update History"), Item("1-3-1", "It is kept."), *BODY[6:]]
    assert numbered(read(tmp_path, Rulebook(items))) == expected(items)


def test_page_numbers_and_running_heads_are_no_text(tmp_path: Path) -> None:
    for head in ("", "Tides and Lanterns, 2nd printing"):
        for page_numbers in (True, False):
            document = read(tmp_path, Rulebook(many(), head=head, page_numbers=page_numbers))
            assert document.pages >= 3
            assert numbered(document) == expected(many())


def test_text_that_recurs_at_the_edge_of_pages_is_kept(tmp_path: Path) -> None:
    """All pages begin with the same words; none of them is a running head."""
    items = [Item("1", "Days")] + [Item(f"1-{n}", "Nothing happens.") for n in range(1, 150)]
    document = read(tmp_path, Rulebook(items, style=Style(height=300)))
    assert document.pages > 3
    assert numbered(document) == expected(items)


def test_red_text_and_red_numbers_are_changes(tmp_path: Path) -> None:
    items = [
        replace(item, red=item.number in ("1-1-2", "2-2"), red_number=item.number == "1-2") for item in BODY
    ]
    items = [replace(item, red_number=True) if item.number == "2-2" else item for item in items]
    document = read(tmp_path, Rulebook(items))
    assert [clause.key for clause in document.clauses if clause.changed] == ["1-1-2", "1-2", "2-2"]


def test_a_hole_is_reported_and_swallows_nothing(tmp_path: Path) -> None:
    items = [item for item in BODY if item.number not in ("1-1-1", "2-1")]
    document = read(tmp_path, Rulebook(items))
    assert numbered(document) == expected(items)
    assert document.warnings == (
        "page 1: 1-1-2 follows 1-1, with a gap between them",
        "page 1: 2-2 follows 2, with a gap between them",
    )


def test_a_missing_parent_is_reported_and_bridged(tmp_path: Path) -> None:
    items = [item for item in BODY if item.number not in ("1-1", "2")]
    document = read(tmp_path, Rulebook(items))
    assert numbered(document) == expected(items)
    parents = {clause.key: clause.parent for clause in document.clauses}
    assert (parents["1-1-1"], parents["2-1"]) == ("1", None)
    assert document.warnings == (
        "page 1: there is no 1-1 above 1-1-1",
        "page 1: there is no 2 above 2-1",
    )


def test_a_number_printed_twice_is_reported_and_kept_once(tmp_path: Path) -> None:
    items = many(3)
    document = read(
        tmp_path, Rulebook([*items[:5], replace(items[4], text="Again, by mistake."), *items[5:]])
    )
    assert [clause.number for clause in document.clauses] == [item.number for item in items]
    assert document.warnings == (
        "page 1: 1-4 is printed again on page 1, where it is read",
        "page 1: 2 lines between clauses belong to none",
    )
    assert document.clauses[4].text == "Again, by mistake."


def test_a_number_printed_twice_does_not_join_the_clause_before(tmp_path: Path) -> None:
    """Nothing hangs, so only its number shows that it is no part of 1-3."""
    items = many(3)
    again = replace(items[4], text="Again, by mistake.")
    document = read(tmp_path, Rulebook([*items[:5], again, *items[5:]], style=Style(hang=0)))
    assert numbered(document) == expected([*items[:4], again, *items[5:]])
    assert document.warnings[0] == "page 1: 1-4 is printed again on page 1, where it is read"


def test_a_line_that_the_typesetter_forgot_to_set_in(tmp_path: Path) -> None:
    """It comes right below a full line, so it goes on from there though the others hang."""
    path = tmp_path / "rulebook.pdf"
    canvas = Canvas(str(path), (400, 600))
    rows = [("1.", "Lanterns")] + [(f"1-{n}.", f"At dusk {LONG[:59]}") for n in range(1, 20)]
    y = 570.0
    for index, (number, text) in enumerate(rows):
        canvas.drawString(40, y, f"{number} {text}")
        if index:
            y -= 11
            canvas.drawString(40 if index == 7 else 60, y, "and waits.")
        y -= 16
    canvas.save()
    document = read_document(path)
    assert numbered(document)[1:] == [(number.rstrip("."), f"{text} and waits.") for number, text in rows[1:]]
    assert document.warnings == ()


def test_a_document_may_be_told_how_it_is_numbered(tmp_path: Path) -> None:
    """Too little to infer it from."""
    path = typeset(Rulebook([], contents=["1.1. The only number in it."]), tmp_path / "rulebook.pdf")
    assert [clause.number for clause in read_document(path, numbering="dotted").clauses] == ["1.1"]
    assert [clause.number for clause in read_document(path, numbering="lettered").clauses] == ["1.1"]
    path = typeset(Rulebook([*BODY, Item("", "3. More"), Item("", "4. Yet more")]), tmp_path / "rulebook.pdf")
    assert [clause.number for clause in read_document(path, numbering="dashed").clauses][-2:] == ["3", "4"]
    told = [clause.number for clause in read_document(path, numbering="flat").clauses]
    assert told == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    "lines",
    [
        # A list inside of a text, two lists, a list that does not begin at its beginning.
        ["1. Light.", "2. Wait.", "3. Row.", "4. Rest.", "5. Go."]
        + ["Keepers meet at dusk, and they talk."] * 9,
        ["1. Light.", "2. Wait.", "3. Row.", "4. Rest.", "5. Go.", "1. Light.", "2. Wait.", "3. Row."],
        ["4. Light.", "5. Wait.", "6. Row.", "7. Rest.", "8. Go.", "9. Come back."],
        ["1. Light.", "2. Wait.", "3. Row.", "5. Rest.", "6. Go.", "7. Come back."],
        ["1. Light.", "2. Wait.", "3. Row."],
    ],
)
def test_lists_that_are_no_numbered_document(tmp_path: Path, lines: list[str]) -> None:
    path = typeset(Rulebook([], contents=lines), tmp_path / "rulebook.pdf")
    source = read_pages(path)
    assert read_outline(read_lines(without_furniture(source.pages))) is None


def test_unnumbered_text_between_clauses_is_reported(tmp_path: Path) -> None:
    """A paragraph at the left edge continues no clause whose further lines hang."""
    document = read(tmp_path, Rulebook([*BODY[:4], Item("", "An aside by the author."), *BODY[4:]]))
    assert numbered(document) == expected(BODY)
    assert document.warnings == ("page 1: 1 line between clauses belongs to none",)


def test_dotted_numbers(tmp_path: Path) -> None:
    items = [replace(item, number=item.number.replace("-", ".")) for item in BODY]
    for after_number in (". ", " "):
        document = read(tmp_path, Rulebook(items, style=Style(after_number=after_number)))
        assert numbered(document) == expected(items)
        assert document.clauses[2].parent == "1.1"


def test_title_version_and_date(tmp_path: Path) -> None:
    for lines, version, date in (
        (("Ver. 2.3", "Last updated: 2026/04/01"), "2.3", "2026-04-01"),
        (("Version 1.1", "2025-10-06"), "1.1", "2025-10-06"),
        (("English release ver.4.0", "August 24, 2022"), "4.0", "2022-08-24"),
        (("1 March 2021", "no. 7"), "", "2021-03-01"),
        (("2024/13/45",), "", ""),
    ):
        document = read(tmp_path, Rulebook(BODY, title=("Tides", "and Lanterns", *lines)))
        title = "Tides and Lanterns" if lines != ("2024/13/45",) else "Tides and Lanterns 2024/13/45"
        assert (document.title, document.version, document.date) == (title, version, date), lines


def test_reading_tells_its_progress(tmp_path: Path) -> None:
    path = typeset(Rulebook(many()), tmp_path / "rulebook.pdf")
    told: list[tuple[int, int]] = []
    document = read_document(path, lambda done, total: told.append((done, total)))
    assert told == [(page, document.pages) for page in range(1, document.pages + 1)]


def test_reading_twice_gives_the_same(tmp_path: Path) -> None:
    path = typeset(Rulebook(many(), style=Style(columns=2, width=560)), tmp_path / "rulebook.pdf")
    assert read_document(path) == read_document(str(path))


def test_a_reference_to_a_clause_that_is_not_there_starts_none(tmp_path: Path) -> None:
    """It would come next and looks like the others of its depth, but it hangs and follows a full line."""
    items = [Item("1", "Lanterns")]
    for section in (1, 2, 3, 4):
        items += [Item(f"1-{section}", "Rows"), Item(f"1-{section}-1", f"In row {section} {LONG}.")]
    starts = 0
    for pad in range(30):
        tail = f"Of old, the keepers t{'o' * pad} would have followed 1-5. in place of this and rowed ashore."
        told = [*items, Item("1-4-2", tail)]
        document = read(tmp_path, Rulebook(told, style=Style(width=260)))
        assert numbered(document) == expected(told), f"with {pad} letters more"
        starts += any(line.startswith("1-5.") for line in raw_lines(tmp_path / "rulebook.pdf"))
    assert starts, "the reference never stood at the start of a line"


def test_numbers_set_apart_from_their_text_make_no_column(tmp_path: Path) -> None:
    """Number and text are printed one by one, row by row, the words of each row in two pieces."""
    path = tmp_path / "rulebook.pdf"
    canvas = Canvas(str(path), (400, 600))
    rows = [("1.", "Lanterns of", "the shore")] + [
        (f"1-{n}.", f"Lantern {n} is", "lit at dusk.") for n in range(1, 30)
    ]
    for index, (number, first, second) in enumerate(rows):
        for x, text in ((40, number), (110, first), (190, second)):
            canvas.drawString(x, 570 - 15 * index, text)
    canvas.save()
    assert numbered(read_document(path)) == [
        (n.rstrip("."), f"{first} {second}") for n, first, second in rows
    ]


def test_a_word_printed_in_two_pieces_is_one_word(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.pdf"
    canvas = Canvas(str(path), (400, 600))
    for index, text in enumerate(("1. Lanterns", "1-1. Keepers of ", "1-2. Boats of ")):
        canvas.setFont("Helvetica", 10)
        canvas.drawString(40, 500 - 20 * index, text)
        canvas.drawString(40 + stringWidth(text, "Helvetica", 10), 501 - 20 * index, "lan" if index else "")
        shift = stringWidth(text + "lan", "Helvetica", 10)
        canvas.drawString(40 + shift, 500 - 20 * index, "terns" if index else "")
    canvas.save()
    assert [text for _, text in numbered(read_document(path))] == [
        "Lanterns",
        "Keepers of lanterns",
        "Boats of lanterns",
    ]
