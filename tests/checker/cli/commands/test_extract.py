"""`rulehound extract`: what is written, in which order, and what its options may not be combined with."""

from __future__ import annotations

import json
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
        (["--document", "heap-rules"], "are options of --update; give --update with them"),
        (["--spec", "."], "are options of --update; give --update with them"),
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


def test_what_is_skipped_is_counted_and_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = (
        "Boats",
        "1. Oars",
        "1-1. A boat takes",
        "2 oars.",
        "1-2. As",
        "1-1 says, it floats.",
        "1.3. It rows.",
    )
    (tmp_path / "boats.txt").write_text("\n".join(rows))
    assert cli.run(["extract", "boats.txt", "--json"]) == 0
    output = capsys.readouterr()
    content = json.loads(output.out)
    assert [clause["number"] for clause in content["clauses"]] == ["1", "1-1", "1-2", "1-3"]
    assert [(line["number"], line["reason"], line["clause"]) for line in content["skipped"]] == [
        ("2", "amount", "1-1"),
        ("1-1", "reference", "1-2"),
    ]
    summary = "boats.txt: skipped 2 lines that begin like a clause: 1 amount, 1 reference"
    assert output.err == f"{summary}; -v and --json list them\n"
    assert cli.run(["extract", "boats.txt", "-v"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        summary,
        "boats.txt: page 1: amount in 1-1: 2 oars.",
        "boats.txt: page 1: reference in 1-2: 1-1 says, it floats.",
    ]
