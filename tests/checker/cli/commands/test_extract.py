"""`rulehound extract`: what is written, in which order, and what its options may not be combined with."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.cli import main as cli
from rulehound_testing.command_line import refused
from rulehound_testing.toy.spec import rules_pdf


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


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
