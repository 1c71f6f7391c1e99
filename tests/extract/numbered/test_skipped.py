"""Numbered texts with noise of every kind: each true clause comes out, and each line of noise is listed."""

from collections.abc import Callable
from itertools import count
from random import Random
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rulehound.extract.document import SkippedLine
from rulehound.extract.layout.flow import usage_of
from rulehound.extract.layout.lines import Line
from rulehound.extract.numbered.clauses import numbered_clauses
from rulehound.extract.numbered.outline import read_outline
from rulehound.extract.numbered.skipped import skipped_lines
from rulehound.extract.numbered.surroundings import parts_of
from rulehound.extract.text.plain_text import TextFile, text_lines

WORDS = ("keeper", "lantern", "harbour", "boat", "tide", "oar", "fog", "dusk", "dawn", "rope", "sail", "oil")


class Row(NamedTuple):
    """A printed line: it starts the clause `number`, or is noise, or continues a text."""

    text: str
    number: str = ""
    is_noise: bool = False
    indent: int = 0


def sentence(random: Random) -> str:
    words = random.choices(WORDS, k=random.randint(5, 12))
    return " ".join(words).capitalize() + "."


def clause_numbers(random: Random) -> list[tuple[int, ...]]:
    numbers: list[tuple[int, ...]] = []
    for chapter in range(1, random.randint(3, 5)):
        numbers.append((chapter,))
        for section in range(1, random.randint(3, 7)):
            numbers.append((chapter, section))
            numbers += [(chapter, section, item) for item in range(1, random.choice((1, 1, 1, 3, 4)))]
    return numbers


def written(number: tuple[int, ...], separator: str = "-") -> str:
    return separator.join(map(str, number))


def reference(random: Random, numbers: list[tuple[int, ...]]) -> tuple[str, str]:
    """A sentence that wraps before a reference."""
    there = written(random.choice([number for number in numbers if len(number) > 1]))
    return f"The {random.choice(WORDS)} is moored, as told in", f"{there} of these rules."


def amount(random: Random, _: list[tuple[int, ...]]) -> tuple[str, str]:
    return f"Each {random.choice(WORDS)} takes", f"{random.randint(1, 30)} {random.choice(WORDS)}s along."


def several(random: Random, _: list[tuple[int, ...]]) -> tuple[str, str]:
    return "A keeper reads", f"{random.randint(1, 9)}, {random.randint(1, 9)} and so on."


NOISE: tuple[Callable[[Random, list[tuple[int, ...]]], tuple[str, str]], ...] = (reference, amount, several)


def printed(random: Random, share: float) -> list[Row]:
    """A numbered text. A `share` of its clauses has noise within, is set in, or has another separator."""
    numbers = clause_numbers(random)
    titles = {number: random.choice(WORDS).capitalize() for number in numbers if len(number) == 1}
    rows = [Row("Lanterns and Boats")]
    if random.random() < share:
        rows.append(Row("Contents"))
        rows += [Row(f"{written(number)}. {title}", is_noise=True) for number, title in titles.items()]
    for number in numbers:
        text = titles.get(number) or sentence(random)
        odd = len(number) > 1 and number != (1, 1) and random.random() < share
        separator = random.choice("-.–") if odd else "-"
        indent = random.choice((0, 7)) if odd else 0
        rows.append(Row(f"{written(number, separator)}. {text}", written(number), indent=indent))
        if len(number) > 1 and random.random() < share:
            before, noise = random.choice(NOISE)(random, numbers)
            rows += [Row(before), Row(noise, is_noise=True)]
    if random.random() < share:
        rows.append(Row("Update History"))
        rows += [Row(f"{written(random.choice(numbers))} was updated.", is_noise=True) for _ in range(4)]
    return rows


def read(lines: list[Line]) -> tuple[dict[str, str], tuple[SkippedLine, ...]]:
    """The clauses by number, and what was skipped."""
    outline = read_outline(lines, "dashed")
    assert outline is not None
    clauses = numbered_clauses(outline, usage_of(lines))
    return {clause.number: clause.text for clause in clauses}, skipped_lines(outline, parts_of(outline))


def texts(rows: list[Row]) -> dict[str, str]:
    """The true clauses of a text."""
    clauses: dict[str, str] = {}
    number = ""
    for row in rows:
        if row.number:
            number = row.number
            clauses[number] = row.text.split(maxsplit=1)[1]
        elif row.text == "Update History":
            break
        elif number:
            clauses[number] += f" {row.text}"
    return clauses


@given(st.integers(0, 2**32).map(Random), st.sampled_from((0.05, 0.2, 0.5)))
def test_every_clause_comes_out_and_every_line_of_noise_is_listed(random: Random, share: float) -> None:
    rows = printed(random, share)
    lines = text_lines(TextFile("", tuple(" " * row.indent + row.text for row in rows), False))
    clauses, skipped = read(lines)
    assert clauses == texts(rows)
    assert sorted(line.text for line in skipped) == sorted(row.text for row in rows if row.is_noise)


@given(st.integers(0, 2**32).map(Random), st.integers(8, 25))
def test_running_heads_that_look_like_clauses_are_no_clauses(random: Random, height: int) -> None:
    """Above each page stand the number and the title of its chapter, and the number of the page."""
    rows = printed(random, 0.1)
    lines = text_lines(TextFile("", tuple(" " * row.indent + row.text for row in rows), False))
    paged: list[Line] = []
    heads: list[str] = []
    head = ""
    page = count(1)
    for place, (row, line) in enumerate(zip(rows, lines, strict=True)):
        if place % height == 0:
            now = next(page)
            if head and row.number.count("-") > 0:
                heads.append(f"{head} {now}")
                paged.append(on_page(line._replace(text=heads[-1]), now))
        if row.number and "-" not in row.number:
            head = row.text
        paged.append(on_page(line, now))
    clauses, skipped = read(paged)
    assert clauses == texts(rows)
    noise = [row.text for row in rows if row.is_noise]
    assert sorted(line.text for line in skipped) == sorted([*noise, *heads])
    assert {line.text for line in skipped if line.reason == "running head"} == set(heads)


def on_page(line: Line, page: int) -> Line:
    return line._replace(box=replace(line.box, page=page), column=(page, 0, 0))


def test_a_skipped_line_says_where_its_text_is() -> None:
    rows = [
        "1. Boats",
        "1-1. A boat rows. It takes",
        "2 oars.",
        "1-2. As",
        "1-1 says, it floats.",
        "2. Tides",
        "2-1. Ebb.",
    ]
    _, skipped = read(text_lines(TextFile("", tuple(rows), False)))
    assert [(line.reason, line.number, line.clause) for line in skipped] == [
        ("amount", "2", "1-1"),
        ("reference", "1-1", "1-2"),
    ]
