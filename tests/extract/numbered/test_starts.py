"""Where the pieces of a numbered document start, in long documents and with large numbers."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from rulehound.extract.layout.flow import usage_of
from rulehound.extract.layout.lines import Line
from rulehound.extract.numbered.clauses import numbered_clauses, outline_warnings
from rulehound.extract.numbered.outline import Outline, read_outline
from rulehound.extract.numbered.surroundings import parts_of, revisions_in, surroundings_of
from rulehound.extract.references import cross_referenced
from rulehound.extract.text.plain_text import TextFile, text_lines


def lines_of(*rows: str) -> list[Line]:
    return text_lines(TextFile("", ("Lanterns and Boats", *rows), False))


def outline(*rows: str) -> Outline:
    found = read_outline(lines_of(*rows))
    assert found is not None
    return found


def numbers(found: Outline) -> list[str]:
    return [found.scheme.write(piece.number) for piece in found.pieces]


def siblings(count: int) -> list[str]:
    return ["1. Lanterns", *(f"1-{place}. Lantern {place} is lit." for place in range(1, count + 1))]


def test_thousands_of_siblings() -> None:
    found = outline(*siblings(1500))
    assert numbers(found) == ["1", *(f"1-{place}" for place in range(1, 1501))]
    flat = outline(*(f"{place}. Lantern {place} is lit." for place in range(1, 1501)))
    assert (flat.scheme.name, numbers(flat)) == ("flat", [str(place) for place in range(1, 1501)])


def test_a_hole_among_thousands_swallows_nothing() -> None:
    rows = siblings(1500)
    del rows[1003]
    found = outline(*rows)
    assert len(found.pieces) == 1500
    assert list(outline_warnings(found)) == ["page 1: 1-1004 follows 1-1002, with a gap between them"]


@pytest.mark.parametrize("row", ["1-2024. Boats", "2024. Boats", "2-2024 Boats", "2024-12-16 Boats"])
def test_a_year_is_the_number_of_no_clause(row: str) -> None:
    found = outline(*siblings(9), "2. Boats", "2-1. Boats row.", row)
    assert numbers(found)[-2:] == ["2", "2-1"]
    assert row in {line.text for line in (*found.behind, *found.pieces[-1].lines)}


def test_digits_of_the_text_are_not_taken_for_a_large_number() -> None:
    found = outline("1-1Lanterns", "1-25000 lamps burn", "1-3They go out", "2-1Boats")
    assert [(*piece.number, piece.text) for piece in found.pieces] == [
        (1, 1, "Lanterns"),
        (1, 2, "5000 lamps burn"),
        (1, 3, "They go out"),
        (2, 1, "Boats"),
    ]


def nested(count: int) -> list[str]:
    rows = []
    for place in range(count // 10):
        chapter, section = place // 10 + 1, place % 10 + 1
        rows += [f"{chapter}. Chapter"] * (section == 1) + [f"{chapter}-{section}. Section"]
        rows += [f"{chapter}-{section}-{at}Keepers meet, see {chapter}-{section}-1." for at in range(1, 10)]
    return rows


def again_and_again(count: int) -> list[str]:
    """Lists that count from 1, all with the same words."""
    return ["1. Lanterns", *(f"1-{1 + place % 9} The same words." for place in range(count))]


def one_paragraph(count: int) -> list[str]:
    return ["1. Lanterns", "1-1. Keepers meet", *["and row, see 1-1,"] * count]


def closing_headings(count: int) -> list[str]:
    rows = siblings(count)
    for place in range(2, count, max(1, count // 15)):
        rows.insert(place, "Glossary")
    return rows


def history(count: int) -> list[str]:
    changes = [f"• Updated 1-1 through 2-1 and 1-{1 + place}." for place in range(count)]
    return [*siblings(20), "2. Boats", "2-1. Boats row.", "Update History", "Version 1.1", *changes]


def contents(count: int) -> list[str]:
    titles = [f"1-{place}. Lantern {place}" for place in range(1, count // 2)]
    return ["Contents", "1. Lanterns", *titles, "1. Lanterns", *titles]


def read_whole(lines: list[Line]) -> None:
    found, usage = read_outline(lines), usage_of(lines)
    if found is not None:
        parts = parts_of(found)
        clauses = cross_referenced(numbered_clauses(found, usage))
        cross_referenced(surroundings_of(parts, (), usage), among=clauses)
        revisions_in(parts, found, usage)
        list(outline_warnings(found))


def steps(work: Callable[[], None]) -> int:
    """How many lines of Python are run: the same on every machine."""
    count = 0

    def step(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    "rows", [siblings, nested, again_and_again, one_paragraph, closing_headings, history, contents]
)
def test_four_times_the_lines_take_hardly_more_than_four_times_the_steps(
    rows: Callable[[int], list[str]],
) -> None:
    short, long = (lines_of(*rows(count)) for count in (150, 600))
    assert steps(lambda: read_whole(long)) < 5.5 * steps(lambda: read_whole(short))


def test_an_exact_successor_is_never_discarded() -> None:
    """Clauses set in as no others are, behind full lines, would vanish into the clause before them."""
    full = "The keeper of the lantern rows out to the boats at dusk and lights all of their lamps again."
    rows = [f"1-{place}. {full}" for place in range(1, 10)]
    rows[4:7] = [f"      {row}" for row in rows[4:7]]
    assert numbers(outline("1. Lanterns", *rows, "2. Boats")) == ["1", *(f"1-{n}" for n in range(1, 10)), "2"]


def test_a_successor_is_no_clause_where_the_sentence_asks_for_a_number() -> None:
    found = outline(
        "1. Lanterns", "1-1. A lantern.", "1-2. Keepers rest, as told in rule", "1-3 of old.", "2. Boats"
    )
    assert numbers(found) == ["1", "1-1", "1-2", "2"]


@pytest.mark.parametrize("number", ["1.3.", "1–3.", "1.3", "1—3"])
def test_a_number_with_other_separators_is_a_clause_where_it_is_the_next(number: str) -> None:
    found = outline(
        "1. Lanterns", "1-1. A lamp.", "1-2. Oil.", f"{number} Keepers.", "1-4. Wicks.", "1.5 lamps burn."
    )
    assert numbers(found) == ["1", "1-1", "1-2", "1-3", "1-4"]
    assert found.pieces[3].text == "Keepers."
