"""Whatever rulebook is typeset, it is read back as it was."""

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from extract.typeset import Item, Rulebook, Style, typeset
from rulehound.extract import read_document

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
# Words that look like numbers of clauses, or may be taken for a part of one.
NUMBERS = ("1", "2", "10", "3.", "1-1", "1-2", "2-1-1", '2-1 "Boats"', "1-1-2.", "-2", "+3000", "0")

words = st.sampled_from(WORDS)
texts = st.builds(
    lambda first, rest: " ".join([first, *rest]) + ".",
    words,
    st.lists(st.one_of(words, words, words, st.sampled_from(NUMBERS)), max_size=30),
)


@st.composite
def clause_trees(draw: st.DrawFn) -> list[Item]:
    """Chapters with sections and so on, up to five levels, without holes; the first chapter has a section."""
    items: list[Item] = []

    def grow(number: tuple[int, ...]) -> None:
        red = draw(st.integers(0, 9)) == 0
        items.append(Item("-".join(map(str, number)), draw(texts), red=red, red_number=red))
        if len(number) < 5:
            fewest = 1 if number == (1,) else 0
            for child in range(1, 1 + draw(st.integers(fewest, 4 - len(number) // 2))):
                grow((*number, child))

    for chapter in range(1, 1 + draw(st.integers(1, 3))):
        grow((chapter,))
    return items


styles = st.builds(
    Style,
    columns=st.sampled_from((1, 2)),
    gutter=st.sampled_from((14.0, 24.0)),
    width=st.sampled_from((420.0, 595.0)),
    height=st.sampled_from((300.0, 595.0)),
    size=st.sampled_from((8.0, 9.5)),
    indent=st.sampled_from((6.0, 9.0)),
    hang=st.sampled_from((14.0, 22.0)),
    after_number=st.sampled_from((". ", " ", "")),
    gap=st.sampled_from((0.0, 3.0)),
    font=st.sampled_from(("Helvetica", "Times-Roman")),
)


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(clause_trees(), styles, st.booleans(), st.booleans())
def test_a_typeset_rulebook_is_read_back(
    items: list[Item], style: Style, contents: bool, history: bool
) -> None:
    assume(len(items) <= 120)
    rulebook = Rulebook(
        items,
        title=("Tides and Lanterns", "Ver. 1.1"),
        contents=[f"{item.number}. {item.text[:9]} ........ 1" for item in items] if contents else (),
        history=("Update History", "Updated 1-1.", "2-1 Added", "1-1. Reworded") if history else (),
        style=style,
    )
    with tempfile.TemporaryDirectory() as folder:
        document = read_document(typeset(rulebook, Path(folder) / "rulebook.pdf"))
    printed = [(item.number, item.text, item.red, item.number.rpartition("-")[0] or None) for item in items]
    read = [(clause.number, clause.text, clause.changed, clause.parent) for clause in document.clauses]
    assert read == printed
    assert [clause.key for clause in document.clauses] == [clause.number for clause in document.clauses]
    assert (document.title, document.version) == ("Tides and Lanterns", "1.1")
