"""`rulehound lint`: findings in a document, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulehound.checker.cli import main as cli
from rulehound_testing.command_line import refused
from rulehound_testing.documents.typeset import Item, Rulebook, typeset

ITEMS = (
    Item("1", "The heap"),
    Item("1-1", "Two players add to one heap (see 2-1)."),
    Item("1-2", "The heap is full at 7 (see 3-9)."),
    Item("2", "Turns"),
    Item("2-1", "Players take turns."),
    Item("2-3", "A player adds one at least."),
    Item("3", "The end"),
    Item("3-1", "A full heap wins."),
)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_what_looks_wrong_is_listed_and_makes_the_exit_status_1(capfd: pytest.CaptureFixture[str]) -> None:
    typeset(Rulebook(ITEMS, title=("Rules of the Heap",)), Path("heap.pdf"))
    assert cli.run(["lint", "heap.pdf"]) == 1
    printed = capfd.readouterr().out
    assert printed.splitlines()[0].split() == ["Clause", "Page", "Kind", "What", "looks", "wrong"]
    dangling = next(line for line in printed.splitlines() if "3-9" in line)
    assert dangling.split()[:3] == ["1-2", "1", "dangling"]
    hole = next(line for line in printed.splitlines() if "2-3 follows 2-1" in line)
    assert hole.split()[:3] == ["—", "1", "reading"]
    assert printed.splitlines()[-1] == "2 findings in 8 clauses of heap.pdf"
    assert cli.run(["lint", "heap.pdf", "--json"]) == 1
    told = json.loads(capfd.readouterr().out)
    assert (told["file"], told["clauses"], len(told["findings"])) == ("heap.pdf", 8, 2)
    assert told["findings"][0]["clause"] == "1-2"


def test_a_document_in_order_has_no_findings(capfd: pytest.CaptureFixture[str]) -> None:
    whole = [item for item in ITEMS if item.number not in ("1-2", "2-3")]
    typeset(Rulebook(whole, title=("Rules of the Heap",)), Path("heap.pdf"))
    assert cli.run(["lint", "heap.pdf"]) == 0
    assert capfd.readouterr().out == "no finding in 6 clauses of heap.pdf\n"


def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(["lint", "missing.pdf"], capsys).startswith("missing.pdf: no such file; ")
    assert "DOC" in refused(["lint"], capsys)
    Path("empty.pdf").touch()
    assert "empty" in refused(["lint", "empty.pdf"], capsys)
