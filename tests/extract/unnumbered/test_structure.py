"""From blocks to clauses, without a page."""

from collections.abc import Sequence

import pytest

from rulehound.extract.document import Box, Clause
from rulehound.extract.layout.blocks import Block
from rulehound.extract.layout.lines import Line
from rulehound.extract.unnumbered.structure import read_structure


def lines(text: str) -> tuple[Line, ...]:
    box = Box(1, 0.0, 0.0, 10.0, 1.0)
    return (Line(text, box, 1.0, False, (1, 0, 0), 0, 0.0, 0.0),) if text else ()


def heading(text: str, level: int = 1) -> Block:
    return Block("heading", level, "", (lines(text),))


def paragraph(text: str) -> Block:
    return Block("paragraph", 0, "", (lines(text),))


def item(marker: str, text: str, level: int = 1) -> Block:
    return Block("item", level, marker, (lines(f"{marker} {text}"),))


def row(*cells: str, table: int = 1) -> Block:
    return Block("row", 0, "", tuple(map(lines, cells)), table)


def read(blocks: Sequence[Block]) -> list[tuple[str, str, str]]:
    return [(one.kind, one.key, one.text) for one in read_structure([heading("Boats"), *blocks]).clauses[1:]]


def test_nothing() -> None:
    assert read_structure([]) == ((), (), (), ())


def test_titles_that_are_set_as_text() -> None:
    assert read([paragraph("Mooring"), paragraph("A moored boat stays."), paragraph("Harbour wall")]) == [
        ("heading", "mooring", "Mooring"),
        ("clause", "mooring/1", "A moored boat stays."),
        ("label", "mooring/label-1", "Harbour wall"),
    ]


def test_an_item_alone_is_a_title_and_several_are_a_list() -> None:
    assert read([item("*", "Mooring a Boat"), paragraph("A moored boat stays.")]) == [
        ("heading", "mooring-a-boat", "Mooring a Boat"),
        ("clause", "mooring-a-boat/1", "A moored boat stays."),
    ]
    assert read([item("-", "Two oars"), item("-", "One sail"), item("-", "Colour:")]) == [
        ("clause", "boats/1", "Two oars"),
        ("clause", "boats/2", "One sail"),
        ("label", "boats/label-1", "Colour:"),
    ]
    # What demands something is a rule, whether or not it is closed.
    assert read([item("-", "A boat must be moored"), paragraph("Then rest.")])[0][0] == "clause"


def test_numbers_behind_bullets_are_markers_if_they_count() -> None:
    counted = [item("-", "1 Take a boat."), item("-", "Untie it."), item("-", "3 Row."), item("-", "4 Rest.")]
    assert [(kind, text) for kind, _, text in read(counted)] == [
        ("step", "Take a boat."),
        ("clause", "Untie it."),
        ("step", "Row."),
        ("step", "Rest."),
    ]
    amounts = [item("-", "1 boat."), item("-", "2 oars."), item("-", "3 lamps.")]
    assert [text for _, _, text in read(amounts)] == ["1 boat.", "2 oars.", "3 lamps."]
    named = [item("-", "1 Jib."), item("-", "2 Masts.")]
    assert [text for _, _, text in read(named)] == ["1 Jib.", "2 Masts."]


def test_headings_that_are_sentences_or_name_what_a_picture_shows() -> None:
    assert read([heading("Mast: Carries the sail."), heading("Colour:"), heading("Oars")]) == [
        ("clause", "boats/1", "Mast: Carries the sail."),
        ("label", "boats/label-1", "Colour:"),
        ("heading", "oars", "Oars"),
    ]


def test_the_last_of_several_names_is_no_title() -> None:
    blocks = [heading("Mast:"), heading("Colour:"), paragraph("A boat has a colour.")]
    assert [kind for kind, _, _ in read(blocks)] == ["label", "label", "clause"]
    assert [kind for kind, _, _ in read(blocks[1:])] == ["heading", "clause"]


