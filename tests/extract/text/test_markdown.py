"""Text and Markdown without numbered clauses: which rows are headings, paragraphs, items and table rows."""

import string
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.extract import read_document
from rulehound.extract.layout.blocks import Block
from rulehound.extract.text.markdown import text_blocks
from rulehound.extract.text.markup import marked_text
from rulehound.extract.text.plain_text import TextFile, read_text_file
from rulehound_testing.documents.gold_items import read_items, score
from rulehound_testing.folders import SHARED


def file(text: str, markdown: bool = True) -> TextFile:
    return TextFile("", tuple(text.split("\n")), markdown)


def seen(blocks: Sequence[Block]) -> list[tuple[object, ...]]:
    """Kind, level and text of each block; marker or table where it has one."""
    return [
        (
            block.kind,
            block.level or block.table,
            *(" ".join(line.text for line in cell) for cell in block.cells),
        )
        for block in blocks
    ]


def markdown(text: str) -> list[tuple[object, ...]]:
    return seen(text_blocks(file(text)))


def plain(text: str) -> list[tuple[object, ...]]:
    return seen(text_blocks(file(text, markdown=False)))


def test_headings_that_are_marked() -> None:
    assert markdown(
        "# Tides #\n\nRow.\n\n### Oars\nRow a boat.\n\nShore\n=====\n\nDusk\n----\n\n**Night**\n\nSleep."
    ) == [
        ("heading", 1, "Tides"),
        ("paragraph", 0, "Row."),
        ("heading", 3, "Oars"),
        ("paragraph", 0, "Row a boat."),
        ("heading", 1, "Shore"),
        ("heading", 2, "Dusk"),
        ("heading", 6, "Night"),
        ("paragraph", 0, "Sleep."),
    ]
    assert markdown("#5 is no heading") == [("paragraph", 0, "#5 is no heading")]
    assert markdown("# Learning C#\n\n***\n\n- - -") == [("heading", 1, "Learning C#")]


def test_headings_that_only_stand_apart() -> None:
    rows = (
        "Tides and Lanterns",
        "Lanterns are lit.",
        "THE SHORE",
        "Boats",
        "They wait.",
        "Is it dusk?",
        "It is.",
    )
    assert plain("\n\n".join(rows)) == [
        ("heading", 1, "Tides and Lanterns"),
        ("paragraph", 0, "Lanterns are lit."),
        ("heading", 1, "THE SHORE"),
        ("heading", 2, "Boats"),
        ("paragraph", 0, "They wait."),
        ("heading", 2, "Is it dusk?"),
        ("paragraph", 0, "It is."),
    ]
    # Where headings are marked, nothing else is one.
    assert plain("# Tides\n\nBoats\n\nThey wait.")[1] == ("paragraph", 0, "Boats")


def test_paragraphs_of_markdown_and_of_plain_text() -> None:
    short = "Light it.\nThen wait.\n\nRow."
    assert markdown(short) == [("paragraph", 0, "Light it. Then wait."), ("paragraph", 0, "Row.")]
    assert plain(short) == [
        ("paragraph", 0, "Light it."),
        ("paragraph", 0, "Then wait."),
        ("paragraph", 0, "Row."),
    ]
    wrapped = (
        "Keepers light their lanterns at dusk, one\nafter another, and nobody else may touch\nany of them.\n"
        "Boats wait until the tide turns, and then\nthey row to the shore."
    )
    assert [len(block.cells[0]) for block in text_blocks(file(wrapped, markdown=False))] == [3, 2]


def test_lists() -> None:
    text = (
        "1. Light it\n   at dusk.\n2. Wait:\n   - for a boat\n   - for the tide\n     - or both\n3) Row.\n\n"
        "• Rest.\n①Sleep."
    )
    for read in (markdown, plain):
        assert read(text) == [
            ("item", 1, "1. Light it at dusk."),
            ("item", 1, "2. Wait:"),
            ("item", 2, "- for a boat"),
            ("item", 2, "- for the tide"),
            ("item", 3, "- or both"),
            ("item", 1, "3) Row."),
            ("item", 1, "• Rest."),
            ("item", 1, "①Sleep."),
        ]
    assert [block.marker for block in text_blocks(file(text))] == ["1.", "2.", "-", "-", "-", "3)", "•", "①"]


@pytest.mark.parametrize(
    "text", ["-3 memory", "1.5 boats", "2024. year", "A. Boats row.", "1\\. Boats", "*All* row."]
)
def test_what_is_no_item(text: str) -> None:
    assert [block.kind for block in text_blocks(file(text))] == ["paragraph"]


