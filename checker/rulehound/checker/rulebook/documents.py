"""Opening the documents that users name: files, or recorded editions written `DOCUMENT@VERSION`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rulehound.checker.errors import UserError
from rulehound.checker.progress import Progress, silent
from rulehound.checker.rulebook.password import password_in_use
from rulehound.checker.rulebook.reading import Rulebook, load_spec
from rulehound.extract import NUMBERINGS, read_before, read_cached, read_document
from rulehound.spec.documents.alignment.correspondences import AlignmentSide
from rulehound.spec.documents.alignment.sides import side_of_document, side_of_record
from rulehound.spec.documents.lineage import nearest
from rulehound.spec.documents.links_at_hand import LinkAtHand
from rulehound.spec.documents.spec_records import EditionName
from rulehound.spec.documents.store import Store
from rulehound.spec.game import Game

if TYPE_CHECKING:
    from rulehound.extract import Document


def read_document_file(
    path: Path,
    report: Progress = silent,
    *,
    numbering: str | None = None,
    cached: bool = True,
    second_reader: bool = False,
) -> Document:
    """The document in a file.

    `numbering`: name of a numbering scheme; None infers it from the document. `cached`: whether the kept
    result of an earlier reading of the file may be used. `second_reader`: whether another reader reads the
    same pages, and warnings name the places where it differs. Raises DocumentError, and UserError for an
    unknown numbering.
    """
    if numbering is not None and numbering not in NUMBERINGS:
        raise UserError(f"no numbering {numbering}", f"use one of {', '.join(NUMBERINGS)}")
    reader = read_cached if cached else read_document
    what = f"reading {path.name}"
    return reader(
        path,
        lambda done, of: report(what, done, of),
        numbering=numbering,
        second_reader=second_reader,
        password=password_in_use(),
    )


DocumentReader: TypeAlias = Callable[[Path, Progress], "Document"]
"""Reads a file, as `read_document_file` does."""


@dataclass(frozen=True)
class NamedEdition:
    """An edition that a user named: with its document where that is at hand, else its record alone."""

    title: str
    """Title; like version and date (ISO 8601), it is empty where neither document nor record gives it."""
    version: str
    date: str
    side: AlignmentSide
    """Its clauses, as alignment compares them."""
    document: Document | None
    recorded: EditionName | None = None
    """The recorded edition, where the user named that and not a file."""

    @property
    def name(self) -> str:
        """Title and version, or the name of the file, for people to read."""
        label = " ".join(part for part in (self.title, self.version) if part)
        return label or (Path(self.document.path).name if self.document else "")


def recorded_name(store: Store, edition: NamedEdition) -> EditionName | None:
    """The name of the recorded edition that a named edition is, recognised by its file; None where it is
    none.
    """
    if edition.recorded is not None or edition.document is None:
        return edition.recorded
    sha256 = edition.document.sha256
    return next((name for name in store.clauses if store.edition(*name).sha256 == sha256), None)


def forced_pairings(store: Store, old: NamedEdition, new: NamedEdition) -> tuple[str, ...]:
    """The pairings of two recorded editions that somebody decided; none where the new one is not recorded,
    or does not follow the old one."""
    older, newer = recorded_name(store, old), recorded_name(store, new)
    if older is None or newer is None or older[0] != newer[0]:
        return ()
    order = [edition.version for edition in store.documents[newer[0]].by_age]
    before = nearest(newer[1], [version for version in order if version != newer[1]], order)
    return store.edition(*newer).force if before == older[1] else ()


def require_recorded(store: Store, edition: NamedEdition, name: str) -> EditionName:
    """The recorded edition that a user called `name`.

    Raises UserError for an edition that is not recorded, and for one whose record has other clauses.
    """
    recorded = recorded_name(store, edition)
    if recorded is None:
        known = ", ".join(map(name_of, store.clauses)) or "none is recorded"
        what = f"{name} is not a recorded edition, so no rule is linked to it"
        raise UserError(what, f"record it with rulehound extract --update, or name one of {known}")
    if store.clauses[recorded].keys() != {passage.key for passage in edition.side.passages}:
        what = f"{name} has other clauses than were recorded of it by another version of rulehound"
        raise UserError(what, "record it again with rulehound extract --update")
    return recorded


def name_of(edition: EditionName) -> str:
    """A recorded edition as the command line names it."""
    return "@".join(edition)


def open_edition(
    name: str, game: Callable[[], Game], reader: DocumentReader, report: Progress = silent
) -> NamedEdition:
    """The edition of this name: the name of a file, or else `DOCUMENT@VERSION`.

    `game` is called only where there is no file of that name. A recorded edition whose PDF comes with the
    spec is read from it, and one whose file was read on this machine before has its text from there.

    Raises UserError for a name that is neither, DocumentError, SpecError.
    """
    path = Path(name)
    if path.exists() or "@" not in name:
        document = reader(path, report)
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
    document_at_hand = reader(pdf, report) if pdf else _read_before(store, edition)
    if document_at_hand is not None:
        side = side_of_document(document_at_hand)
    else:
        side = side_of_record(f"{title} {edition[1]}", store.clauses[edition].values())
    return NamedEdition(title, edition[1], date, side, document_at_hand, edition)


def _read_before(store: Store, edition: EditionName) -> Document | None:
    """A recorded edition whose file was read on this machine before, and is still there."""
    document = read_before(store.edition(*edition).sha256)
    return document if document is not None and Path(document.path).is_file() else None


def reviewed_text(book: Rulebook, link: LinkAtHand) -> tuple[str, str]:
    """The clause whose words were reviewed for a link, as "1.0, 1-4-2", and its text where that is at hand.

    A recorded edition is at hand where its PDF comes with the spec, or where its file was read on this
    machine before. Both texts are empty for a link that nobody reviewed.
    """
    where = ""
    for version, key in link.reviewed:
        where = where or f"{version}, {key}"
        document = _recorded_document(book, (book.hand.identified.document, version))
        for clause in document.clauses if document else ():
            if clause.key == key:
                return f"{version}, {key}", clause.text
    return where, ""


def _recorded_document(book: Rulebook, edition: EditionName) -> Document | None:
    """A recorded edition with its text; None where it is not at hand."""
    sha256 = book.store.edition(*edition).sha256
    if sha256 == book.hand.document.sha256:
        return book.hand.document
    pdf = bundled_pdf(book.game, book.store, edition)
    return read_cached(pdf) if pdf else read_before(sha256)


def bundled_pdf(game: Game, store: Store, edition: EditionName) -> Path | None:
    """The PDF of a recorded edition; None where the spec has none, or its file is not the recorded one."""
    listed = store.edition(*edition)
    path = game.rulebook.parent / listed.pdf
    if not listed.pdf or not path.is_file():
        return None
    return path if hashlib.sha256(path.read_bytes()).hexdigest() == listed.sha256 else None
