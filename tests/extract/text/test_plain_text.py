"""Text files: whatever their encoding, line ends, width and indents, the same clauses are read."""

import json
import os
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.extract import Document, DocumentError, read_document
from rulehound.extract.numbered.outline import read_outline
from rulehound.extract.text.plain_text import TextFile, full_width, text_lines, width_of
from rulehound.extract.text.recognition import is_text_file
from rulehound_testing.folders import SHARED

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared) are not here")

CLAUSES = [
    ("1", "Lanterns"),
    ("1-1", "Keepers light their lanterns at dusk, one after another, and nobody else may touch them."),
    ("1-1-1", "A lantern that went out is lit again when the tide turns, for which see 1-2 and 2-1."),
    ("1-2", "Boats wait. (Example: with 3 boats at the shore, 2 of them wait until the third has left it.)"),
    ("2", "Boats"),
    ("2-1", "At most 12 boats row at once."),
]
ROWS = [f"{number}. {text}" for number, text in CLAUSES]


def write(folder: Path, text: str, encoding: str = "utf-8", name: str = "rules.txt") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def clauses(document: Document) -> list[tuple[str, str]]:
    return [(clause.number, clause.text) for clause in document.clauses]


def wrapped(width: int, indent: str = "", hang: str = "") -> str:
    return "\n".join(
        textwrap.fill(
            f"{number}. {text}",
            width,
            initial_indent=indent * number.count("-"),
            subsequent_indent=indent * number.count("-") + hang,
        )
        for number, text in CLAUSES
    )


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS),
        "\n\n".join(ROWS),
        "\n".join(ROWS) + "\n",
        "\r\n".join(ROWS),
        wrapped(80),
        wrapped(60, hang="    "),
        wrapped(48, indent="  "),
        wrapped(72, indent="  ", hang="     "),
        wrapped(72).replace("\n", "\r\n"),
        "\f".join(ROWS),
        "\n".join(row.replace(". ", ".\t", 1) for row in ROWS),
        "\n".join(row.replace(". ", "", 1) if "-" in row.split()[0] else row for row in ROWS),
    ],
    ids=[
        "rows",
        "apart",
        "end",
        "crlf",
        "wrapped",
        "hang",
        "indent",
        "both",
        "wrapped-crlf",
        "ff",
        "tab",
        "glued",
    ],
)
def test_the_same_clauses_however_they_are_set(tmp_path: Path, text: str) -> None:
    document = read_document(
        write(tmp_path, "Tides and Lanterns\nOf the north shore\nVersion 1.1 of 2024-05-06\n\n" + text)
    )
    assert clauses(document) == CLAUSES
    assert (document.title, document.version, document.date) == ("Tides and Lanterns", "1.1", "2024-05-06")
    assert (document.pages, document.warnings, document.numbering) == (1, (), "dashed")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    rows = [*ROWS, "2-2. 灯台の明かりを点けます。"]
    document = read_document(write(tmp_path, "\n".join(rows), encoding))
    assert clauses(document) == [*CLAUSES, ("2-2", "灯台の明かりを点けます。")]


def test_utf_16_of_either_order(tmp_path: Path) -> None:
    for encoding, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        path = tmp_path / f"{encoding}.txt"
        path.write_bytes(mark + "\n".join(ROWS).encode(encoding))
        assert clauses(read_document(path)) == CLAUSES


def test_marks_of_markdown_are_no_words(tmp_path: Path) -> None:
    text = "\n\n".join(
        [
            "# Tides and Lanterns",
            "*Version 1.1*",
            "---",
            "## 1. Lanterns",
            "**1-1.** Keepers light **their** _lanterns_.",
            "1-2. See [the shore](https://shore.example/x), 4\\*3 and `oar`.",
            "2. Boats\n========",
            "> 2-1. They __wait__.",
        ]
    )
    document = read_document(write(tmp_path, text, name="rules.md"))
    assert document.title == "Tides and Lanterns"
    assert clauses(document) == [
        ("1", "Lanterns"),
        ("1-1", "Keepers light their lanterns."),
        ("1-2", "See the shore, 4*3 and oar."),
        ("2", "Boats"),
        ("2-1", "They wait."),
    ]
    bold = [
        document.clauses[1].text[span.start : span.end]
        for span in document.clauses[1].spans
        if span.style.bold
    ]
    assert bold == ["their"]


