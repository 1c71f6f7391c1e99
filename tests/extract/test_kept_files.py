"""Files kept in a folder: read as they were written, or not at all; the folder does not grow for ever."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulehound.extract.kept_files import KeptFiles, cache_folder


def test_a_content_is_read_as_it_was_written_under_its_key(tmp_path: Path) -> None:
    files = KeptFiles(tmp_path / "new" / "folder", ".kept", 1000)
    assert files.read("one") is None
    files.write("one", b"first")
    files.write("two", b"")
    assert (files.read("one"), files.read("two"), files.read("three")) == (b"first", b"", None)
    files.write("one", b"second")
    assert files.read("one") == b"second"
    assert len(list((tmp_path / "new" / "folder").iterdir())) == 2


def test_a_damaged_file_is_as_good_as_none(tmp_path: Path) -> None:
    files = KeptFiles(tmp_path, ".kept", 1000)
    files.write("one", b"content")
    path = files.path("one")
    assert path is not None
    for damaged in (b"", path.read_bytes()[:-1], path.read_bytes() + b"!"):
        path.write_bytes(damaged)
        assert files.read("one") is None


def test_without_a_folder_or_with_one_that_cannot_be_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    for folder in (None, tmp_path / "file", Path("a\0b")):
        files = KeptFiles(folder, ".kept", 1000)
        files.write("one", b"content")
        assert files.read("one") is None
    assert KeptFiles(None, ".kept", 1000).path("one") is None


def test_the_files_used_longest_ago_go_and_those_of_other_kinds_stay(tmp_path: Path) -> None:
    files, others = KeptFiles(tmp_path, ".kept", 3 * 132), KeptFiles(tmp_path, ".other", 1000)
    others.write("other", bytes(500))
    for number, key in enumerate(("a", "b", "c")):
        files.write(key, bytes(100))
        os.utime(str(files.path(key)), (number, number))
    assert files.read("a") is not None, "used just now"
    files.write("d", bytes(100))
    assert [files.read(key) is not None for key in "abcd"] == [True, False, True, True]
    assert others.read("other") == bytes(500)


def test_where_files_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEHOUND_CACHE", "/own")
    monkeypatch.setenv("XDG_CACHE_HOME", "/general")
    monkeypatch.setenv("HOME", "/home/keeper")
    assert cache_folder() == Path("/own")
    monkeypatch.delenv("RULEHOUND_CACHE")
    assert cache_folder() == Path("/general/rulehound")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert cache_folder() == Path("/home/keeper/.cache/rulehound")
