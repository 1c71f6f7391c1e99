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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rulehound.spec.documents.links import DOUBTFUL
from rulehound.spec.documents.store import load_store
from rulehound_testing import update_story
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
    "negated": 14,
    "quantified": 12,
    "restricted": 8,
    "moved": 10,
    "removed": 10,
    "added": 14,
}
"""How many changes of each kind; a hundred together. Those that few clauses allow come first."""

_LINE = re.compile(r"(?P<sign>[+-]?)(?P<depth>#+) (?:\[(?P<name>[a-z0-9-]+)\] )?(?P<text>.+)")
_VARIANT = re.compile(r"\{(?P<old>[^{}|]*)\|(?P<new>[^{}|]*)\}")
_REFERENCE = re.compile(r"<([a-z0-9-]+)>")
_VERB = re.compile(r"\b(is|are|can|may|must|has|have|draws|checks|lays|holds|consists)\b(?![^<]*>)")
_QUANTITY = re.compile(r"\b(a|an|any|each|every|all|no)\b(?![^<]*>)")
_NUMBER = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten)\b(?![^<]*>)")
_SENTENCES = re.compile(r"(?<=[a-z]\.) (?=[A-Z])")


@dataclass(eq=False)
class _Clause:
    """A line of the source while it is edited. The texts of the two editions are None where it has none."""

    depth: int
    name: str | None
    old: str | None
    new: str | None
    kind: str = ""
    """What was done to it."""

    @property
    def words(self) -> str:
        """What it says in the old edition; empty where that has none of it."""
        return self.old or ""

    @property
    def is_untouched_clause(self) -> bool:
        """Whether it is no heading, and nothing was done to it."""
        return not self.kind and self.old is not None and self.old == self.new and self.old.endswith(".")


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
        return {number for number, kind in self.became.items() if kind not in ("", "moved")}

    @property
    def kept(self) -> set[str]:
        """The old numbers of all others; some of them stand elsewhere now."""
        return self.became.keys() - self.changed


def hundred_changes(folder: Path, seed: int) -> HundredChanges:
    """The next edition of the rulebook; its source is written into `folder`."""
    head, clauses = _read(SOURCE.read_text(encoding="utf-8"))
    random, kinds = Random(seed), Counter[str]()
    for kind, count in COUNTS.items():
        for _ in range(count):
            _EDITS[kind](clauses, random)
            kinds[kind] += 1
    path = folder / "next.txt"
    path.write_text("\n".join([*head, *_written(clauses)]) + "\n", encoding="utf-8")
    sys.path.append(str(ROOT / "tools"))
    books = importlib.import_module("rulebook_source").read_rulebooks(path)
    olds = [clause for clause in clauses if clause.old is not None]
    numbers = {item.number: clause for item, clause in zip(books[OLD].items, olds, strict=True)}
    return HundredChanges(books[NEW], {number: one.kind for number, one in numbers.items()}, kinds)


def typeset(changes: HundredChanges, out: Path) -> None:
    """Print the new edition into a PDF."""
    importlib.import_module("build_rulebook").build(changes.book, out)


def _read(source: str) -> tuple[list[str], list[_Clause]]:
    """The head of the source for two editions, and its lines as the newest edition has them."""
    head = [f"edition: {OLD} 2025-10-06", f"edition: {NEW} 2026-05-04"]
    clauses = []
    for line in source.partition("\nhistory:")[0].splitlines():
        match = _LINE.fullmatch(line.strip())
        if match is None or line.startswith("%"):
            head += [line] if line.startswith(("title:", "subtitle:", "notice:")) else []
        elif match["sign"] != "-":
            text = _VARIANT.sub(lambda variant: variant["new"], match["text"])
            clauses.append(_Clause(len(match["depth"]), match["name"], text, text))
    return head, clauses


def _written(clauses: list[_Clause]) -> Iterator[str]:
    for one in clauses:
        mark = f"{'#' * one.depth} {f'[{one.name}] ' if one.name else ''}"
        if one.old is None or one.new is None:
            yield f"{'+' if one.old is None else '-'}{mark}{one.new or one.old}"
        elif one.old == one.new:
            yield mark + one.old
        else:
            yield f"-{mark}{one.old}\n+{mark}{one.new}"


