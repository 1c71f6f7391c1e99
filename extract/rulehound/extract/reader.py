"""Reads a document: pages, lines, outline, clauses."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rulehound.extract.front_matter import read_front_matter
from rulehound.extract.furniture import without_furniture
from rulehound.extract.lines import read_lines
from rulehound.extract.numbered import numbered_clauses, outline_warnings
from rulehound.extract.outline import read_outline
from rulehound.extract.pages import Page, read_pages
from rulehound.extract.records import Clause, Document, DocumentError


def read_document(path: str | Path, progress: Callable[[int, int], None] | None = None) -> Document:
    """Read the clauses of the document at `path`, in reading order.

    `progress` is told pages read and pages in all. Contents, page numbers, running heads and the update
    history are no clauses. Raises DocumentError if the file cannot be read or holds no clause.
    """
    source = read_pages(path, progress)
    outline = read_outline(read_lines(without_furniture(source.pages)))
    if outline is None:
        raise DocumentError(
            str(path), "no numbered clauses found", "use a document numbered throughout, like 1-1. or 1.1."
        )
    front = read_front_matter(outline.front, source.title)
    clauses = numbered_clauses(outline)
    return Document(
        path=str(path),
        sha256=source.sha256,
        title=front.title,
        version=front.version,
        date=front.date,
        pages=len(source.pages),
        clauses=clauses,
        warnings=(*_page_warnings(source.pages, clauses), *outline_warnings(outline)),
        numbering=outline.scheme.name,
    )


def _page_warnings(pages: Iterable[Page], clauses: Iterable[Clause]) -> Iterator[str]:
    unknown = Counter(clause.page for clause in clauses for _ in range(clause.text.count("(cid:")))
    for page in pages:
        if not page.runs:
            yield f"page {page.number}: no text on it"
        elif unknown[page.number]:
            yield f"page {page.number}: glyphs without a letter in clauses: {unknown[page.number]}"