def test_tables_drawn_with_bars() -> None:
    assert markdown(
        "| No | Q |\n|---:|---|\n| 1 | May I? |\n| 2 | a \\| **b** |\n\nName | Text\n--- | ---\nOar |"
    ) == [
        ("row", 1, "No", "Q"),
        ("row", 1, "1", "May I?"),
        ("row", 1, "2", "a | b"),
        ("row", 1, "Name", "Text"),
        ("row", 1, "Oar", ""),
    ]
    assert markdown("||\n|-|-|\n| | |\n| a | |") == [("row", 1, "a", "")]
    assert markdown("a | b\nis no table") == [("paragraph", 0, "a | b is no table")]


def test_tables_set_with_tabs() -> None:
    text = "Lighting\t\t\nNo\tQ\tA\n1\tMay I?\tYes.\n\n2\tNow?\tNo.\nRowing\t\t\nNo\tQ\tA\n\nRow."
    assert plain(text) == [
        ("heading", 6, "Lighting"),
        ("row", 1, "No", "Q", "A"),
        ("row", 1, "1", "May I?", "Yes."),
        ("row", 1, "2", "Now?", "No."),
        ("heading", 6, "Rowing"),
        ("row", 2, "No", "Q", "A"),
        ("paragraph", 0, "Row."),
    ]
    assert [kind for kind, *_ in plain("Main\t\nLighting\t3\nRowing\t12-13")] == ["row", "row", "row"]
    assert [kind for kind, *_ in plain("Nº\t\t\n1\tQ\tA")] == ["row", "row"]
    assert plain("1.\tLight it.") == [("item", 1, "1. Light it.")]


def test_a_picture_is_no_words() -> None:
    assert markdown("![](map.png)\n\n``\n\nRow.") == [("paragraph", 0, "``"), ("paragraph", 0, "Row.")]


def test_text_between_fences_is_as_it_stands() -> None:
    assert markdown("```\n# **1**\n```\nRow.") == [("paragraph", 0, "# **1**"), ("paragraph", 0, "Row.")]
    assert markdown("~~~\n- 1")[0] == ("paragraph", 0, "- 1")


@pytest.mark.parametrize(
    ("text", "words", "bold", "italic"),
    [
        ("**Play cost:** 3", "Play cost: 3", ["Play cost:"], []),
        ("a *b* _c_ ***d***", "a b c d", ["d"], ["b", "c", "d"]),
        ("__[1/Turn]__ - x", "[1/Turn] - x", ["[1/Turn]"], []),
        ("これは**重要**です", "これは重要です", ["重要"], []),
        ("4*3*2 __init__ a_b_c", "4*3*2 init a_b_c", ["init"], []),
        ("* x ** y", "* x ** y", [], []),
        ("a **b", "a **b", [], []),
        ("**a *b** c*", "a *b c*", ["a *b"], []),
        ("in ________ and ***", "in ________ and ***", [], []),
        ("(____) or (____)", "(____) or (____)", [], []),
        ("`**x**` `` `y` ``", "**x**  `y` ", [], []),
        ("\\*x\\* \\d", "*x* \\d", [], []),
        ('[the shore](shore.html) ![map](a/b.png "x")', "the shore map", [], []),
        ("[When Attacking](Once) [On Play] <Blocker>", "[When Attacking](Once) [On Play] <Blocker>", [], []),
        ("a<br>b<br/>c", "a b c", [], []),
    ],
)
def test_marks_within_a_row(text: str, words: str, bold: list[str], italic: list[str]) -> None:
    marked = marked_text(text)
    assert marked.text == words
    assert [words[span.start : span.end] for span in marked.spans if span.style.bold] == bold
    assert [words[span.start : span.end] for span in marked.spans if span.style.italic] == italic


@given(st.text(string.printable + "重、①\u0301"))
def test_marks_never_lose_a_letter(text: str) -> None:
    marked = marked_text(text)
    letters = [letter for letter in text if letter.isalnum()]
    kept = iter(letters)
    assert all(letter in kept for letter in filter(str.isalnum, marked.text))
    if not any(mark in text for mark in ("](", "<br", "<BR", "<Br", "<bR")):
        assert [letter for letter in marked.text if letter.isalnum()] == letters
    assert [span.end for span in marked.spans[:-1]] == [span.start for span in marked.spans[1:]]


words = st.text(string.ascii_letters + "重", min_size=1, max_size=8)
sentences = st.lists(words, min_size=1, max_size=8).map(lambda parts: " ".join(["The", *parts]) + ".")


@st.composite
def documents(draw: st.DrawFn) -> list[tuple[object, ...]]:
    """Blocks as `seen` gives them; items nest one level deeper at a time."""
    blocks: list[tuple[object, ...]] = [("heading", 1, "Rules")]
    tables = 0
    for kind in draw(st.lists(st.sampled_from(("heading", "paragraph", "item", "row")), max_size=12)):
        if kind == "heading":
            blocks.append((kind, draw(st.integers(1, 6)), draw(words)))
        elif kind == "paragraph":
            blocks.append((kind, 0, draw(sentences)))
        elif kind == "item":
            deepest = blocks[-1][1] + 1 if blocks[-1][0] == "item" else 1  # type: ignore[operator]  # an integer
            blocks.append((kind, draw(st.integers(1, deepest)), "- " + draw(sentences)))
        else:
            tables += blocks[-1][0] != "row"
            blocks.append((kind, tables, draw(words), draw(sentences)))
    return blocks


