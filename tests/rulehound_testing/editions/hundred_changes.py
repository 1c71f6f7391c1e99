"""A next edition of the bundled rulebook with a hundred changes of known kinds, made of its own words.

    PYTHONPATH=tests python -m rulehound_testing.editions.hundred_changes            prints what is said of it
    PYTHONPATH=tests python -m rulehound_testing.editions.hundred_changes --write    puts that into the page

The new source is read, numbered and typeset as the bundled one is. The same seed gives the same edition.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rulehound.spec.documents.links import DOUBTFUL
from rulehound.spec.documents.store import load_store
from rulehound_testing import update_story
from rulehound_testing.editions.edits import EDITS, KEPT, mark_other_clauses_below, read_source, written
from rulehound_testing.folders import ROOT
from rulehound_testing.update_story import RULEHOUND

SPEC = ROOT / "spec/rulehound/spec/dcg"
SOURCE = SPEC / "rulebook/rulehound-rulebook.txt"
BEGIN, END = "<!-- hundred changes: begin -->\n", "<!-- hundred changes: end -->\n"
OLD, NEW = "1.1", "1.2"

COUNTS: Mapping[str, int] = {
    "another number": 8,
    "retargeted": 6,
    "split": 10,
    "merged": 8,
    "negated": 10,
    "quantified": 10,
    "restricted": 8,
    "who": 8,
    "moved": 10,
    "removed": 10,
    "added": 12,
}
"""How many changes of each kind; a hundred together. Those that few clauses allow come first."""

OTHER_COUNTS: Mapping[str, int] = {
    "a section moved": 2,
    "another heading": 4,
    "reordered": 6,
    "a sentence less": 8,
    "the opposite": 14,
    "may and must": 10,
    "a comma less": 8,
    "word order": 5,
    "and, or": 7,
    "a sentence more": 8,
    "excepted": 8,
    "places exchanged": 4,
    "a near duplicate": 6,
    "typography": 10,
}
"""A hundred changes of other kinds."""


@dataclass(frozen=True)
class HundredChanges:
    """The new edition, and what became of each clause of the old one."""

    book: Any
    """The edition as `build_rulebook` takes it."""
    became: Mapping[str, str]
    """The kind of change, by the old number of each clause; empty where nothing was done to it."""
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def changed(self) -> set[str]:
        """The old numbers of the clauses whose meaning changed, or that are gone."""
        return {number for number, kind in self.became.items() if kind not in KEPT}

    @property
    def kept(self) -> set[str]:
        """The old numbers of all others; some of them stand elsewhere now."""
        return self.became.keys() - self.changed


def hundred_changes(folder: Path, seed: int, counts: Mapping[str, int] = COUNTS) -> HundredChanges:
    """The next edition of the rulebook; its source is written into `folder`."""
    head, clauses = read_source(SOURCE.read_text(encoding="utf-8"))
    head = [f"edition: {OLD} 2025-10-06", f"edition: {NEW} 2026-05-04", *head]
    random, kinds = Random(seed), Counter[str]()
    for kind, count in counts.items():
        for _ in range(count):
            EDITS[kind](clauses, random)
            kinds[kind] += 1
    mark_other_clauses_below(clauses)
    path = folder / "next.txt"
    path.write_text("\n".join([*head, *written(clauses)]) + "\n", encoding="utf-8")
    sys.path.append(str(ROOT / "tools"))
    books = importlib.import_module("rulebook_source").read_rulebooks(path)
    olds = [clause for clause in clauses if clause.old is not None]
    numbers = {item.number: clause for item, clause in zip(books[OLD].items, olds, strict=True)}
    return HundredChanges(books[NEW], {number: one.kind for number, one in numbers.items()}, kinds)


def typeset(changes: HundredChanges, out: Path) -> None:
    """Print the new edition into a PDF."""
    importlib.import_module("build_rulebook").build(changes.book, out)


NAMES: Mapping[str, str] = {
    "": "nothing, or a new number",
    "clauses below": "nothing, but a clause below it came or went",
}
PROSE = """\
A test makes another edition of the bundled rulebook with a hundred random changes made of the rulebook's own
words, typesets it, and records it in a copy of the spec. The test knows the change of every clause:
"""
COMMANDS = (
    (f"rulehound extract rulebook-{NEW}.pdf --update --spec my-spec", ".*"),
    (
        f"rulehound impact rulehound-rulebook@{OLD} rulebook-{NEW}.pdf --spec my-spec",
        r".* rules to look at, .*",
    ),
    ("rulehound trace --gate --spec my-spec", r"\d+ problems; .*"),
)
"""What is run, and the lines of its output that are shown."""


def documentation(folder: Path, seed: int = 1) -> str:
    """What the page says of the edition of a seed, with real output, as Markdown."""
    changes = hundred_changes(folder, seed)
    typeset(changes, folder / f"rulebook-{NEW}.pdf")
    shutil.copytree(
        SPEC, folder / "my-spec", ignore=shutil.ignore_patterns("*.py", "__pycache__", "evidence")
    )
    output = "".join(_shown(folder, command, shown) for command, shown in COMMANDS)
    links = [link for link in load_store(folder / "my-spec").links if link.rule and link.version == NEW]
    doubtful = {link.written.rpartition(", ")[2]: link.status in DOUBTFUL for link in links}
    rows = ["| change | number | cited clauses | in doubt |", "|---|---|---|---|"]
    for kind, count in (*COUNTS.items(), ("clauses below", ""), ("", "")):
        cited = [key for key in doubtful if changes.became[key] == kind]
        name, numbers = NAMES.get(kind, kind), (len(cited), sum(doubtful[key] for key in cited))
        rows.append(f"| {name} | {count} | {'— | —' if kind == 'added' else '{} | {}'.format(*numbers)} |")
    return f"{PROSE}\n" + "\n".join(rows) + f"\n\nThe commands print:\n\n{output}"


def _shown(folder: Path, command: str, shown: str) -> str:
    done = subprocess.run(
        [*RULEHOUND, *command.split()[1:]],
        cwd=folder,
        env=os.environ | {"COLUMNS": "150"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stdout.splitlines() if re.fullmatch(shown, line)]
    return "".join(f"    {line}".rstrip() + "\n" for line in (f"$ {command}", *lines)) + "\n"


def documented() -> str:
    """What the page says of it."""
    return update_story.documented(BEGIN, END)


def main(arguments: list[str]) -> int:
    """Print what the page says, or write it there; returns the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        return update_story.tell(arguments, documentation(Path(folder)), BEGIN, END)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