def _pick(clauses: list[_Clause], random: Random, fits: Callable[[_Clause], object]) -> _Clause:
    return random.choice([one for one in clauses if one.is_untouched_clause and fits(one)])


def _added(clauses: list[_Clause], random: Random) -> None:
    """A clause of the first words of one clause and the last of another."""
    one, other = (_pick(clauses, random, lambda clause: len(clause.words.split()) > 9) for _ in range(2))
    assert one.old
    assert other.old
    first, last = _REFERENCE.sub("", one.old).split(), _REFERENCE.sub("", other.old).split()
    text = " ".join([*first[: len(first) // 2], *last[len(last) // 2 :]])
    text = re.sub(r"[()]", "", text).rstrip(".") + "."
    clauses.insert(clauses.index(one) + 1, _Clause(one.depth, None, None, text, "added"))


def _removed(clauses: list[_Clause], random: Random) -> None:
    one = _pick(clauses, random, lambda clause: not clause.name)
    one.new, one.kind = None, "removed"


def _split(clauses: list[_Clause], random: Random) -> None:
    one = _pick(clauses, random, lambda clause: len(_SENTENCES.split(clause.words)) > 1)
    assert one.old
    first, second = _SENTENCES.split(one.old, 1)
    one.new, one.kind = first, "split"
    clauses.insert(clauses.index(one) + 1, _Clause(one.depth, None, None, second, "split"))


def _merged(clauses: list[_Clause], random: Random) -> None:
    def mergeable(clause: _Clause) -> bool:
        after = clauses[clauses.index(clause) + 1 :][:1]
        return any(one.is_untouched_clause and one.depth == clause.depth and not one.name for one in after)

    one = _pick(clauses, random, mergeable)
    other = clauses[clauses.index(one) + 1]
    one.new, other.new = f"{one.old} {other.old}", None
    one.kind = other.kind = "merged"


def _reworded(kind: str, fits: re.Pattern[str], change: Callable[[str, Random], str]) -> Callable[..., None]:
    def edit(clauses: list[_Clause], random: Random) -> None:
        one = _pick(clauses, random, lambda clause: fits.search(clause.words))
        assert one.old
        one.new, one.kind = change(one.old, random), kind
        assert one.new != one.old

    return edit


def _other_number(text: str, random: Random) -> str:
    match = _NUMBER.search(text)
    assert match
    words = [word for word in ("two", "three", "six", "seven", "nine") if word != match.group()]
    return text[: match.start()] + random.choice(words) + text[match.end() :]


def _retargeted(clauses: list[_Clause], random: Random) -> None:
    one = _pick(clauses, random, lambda clause: _REFERENCE.search(clause.words))
    assert one.old
    named = [other.name for other in clauses if other.name and other.old and not other.old.endswith(".")]
    target = random.choice([name for name in named if f"<{name}>" not in one.old])
    one.new, one.kind = _REFERENCE.sub(f"<{target}>", one.old, count=1), "retargeted"


def _moved(clauses: list[_Clause], random: Random) -> None:
    """Behind a clause elsewhere, with the same words."""
    one = _pick(clauses, random, lambda clause: not clause.name and not _REFERENCE.search(clause.words))
    other = _pick(clauses, random, lambda clause: clause is not one and clause.depth == one.depth)
    clauses.insert(clauses.index(other) + 1, _Clause(one.depth, None, None, one.old, "moved"))
    one.new, one.kind = None, "moved"


_EDITS: Mapping[str, Callable[[list[_Clause], Random], None]] = {
    "added": _added,
    "removed": _removed,
    "split": _split,
    "merged": _merged,
    "negated": _reworded("negated", _VERB, lambda text, _: _VERB.sub(r"\1 not", text, count=1)),
    "quantified": _reworded("quantified", _QUANTITY, lambda text, _: _QUANTITY.sub("some", text, count=1)),
    "restricted": _reworded(
        "restricted", re.compile(r"\.$"), lambda text, _: f"{text.rstrip('.')}, in the first turn alone."
    ),
    "another number": _reworded("another number", _NUMBER, _other_number),
    "retargeted": _retargeted,
    "moved": _moved,
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
    for kind, count in (*COUNTS.items(), ("", "")):
        cited = [key for key in doubtful if changes.became[key] == kind]
        name, numbers = kind or "nothing, or a new number", (len(cited), sum(doubtful[key] for key in cited))
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