def written(blocks: list[tuple[object, ...]]) -> str:
    rows: list[str] = []
    for index, (kind, level, *cells) in enumerate(blocks):
        before = blocks[index - 1][0] if index else ""
        if kind != before or kind in ("heading", "paragraph"):
            rows.append("")
        if kind == "heading":
            rows.append(f"{'#' * int(str(level))} {cells[0]}")
        elif kind == "paragraph":
            rows.append(str(cells[0]).replace(" ", "\n", 1))
        elif kind == "item":
            rows.append("  " * (int(str(level)) - 1) + str(cells[0]))
        else:
            rows.append(f"| {cells[0]} | {cells[1]} |")
            if before != "row":
                rows.append("|---|---|")
    return "\n".join(rows)


@given(documents())
def test_what_is_written_is_read_back(blocks: list[tuple[object, ...]]) -> None:
    assert markdown(written(blocks)) == blocks


@given(st.lists(st.text("aB1.*_#|-`~\t\\>[]() ", max_size=20), max_size=12), st.booleans())
def test_every_word_is_in_one_block(rows: list[str], is_markdown: bool) -> None:
    blocks = text_blocks(TextFile("", tuple(row if row.strip() else "" for row in rows), is_markdown))
    lines = [line for block in blocks for cell in block.cells for line in cell]
    assert [line.box.top for line in lines] == sorted(line.box.top for line in lines)
    if not any(mark in row for row in rows for mark in ("](", "```", "~~~")):  # links, and names of languages
        kept = "".join(line.text for line in lines)
        assert [c for c in kept if c in "aB1"] == [c for row in rows for c in row if c in "aB1"]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared) are not here")
@pytest.mark.parametrize(
    ("name", "headings", "items", "rows"),
    [
        ("dmb-rules", 11, {1: 47, 2: 33, 3: 6}, 0),
        ("dcg-detailed-rules-1.0", 19, {1: 3, 2: 1}, 0),
        ("dcg-rule-manual-2.3", 100, {1: 132}, 299),
    ],
)
def test_real_texts(name: str, headings: int, items: dict[int, int], rows: int) -> None:
    blocks = text_blocks(read_text_file(SHARED / "seeds" / f"{name}.txt"))
    kinds = [block.kind for block in blocks]
    levels = [block.level for block in blocks if block.kind == "item"]
    assert (kinds.count("heading"), kinds.count("row")) == (headings, rows)
    assert {level: levels.count(level) for level in sorted(set(levels))} == items


def test_a_document_is_read_as_its_pdf_would_be(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(
        "# Tides and Lanterns\n\nVersion 1.1\n\n## Dusk\n\nKeepers light lanterns.\n\n- Boats wait.\n\n"
        "### Questions\n\n| No | Q | A |\n|---|---|---|\n| 1 | May I row? | Yes, you may. |\n"
    )
    document = read_document(path)
    assert (document.title, document.version, document.numbering) == ("Tides and Lanterns", "1.1", "")
    clauses = {clause.key: (clause.kind, clause.text) for clause in document.clauses}
    assert clauses["dusk/1"] == ("clause", "Keepers light lanterns.")
    assert clauses["dusk/2"] == ("clause", "Boats wait.")
    assert clauses["questions/1"] == ("ruling", "May I row? Yes, you may.")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared) are not here")
@pytest.mark.parametrize(
    ("seed", "parts", "missed", "wrong"),
    [
        ("dmb-rules", ["dmb-rules"], 0, 0),
        ("dcg-detailed-rules-1.0", ["dcg-detailed-rules-1.0"], 0, 1),
        ("dcg-fan-manual-2020", ["dcg-fan-manual-2020"], 3, 4),
        (
            "dcg-rule-manual-2.3",
            ["dcg-rule-manual-2.3", "dcg-rule-manual-2.3-qa", "dcg-detailed-rules-1.3", "dcg-glossary-2.3"],
            0,
            20,
        ),
    ],
)
def test_what_real_texts_demand_is_found(seed: str, parts: list[str], missed: int, wrong: int) -> None:
    """At most so many of the normative items are missed, and so many others taken for one."""
    items = [item for part in parts for item in read_items(part)]
    found = score(items, read_document(SHARED / "seeds" / f"{seed}.txt").clauses)
    assert len(found.missed) <= missed
    assert len(found.wrong) <= wrong
    assert found.f1 >= 0.97
