"""Recognised lines become runs of characters that lie as print would."""

import pytest

pytest.importorskip("rapidocr", reason="needs the extra ocr")

from rulehound.extract.layout.lines import read_lines
from rulehound.extract.pdf.pages import Page
from rulehound.extract.pdf.recogniser import FoundLine, doubts, text_runs


def found(text: str, top: float, high: float = 10.0, x0: float = 50.0, sure: float = 0.99) -> FoundLine:
    return FoundLine(text, x0, top, x0 + 5 * len(text), top + high, sure)


def test_lines_of_about_the_same_height_have_one_size_and_a_heading_has_its_own() -> None:
    lines = [found("ace", 40, 8.6), found("Height", 52, 11.2), found("usual", 64), found("Title", 10, 22)]
    sizes = [run.size for run in text_runs(lines)]
    assert len(set(sizes[:3])) == 1
    assert sizes[3] > 2 * sizes[0]


def test_lines_whose_boxes_overlap_stay_apart_and_pieces_of_one_line_come_together() -> None:
    """A line is found with white around it, so that boxes of neighbours may overlap."""
    lines = [found("1-1. Light it", 40, 12), found("again.", 51, 12, 70), found("At dusk.", 51.5, 11, 120)]
    page = Page(1, 400, 600, tuple(text_runs(lines)))
    assert [line.text for line in read_lines([page])] == ["1-1. Light it", "again. At dusk."]


def test_lines_that_are_hardly_legible_are_counted_and_shown() -> None:
    lines = [found("clear", 10), found("smudge", 20, sure=0.4), found("x" * 99, 30, sure=0.7)]
    assert list(doubts(lines)) == ['lines that are hardly legible: 2, such as "smudge"']
    assert list(doubts([found("clear", 10)])) == []
    (long,) = doubts(lines[2:])
    assert len(long) < 110


def test_no_lines_give_no_runs() -> None:
    assert list(text_runs([])) == []
