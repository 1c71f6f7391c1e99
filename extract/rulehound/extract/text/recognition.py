"""Recognising the files that are read as text."""

import os
import stat
from pathlib import Path

SUFFIXES = frozenset({".txt", ".text", ".md", ".markdown"})
"""Suffixes of files that are read as text."""

_HEAD = 1024  # bytes in which a PDF says that it is one


def is_text_file(path: str | Path) -> bool:
    """True if a file is read as text: it has such a suffix, and is no PDF with a wrong name."""
    if Path(path).suffix.lower() not in SUFFIXES:
        return False
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return True
        with open(path, "rb") as file:
            return b"%PDF-" not in file.read(_HEAD)
    except (OSError, ValueError):
        return True  # reading it will say what is wrong
