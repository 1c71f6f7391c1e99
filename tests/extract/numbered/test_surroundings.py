"""What stands before and behind the clauses is read beside them, and nothing of it is lost."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from rulehound.extract import Document, read_document
from rulehound_testing.documents.typeset import Item, Rulebook, Style, typeset

Row = tuple[str, float, str]
"""A line, its size, and its font."""
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"


def plain(*texts: str) -> list[Row]:
    return [(text, 9.0, PLAIN) for text in texts]


def printed(tmp_path: Path, *pages: Sequence[Row]) -> Document:
    """Rows one below the other, an empty one for more room; numbered lines hang."""
    path = tmp_path / "rulebook.pdf"
    canvas = Canvas(str(path), (400, 600), invariant=True)
    for rows in pages:
        for index, (text, size, font) in enumerate(rows):
            canvas.setFont(font, size)
            canvas.drawString(60 if text.startswith("  ") else 40, 560 - 14 * index, text.strip())
        canvas.showPage()
    canvas.save()
    return read_document(path)


def listed(document: Document) -> list[tuple[str, str, str]]:
    return [(one.key, one.kind, one.text) for one in document.surroundings]


BODY = plain(
    "1. Lanterns",
    "1-1. A lantern is lit at dusk, and whoever lights it says so to all who",
    "  keep one.",
    "1-2. A lantern that is out stays out.",
    "2. Boats",
    "2-1. A boat carries up to three lanterns and, where the tide allows for",
    "  it, a fourth.",
    "2-2. Boats are rowed.",
)


def test_all_parts_of_a_document(tmp_path: Path) -> None:
    document = printed(
        tmp_path,
        [
            ("Tides and Lanterns", 16, BOLD),
            ("Version 1.1", 9, PLAIN),
            ("", 9, PLAIN),
            ("Introduction", 12, BOLD),
            ("These are the rules by which the keepers of all lanterns meet, row and part, with", 9, PLAIN),
            ("all that is needed.", 9, PLAIN),
            ("Have fun.", 9, PLAIN),
            ("Contents", 12, BOLD),
            *plain("1. Lanterns", "2. Boats", "Glossary", "Update History", "Credits"),
        ],
        BODY,
        [
            ("Glossary", 12, BOLD),
            ("Keeper", 9, BOLD),
            *plain("Whoever keeps a lantern. See 1-1."),
            ("Keeper's Boat", 9, BOLD),
            *plain("1. A boat that a keeper owns.", "2. A boat that a keeper rows."),
            ("Keeper", 9, BOLD),
            *plain("The same, in the plural."),
            ("Update History", 12, BOLD),
            *plain(
                "(2024/05/06) Ver. 1.1",
                "Updated 1-2.",
                'Added "2-2. Boats are',
                'rowed"',
                "Ver. 1.0",
                "First",
            ),
            ("Credits", 12, BOLD),
            *plain("Thanks to the keepers."),
        ],
    )
    assert [clause.number for clause in document.clauses] == ["1", "1-1", "1-2", "2", "2-1", "2-2"]
    assert document.clauses[-1].text == "Boats are rowed."
    assert (document.title, document.version, document.warnings) == ("Tides and Lanterns", "1.1", ())
    assert listed(document) == [
        ("title", "heading", "Tides and Lanterns"),
        ("preface/1", "introduction", "Version 1.1"),
        ("preface/2", "heading", "Introduction"),
        (
            "preface/3",
            "introduction",
            "These are the rules by which the keepers of all lanterns meet, row and part, "
            "with all that is needed.",
        ),
        ("preface/4", "introduction", "Have fun."),
        ("contents", "heading", "Contents"),
        ("contents/1", "contents", "1. Lanterns"),
        ("contents/2", "contents", "2. Boats"),
        ("contents/3", "contents", "Glossary"),
        ("contents/4", "contents", "Update History"),
        ("contents/5", "contents", "Credits"),
        ("glossary", "heading", "Glossary"),
        ("glossary/keeper", "definition", "Keeper Whoever keeps a lantern. See 1-1."),
        (
            "glossary/keepers-boat",
            "definition",
            "Keeper's Boat 1. A boat that a keeper owns. 2. A boat that a keeper rows.",
        ),
        ("glossary/keeper-2", "definition", "Keeper The same, in the plural."),
        ("history", "heading", "Update History"),
        ("history/1-1", "heading", "(2024/05/06) Ver. 1.1"),
        ("history/1-1/1", "change-entry", "Updated 1-2."),
        ("history/1-1/2", "change-entry", 'Added "2-2. Boats are rowed"'),
        ("history/1-0", "heading", "Ver. 1.0"),
        ("history/1-0/1", "change-entry", "First"),
        ("credits", "heading", "Credits"),
        ("credits/1", "introduction", "Thanks to the keepers."),
    ]
    assert all(one.number == "" and one.parent is None for one in document.surroundings)
    assert [(one.version, one.action, one.numbers, one.page) for one in document.history] == [
        ("1.1", "updated", ("1-2",), 3),
        ("1.1", "added", ("2-2",), 3),
        ("1.0", "other", (), 3),
    ]


def test_a_glossary_without_bold_terms(tmp_path: Path) -> None:
    document = printed(
        tmp_path,
        BODY,
        plain("Glossary", "Keeper – whoever keeps a lantern.", "Oar: what boats are rowed with."),
    )
    assert listed(document)[1:] == [
        ("glossary/keeper", "definition", "Keeper – whoever keeps a lantern."),
        ("glossary/oar", "definition", "Oar: what boats are rowed with."),
    ]


def test_places_of_what_surrounds(tmp_path: Path) -> None:
    document = printed(tmp_path, [("Tides", 16, BOLD), *plain("Have fun.")], BODY)
    title, preface = document.surroundings
    assert (title.page, preface.page) == (1, 1)
    assert preface.boxes == (preface.bbox,)
    assert title.bbox.bottom <= preface.bbox.top
    assert preface.fingerprint
    assert preface.spans[0].style.bold is False


def test_more_room_parts_paragraphs(tmp_path: Path) -> None:
    """All lines are full, so only the room between them shows it."""
    full = "The keepers of all lanterns meet at dusk, and every one of them says so to all who"
    document = printed(tmp_path, [("Tides", 16, BOLD), *plain("", full, full, "", full, full)], BODY)
    assert [text for _, _, text in listed(document)[1:]] == [f"{full} {full}", f"{full} {full}"]


def test_nothing_surrounds_bare_clauses(tmp_path: Path) -> None:
    document = printed(tmp_path, BODY)
    assert (document.surroundings, document.history, document.title) == ((), (), "untitled")


@pytest.mark.parametrize("hang", [14.0, 0.0])
@pytest.mark.parametrize("heading", ["Glossary", "GLOSSARY", "Change Log"])
def test_a_closing_part_is_not_swallowed(tmp_path: Path, heading: str, hang: float) -> None:
    """Without a hanging indent, its heading alone shows where the clauses end."""
    items = [
        Item("1", "Lanterns"),
        Item("1-1", "They are lit."),
        Item("2", "Boats"),
        Item("2-1", "They row."),
    ]
    rulebook = Rulebook(items, history=(heading, "1. A light.", "2. Another."), style=Style(hang=hang))
    document = read_document(typeset(rulebook, tmp_path / "rulebook.pdf"))
    assert [clause.text for clause in document.clauses] == [item.text for item in items]
    assert document.surroundings[0].text == heading


def test_a_heading_in_the_middle_ends_nothing(tmp_path: Path) -> None:
    """The numbers go on behind it, so it is no more than a line."""
    document = printed(tmp_path, [*BODY[:7], ("Glossary", 12, BOLD), *BODY[7:]])
    assert [clause.number for clause in document.clauses] == ["1", "1-1", "1-2", "2", "2-1", "2-2"]