def test_where_a_clause_stands(tmp_path: Path) -> None:
    document = read_document(write(tmp_path, wrapped(48, indent="  ", hang="    ")))
    first = document.clauses[1]
    assert first.page == 1
    assert [(box.x0, box.top, box.bottom) for box in first.boxes] == [(2, 1, 2), (6, 2, 3), (6, 3, 4)]
    assert all(box.x1 <= 48 for box in first.boxes)


def refused(path: Path) -> str:
    with pytest.raises(DocumentError) as caught:
        read_document(path)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy
    return str(caught.value).removeprefix(str(path))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", ": the file is empty; "),
        (b" \n\t\n", ": the file is empty; "),
        (b"\xef\xbb\xbf", ": the file is empty; "),
        ("1-1. Caf\u00e9\n1-2. Boats".encode("latin-1"), ":1: this is not text in UTF-8; "),
        (b"1-1. One\n1-2. Two\n\xff\xfe", ":3: this is not text in UTF-8; "),
        (b"\xff\xfea", ":1: this is not text in UTF-16-LE; "),
        (b"1-1. Light\n1-2. a\0b\n", ":2: character U+0000 is not text; "),
        ("1-1. Light\n".encode("utf-16-le"), ":1: character U+0000 is not text; "),
        (b"\x89PNG\r\n\x1a\n\0\0", ":1: this is not text in UTF-8; "),
        (b"1-1. a\n1-2. " + b"b" * 1_000_001, ":2: the line is longer than 1,000,000 characters; "),
    ],
)
def test_what_is_no_text(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(data)
    assert refused(path).startswith(says)


def test_what_is_no_file(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.txt") == ": no such file; check the path"
    (tmp_path / "folder.md").mkdir()
    assert refused(tmp_path / "folder.md").startswith(": this is a directory; ")
    os.mkfifo(tmp_path / "pipe.txt")
    assert refused(tmp_path / "pipe.txt").startswith(": this is not a regular file; ")
    with open(tmp_path / "vast.txt", "wb") as file:
        file.truncate(65 << 20)
    assert refused(tmp_path / "vast.txt").startswith(": the file is too large for a text (65 MB); ")


def test_which_files_are_text(tmp_path: Path) -> None:
    assert is_text_file(write(tmp_path, "1-1. a", name="a.TXT"))
    assert is_text_file(write(tmp_path, "1-1. a", name="a.markdown"))
    assert is_text_file(tmp_path / "none.txt")
    assert not is_text_file(write(tmp_path, "1-1. a", name="a.pdf"))
    assert not is_text_file(write(tmp_path, "%PDF-1.4", name="b.txt"))


def test_how_wide_a_wrapped_text_is() -> None:
    words = "keepers light their lanterns at dusk and nobody else may touch them until the tide turns again"
    assert full_width(textwrap.wrap(words * 5, 60)) == max(map(len, textwrap.wrap(words * 5, 60)))
    assert full_width([words * 2, words, "a"]) is None
    assert full_width(["Light it.", "Row a boat to the shore.", "Wait.", "Rest."]) is None
    assert full_width([words[:60], *["Light it."] * 6]) is None
    assert width_of("灯台a\u0301") == 5


texts = st.lists(
    st.text(
        st.characters(exclude_characters="*_`[]\\#>=-<~|+", exclude_categories=["Cc", "Cs", "Cn"]),
        max_size=40,
    ),
    min_size=1,
    max_size=12,
)


@given(texts)
def test_every_character_is_in_one_line(rows: list[str]) -> None:
    rows = [" ".join(row.split()) for row in rows]
    lines = text_lines(TextFile("", tuple(rows), False))
    assert [line.text for line in lines] == [row for row in rows if row]
    assert [rows[int(line.box.top)] for line in lines] == [line.text for line in lines]
    assert all(line.spans[0].start == 0 and line.spans[-1].end == len(line.text) for line in lines)


@needs_shared
@pytest.mark.parametrize("width", [None, 60, 80])
@pytest.mark.parametrize("indent", ["", "  "])
def test_a_real_rulebook_as_text(tmp_path: Path, width: int | None, indent: str) -> None:
    gold = (SHARED / "gold/dcg-comprehensive-rules-en-4.0.gold.jsonl").read_text(encoding="utf-8")
    printed = [
        (row["number"].rstrip("."), " ".join(row["text"].split()))
        for row in map(json.loads, gold.splitlines())
    ]
    rows = [indent * number.count("-") + f"{number}. {text}" for number, text in printed]
    if width:
        hang = indent and "    "
        rows = [
            textwrap.fill(
                row,
                width,
                subsequent_indent=row[: len(row) - len(row.lstrip())] + hang,
                break_on_hyphens=False,
            )
            for row in rows
        ]
    outline = read_document(write(tmp_path, "\n".join(rows)))
    assert clauses(outline) == printed
    assert outline.warnings == ()


@needs_shared
def test_a_real_text() -> None:
    """The numbers are those of the PDF, though the first line of the history looks like the next clause."""
    seed = read_document(SHARED / "seeds/dcg-comprehensive-rules-ch7.txt")
    gold = (SHARED / "gold/dcg-comprehensive-rules-ch7.gold.jsonl").read_text(encoding="utf-8")
    numbers = [json.loads(row)["number"].rstrip(".") for row in gold.splitlines()]
    assert [clause.number for clause in seed.clauses] == numbers
    assert sum(one.kind == "change-entry" for one in seed.surroundings) == 9


UNINDENTED = "Harbours\n" + "\n".join(f"{number}{text}" for number, text in CLAUSES)


@pytest.mark.parametrize(
    "entries",
    [
        ("1-1Updated", "2-1Updated", "1-1-1Deleted", "1-2Updated"),
        # The first entries are in sequence by chance.
        ("2-2Updated", "1-1Updated", "2-1Updated", "1-1-1Deleted", "1-2Updated"),
        ("2-2Updated", "3Added", "1-1Updated", "2-1Updated", "1-1-1Deleted"),
        ("2-2: added.", "1-1: updated.", "1-1-1: deleted", "2: changed."),
        # More entries than clauses.
        ("2-2Updated", *("1-1Updated", "2-1Updated", "1-1-1Deleted", "1-2Updated") * 4),
    ],
)
def test_a_history_without_a_heading_at_the_edge_of_the_clauses(
    entries: tuple[str, ...], tmp_path: Path
) -> None:
    document = read_document(write(tmp_path, "\n".join([UNINDENTED, *entries])))
    assert clauses(document) == CLAUSES
    assert [one.text for one in document.surroundings if one.kind == "change-entry"] == list(entries)
    assert len(document.history) == len(entries)


@pytest.mark.parametrize(
    "items",
    [
        ("1-1 lantern", "1-2 boats", "1-1 boat", "2-1 lanterns"),  # say nothing of what was done
        ("2-2 Updated charts are taken along.", "2-3 Added oars as well."),  # clauses with such words
    ],
)
def test_numbers_at_the_end_are_no_history_by_themselves(items: tuple[str, ...], tmp_path: Path) -> None:
    document = read_document(write(tmp_path, "\n".join([UNINDENTED, *items])))
    assert document.history == ()
    assert {one.kind for one in document.surroundings} == {"heading"}


def test_text_without_numbers_has_no_outline() -> None:
    lines = text_lines(TextFile("", ("Light a lantern.", "", "Row a boat."), False))
    assert read_outline(lines) is None
