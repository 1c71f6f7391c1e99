"""What recurs on pages and belongs to none is taken out; what is part of the text stays."""

from rulehound.extract.layout.furniture import without_furniture
from rulehound.extract.pdf.pages import Page, Ruling, TextRun


def run(text: str, x0: float, baseline: float, size: float = 10) -> TextRun:
    x1 = x0 + 0.5 * size * len(text)
    return TextRun(text, x0, baseline - 0.8 * size, x1, baseline + 0.2 * size, baseline, size, False)


def page(number: int, *further: TextRun) -> Page:
    rows = tuple(run(f"1-{20 * number + row}. Light it at dusk.", 72, 100 + 20 * row) for row in range(20))
    return Page(number, 612, 792, (*further, *rows))


def stamped(pages: int, x0: float = 72, size: float = 60) -> list[str]:
    """What is left of a stamp on so many pages."""
    each = [page(number, run("DRAFT", x0, 300, size)) for number in range(1, pages + 1)]
    return [one.text for cleaned in without_furniture(each) for one in cleaned.runs if one.text == "DRAFT"]


def test_a_stamp_across_the_text_of_many_pages_is_taken_out() -> None:
    assert stamped(4) == []
    assert stamped(3) == []


def test_a_stamp_on_few_pages_stays() -> None:
    assert len(stamped(2)) == 2


def test_a_heading_that_recurs_in_one_place_and_covers_nothing_stays() -> None:
    """As do the heads of a table that goes on from page to page."""
    assert len(stamped(4, x0=400)) == 4


def test_text_of_the_same_size_that_recurs_within_a_line_stays() -> None:
    assert len(stamped(4, size=10)) == 4


def test_only_the_place_of_the_stamp_is_cleaned() -> None:
    each = [page(number, run("DRAFT", 72, 300, 60)) for number in range(1, 4)]
    each.append(page(4, run("DRAFT", 150, 500, 60)))
    assert [len(cleaned.runs) for cleaned in without_furniture(each)] == [20, 20, 20, 21]


def twice_on_top(*cell: Ruling) -> list[str]:
    """What is left of words that stand alone on top of two pages, with lines drawn beside them."""
    head = run("Lantern", 72, 40)
    each = [page(number, head)._replace(rulings=cell) for number in (1, 2)]
    return [one.text for cleaned in without_furniture(each) for one in cleaned.runs if one.text == "Lantern"]


def test_a_running_head_of_two_pages_is_taken_out_also_over_a_line() -> None:
    assert twice_on_top() == []
    assert twice_on_top(Ruling(60, 45, 540, 45)) == []
    assert twice_on_top(Ruling(60, 30, 60, 60)) == []


def test_the_first_row_of_a_table_that_is_alike_on_two_pages_stays() -> None:
    assert len(twice_on_top(Ruling(60, 30, 60, 60), Ruling(140, 30, 140, 60))) == 2
    assert len(twice_on_top(Ruling(60, 30, 140, 60))) == 2
