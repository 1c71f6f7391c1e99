"""The source of the Rulehound Rulebook: one text file from which both editions are numbered.

The file's own head explains its marks. Everything here is text; `build_rulebook.py` sets it on pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

MAX_DEPTH = 5

ITEM = re.compile(r"(?P<sign>[+-]?)(?P<depth>#+) (?:\[(?P<name>[a-z0-9-]+)\] )?(?P<text>.+)")
HEAD = re.compile(r"(?P<key>title|subtitle|notice|edition): (?P<value>.+)")
HISTORY = re.compile(r"(?P<version>\d+\.\d+) (?P<text>.+)")
VARIANT = re.compile(r"\{(?P<old>[^{}|]*)\|(?P<new>[^{}|]*)\}")
REFERENCE = re.compile(r"<(?:(?P<version>\d+\.\d+):)?(?P<name>[a-z0-9-]+)>")


class SourceError(Exception):
    """Something is wrong in a rulebook source; prints as ``FILE:LINE: what; remedy``."""

    def __init__(self, path: Path, line: int, what: str, remedy: str) -> None:
        super().__init__(f"{path}:{line}: {what}; {remedy}")


@dataclass(frozen=True)
class Run:
    """Words of one item that look alike."""

    text: str
    changed: bool


@dataclass(frozen=True)
class Item:
    """A numbered heading or clause of one edition."""

    number: str
    depth: int
    heading: bool
    changed: bool
    """The item as a whole is new in this edition, its number included."""
    runs: tuple[Run, ...]

    @property
    def text(self) -> str:
        """The words without their marks."""
        return "".join(run.text for run in self.runs).strip()


@dataclass(frozen=True)
class Entry:
    """What the update history says of one edition."""

    version: str
    date: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Rulebook:
    """One edition, numbered, its references resolved."""

    title: str
    subtitle: str
    notice: str
    version: str
    date: str
    items: tuple[Item, ...]
    history: tuple[Entry, ...]
    """Newest first."""


@dataclass
class _Line:
    """An item or history line as written, before it is known what it refers to."""

    line: int
    text: str
    sign: str = ""
    depth: int = 0
    name: str | None = None
    version: str = ""

    @property
    def heading(self) -> bool:
        return not self.text.endswith((".", ".}", ")"))


@dataclass
class _Source:
    """The lines of a source file, sorted by what they are."""

    path: Path
    head: dict[str, str] = field(default_factory=dict)
    dates: dict[str, str] = field(default_factory=dict)
    """Date by version, the edition before first and the newest one last."""
    items: list[_Line] = field(default_factory=list)
    history: list[_Line] = field(default_factory=list)

    def error(self, line: int, what: str, remedy: str) -> SourceError:
        return SourceError(self.path, line, what, remedy)


def read_rulebooks(path: Path) -> dict[str, Rulebook]:
    """Both editions in a source file by version, the newest one last.

    Raises SourceError for the first line that is wrong, OSError where the file cannot be read.
    """
    source = _sort(path)
    newest = list(source.dates)[-1]
    chosen = {version: _of_edition(source.items, version == newest) for version in source.dates}
    numbers = {version: list(_number(source, lines)) for version, lines in chosen.items()}
    targets = {
        version: _targets(source, zip(numbers[version], chosen[version], strict=True)) for version in chosen
    }
    return {
        version: Rulebook(
            title=source.head["title"],
            subtitle=source.head["subtitle"],
            notice=source.head["notice"],
            version=version,
            date=source.dates[version],
            items=tuple(
                Item(
                    number=number,
                    depth=line.depth,
                    heading=line.heading,
                    changed=line.sign == "+",
                    runs=tuple(_runs(source, line, version, version == newest, targets)),
                )
                for number, line in zip(numbers[version], chosen[version], strict=True)
            ),
            history=tuple(_history(source, version, targets)),
        )
        for version in chosen
    }


def _sort(path: Path) -> _Source:
    source = _Source(path)
    in_history = False
    number = 0
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = raw.strip()
        if not text or text.startswith("%"):
            continue
        if text == "history:":
            in_history = True
        elif in_history:
            source.history.append(_history_line(source, number, text))
        elif match := HEAD.fullmatch(text):
            key, value = match["key"], match["value"]
            if key == "edition":
                version, _, date = value.partition(" ")
                source.dates[version] = date
            else:
                source.head[key] = value
        elif match := ITEM.fullmatch(text):
            source.items.append(
                _Line(number, match["text"], match["sign"], len(match["depth"]), match["name"])
            )
        else:
            raise source.error(number, "is no item", "write #, a blank and the text")
    missing = {"title", "subtitle", "notice"} - source.head.keys()
    if missing or len(source.dates) != 2 or not source.items:
        lacks = ", ".join(sorted(missing)) or ("items" if len(source.dates) == 2 else "two editions")
        raise source.error(number, f"the source lacks {lacks}", "see the head of the bundled source")
    return source


def _history_line(source: _Source, number: int, text: str) -> _Line:
    match = HISTORY.fullmatch(text)
    if match is None or match["version"] not in source.dates:
        raise source.error(number, "is no line of the update history", "start it with a version")
    return _Line(number, match["text"], version=match["version"])


def _of_edition(lines: Iterable[_Line], newest: bool) -> list[_Line]:
    left_out = "-" if newest else "+"
    return [line for line in lines if line.sign != left_out]


def _number(source: _Source, lines: Iterable[_Line]) -> Iterator[str]:
    """Count the items of one edition: 1, 1-1, 1-1-1 … by their depths."""
    counts: list[int] = []
    for line in lines:
        if line.depth > min(len(counts) + 1, MAX_DEPTH):
            raise source.error(line.line, f"{line.depth} # have no parent above", "go one step deeper only")
        counts = [*counts, 0][: line.depth]
        counts[-1] += 1
        yield "-".join(map(str, counts))


def _targets(source: _Source, numbered: Iterable[tuple[str, _Line]]) -> dict[str, str]:
    """What a reference to each name prints: the number, and the title of a heading."""
    targets: dict[str, str] = {}
    for number, line in numbered:
        if line.name in targets:
            raise source.error(line.line, f"the name {line.name} is taken", "choose another one")
        if line.name is not None:
            targets[line.name] = f"{number} “{line.text}”" if line.heading else number
    return targets


def _runs(
    source: _Source, line: _Line, version: str, newest: bool, targets: Mapping[str, Mapping[str, str]]
) -> Iterator[Run]:
    """The words of an item in one edition, split where the newest edition changed them."""
    start = 0
    added = line.sign == "+"
    for match in VARIANT.finditer(line.text):
        if match.start() > start:
            text = line.text[start : match.start()]
            yield Run(_resolve(source, line, text, version, targets), added)
        if text := match["new" if newest else "old"]:
            yield Run(_resolve(source, line, text, version, targets), newest)
        start = match.end()
    if start < len(line.text):
        yield Run(_resolve(source, line, line.text[start:], version, targets), added)


def _resolve(
    source: _Source, line: _Line, text: str, version: str, targets: Mapping[str, Mapping[str, str]]
) -> str:
    def target(match: re.Match[str]) -> str:
        names = targets.get(match["version"] or version, {})
        if match["name"] not in names:
            raise source.error(line.line, f"nothing is named {match['name']}", "name an item so, in []")
        return names[match["name"]]

    resolved = REFERENCE.sub(target, text)
    if stray := re.search(r"[{}|<>]", resolved):
        raise source.error(line.line, f"a stray {stray[0]}", "write {old|new} or <name>")
    return resolved.replace("'", "’")


def _history(source: _Source, version: str, targets: Mapping[str, Mapping[str, str]]) -> Iterator[Entry]:
    """The entries up to an edition, newest first."""
    known = list(source.dates)
    for told in reversed(known[: known.index(version) + 1]):
        lines = tuple(
            _resolve(source, line, line.text, told, targets)
            for line in source.history
            if line.version == told
        )
        yield Entry(told, source.dates[told], lines)
