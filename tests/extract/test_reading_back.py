"""Whatever rulebook is typeset, it is read back as it was."""

import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulehound.extract import Document, read_document
from rulehound.extract.numbered.numbering import DASHED, DOTTED, LETTERED, Number, Scheme, following
from rulehound_testing.documents.typeset import Item, Rulebook, Style, typeset

WORDS = (
    "keeper",
    "lantern",
    "a",
    "boat",
    "tide",
    "of",
    "(dusk)",
    '"shore"',
    "<Lit>",
    "[Oar]",
    "unlit,",
    "moves",
)
# Words that look like numbers of clauses, or may be taken for a part of one. The number of the next chapter
# is not among them: at the head of a column, nothing tells it from a chapter.
NUMBERS = {
    "-": ("1", "2", "10", "7.", "1-1", "1-2", "2-1-1", '2-1 "Boats"', "1-1-2.", "-2", "+3000", "0"),
    ".": ("1", "2", "10", "7.", "1.1", "100.2", "101.1a", '2.1 "Boats"', "1.1.2.", "-2", "100.", "0"),
}
SCHEMES = (DASHED, DOTTED, *LETTERED)


def texts(scheme: Scheme, most: int = 30) -> st.SearchStrategy[str]:
    """Sentences, with numbers in them that may come to stand at the start of a line."""
    words = st.sampled_from(WORDS)
    rest = st.lists(st.one_of(words, words, words, st.sampled_from(NUMBERS[scheme.separator])), max_size=most)
    return st.builds(lambda first, rest: " ".join([first, *rest]) + ".", words, rest)


def grown(draw: Callable[[st.SearchStrategy[int]], int], deepest: int, chapters: int) -> list[Number]:
    """Chapters with sections and so on, without holes; the first chapter has all levels once."""
    numbers: list[Number] = []

    def grow(number: Number) -> None:
        numbers.append(number)
        if len(number) < deepest:
            fewest = 1 if set(number) == {1} else 0
            for child in range(1, 1 + draw(st.integers(fewest, 4 - len(number) // 2))):
                grow((*number, child))

    for chapter in range(1, 1 + chapters):
        grow((chapter,))
    return numbers


@st.composite
def outlines(draw: st.DrawFn) -> tuple[Scheme, list[Item]]:
    """A scheme, and clauses numbered by it, up to five levels."""
    scheme = draw(st.sampled_from(SCHEMES))
    after = draw(st.sampled_from((". ", " ", "")))
    items: list[Item] = []
    for number in grown(draw, scheme.deepest or 5, draw(st.integers(1, 3))):
        red = draw(st.integers(0, 9)) == 0
        # Chapters have a full stop; a letter never touches the text.
        closed = len(number) == 1 or (scheme.sections_of > 0 and len(number) == 2)
        behind = ". " if closed else " " if scheme.letters and after == "" else after
        items.append(
            Item(scheme.write(number), draw(texts(scheme)), red, red, depth=len(number), after_number=behind)
        )
    return scheme, items


styles = st.builds(
    Style,
    columns=st.sampled_from((1, 2)),
    gutter=st.sampled_from((14.0, 24.0)),
    width=st.sampled_from((420.0, 595.0)),
    height=st.sampled_from((300.0, 595.0)),
    size=st.sampled_from((8.0, 9.5)),
    indent=st.sampled_from((6.0, 9.0)),
    hang=st.sampled_from((14.0, 22.0)),
    gap=st.sampled_from((0.0, 3.0)),
    font=st.sampled_from(("Helvetica", "Times-Roman")),
)


def read_back(rulebook: Rulebook) -> Document:
    with tempfile.TemporaryDirectory() as folder:
        return read_document(typeset(rulebook, Path(folder) / "rulebook.pdf"))


many = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@many
@given(outlines(), styles, st.booleans(), st.booleans())
def test_a_typeset_rulebook_is_read_back(
    outline: tuple[Scheme, list[Item]], style: Style, contents: bool, history: bool
) -> None:
    scheme, items = outline
    assume(len(items) <= 120)
    rulebook = Rulebook(
        items,
        title=("Tides and Lanterns", "Ver. 1.1"),
        contents=[f"{item.number}. {item.text[:9]} ........ 1" for item in items] if contents else (),
        history=("Update History", f"Updated {items[1].number}.", "Added lanterns", "Lit") if history else (),
        style=style,
    )
    document = read_back(rulebook)
    read = [(clause.number, clause.text, clause.changed) for clause in document.clauses]
    assert read == [(item.number, item.text, item.red) for item in items]
    assert [clause.key for clause in document.clauses] == [clause.number for clause in document.clauses]
    assert [clause.parent for clause in document.clauses] == parents(items)
    assert (document.title, document.version, document.numbering) == (
        "Tides and Lanterns",
        "1.1",
        scheme.name,
    )
    assert len([one for one in document.surroundings if one.kind == "contents"]) == len(rulebook.contents)
    assert [(r.action, r.numbers) for r in document.history] == (
        [("updated", (items[1].number,)), ("added", ()), ("other", ())] if history else []
    )


def parents(items: list[Item]) -> list[str | None]:
    """The number of the nearest item before each that is set in less."""
    above: dict[int, str] = {}
    found = []
    for item in items:
        found.append(above.get(item.depth - 1))
        above = {depth: number for depth, number in above.items() if depth < item.depth}
        above[item.depth] = item.number
    return found


@st.composite
def outlines_with_holes(draw: st.DrawFn) -> list[Item]:
    """Clauses of which some are missing, each with all below it.

    Of each depth enough are left to show how they look: a hole speaks against a number, its look for it.
    """
    numbers = [number for number in grown(draw, 3, 7) if len(number) < 3 or draw(st.booleans())]
    missing = draw(st.sets(st.sampled_from(numbers[1:]), max_size=4))
    kept = [number for number in numbers if not any(number[: len(gone)] == gone for gone in missing)]
    assume(min(Counter(map(len, kept)).values()) >= 6)
    return [Item(DASHED.write(number), draw(texts(DASHED)), depth=len(number)) for number in kept]


@settings(many, max_examples=50)
@given(outlines_with_holes(), styles)
def test_holes_are_said_and_swallow_nothing(items: list[Item], style: Style) -> None:
    document = read_back(Rulebook(items, style=replace(style, after_number=". ", columns=1)))
    assert [(clause.number, clause.text) for clause in document.clauses] == [
        (item.number, item.text) for item in items
    ]
    numbers = [tuple(map(int, item.number.split("-"))) for item in items]
    holes = sum(after not in following(before) for before, after in pairwise(numbers))
    assert sum("with a gap" in warning for warning in document.warnings) == holes


@settings(many, max_examples=30)
@given(st.lists(texts(DOTTED, most=6), min_size=5, max_size=40), styles, st.sampled_from((". ", ") ")))
def test_one_list_throughout_is_numbered(sentences: list[str], style: Style, after: str) -> None:
    """Of short items: a long one is taken for text that no number belongs to.

    Each ends in a word: a number alone on the last line looks like the start of the next item.
    """
    sentences = [f"{sentence.rstrip('.')} so." for sentence in sentences]
    items = [Item(str(n), text, depth=1) for n, text in enumerate(sentences, start=1)]
    items = [replace(item, after_number=after) for item in items]
    document = read_back(Rulebook(items, title=("Tides",), style=style))
    assert [(one.number, one.text, one.parent) for one in document.clauses] == [
        (item.number, item.text, None) for item in items
    ]
    assert document.numbering == "flat"
