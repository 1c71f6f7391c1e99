"""Writing the package of a new game: templates filled in, its rulebook copied and recorded."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import jinja2

from rulehound.checker.errors import UserError
from rulehound.checker.files import read_file
from rulehound.checker.skeleton.names import class_prefix, require_usable
from rulehound.extract import Clause, Document
from rulehound.spec.documents.editions import record_edition
from rulehound.spec.documents.spec_records import DEMANDING
from rulehound.spec.documents.toml_text import quoted, table

TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".jinja"
PLACEHOLDER = "NAME"
"""What stands for the name of the game in the paths of templates."""

RULESET = "current"
"""The one setting of switches that a new game has; the templates name it too."""

UNKNOWN_VERSION = "1"
"""The version of a rulebook that prints none."""

WIDTH = 110
"""Characters of a line of a list, as long as none of its items is longer."""


@dataclass(frozen=True)
class GamePackage:
    """The package of a game that is to be begun."""

    name: str
    title: str
    rulebook: Document
    language: str = "en"

    @property
    def document(self) -> str:
        """The id of its rulebook."""
        return f"{self.name.replace('_', '-')}-rulebook"

    @property
    def version(self) -> str:
        """The version of its rulebook, as far as a file can be named by it."""
        return re.sub(r"[^\w.+-]", "", self.rulebook.version) or UNKNOWN_VERSION

    @property
    def file(self) -> str:
        """What the copy of its rulebook is called."""
        return f"{self.document}-{self.version}{Path(self.rulebook.path).suffix.lower()}"

    @property
    def demanding(self) -> list[Clause]:
        """The clauses of its rulebook that may demand something."""
        return [clause for clause in self.rulebook.clauses if clause.kind in DEMANDING]


def require_free(name: str, folder: Path) -> None:
    """Raise UserError, before any work, for a name that cannot be used or a folder that is there already."""
    require_usable(name)
    if folder.exists() or folder.is_symlink():
        raise UserError(f"{folder}: exists already", "name another folder with --out, or another game")
    if not folder.absolute().parent.is_dir():
        raise UserError(f"{folder}: cannot be written (no such folder)", "name another folder with --out")


def write_package(game: GamePackage, folder: Path) -> list[Path]:
    """Write the package of a game; returns its files, seen from the folder. All are written, or none.

    Raises UserError for a rulebook without clauses that demand anything, and where nothing can be written.
    """
    if not game.demanding:
        what = f"{game.rulebook.path}: no clause of it can demand anything"
        raise UserError(what, "rulehound extract shows what was read of it; give another file with --rules")
    content = read_file(Path(game.rulebook.path), "give the rulebook with --rules")
    try:
        with tempfile.TemporaryDirectory(prefix=f".{game.name}.", dir=folder.absolute().parent) as unfinished:
            root = Path(unfinished) / game.name
            for path, text in filled_in(game):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
            _put_rulebook(game, root / game.name, content)
            shutil.move(root, folder)
    except OSError as error:
        what = f"{folder}: cannot be written ({error.strerror})"
        raise UserError(what, "name another folder with --out") from None
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def _put_rulebook(game: GamePackage, spec: Path, content: bytes) -> None:
    """Put the rulebook into a spec directory: its file, its entry, and its clauses without their text."""
    (spec / "rulebook").mkdir()
    (spec / "rulebook" / game.file).write_bytes(content)
    (spec / "documents").mkdir()
    (spec / "documents" / f"{game.document}.toml").write_text(entry(game), encoding="utf-8")
    record_edition(spec, game.document, game.version, game.rulebook)


def entry(game: GamePackage) -> str:
    """The entry of the rulebook among the documents of the game, as TOML."""
    title = game.rulebook.title or game.title
    edition = {
        "version": game.version,
        "date": game.rulebook.date,
        "sha256": game.rulebook.sha256,
        "ruleset": RULESET,
        "pdf": game.file,
    }
    head = table({"id": game.document, "title": title, "language": game.language})
    return f"{head}\n{table(edition, '[[edition]]')}"


def filled_in(game: GamePackage) -> Iterator[tuple[Path, str]]:
    """Path and text of every file that is made from a template, in the order of the paths."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=False,  # no markup: names are checked, titles quoted by the filters
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
    )
    environment.filters |= {"quoted": quotation, "words": one_line_of_words}
    values = {
        "name": game.name,
        "kind": class_prefix(game.name),
        "title": game.title,
        "rulebook": game.file,
        "document": game.document,
        "version": game.version,
        "clauses": len(game.rulebook.clauses),
        "demanding": len(game.demanding),
        "first": game.demanding[0].key,
        "open": by_chapter(game),
    }
    for path in sorted(TEMPLATES.rglob(f"*{SUFFIX}")):
        place = path.relative_to(TEMPLATES).as_posix()
        text = environment.get_template(place).render(values)
        yield Path(place.removesuffix(SUFFIX).replace(PLACEHOLDER, game.name)), text


def by_chapter(game: GamePackage) -> list[tuple[str, ...]]:
    """The keys of the clauses that may demand something, those of one chapter together."""
    parents = {clause.key: clause.parent for clause in game.rulebook.clauses}
    chapters: dict[str, list[str]] = defaultdict(list)
    for clause in game.demanding:
        chapter = clause.key
        while (above := parents.get(chapter)) is not None:
            chapter = above
        chapters[chapter].append(clause.key)
    return [tuple(keys) for keys in chapters.values()]


def quotation(value: str | Sequence[str]) -> str:
    """A text, or a list of texts, as TOML and Python have it; a long list stands on lines of its own."""
    if isinstance(value, str):
        return quoted(value)
    lines = [""]
    for item in map(quoted, value):
        if len(lines[-1]) + len(item) > WIDTH:
            lines.append("")
        lines[-1] += f"{item}, "
    if len(lines) == 1:
        return f"[{lines[0].removesuffix(', ')}]"
    return "\n".join(["[", *(f"    {line.rstrip()}" for line in lines), "]"])


def one_line_of_words(title: str) -> str:
    """A title as it can stand in a docstring, without what would end or change that."""
    kept = (character if character.isprintable() else " " for character in title if character not in '"\\')
    return " ".join("".join(kept).split())
