"""Files that users name: read and written whole, or one line says why not."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from rulehound.checker.errors import UserError
from rulehound.checker.files import read_file, read_json, require_place, write_whole


class Point(msgspec.Struct):
    """A record to be read."""

    x: int


def test_a_file_is_read_or_the_line_says_why_not(tmp_path: Path) -> None:
    (tmp_path / "point.json").write_text('{"x": 3}', encoding="utf-8")
    assert read_file(tmp_path / "point.json", "") == b'{"x": 3}'
    assert read_json(tmp_path / "point.json", Point, "a point", "") == Point(3)
    with pytest.raises(UserError, match=r"none\.json: cannot be read \(No such file.*\); look again"):
        read_file(tmp_path / "none.json", "look again")


@pytest.mark.parametrize("content", [b"", b"{", b'{"x": "three"}', b"\xff\xfe"])
def test_a_file_of_another_kind_is_said_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "point.json").write_bytes(content)
    with pytest.raises(UserError, match=r"point\.json: not a point: .*; draw one"):
        read_json(tmp_path / "point.json", Point, "a point", "draw one")


def test_a_file_is_written_whole_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"
    (tmp_path / "folder").mkdir()
    with pytest.raises(UserError, match="folder: cannot be written"):
        write_whole(tmp_path / "folder", b"new")
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


def test_a_place_that_takes_no_file_is_refused_before_any_work(tmp_path: Path) -> None:
    require_place(tmp_path / "file", "--out")
    with pytest.raises(UserError, match=r"\(is a folder\); name a file with --out"):
        require_place(tmp_path, "--out")
    with pytest.raises(UserError, match=r"\(no such folder\)"):
        require_place(tmp_path / "none" / "file", "--out")


def test_a_link_stays_one_and_what_it_names_is_written(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """As `/dev/null` and `/dev/stdout` are."""
    os.mkfifo(tmp_path / "pipe")
    require_place(tmp_path / "pipe", "--out")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(tmp_path / "pipe", b"new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]
