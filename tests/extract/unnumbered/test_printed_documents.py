"""Documents without numbers, printed and read back."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from rulehound.extract import Clause, Document, DocumentError, read_document
from rulehound.extract.cache import read_cached
from rulehound.extract.document import Style
from rulehound.extract.layout.furniture import without_furniture
from rulehound.extract.layout.paragraphs import read_blocks
from rulehound.extract.pdf.pages import Page, Ruling, TextRun, read_pages
from rulehound.extract.unnumbered.structure import read_structure
from rulehound_testing.documents.gold_items import PREFIXES, SHARED, read_items, score
from rulehound_testing.documents.printed import Entry, Grid, Piece, Text, Title, printed

LONG = "the keeper moves every lantern that is lit one step towards the shore and then counts those gone out"

QUESTIONS = [
    ["No", "Q", "A"],
    *(
        [str(number), f"On day {number}, when {LONG}, may a boat leave?", f"No. On day {number} {LONG}."]
        for number in range(1, 15)
    ),
]


def read(pieces: list[Piece], path: Path, columns: int = 1) -> Document:
    return read_document(printed(pieces, path / "document.pdf", columns))


def shown(clauses: tuple[Clause, ...]) -> list[tuple[str, str, str | None]]:
    return [(clause.kind, clause.key, clause.parent) for clause in clauses]


@pytest.mark.parametrize("columns", [1, 2])
def test_headings_paragraphs_and_bullets(tmp_path: Path, columns: int) -> None:
    document = read(
        [
            Title("The Lantern Game", 16),
            Title("Rules, Version 2.5", 16),
            Text("This booklet explains how a long evening on the pier is spent."),
            Title("Setting Out", 14),
            Text(f"At dusk {LONG}."),
            Text(f"After that {LONG}.", red=True),
            Entry("-", f"Each player takes a boat, and {LONG}."),
            Entry("-", "Nobody may row yet."),
            Title("Rowing", 12),
            Text("* A boat that is tied up stays where it is."),
            Text("For example, a boat at the pier cannot move."),
            Title("Coming Home", 14),
            Text("A boat that is home stays home."),
        ],
        tmp_path,
        columns,
    )
    assert shown(document.clauses) == [
        ("introduction", "front-matter/1", None),
        ("introduction", "front-matter/2", None),
        ("introduction", "front-matter/3", None),
        ("heading", "setting-out", None),
        ("clause", "setting-out/1", "setting-out"),
        ("clause", "setting-out/2", "setting-out"),
        ("clause", "setting-out/3", "setting-out"),
        ("clause", "setting-out/4", "setting-out"),
        ("heading", "rowing", "setting-out"),
        ("note", "rowing/1", "rowing"),
        ("example", "rowing/2", "rowing"),
        ("heading", "coming-home", None),
        ("clause", "coming-home/1", "coming-home"),
    ]
    assert [clause.text for clause in document.clauses][4:7] == [
        f"At dusk {LONG}.",
        f"After that {LONG}.",
        f"Each player takes a boat, and {LONG}.",
    ]
    assert [clause.key for clause in document.clauses if clause.changed] == ["setting-out/2"]
    assert all(clause.number == "" for clause in document.clauses)
    assert (document.version, document.warnings) == ("2.5", ())


def test_a_document_of_one_kind_of_heading_has_no_preface(tmp_path: Path) -> None:
    document = read(
        [Title("Boats"), Text(f"Nobody rows while {LONG}."), Title("Oars"), Text("Each boat has two oars.")],
        tmp_path,
    )
    assert [clause.kind for clause in document.clauses] == ["heading", "clause", "heading", "clause"]


def test_text_without_any_heading(tmp_path: Path) -> None:
    document = read([Text(f"At dusk {LONG}."), Text("Each boat has two oars.")], tmp_path)
    assert shown(document.clauses) == [("clause", "front-matter/1", None), ("clause", "front-matter/2", None)]


def test_bold_words_that_fill_a_line_are_no_heading(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "bold.pdf"), (420, 595), invariant=True)
    words = "whoever holds the longest oar of all the boats that lie at the pier this evening"
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawString(40, 560, "Evening")
    for number, (font, line) in enumerate(
        [
            ("Helvetica", f"At dusk {words}"),
            ("Helvetica-Bold", f"begins the game, or {words[:-12]}"),
            ("Helvetica", "and keeps it."),
        ]
    ):
        canvas.setFont(font, 9)
        canvas.drawString(40, 540 - 11.7 * number, line)
    canvas.save()
    document = read_document(tmp_path / "bold.pdf")
    assert [clause.key for clause in document.clauses] == ["evening", "evening/1"]
    bold = [
        document.clauses[1].text[span.start : span.end]
        for span in document.clauses[1].spans
        if span.style.bold
    ]
    assert [text.strip() for text in bold] == [f"begins the game, or {words[:-12]}".strip()]


@pytest.mark.parametrize("columns", [1, 2])
def test_a_list_over_columns_stays_one_list(tmp_path: Path, columns: int) -> None:
    entries = [Entry("-", f"Boat {number} stays, while {LONG}.") for number in range(1, 25)]
    document = read([Title("Boats"), *entries], tmp_path, columns)
    assert [clause.text for clause in document.clauses[1:]] == [entry.text for entry in entries]


def test_steps_of_nested_lists(tmp_path: Path) -> None:
    document = read(
        [
            Title("Evening"),
            Text("Before the first evening, do this:"),
            Entry("1.", f"Draw three oars while {LONG}."),
            Entry("2.", "Choose who begins."),
            Text("Every evening has these steps."),
            Entry("1.", "Light a lantern."),
            Entry("2.", f"Row on, while {LONG}."),
            Entry("1.", "A boat in reeds stays there.", 2),
            Entry("1.", "Unless the tide is high.", 3),
            Entry("2.", "A boat in fog turns.", 2),
            Entry("3.", "Rest."),
            Title("Morning"),
            Entry("1.", "Snuff the lanterns."),
        ],
        tmp_path,
    )
    assert shown(document.clauses) == [
        ("heading", "evening", None),
        ("clause", "evening/p1", "evening"),
        ("step", "evening/1", "evening"),
        ("step", "evening/2", "evening"),
        ("clause", "evening/p2", "evening"),
        ("step", "evening/L2/1", "evening"),
        ("step", "evening/L2/2", "evening"),
        ("step", "evening/L2/2/1", "evening/L2/2"),
        ("step", "evening/L2/2/1/1", "evening/L2/2/1"),
        ("step", "evening/L2/2/2", "evening/L2/2"),
        ("step", "evening/L2/3", "evening"),
        ("heading", "morning", None),
        ("step", "morning/1", "morning"),
    ]
    assert document.clauses[2].text == f"Draw three oars while {LONG}."


@pytest.mark.parametrize("cut", ["open", "closed", "never"])
@pytest.mark.parametrize("columns", [1, 2])
def test_questions_and_answers_over_pages(tmp_path: Path, cut: str, columns: int) -> None:
    pieces: list[Piece] = [Title("Departure"), Grid(QUESTIONS, (0.1, 0.45, 0.45), cut)]  # type: ignore[arg-type]
    pieces += [Title("Arrival"), Grid(QUESTIONS[:3], (0.1, 0.45, 0.45))]
    document = read(pieces, tmp_path, columns)
    assert document.pages > 1 or columns > 1
    rulings = [clause for clause in document.clauses if clause.kind == "ruling"]
    assert [clause.key for clause in rulings] == [
        *(f"departure/{number}" for number in range(1, 15)),
        "arrival/1",
        "arrival/2",
    ]
    assert [clause.text for clause in rulings[:14]] == [f"{row[1]} {row[2]}" for row in QUESTIONS[1:]]
    others = [clause for clause in document.clauses if clause.kind != "ruling"]
    assert [clause.kind for clause in others] == ["heading", "label", "heading", "label"]
    broken = [clause for clause in rulings if len({box.page for box in clause.boxes}) > 1]
    if columns == 1:
        assert bool(broken) == (cut != "never")


def test_a_header_that_is_repeated_is_no_row(tmp_path: Path) -> None:
    questions = [QUESTIONS[0], *QUESTIONS[1:5], QUESTIONS[0], *QUESTIONS[5:8]]
    document = read([Title("Departure"), Grid(questions, (0.1, 0.45, 0.45))], tmp_path)
    assert [clause.key for clause in document.clauses if clause.kind == "ruling"] == [
        f"departure/{number}" for number in range(1, 8)
    ]


def test_a_glossary_in_a_table_and_one_in_paragraphs(tmp_path: Path) -> None:
    document = read(
        [
            Title("Things"),
            Grid(
                [["Boat (Small)", f"What carries you, while {LONG}."], ["Oar +1", "What moves it."]],
                (0.3, 0.7),
            ),
            Title("Deeds"),
            Text("What players do has names."),
            Text("Row: Move a boat one step."),
            Text(f"Tie up – Leave a boat where it is, and {LONG}."),
            Text("Snuff: Put out a lantern."),
        ],
        tmp_path,
    )
    assert [(clause.kind, clause.key) for clause in document.clauses] == [
        ("heading", "things"),
        ("definition", "things/boat-small"),
        ("definition", "things/oar-plus-1"),
        ("heading", "deeds"),
        ("clause", "deeds/1"),
        ("definition", "deeds/row"),
        ("definition", "deeds/tie-up"),
        ("definition", "deeds/snuff"),
    ]
    assert document.clauses[1].text == f"Boat (Small) What carries you, while {LONG}."


def test_contents_in_a_table_and_with_dots(tmp_path: Path) -> None:
    rules: list[Piece] = [
        Title("Boats"),
        Text("Each boat has two oars."),
        Title("Oars"),
        Text(f"Then {LONG}."),
    ]
    for index, contents in enumerate(
        [
            [Title("Contents"), Grid([["Boats", "2"], ["Oars", "3-4"]], (0.8, 0.2))],
            [
                Title("What is where"),
                Grid([["Boats", "2"]], (0.8, 0.2)),
                Title("More"),
                Grid([["Oars", "3"]], (0.8, 0.2)),
            ],
            [Title("Contents"), Text("Boats ........ 2"), Text("Oars ........ 3")],
            [Title("Contents"), Text("Boats 2"), Text("Oars 3")],
        ]
    ):
        (tmp_path / str(index)).mkdir()
        document = read([*contents, *rules], tmp_path / str(index))
        kinds = [clause.kind for clause in document.clauses]
        assert set(kinds[:-4]) == {"contents"}, contents
        assert kinds[-4:] == ["heading", "clause", "heading", "clause"]
        assert [clause.key for clause in document.clauses[-4:]] == ["boats", "boats/1", "oars", "oars/1"]


def test_a_table_of_numbers_among_the_rules_is_no_contents(tmp_path: Path) -> None:
    document = read(
        [Title("Boats"), Text("A boat carries so many."), Grid([["Skiff", "2"], ["Barge", "9"]], (0.6, 0.4))],
        tmp_path,
    )
    assert [clause.key for clause in document.clauses] == ["boats", "boats/1", "boats/skiff", "boats/barge"]


def test_a_document_that_demands_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="no clauses found"):
        read([Title("Contents"), Grid([["Boats", "2"], ["Oars", "3"]], (0.8, 0.2))], tmp_path)


def test_comments_of_readers_are_no_clauses(tmp_path: Path) -> None:
    document = read(
        [
            Title("Boats"),
            Text(f"Then {LONG}."),
            Text("Each boat has two oars."),
            Title("3 thoughts on “Boats”"),
            Entry("1.", "I like boats."),
            Title("Leave a Reply"),
        ],
        tmp_path,
    )
    assert [clause.key for clause in document.clauses] == ["boats", "boats/1", "boats/2"]
    assert [clause.kind for clause in document.surroundings] == ["introduction"] * 3


def test_the_update_history_is_no_rule(tmp_path: Path) -> None:
    document = read(
        [
            Title("Boats"),
            Text(f"Then {LONG}."),
            Title("Revision History"),
            Entry("-", "Boats: the number of oars was changed."),
            Entry("-", "Oars are explained."),
        ],
        tmp_path,
    )
    assert [clause.kind for clause in document.clauses] == [
        "heading",
        "clause",
        "heading",
        "change-entry",
        "change-entry",
    ]


RUNS = st.builds(
    lambda text, x, baseline, size, width, bold: TextRun(
        text,
        x,
        baseline - size,
        x + width,
        baseline,
        baseline,
        size,
        False,
        ((0, Style("S", size, bold, False, "")),),
    ),
    st.text(" a.1-•*①漢:)(’￼\u00ad", min_size=1, max_size=12),
    st.floats(-50, 450),
    st.floats(-50, 650),
    st.sampled_from([0.0, 0.1, 9.0, 12.0]),
    st.sampled_from([0.0, 1.0, 50.0]),
    st.booleans(),
)
RULINGS = st.builds(
    lambda x, y, width, height: Ruling(x, y, x + width, y + height),
    *(st.sampled_from([0.0, 50.0, 100.0, 200.0]) for _ in range(4)),
)


@given(st.lists(RUNS, max_size=30), st.lists(RULINGS, max_size=20))
@settings(max_examples=100, deadline=None)
def test_any_page_keeps_its_characters(runs: list[TextRun], rulings: list[Ruling]) -> None:
    blocks = read_blocks([Page(1, 400.0, 600.0, tuple(runs), tuple(rulings))]).blocks
    structure = read_structure(blocks)
    lines = [line for block in blocks for cell in block.cells for line in cell]
    expected = Counter(char for run in runs for char in run.text if not char.isspace())
    assert Counter(char for line in lines for char in line.text if not char.isspace()) == expected
    clauses = [*structure.clauses, *structure.surroundings]
    assert Counter(line.box for line in lines) == Counter(box for one in clauses for box in one.boxes)


NOUNS = ["boat", "oar", "pier", "reed", "tide", "lamp", "gull"]
SENTENCES = st.builds(
    lambda noun, count, tail: f"A {noun} stays on the pier for {count} days{tail}.",
    st.sampled_from(NOUNS),
    st.integers(2, 99),
    st.sampled_from(["", f", while {LONG}", f", while {LONG}, and {LONG}"]),
)
SECTIONS = st.lists(
    st.one_of(
        st.lists(SENTENCES.map(Text), min_size=1, max_size=3),
        st.lists(SENTENCES.map(lambda text: Entry("-", text)), min_size=2, max_size=4),
        st.lists(SENTENCES, min_size=2, max_size=4).map(
            lambda texts: [Entry(f"{number}.", text) for number, text in enumerate(texts, 1)]
        ),
        st.lists(SENTENCES, min_size=2, max_size=5).map(
            lambda texts: [Grid([[f"Word {n}", text] for n, text in enumerate(texts)], (0.3, 0.7), "open")]
        ),
    ),
    min_size=1,
    max_size=3,
)


AGAIN = "A boat stays on the pier for 2 days."
LONGER = f"{AGAIN[:-1]}, while {LONG}."
LONGEST = f"{AGAIN[:-1]}, while {LONG}, and {LONG}."


@given(st.lists(SECTIONS, min_size=2, max_size=5), st.sampled_from([1, 2]))
@example([[[Text("A reed stays.")]], [[Entry("1.", AGAIN), Entry("2.", AGAIN)], [Text(AGAIN)]]], 1)
@example(  # the last step stands alone on a page, and all that is in the column before it is indented
    [
        [[Entry("-", AGAIN), *[Entry("-", LONGEST)] * 3]],
        [
            [Entry("-", AGAIN), Entry("-", AGAIN), Entry("-", LONGER), Entry("-", LONGEST)],
            [Entry("-", LONGER), Entry("-", LONGEST), Entry("-", LONGEST)],
            [Entry("1.", LONGEST), Entry("2.", LONGEST), Entry("3.", AGAIN)],
        ],
    ],
    2,
)
@example(  # outside the tables, whose print is smaller, there are long paragraphs: few lines end a sentence
    [
        [
            [Entry("1.", LONGEST), Entry("2.", LONGEST)],
            [Grid([[f"Word {number}", LONGEST] for number in range(4)], (0.3, 0.7), "open")],
        ],
        [[Entry("-", LONGEST), Entry("-", LONGEST)]],
    ],
    2,
)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_document_is_read_back(tmp_path: Path, sections: list[list[list[Piece]]], columns: int) -> None:
    """A paragraph that says again what its section has said, in a list too, is no clause but a label."""
    pieces: list[Piece] = []
    expected: list[tuple[str, str, str]] = []
    for number, section in enumerate(sections):
        pieces.append(Title(f"Part {number}"))
        expected.append(("heading", f"Part {number}", f"part-{number}"))
        said = set[str]()
        for group in section:
            for piece in group:
                pieces.append(piece)
                for kind, text in _clauses_of(piece):
                    repeated = isinstance(piece, Text) and text in said
                    expected.append(("label" if repeated else kind, text, f"part-{number}"))
                    said.add(text)
    document = read(pieces, tmp_path, columns)
    got = [(one.kind, one.text, one.parent or one.key) for one in document.clauses]
    assert got == expected
    assert len({one.key for one in document.clauses}) == len(got)


def _clauses_of(piece: Piece) -> list[tuple[str, str]]:
    if isinstance(piece, Grid):
        return [("definition", " ".join(row)) for row in piece.rows]
    if isinstance(piece, Entry):
        return [("clause" if piece.marker == "-" else "step", piece.text)]
    return [("clause", piece.text)]


def _conserved(path: Path) -> tuple[Counter[str], Counter[str]]:
    """Characters that are on the pages and in no block, and those that are in a block and in no clause."""
    pages = without_furniture(read_pages(path).pages)
    blocks = read_blocks(pages).blocks
    document = read_document(path)
    printed_there = Counter(
        char for page in pages for run in page.runs for char in run.text if not char.isspace()
    )
    lines = [line for block in blocks for cell in block.cells for line in cell]
    in_blocks = Counter(char for line in lines for char in line.text if not char.isspace())
    clauses = [*document.clauses, *document.surroundings]
    assert Counter(line.box for line in lines) == Counter(box for one in clauses for box in one.boxes)
    in_clauses = Counter(char for one in clauses for char in one.text if not char.isspace())
    return printed_there - in_blocks, in_blocks - in_clauses


needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared) are not here")


@needs_shared
@pytest.mark.parametrize("name", PREFIXES)
def test_every_character_of_a_real_document_is_somewhere(name: str) -> None:
    nowhere, marks = _conserved(SHARED / "documents" / f"{name}.pdf")
    assert not nowhere
    # Markers of items and numbers of questions are no text.
    assert not [char for char in marks if char.isalpha()]


def test_every_character_of_a_printed_document_is_somewhere(tmp_path: Path) -> None:
    pieces: list[Piece] = [
        Title("Contents"),
        Grid([["Boats", "2"], ["Oars", "3"]], (0.8, 0.2)),
        Title("Boats"),
        Text(f"Then {LONG}."),
        Entry("-", "Nobody may row."),
        Grid(QUESTIONS, (0.1, 0.45, 0.45), "open"),
        Title("5 comments"),
        Text("Lovely boats!"),
    ]
    nowhere, marks = _conserved(printed(pieces, tmp_path / "document.pdf"))
    assert not nowhere
    assert marks == Counter("-" + "".join(row[0] for row in QUESTIONS[1:]))


@needs_shared
@pytest.mark.parametrize(
    ("name", "wrong", "neutral", "same_key"),
    [
        ("dcg-rule-manual-2.3", 10, 4, 125),
        ("dcg-rule-manual-2.3-qa", 0, 0, 55),
        ("dcg-detailed-rules-1.3", 0, 0, 58),
        ("dcg-glossary-2.3", 0, 1, 92),
        ("dcg-fan-manual-2020", 3, 4, 125),
        ("dcg-detailed-rules-1.0", 0, 0, 22),
        ("dmb-rules", 0, 0, 101),
    ],
)
def test_rules_of_real_documents(name: str, wrong: int, neutral: int, same_key: int) -> None:
    document = read_cached(SHARED / "documents" / f"{name}.pdf")
    result = score(read_items(name), document.clauses)
    assert result.missed == ()
    assert (len(result.wrong), len(result.neutral), result.same_key) == (wrong, neutral, same_key)
    assert result.f1 >= 0.97
    assert document.warnings == ()
    keys = [clause.key for clause in document.clauses]
    assert len(set(keys)) == len(keys)
    assert {clause.parent for clause in document.clauses} <= {None, *keys}
