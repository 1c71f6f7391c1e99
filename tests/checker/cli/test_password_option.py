"""--password opens an encrypted rulebook for every command that reads one, and leaves no trace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from rulehound.checker.cli import main as cli
from rulehound.checker.rulebook.password import password_in_use
from rulehound_testing.command_line import refused
from rulehound_testing.documents.typeset import Item, Rulebook, typeset

PASSWORD = "dusk-and-dawn"
ITEMS = [Item("1", "Heap"), Item("1-1", "One heap."), Item("1-2", "The heap is full at 7.")]


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEHOUND_CACHE", str(tmp_path / "cache"))
    return typeset(Rulebook(ITEMS), tmp_path / "locked.pdf", encrypt=PASSWORD)


def commands(group: object) -> Iterator[tuple[str, set[str]]]:
    """Every command with the names of its options and arguments."""
    for name, command in group.commands.items():  # type: ignore[attr-defined]  # the library's own classes
        if hasattr(command, "commands"):
            yield from ((f"{name} {inner}", options) for inner, options in commands(command))
        else:
            yield name, {option for each in command.params for option in each.opts}


def test_every_command_that_reads_a_document_takes_a_password() -> None:
    options_by_command = dict(commands(get_command(cli.app)))
    reads = {name for name, options in options_by_command.items() if options & {"--rules", "document", "old"}}
    assert {"check", "show", "extract", "diff", "impact", "scenario run", "adapter check"} <= reads
    assert {name for name, options in options_by_command.items() if "--password" in options} == reads


@pytest.mark.parametrize("cached", [[], ["--no-cache"]])
def test_extract(locked: Path, capsys: pytest.CaptureFixture[str], cached: list[str]) -> None:
    command = ["extract", "locked.pdf", *cached]
    assert refused(command, capsys) == "locked.pdf: the PDF is encrypted; give its password (--password)"
    for _ in range(2):  # read, then found in the cache
        assert cli.run([*command, "--password", PASSWORD]) == 0
        assert "The heap is full at 7." in capsys.readouterr().out
        wrong = refused([*command, "--password", "dawn"], capsys)
        assert wrong == "locked.pdf: the password does not open the PDF; check it, capitals too"
        assert "encrypted" in refused(command, capsys)
    refused([*command, "--password", "日暮れ"], capsys)  # no old encryption has such letters


def test_the_password_is_printed_and_kept_nowhere(locked: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert (
        cli.run(["show", "1-2", "--rules", "locked.pdf", "--password", PASSWORD, "--picture", "p.png"]) == 0
    )
    page = ["--html", "changes.html", "--password", PASSWORD]
    assert cli.run(["diff", "locked.pdf", "locked.pdf", *page]) == 0
    assert cli.run(["lint", "locked.pdf", "--password", PASSWORD]) == 0
    printed = capfd.readouterr()
    assert PASSWORD not in printed.out + printed.err
    files = [file for file in locked.parent.rglob("*") if file.is_file()]
    assert {"p.png", "changes.html"} <= {file.name for file in files}
    assert any(file.suffix == ".document" for file in files)
    assert not any(PASSWORD.encode() in file.read_bytes() for file in files)


def test_the_password_of_one_run_is_not_that_of_the_next(
    locked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["lint", "locked.pdf", "--password", PASSWORD]) == 0
    assert password_in_use() == PASSWORD
    capsys.readouterr()
    refused(["lint", "locked.pdf"], capsys)
    assert password_in_use() is None
