"""Files that users name: a file is read whole and written whole, or one line says why not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

import msgspec

from rulehound.checker.errors import UserError

Record = TypeVar("Record")


def read_file(path: Path, remedy: str) -> bytes:
    """The content of a file. Raises UserError, with this remedy, where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})", remedy) from None


def read_json(path: Path, kind: type[Record], what: str, remedy: str) -> Record:
    """The record that a JSON file holds. Raises UserError where the file is not `what` it should be."""
    content = read_file(path, remedy)
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: not {what}: {error}", remedy) from None


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in its place only when all of it is written. Raises UserError where that cannot be done.

    A device, a pipe or a link that stands there is written to, and stays what it is.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
    try:
        if _stays(path):
            path.write_bytes(content)
            return
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        reason = error.strerror or str(error)
        raise UserError(f"{path}: cannot be written ({reason})", "choose another place") from None


def _stays(path: Path) -> bool:
    """Whether something stands at a path that no plain file may replace: `/dev/null`, a pipe, a link."""
    return path.is_symlink() or (path.exists() and not path.is_file())


def require_place(path: Path, option: str) -> None:
    """Raise UserError, before any work, where no file can be written at the path that `option` gave."""
    parent = path.absolute().parent
    if path.is_dir():
        reason = "is a folder"
    elif not parent.is_dir():
        reason = "no such folder"
    elif not os.access(path if _stays(path) else parent, os.W_OK):
        reason = "Permission denied"
    else:
        return
    raise UserError(f"{path}: cannot be written ({reason})", f"name a file with {option}")
