"""Citations of rules in source code: their ids in comments and strings of files in any language."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rulehound.checker.engines.source.files import engine_code
from rulehound.checker.errors import UserError
from rulehound.spec.documents.impact import CodeLine

LARGEST = 1_000_000
"""Bytes of the largest file that is read; nobody writes longer ones by hand."""

VENDORED = frozenset(
    {"__pycache__", "bower_components", "build", "dist", "node_modules", "site-packages", "target"}
    | {"third_party", "vendor", "venv"}
)
"""Folders whose files somebody else wrote, or a machine. Hidden folders are passed over as well."""

# Comments and strings of the usual languages. What is never closed runs to the end of the file. Marks of a
# comment that are operators elsewhere (`;`, `%`, `--`) count where no operator is likely to stand.
_PROSE = re.compile(
    r"""
      /\*.*?(?:\*/|\Z) | <!--.*?(?:-->|\Z) | \"{3}.*?(?:\"{3}|\Z) | '{3}.*?(?:'{3}|\Z)
    | `(?:\\.|[^`\\])*(?:`|\Z) | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    | (?://|\#|(?<![^\s])--(?=\s)|^[ \t]*[;%])[^\n]*
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def find_citations(
    folder: Path, rules: Iterable[str], left_out: Collection[Path] = ()
) -> Mapping[str, tuple[CodeLine, ...]]:
    """The lines of the source files below a folder that cite each of these rules, in order.

    A rule is cited where its id stands as a word in a comment or a string. These are recognised by marks that
    most languages share, so an operator of an odd language may pass for a comment. `folder` may be a single
    file; the names of files begin with it as it is given. Binary files, files over `LARGEST` bytes, links,
    hidden and vendored folders and those in `left_out` are passed over. Rules that are cited nowhere are left
    out. Raises UserError where there is no such folder.
    """
    known = sorted(set(rules), key=lambda rule: (-len(rule), rule))
    if not folder.exists():
        raise UserError(f"{folder} does not exist", "name a folder of source files")
    if not known:
        return {}
    # The full stop that ends a sentence is not part of an id; one inside a longer id is.
    word = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, known))})(?![\w-]|\.\w)")
    places_of: dict[str, list[CodeLine]] = {}
    for path in _files(folder, left_out):
        for rule, line in _cited_in(_text(path), word):
            places_of.setdefault(rule, []).append(CodeLine(path.as_posix(), line))
    return {rule: tuple(places_of[rule]) for rule in sorted(places_of)}


def find_citations_in(
    folders: Sequence[Path], rules: Iterable[str], left_out: Collection[Path] = ()
) -> Mapping[str, Sequence[CodeLine]]:
    """The lines below several folders that cite each of these rules; files below the working directory are
    named from there. Raises as `find_citations`."""
    known, here = list(rules), Path.cwd()
    citations: dict[str, list[CodeLine]] = {}
    for folder in folders:
        inside = folder.is_absolute() and folder.is_relative_to(here)
        named = folder.relative_to(here) if inside else folder
        for rule, places in find_citations(named, known, left_out).items():
            citations.setdefault(rule, []).extend(places)
    return citations


def _files(folder: Path, left_out: Collection[Path]) -> Iterator[Path]:
    if folder.is_file():
        yield folder
    for here, folders, names in os.walk(folder):
        own = (name for name in folders if Path(here, name).absolute() not in left_out)
        folders[:] = sorted(name for name in own if name not in VENDORED and not name.startswith("."))
        for name in sorted(names):
            path = Path(here, name)
            if path.is_file() and not path.is_symlink():
                yield path


def _text(path: Path) -> str:
    """The text of a file; empty where it is binary, too large, or cannot be read."""
    try:
        if path.stat().st_size > LARGEST:
            return ""
        content = path.read_bytes()
    except OSError:
        return ""
    return "" if b"\0" in content else content.decode("utf-8", errors="replace")


def _cited_in(text: str, word: re.Pattern[str]) -> list[tuple[str, int]]:
    """Rule and line of each citation, a rule once a line, in the order of the lines."""
    if word.search(text) is None:
        return []
    places = (
        (text.count("\n", 0, prose.start() + cited.start()) + 1, cited.group())
        for prose in _PROSE.finditer(text)
        for cited in word.finditer(prose.group())
    )
    return [(rule, line) for line, rule in dict.fromkeys(places)]


def citations_of(engine: str, game: str, rules: Iterable[str]) -> dict[str, list[str]]:
    """For each rule, the lines that cite it where an installed engine plays a game, as ``FILE:LINE``."""
    code = engine_code(engine, game)
    if code is None:
        return {}
    within = code.folder.parent
    return {
        rule: [f"{Path(place.file).relative_to(within).as_posix()}:{place.line}" for place in places]
        for rule, places in find_citations(code.folder, rules, code.left_out).items()
    }
