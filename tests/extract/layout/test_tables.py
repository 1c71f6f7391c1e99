"""Tables made of runs and rulings, without a PDF."""

import pytest

from rulehound.extract.document import Style
from rulehound.extract.layout.tables import LiftedPages, Table, lift_tables, tables_of_parts, whole_rows
from rulehound.extract.pdf.pages import Page, Ruling, TextRun

SET = ((0, Style("Serif", 9.0, False, False, "#000000")),)


def run(text: str, x: float, baseline: float) -> TextRun:
    return TextRun(text, x, baseline - 8, x + 4 * len(text), baseline + 2, baseline, 9.0, False, SET)


def page(runs: list[TextRun], rulings: list[Ruling], number: int = 1) -> Page:
    return Page(number, 400.0, 600.0, tuple(runs), tuple(rulings))


def box(xs: list[float], ys: list[float]) -> list[Ruling]:
    """Every edge of a table, drawn from end to end."""
    return [Ruling(xs[0], y, xs[-1], y) for y in ys] + [Ruling(x, ys[0], x, ys[-1]) for x in xs]


def texts(lifted: LiftedPages) -> list[list[str]]:
    return [
        [" ".join(line.text for line in cell) for cell in row.cells]
        for table in lifted.tables.values()
        for row in table.rows
    ]


CELLS = [run("boat", 60, 120), run("carries you", 160, 120), run("oar", 60, 140), run("moves it", 160, 140)]
ROWS = [["boat", "carries you"], ["oar", "moves it"]]


def test_cells_between_lines() -> None:
    outside = [run("Above the table", 50, 90), run("Below the table", 50, 170)]
    lifted = lift_tables([page([*CELLS, *outside], box([50, 150, 350], [110, 130, 150]))])
    assert texts(lifted) == ROWS
    assert [one.text for one in lifted.pages[0].runs[:2]] == ["Above the table", "Below the table"]
    assert {table.widths for table in lifted.tables.values()} == {(100, 200)}
    assert lifted.warnings == ()


@pytest.mark.parametrize("drawn", ["rectangles", "thin areas", "broken lines", "open sides"])
def test_ways_of_drawing_a_table(drawn: str) -> None:
    xs, ys = [50.0, 150.0, 350.0], [110.0, 130.0, 150.0]
    areas = [
        Ruling(x0, y0, x1, y1) for x0, x1 in ((50, 150), (150, 350)) for y0, y1 in ((110, 130), (130, 150))
    ]
    rulings = {
        "rectangles": areas,
        "thin areas": [
            Ruling(r.x0, r.top, max(r.x1, r.x0 + 0.5), max(r.bottom, r.top + 0.5)) for r in box(xs, ys)
        ],
        "broken lines": [Ruling(x0, y, x1, y) for y in ys for x0, x1 in ((50, 149.5), (150.5, 350))]
        + [Ruling(x, y0, x, y1) for x in xs for y0, y1 in ((110, 130), (130, 150))],
        "open sides": [Ruling(50, y, 350, y) for y in ys] + [Ruling(150, 110, 150, 150)],
    }[drawn]
    assert texts(lift_tables([page(CELLS, rulings)])) == ROWS


def test_cells_over_several_rows_and_columns() -> None:
    rulings = [*box([50, 150, 250, 350], [110, 170]), Ruling(50, 130, 350, 130), Ruling(150, 150, 350, 150)]
    runs = [run("a", 60, 120), run("b", 160, 120), run("c", 260, 120)]
    runs += [
        run("tall", 60, 160),
        run("d", 160, 140),
        run("e", 260, 140),
        run("f", 160, 160),
        run("g", 260, 160),
    ]
    assert texts(lift_tables([page(runs, rulings)])) == [["a", "b", "c"], ["tall", "d", "e"], ["", "f", "g"]]
    wide = [Ruling(50, y, 350, y) for y in (110, 130, 150)]
    wide += [Ruling(x, 110, x, 150) for x in (50, 350)] + [Ruling(150, 130, 150, 150)]
    runs = [run("wide", 250, 120), run("a", 60, 140), run("b", 160, 140)]
    assert texts(lift_tables([page(runs, wide)])) == [["wide", ""], ["a", "b"]]


@pytest.mark.parametrize(
    "rulings",
    [
        [],
        [Ruling(50, 122, 90, 122)],
        [Ruling(50, 110, 350, 150)],
        box([50, 350], [110, 130, 150]),
        [Ruling(40, 0, 40, 600), Ruling(390, 0, 390, 600)],
    ],
    ids=["nothing", "underlined", "framed", "one column", "margins"],
)
def test_what_is_no_table(rulings: list[Ruling]) -> None:
    lifted = lift_tables([page(CELLS, rulings)])
    assert lifted.tables == {}
    assert lifted.pages[0].runs == tuple(CELLS)


def test_a_page_of_too_many_lines_is_reported() -> None:
    hatching = [Ruling(x / 10, 0, x / 10, 600) for x in range(1501)]
    lifted = lift_tables([page(CELLS, hatching)])
    assert lifted.warnings == ("page 1: too many lines are drawn on it to look for tables",)
    assert lifted.pages[0].runs == tuple(CELLS)


def over_pages(
    first: list[list[str]], then: list[list[str]], closed: bool = True, opened: bool = False
) -> list[list[str]]:
    """The rows of a table on two pages; whether lines are missing at the break."""
    parts: list[Table] = []
    for number, rows in enumerate((first, then), 1):
        ys = [110.0 + 20 * index for index in range(len(rows) + 1)]
        runs = [
            run(text, x + 5, y + 12)
            for cells, y in zip(rows, ys, strict=False)
            for text, x in zip(cells, (50, 100), strict=True)
            if text
        ]
        rulings = box([50, 100, 350], ys)
        if number == 1 and not closed:
            rulings = [one for one in rulings if not one.top == one.bottom == ys[-1]]
        if number == 2 and opened:
            rulings = [one for one in rulings if not one.top == one.bottom == ys[0]]
        parts += lift_tables([page(runs, rulings, number)]).tables.values()
    parts = [part._replace(grid=index) for index, part in enumerate(parts)]
    (table,) = tables_of_parts(parts)
    return [[" ".join(line.text for line in cell) for cell in cells] for cells in whole_rows(table)]


def test_rows_broken_by_a_page() -> None:
    above = [["1", "Lit at dusk."], ["2", "Carried to the"]]
    assert over_pages(above, [["", "shore."], ["3", "Out."]]) == [
        ["1", "Lit at dusk."],
        ["2", "Carried to the shore."],
        ["3", "Out."],
    ]
    lamps = [["lamp", "Lit at dusk."], ["long", "Carried to"]]
    assert over_pages(lamps, [["boat", "the shore."]]) == [*lamps[:1], ["long boat", "Carried to the shore."]]
    assert over_pages([["a", "No end"]], [["b", "Begins"]], closed=False, opened=True) == [
        ["a b", "No end Begins"]
    ]


def test_rows_that_only_follow_a_page_break() -> None:
    above = [["1", "Lit at dusk."], ["2", "Out at dawn."]]
    assert over_pages(above, [["3", "Moved."]]) == [*above, ["3", "Moved."]]
    assert over_pages(above, [["3", "Moved."]], closed=False) == [*above, ["3", "Moved."]]
    terms = [["lamp", "what is lit"], ["boat", "what floats"]]
    assert over_pages(terms, [["oar", "what moves it"]]) == [*terms, ["oar", "what moves it"]]
    gaps = [["1", "Lit."], ["", "Out."]]
    assert over_pages(gaps, [["", "Moved."]]) == [*gaps, ["", "Moved."]]
