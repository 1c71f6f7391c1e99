"""`rulehound new-game`: what it prints, and bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.cli import main as cli
from rulehound_testing.command_line import refused
from rulehound_testing.toy.spec import rules_pdf


@pytest.fixture
def rules(tmp_path: Path) -> str:
    return str(rules_pdf(tmp_path / "rules.pdf"))


def test_it_says_what_it_wrote_and_what_comes_next(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["new-game", "zzheap", "--rules", rules]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].endswith("7 clauses, 5 of which may demand something")
    assert said[1] == "next: pip install -e zzheap, then rulehound check --game zzheap"
    assert (tmp_path / "zzheap" / "pyproject.toml").exists()


def test_a_rulebook_may_be_text(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("# Rules\n\n1. A player draws a card.\n2. A player passes.\n")
    out = tmp_path / "out"
    assert cli.run(["new-game", "zzheap", "--rules", str(tmp_path / "rules.md"), "--out", str(out)]) == 0
    assert (out / "zzheap" / "rulebook" / "zzheap-rulebook-1.md").exists()


@pytest.mark.parametrize("name", ["Heap", "dmb", "json"])
def test_a_bad_name_is_refused_before_anything_is_read(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = refused(["new-game", name, "--rules", str(tmp_path / "none.pdf")], capsys)
    assert name in line


def test_a_folder_that_is_there_is_refused(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = refused(["new-game", "zzheap", "--rules", rules, "--out", str(tmp_path)], capsys)
    assert line.startswith(f"{tmp_path}: exists already; ")


def test_a_rulebook_that_cannot_be_read_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, out = tmp_path / "broken.pdf", tmp_path / "out"
    broken.write_bytes(b"%PDF-1.4 and nothing more")
    for path in (broken, tmp_path / "none.pdf"):
        line = refused(["new-game", "zzheap", "--rules", str(path), "--out", str(out)], capsys)
        assert line.startswith(f"{path}: ")
    assert not out.exists()


def test_the_rulebook_has_to_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--rules" in refused(["new-game", "zzheap"], capsys)
