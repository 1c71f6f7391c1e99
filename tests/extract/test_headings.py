"""The headings of what surrounds the clauses, and the dots that lead to page numbers."""

import pytest

from rulehound.extract.headings import LEADERS, section_of


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ("Boats ...... 12", "Boats"),
        ("Boats . . . . 12", "Boats"),
        ("Boats………iv", "Boats"),
        ("Boats ....", "Boats"),
        ("Boats…12", "Boats…12"),
        ("A. B. C. D", "A. B. C. D"),
    ],
)
def test_what_leads_to_a_page_number(entry: str, title: str) -> None:
    assert LEADERS.sub("", entry) == title


@pytest.mark.parametrize("row", [". " * 200_000, "." * 400_000, "   " * 100_000, "..." + "a" * 300_000])
def test_endless_rows_of_dots_come_to_an_end(row: str) -> None:
    assert LEADERS.search(row + " x y") is None


def test_headings_stand_alone_on_their_line() -> None:
    assert section_of("Table of Contents") == "contents"
    assert section_of("更新履歴：") == "history"
    assert section_of("Glossary of boats") is None
