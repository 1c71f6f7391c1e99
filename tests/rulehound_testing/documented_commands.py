"""The commands that the pages of the documentation print, each on a line of its own."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from rulehound_testing.folders import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SHOWN = re.compile(
    r"^ +(?:- (?:run: )?|\$ )?(?:\.venv/bin/)?rulehound (.*?)(?: {2,}.*| [|>] .*)?$", re.MULTILINE
)
"""A command on a line of its own, without what is said of it behind."""


def commands_of(page: Path) -> list[list[str]]:
    """The arguments of every command that a page prints, in order."""
    return [shlex.split(command[1]) for command in SHOWN.finditer(page.read_text(encoding="utf-8"))]


def documented_commands() -> list[tuple[str, str]]:
    """Page and command, as a shell takes it, of all that is printed."""
    return [(page.name, shlex.join(arguments)) for page in PAGES for arguments in commands_of(page)]
