"""Files that a command writes: whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

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


def print_bytes(content: bytes) -> None:
    """Write to standard output as UTF-8, whatever the locale."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
