"""Numbers of lines at the margin are left out, with a warning; numbers of clauses and of rows are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from rulehound.extract import read_document
from rulehound.extract.layout.line_numbers import without_line_numbers
from rulehound.extract.pdf.pages import Page, TextRun

LINES = (
    "1. Tides",
    "1-1. Each gatherer waits at the edge of the water until the tide has gone out",
    "and the sand is dry, and then takes up the basket that stands there for all",
    "gatherers of the same village.",
    "1-2. Nobody runs.",
    "1-3. Whoever finds a shell lays it into the basket at once, and whoever finds",
    "a pearl keeps it.",
    "2. Nets",
    "2-1. Nets are dried in the wind, and folded by two gatherers who stand so far",
    "from each other that the net does not touch the sand.",
    "2-2. A torn net is mended.",
)


def page(number: int, lines: tuple[str, ...], numbers: dict[int, str], x0: float = 40.0) -> Page:
    """A page of lines; `numbers` stand at `x0` beside the lines at these places."""

    def run(text: str, place: int, left: float) -> TextRun:
        bottom = 50.0 + 14 * place
        return TextRun(text, left, bottom - 9, left + 5.0 * len(text), bottom, bottom - 2, 10.0, False)

    text = [run(line, place, 72.0) for place, line in enumerate(lines)]
    beside = [run(printed, place, x0) for place, printed in numbers.items()]
    return Page(number, 600.0, 800.0, tuple(text + beside))


def every(lines: tuple[str, ...], first: int = 1, step: int = 1) -> dict[int, str]:
    return {at: str(at + first) for at in range(len(lines)) if (at + first) % step == 0}


def texts(pages: list[Page]) -> list[tuple[str, ...]]:
    return [tuple(run.text for run in page.runs) for page in pages]


@pytest.mark.parametrize("x0", [40.0, 500.0])
@pytest.mark.parametrize(("first", "step"), [(1, 1), (40, 1), (1, 5), (1, 2)])
def test_counts_beside_lines_are_left_out(first: int, step: int, x0: float) -> None:
    short = LINES[:6]
    numbers = every(LINES, first, step), every(short, first, step)
    pages = [page(1, LINES, numbers[0], x0), page(2, short, numbers[1], x0)]
    cleaned, warning = without_line_numbers(pages)
    assert texts(cleaned) == [LINES, short]
    count = len(numbers[0]) + len(numbers[1])
    assert warning == f"pages 1 to 2: numbers of lines at the margin left out: {count}"


RULES = tuple(f"Gatherer {name} sleeps." for name in "abcdefghij")


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        (RULES, every(RULES)),  # a list of short clauses, each with its number
        (LINES, {at: str(at // 3 + 1) for at in range(0, len(LINES), 3)}),  # clauses of several lines
        (LINES, {1: "4", 2: "9", 4: "1", 7: "3", 9: "8"}),  # amounts
        (LINES, {}),
    ],
)
def test_other_numbers_stay(lines: tuple[str, ...], numbers: dict[int, str]) -> None:
    pages = [page(1, lines, numbers)]
    assert without_line_numbers(pages) == (pages, "")


def test_the_same_numbers_on_many_pages_need_no_text_that_runs_on() -> None:
    pages = [page(number, RULES, every(RULES)) for number in (1, 2, 3)]
    assert texts(without_line_numbers(pages)[0]) == [RULES] * 3
    assert without_line_numbers(pages[:2]) == (pages[:2], "")


@pytest.mark.parametrize("step", [1, 5])
def test_a_rulebook_with_numbered_lines_is_read_as_one_without(tmp_path: Path, step: int) -> None:
    canvas = Canvas(str(tmp_path / "tides.pdf"), invariant=True)
    for place, line in enumerate(LINES):
        canvas.drawString(72, 760 - 14 * place, line)
        if (place + 1) % step == 0:
            canvas.drawRightString(60, 760 - 14 * place, str(place + 1))
    canvas.save()
    document = read_document(tmp_path / "tides.pdf")
    assert [clause.number for clause in document.clauses] == ["1", "1-1", "1-2", "1-3", "2", "2-1", "2-2"]
    printed = "".join(clause.text for clause in document.clauses)
    assert not any(character.isdigit() for character in printed)
    [warning] = [warning for warning in document.warnings if "numbers of lines" in warning]
    assert warning == f"page 1: numbers of lines at the margin left out: {len(LINES) // step}"
