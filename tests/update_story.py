"""A new edition of the rulebook comes out: what an author of a simulator does, with real output.

    python tests/update_story.py        prints the story as it stands in docs/editions.md
    python tests/update_story.py DIR    the same, and leaves its files in DIR

It plays in a folder of its own, from the day before the rulebook's edition 1.1: `my-spec` is the game's spec as
it was when 1.0 was the newest edition, `my-sim` a simulator that follows 1.0 (the reference engine, with the
number that 1.1 changed set back).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SPEC = ROOT / "spec/rulehound/spec/dcg"
OLD, NEW = "1.0", "1.1"
RULEBOOK = "rulehound-rulebook"
NUMBERS = "my-sim/rulehound/engine/dcg/editions.py"
"""Where the simulator keeps its numbers."""
AS_OF_OLD, AS_OF_NEW = '"setup.security": 4,', '"setup.security": 5,'

_VALUE = r'(?:"[^"]*"|\[[^\]]*\])'


class Told(NamedTuple):
    """A command of the story and what came of it."""

    command: str
    output: str
    """Standard output and standard error."""
    status: int


def prepare(folder: Path) -> None:
    """Lay out my-spec, my-sim and the new PDF, as they were when the new edition came out."""
    shutil.copytree(SPEC, folder / "my-spec", ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    shutil.copytree(ROOT / "engine/rulehound", folder / "my-sim/rulehound", ignore=_COMPILED)
    shutil.copyfile(SPEC / f"rulebook/{RULEBOOK}-{NEW}.pdf", folder / f"rulebook-{NEW}.pdf")
    _forget(folder / "my-spec")
    set_number(folder, AS_OF_NEW, AS_OF_OLD)


_COMPILED = shutil.ignore_patterns("__pycache__")


def set_number(folder: Path, here: str, there: str) -> None:
    """Write a number of the simulator otherwise."""
    path = folder / NUMBERS
    text = path.read_text(encoding="utf-8")
    assert text.count(here) == 1
    path.write_text(text.replace(here, there), encoding="utf-8")


def _forget(spec: Path) -> None:
    """Take everything that a spec says of the new edition out of it."""
    (spec / f"rulebook/{RULEBOOK}-{NEW}.pdf").unlink()
    (spec / f"documents/{RULEBOOK}-{NEW}.clauses.jsonl").unlink()
    entry = spec / f"documents/{RULEBOOK}.toml"
    editions = entry.read_text(encoding="utf-8").split("[[edition]]")
    kept = [edition for edition in editions if f'version = "{NEW}"' not in edition]
    assert len(kept) == len(editions) - 1
    entry.write_text("[[edition]]".join(kept), encoding="utf-8")
    for path in sorted((spec / "rules").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        text = re.sub(rf'"{re.escape(NEW)}" = {_VALUE}(?:, )?', "", text)
        path.write_text(text, encoding="utf-8")
