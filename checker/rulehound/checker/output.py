"""Files that a command writes: whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from rulehound.checker.errors import UserError


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in its place only when all of it is written. Raises UserError where that cannot be done."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.unfinished")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        reason = error.strerror or str(error)
        raise UserError(f"{path}: cannot be written ({reason})", "choose another place") from None


def require_place(path: Path, option: str) -> None:
    """Raise UserError, before anything is done, where no file can be written there; `option` names it."""
    parent = path.absolute().parent
    if path.is_dir():
        reason = "is a folder"
    elif not parent.is_dir():
        reason = "no such folder"
    elif not os.access(parent, os.W_OK):
        reason = "Permission denied"
    else:
        return
    raise UserError(f"{path}: cannot be written ({reason})", f"name a file with {option}")


def print_bytes(content: bytes) -> None:
    """Write to standard output as UTF-8, whatever the locale."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def print_json(value: Any) -> None:
    """Write a value as indented JSON to standard output, the keys of every mapping in order."""
    encoded = msgspec.json.encode(value, order="deterministic")
    print_bytes(msgspec.json.format(encoded, indent=2) + b"\n")
