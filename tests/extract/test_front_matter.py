"""Title, version and date, wherever on the first page they stand."""

import pytest

from rulehound.extract.document import Box
from rulehound.extract.front_matter import (
    blanked,
    date_in,
    read_front_matter,
    version_in,
    versions_and_dates,
    without_version_and_date,
)
from rulehound.extract.layout.lines import Line


def page(*rows: tuple[str, float]) -> list[Line]:
    """Lines of these texts and sizes, one below the other."""
    return [
        Line(text, Box(1, 40, 40 + 20 * row, 240, 50 + 20 * row), size, False, (1, 0, 0), 0, 0.0, 0.0)
        for row, (text, size) in enumerate(rows)
    ]


@pytest.mark.parametrize(
    ("rows", "title", "version", "date"),
    [
        ([("Tides and Boats", 16), ("Version 1.1", 9), ("Have fun.", 9)], "Tides and Boats", "1.1", ""),
        # The line of the title holds the version.
        ([("Tides and Boats, Ver. 1.1", 16), ("Have fun.", 9)], "Tides and Boats", "1.1", ""),
        ([("Tides (Version 2)", 16), ("2024/05/06", 9), ("Have fun.", 9)], "Tides", "2", "2024-05-06"),
        ([("Ver.1.1 Tides and Boats", 16), ("Introduction", 12), ("x", 9)], "Tides and Boats", "1.1", ""),
        ([("Have fun.", 9), ("Tides 2024-05-06", 16)], "Tides", "", "2024-05-06"),
        ([("潮の規則 第2版", 16), ("はじめに", 12), ("潮です。", 9)], "潮の規則", "2", ""),
        ([("潮の規則 バージョン2.1", 16), ("潮です。", 9)], "潮の規則", "2.1", ""),
        ([("潮汐规则 版本1.2", 16), ("前言", 12), ("潮。", 9)], "潮汐规则", "1.2", ""),
        # The version alone is none, however large.
        ([("Version 1.1", 30), ("Tides and Boats", 16), ("Have fun.", 9)], "Tides and Boats", "1.1", ""),
        ([("(2024/05/06) Ver. 1.1", 30), ("Tides", 16)], "Tides", "1.1", "2024-05-06"),
        # Of lines alike, the one without.
        ([("Updated May 6, 2024", 16), ("Tides", 16), ("Fun.", 9)], "Tides", "", "2024-05-06"),
        ([("Tides and", 16), ("Boats", 16), ("Ver. 3", 16), ("Fun.", 9)], "Tides and Boats", "3", ""),
        ([("Introduction", 16)], "named", "", ""),
        ([], "named", "", ""),
    ],
)
def test_front_matter(rows: list[tuple[str, float]], title: str, version: str, date: str) -> None:
    found = read_front_matter(page(*rows), "named")
    assert (found.title, found.version, found.date) == (title, version, date)
    assert bool(found.lines) == (title != "named")


def test_the_title_that_the_file_gives_itself_may_hold_the_version() -> None:
    found = read_front_matter(page(("Introduction", 16)), "Tides, version 1.1")
    assert (found.title, found.version, found.lines) == ("Tides, version 1.1", "1.1", ())


def test_versions_and_dates() -> None:
    text = "Ver. 1.1 (2024-05-06), once 第3版 of 1-2"
    assert [text[start:end] for start, end in versions_and_dates(text)] == ["Ver. 1.1", "2024-05-06", "第3版"]
    assert (version_in(text), date_in(text)) == ("1.1", "2024-05-06")
    assert without_version_and_date(text) == ", once of 1-2"
    assert blanked(text, versions_and_dates(text)) == "         (          ), once     of 1-2"
    assert versions_and_dates("2024/13/45 and 1-2") == []
