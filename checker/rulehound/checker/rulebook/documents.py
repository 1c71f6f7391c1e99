"""Documents as users name them: files, and recorded editions, which are written `DOCUMENT@VERSION`."""

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
class Reading:
    """How files are read."""

    numbering: str | None = None
    """Name of a numbering scheme; None: inferred from the document."""
    cached: bool = True
    """Whether what was read of the same file before may be used."""
    compared: bool = False
    """Whether a second reader looks at the same pages, and the warnings say where it sees something else."""

    def read(self, path: Path, report: Progress = silent) -> Document:
        """The document in a file. Raises DocumentError, and UserError for a numbering that is none."""
        if self.numbering is not None and self.numbering not in NUMBERINGS:
            raise UserError(f"no numbering {self.numbering}", f"use one of {', '.join(NUMBERINGS)}")
        read = read_cached if self.cached else read_document
        what = f"reading {path.name}"
        return read(
            path,
            lambda done, of: report(what, done, of),
            numbering=self.numbering,
            second_reader=self.compared,
        )


@dataclass(frozen=True)
class NamedEdition:
    """An edition that a user named: its document where the words are at hand, else its record alone."""

    title: str
    """Like version and date (ISO 8601), empty where neither document nor record says."""
    version: str
    date: str
    side: Side
    """As it is aligned."""
    document: Document | None
    recorded: EditionName | None = None
    """The recorded edition, where that was asked for and not a file."""

    @property
    def name(self) -> str:
        """For people: title and version, or the name of the file."""
        named = " ".join(part for part in (self.title, self.version) if part)
        return named or (Path(self.document.path).name if self.document else "")


def name_of(edition: EditionName) -> str:
    """A recorded edition as it is named on the command line."""
    return "@".join(edition)


def open_edition(
    asked: str, game: Callable[[], Game], reading: Reading, report: Progress = silent
) -> NamedEdition:
    """The edition that a user means by the name of a file, or else by `DOCUMENT@VERSION`.

    `game` is asked for only where there is no file of that name. A recorded edition whose PDF comes with the
    spec is read from it. Raises UserError for a name that is neither, DocumentError, SpecError.
    """
    path = Path(asked)
    if path.exists() or "@" not in asked:
        document = reading.read(path, report)
        side = side_of_document(document)
        return NamedEdition(document.title, document.version, document.date, side, document)
    found = game()
    store = load_spec(found)
    edition = next((edition for edition in store.clauses if name_of(edition) == asked), None)
    if edition is None:
        known = ", ".join(map(name_of, store.clauses)) or "no recorded edition"
        raise UserError(f"{asked}: neither a file nor a recorded edition", f"name a file, or one of {known}")
    pdf = bundled_pdf(found, store, edition)
    title, date = store.documents[edition[0]].title, store.edition(*edition).date
    read = reading.read(pdf, report) if pdf else None
    recorded = store.clauses[edition].values()
    side = side_of_document(read) if read else side_of_record(f"{title} {edition[1]}", recorded)
    return NamedEdition(title, edition[1], date, side, read, edition)


def bundled_pdf(game: Game, store: Store, edition: EditionName) -> Path | None:
    """The PDF of a recorded edition, where it comes with the spec and is the file that was recorded."""
    listed = store.edition(*edition)
    path = game.rulebook.parent / listed.pdf
    if not listed.pdf or not path.is_file():
        return None
    return path if hashlib.sha256(path.read_bytes()).hexdigest() == listed.sha256 else None
