"""`rulehound extract`: what is written, in which order, and what its options may not be combined with."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from checker.cli.test_main import refused
from rulehound.checker.cli import main as cli
from rulehound.checker.cli.commands.extract import in_reading_order
from rulehound.extract.records import Box
from rulehound_testing.made_up_difference import clause, document
from rulehound_testing.toy.spec import rules_pdf


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def placed(key: str, page: int, x0: float, top: float) -> object:
    """A clause of a column and a line."""
    box = Box(page, x0, top, x0 + 100, top + 10)
    return msgspec.structs.replace(clause("1", key), key=key, page=page, bbox=box, boxes=(box,))


def test_what_stands_outside_the_clauses_is_written_where_it_stands() -> None:
    clauses = [placed("1", 1, 0, 50), placed("2", 1, 200, 50), placed("3", 2, 0, 50), placed("4", 2, 0, 150)]
    outside = [
        placed("preface", 1, 50, 10),
        placed("note-left", 1, 0, 300),
        placed("between", 2, 0, 100),
        placed("glossary", 2, 200, 20),
        placed("history", 3, 0, 0),
    ]
    read = msgspec.structs.replace(
        document({"1": "x"}, "1.0"), clauses=tuple(clauses), surroundings=tuple(outside)
    )
    assert [one.key for one in in_reading_order(read)] == [
        "preface", "1", "note-left", "2", "3", "between", "4", "glossary", "history",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["--update", "--out", "x.jsonl"],
            "--update records and writes no clauses; leave out --out and --all",
        ),
        (["--update", "--all"], "--update records and writes no clauses; leave out --out and --all"),
        (["--document", "heap-rules"], "say how a document is recorded; give --update with them"),
        (["--spec", "."], "say how a document is recorded; give --update with them"),
        (["--numbering", "roman"], "no numbering roman; use one of "),
    ],
    ids=" ".join,
)
def test_options_that_do_not_go_together(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules_pdf(tmp_path / "heap.pdf")
    assert says in refused(["extract", "heap.pdf", *arguments], capsys)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["heap.pdf"]


def test_a_numbering_may_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules_pdf(tmp_path / "heap.pdf")
    assert cli.run(["extract", "heap.pdf", "--out", "inferred.jsonl"]) == 0
    assert cli.run(["extract", "heap.pdf", "--numbering", "dashed", "--out", "told.jsonl"]) == 0
    assert (tmp_path / "told.jsonl").read_bytes() == (tmp_path / "inferred.jsonl").read_bytes()
