"""Files that a user gives a command: read whole, or one line says why not."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from rulehound.checker.errors import UserError

Read = TypeVar("Read")


def read_given(path: Path, remedy: str) -> bytes:
    """What a file holds. Raises UserError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})", remedy) from None


def read_json(path: Path, kind: type[Read], what: str, remedy: str) -> Read:
    """The record that a JSON file holds; `what` it should be, in words. Raises UserError for another."""
    content = read_given(path, remedy)
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: not {what}: {error}", remedy) from None