def test_contents_are_a_table_of_ascending_pages_before_the_text() -> None:
    pages = [row("Boats", "2"), row("Oars", "3-4")]
    assert [kind for kind, _, _ in read(pages)] == ["contents", "contents"]
    assert [kind for kind, _, _ in read([paragraph("Boats float."), *pages])][1:] == ["definition"] * 2
    assert [kind for kind, _, _ in read([row("Boats", "3"), row("Oars", "2")])] == ["definition"] * 2


def test_headings_of_equal_titles_and_their_parents() -> None:
    blocks = [heading("A", 1), heading("Oars", 2), heading("Long", 3), heading("Oars", 2), heading("B", 1)]
    clauses = read_structure([*blocks, paragraph("Row on.")]).clauses
    assert [(one.key, one.parent) for one in clauses] == [
        ("a", None),
        ("oars", "a"),
        ("long", "oars"),
        ("oars-2", "a"),
        ("b", None),
        ("b/1", "b"),
    ]


@pytest.mark.parametrize("header", [("No", "Q", "A"), ("Nº", "Question", "Answer"), ("番号", "質問", "回答")])
def test_questions_and_answers(header: tuple[str, str, str]) -> None:
    rows = [row(*header), row("1", "May I row?", "Yes."), row("", "And rest?", "No."), row("3", "", "")]
    assert [found[:2] for found in read(rows)] == [
        ("label", "boats/columns"),
        ("ruling", "boats/1"),
        ("ruling", "boats/1-2"),
        ("label", "boats/label-1"),
    ]


def test_questions_are_known_without_a_header() -> None:
    rows = [row("May I row?", "Yes."), row("May I rest? Ever?", "No, you may not.")]
    assert [found[0] for found in read(rows)] == ["ruling", "ruling"]


def test_rows_of_other_tables() -> None:
    rows = [
        row("Sails", ""),
        row("Jib", "A small sail.", ""),
        row("Skiff", "2", "3"),
        row("", "more text", ""),
    ]
    assert [(kind, text) for kind, _, text in read(rows)] == [
        ("heading", "Sails"),
        ("clause", "Jib A small sail."),
        ("clause", "Skiff 2 3"),
        ("clause", "more text"),
    ]


def test_what_a_section_says_again_is_a_label() -> None:
    says = "Take one oar from the pier."
    blocks = [paragraph(says), paragraph("Then rest."), paragraph(says), heading("Oars"), paragraph(says)]
    assert [kind for kind, _, _ in read(blocks)] == ["clause", "clause", "label", "heading", "clause"]


def test_a_preface_that_demands_something_is_a_rule() -> None:
    blocks = [
        heading("Boats, Version 2"),
        paragraph("A game for long evenings."),
        paragraph("If two texts differ, the older one takes precedence."),
        heading("Setting Out"),
        *(paragraph(f"On day {number} a boat rests.") for number in range(9)),
    ]
    structure = read_structure(blocks)
    assert [one.kind for one in structure.clauses[:4]] == [
        "introduction",
        "introduction",
        "clause",
        "heading",
    ]
    assert [line.text for line in structure.titles] == ["Boats, Version 2"]


def test_a_long_text_before_the_only_heading_is_no_preface() -> None:
    blocks = [*(paragraph(f"On day {number} a boat rests.") for number in range(9)), heading("Credits")]
    assert [one.kind for one in read_structure(blocks).clauses[:9]] == ["clause"] * 9


def _keys(clauses: Sequence[Clause]) -> dict[str, str]:
    return {one.text: one.key for one in clauses}


def test_keys_outlast_edits_elsewhere() -> None:
    first = [heading("Boats"), paragraph("Boats float."), heading("Oars"), paragraph("Oars row.")]
    first += [row("Jib", "A sail."), row("Mast", "A pole.")]
    edited = [heading("Boats"), paragraph("New here."), *first[1:4], row("Boom", "Another pole."), *first[4:]]
    before, after = _keys(read_structure(first).clauses), _keys(read_structure(edited).clauses)
    assert {text for text in before if before[text] != after[text]} == {"Boats float."}
