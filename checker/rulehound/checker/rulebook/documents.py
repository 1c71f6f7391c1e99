"""Opening the documents that users name: files, or recorded editions, written `DOCUMENT@VERSION`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulehound.checker.errors import UserError
from rulehound.checker.progress import Progress, silent
from rulehound.checker.rulebook.reading import load_spec
from rulehound.extract import NUMBERINGS, read_cached, read_document
from rulehound.spec.documents.alignment.records import Side
from rulehound.spec.documents.alignment.sides import side_of_document, side_of_record
from rulehound.spec.documents.store import EditionName, Store
from rulehound.spec.game import Game

if TYPE_CHECKING:
    from rulehound.extract import Document


@dataclass(frozen=True)
class ReadingOptions:
    """The options for reading files."""

    numbering: str | None = None
    """Name of a numbering scheme; None: inferred from the document."""
    cached: bool = True
    """Whether the result of an earlier reading of the file may be used."""
    compared: bool = False
    """Whether a second reader reads the same pages, and warnings name the places where it differs."""

    def read(self, path: Path, report: Progress = silent) -> Document:
        """The document in a file. Raises DocumentError, and UserError for an unknown numbering."""
        if self.numbering is not None and self.numbering not in NUMBERINGS:
            raise UserError(f"no numbering {self.numbering}", f"use one of {', '.join(NUMBERINGS)}")
        reader = read_cached if self.cached else read_document
        what = f"reading {path.name}"
        return reader(
            path,
            lambda done, of: report(what, done, of),
            numbering=self.numbering,
            second_reader=self.compared,
        )


@dataclass(frozen=True)
class NamedEdition:
    """An edition that a user named: with its document where that is at hand, else its record alone."""

    title: str
    """Title; like version and date (ISO 8601), it is empty where neither document nor record gives it."""
    version: str
    date: str
    side: Side
    """Its clauses, as alignment compares them."""
    document: Document | None
    recorded: EditionName | None = None
    """The recorded edition, where the user named that and not a file."""

    @property
    def name(self) -> str:
        """Title and version, or the name of the file, for people to read."""
        label = " ".join(part for part in (self.title, self.version) if part)
        return label or (Path(self.document.path).name if self.document else "")


def name_of(edition: EditionName) -> str:
    """A recorded edition as the command line names it."""
    return "@".join(edition)


def open_edition(
    name: str, game: Callable[[], Game], options: ReadingOptions, report: Progress = silent
) -> NamedEdition:
    """The edition of this name: the name of a file, or else `DOCUMENT@VERSION`.

    `game` is called only where there is no file of that name. A recorded edition whose PDF comes with the
    spec is read from it. Raises UserError for a name that is neither, DocumentError, SpecError.
    """
    path = Path(name)
    if path.exists() or "@" not in name:
        document = options.read(path, report)
        side = side_of_document(document)
        return NamedEdition(document.title, document.version, document.date, side, document)
    opened_game = game()
    store = load_spec(opened_game)
    edition = next((edition for edition in store.clauses if name_of(edition) == name), None)
    if edition is None:
        known = ", ".join(map(name_of, store.clauses)) or "no recorded edition"
        raise UserError(f"{name}: neither a file nor a recorded edition", f"name a file, or one of {known}")
    pdf = bundled_pdf(opened_game, store, edition)
    title, date = store.documents[edition[0]].title, store.edition(*edition).date
    bundled = options.read(pdf, report) if pdf else None
    recorded = store.clauses[edition].values()
    side = side_of_document(bundled) if bundled else side_of_record(f"{title} {edition[1]}", recorded)
    return NamedEdition(title, edition[1], date, side, bundled, edition)


def bundled_pdf(game: Game, store: Store, edition: EditionName) -> Path | None:
    """The PDF of a recorded edition; None where the spec has none, or its file is not the recorded one."""
    listed = store.edition(*edition)
    path = game.rulebook.parent / listed.pdf
    if not listed.pdf or not path.is_file():
        return None
    return path if hashlib.sha256(path.read_bytes()).hexdigest() == listed.sha256 else None
