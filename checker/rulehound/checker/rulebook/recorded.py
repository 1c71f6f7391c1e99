"""Whether the records of editions match their documents, for bundled documents and the one at hand."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.checker.rulebook.reading import Rulebook
from rulehound.extract import Document, read_cached
from rulehound.spec.documents.record_check import record_problems


def recorded_editions_problems(book: Rulebook) -> list[str]:
    """Every clause of which a record says something else than its document, one line each."""
    root, store = book.store.root, book.store
    return [problem for document in _documents(book) for problem in record_problems(root, store, document)]


def _documents(book: Rulebook) -> Iterator[Document]:
    """The document at hand, then the bundled ones: the recorded files beside the game's rulebook."""
    yield book.hand.document
    entries = book.store.documents.values()
    for edition in (edition for entry in entries for edition in entry.editions):
        path = book.game.rulebook.parent / edition.pdf
        if edition.pdf and edition.sha256 != book.hand.document.sha256 and path.is_file():
            yield read_cached(str(path))
