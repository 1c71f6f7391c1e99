"""Which files are read as text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulehound.extract.text.recognition import SUFFIXES, is_text_file


@pytest.mark.parametrize("suffix", [*sorted(SUFFIXES), ".TXT", ".Md"])
def test_text_by_its_suffix(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"rules{suffix}"
    file.write_text("1. Row the boat.")
    assert is_text_file(file)
    assert is_text_file(str(file))


@pytest.mark.parametrize("name", ["rules.pdf", "rules", "rules.txt.pdf", ".txt", "rules.toml"])
def test_another_suffix_is_no_text(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("1. Row the boat.")
    assert not is_text_file(tmp_path / name)


@pytest.mark.parametrize("before", [0, 1, 1019])
def test_a_pdf_with_a_wrong_name(tmp_path: Path, before: int) -> None:
    file = tmp_path / "rules.txt"
    file.write_bytes(b" " * before + b"%PDF-1.7\n")
    assert not is_text_file(file)


def test_text_that_speaks_of_pdf_further_on(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_bytes(b" " * 1020 + b"%PDF-1.7\n")
    assert is_text_file(file)
    file.write_bytes(b"")
    assert is_text_file(file)


def test_what_cannot_be_opened_is_left_to_the_reader(tmp_path: Path) -> None:
    assert is_text_file(tmp_path / "missing.txt")
    assert is_text_file("a\0b.txt")
    (tmp_path / "folder.md").mkdir()
    assert is_text_file(tmp_path / "folder.md")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert is_text_file(tmp_path / "pipe.txt")
