"""Reads a document: pages, lines, outline, clauses."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from rulehound.extract.flow import usage_of
from rulehound.extract.front_matter import read_front_matter, without_version_and_date
from rulehound.extract.furniture import without_furniture
from rulehound.extract.lines import read_lines
from rulehound.extract.markdown import text_blocks
from rulehound.extract.numbered import numbered_clauses, outline_warnings
from rulehound.extract.numbering import FLAT
from rulehound.extract.outline import Outline, read_outline
from rulehound.extract.pages import Page, Pages, read_pages
from rulehound.extract.paragraphs import Blocks, read_blocks
from rulehound.extract.plain_text import is_text_file, read_text_file, text_lines
from rulehound.extract.records import DEMANDING, Clause, Document, DocumentError
from rulehound.extract.references import cross_referenced
from rulehound.extract.structure import read_structure
from rulehound.extract.surroundings import parts_of, revisions_in, surroundings_of
from rulehound.extract.tables import lift_tables


def read_document(
    path: str | Path, progress: Callable[[int, int], None] | None = None, numbering: str | None = None
) -> Document:
    """Read the clauses of the document at `path`, in reading order.

    `progress` is told pages read and pages in all. `numbering`, one of NUMBERINGS, says how the document is
    numbered; None infers it. Contents, page numbers, running heads and the update history are no clauses.
    What is not numbered throughout is read by its headings, paragraphs, lists and tables; its clauses have
    no number, and contents and preface are among them.
    Raises DocumentError if the file cannot be read or holds no clause.
    """
    text = read_text_file(path) if is_text_file(path) else None
    pages: list[Page] = []
    if text is not None:
        source, lines = Pages(text.sha256, "", (), total=1), text_lines(text)
    else:
        source = read_pages(path, progress)
        pages = without_furniture(source.pages)
        lines = read_lines(pages)
    outline = None if numbering == "none" else read_outline(lines, numbering)
    if outline is not None and numbering is None and _numbers_rows(outline, pages):
        outline = None
    if outline is None and numbering in (None, "none"):
        blocks = read_blocks(pages) if text is None else Blocks(tuple(text_blocks(text)), ())
        return _without_numbers(str(path), source, blocks)
    if outline is None:
        raise DocumentError(
            str(path), "no numbered clauses found", "use a document numbered throughout, like 1-1. or 1.1."
        )
    usage = usage_of(lines)
    parts = parts_of(outline)
    preface = [line for part in parts if part.name == "preface" for line in part.lines]
    front = read_front_matter(preface, source.title)
    clauses = cross_referenced(numbered_clauses(outline, usage))
    return Document(
        path=str(path),
        sha256=source.sha256,
        title=front.title,
        version=front.version,
        date=front.date,
        pages=source.total,
        clauses=clauses,
        warnings=(*source.warnings, *_page_warnings(source.pages, clauses), *outline_warnings(outline)),
        numbering=outline.scheme.name,
        surroundings=cross_referenced(surroundings_of(parts, front.lines, usage), among=clauses),
        history=revisions_in(parts, outline, usage),
    )


def _numbers_rows(outline: Outline, pages: Sequence[Page]) -> bool:
    """True if plain numbers are those of the rows of tables: of questions, say."""
    if outline.scheme is not FLAT or not pages:
        return False
    outside = {line.box for line in read_lines(lift_tables(pages).pages)}
    return 2 * sum(piece.lines[0].box in outside for piece in outline.pieces) < len(outline.pieces)


def _without_numbers(path: str, source: Pages, blocks: Blocks) -> Document:
    """A document by its headings, paragraphs, lists and tables."""
    structure = read_structure(blocks.blocks)
    if not any(clause.kind in DEMANDING for clause in structure.clauses):
        raise DocumentError(path, "no clauses found", "name a document that holds rules")
    front = read_front_matter(structure.front, source.title)
    # Large print beside it may be no title, and a title of a single line may hold the version.
    title = read_front_matter(structure.titles, "").title or without_version_and_date(
        " ".join(line.text for line in structure.titles[:1])
    )
    return Document(
        path=path,
        sha256=source.sha256,
        title=title or source.title,
        version=front.version,
        date=front.date,
        pages=source.total,
        clauses=structure.clauses,
        warnings=(*source.warnings, *_page_warnings(source.pages, structure.clauses), *blocks.warnings),
        surroundings=structure.surroundings,
    )


def _page_warnings(pages: Iterable[Page], clauses: Iterable[Clause]) -> Iterator[str]:
    unknown = Counter(clause.page for clause in clauses for _ in range(clause.text.count("(cid:")))
    for page in pages:
        if not page.runs:
            yield f"page {page.number}: no text on it"
        elif unknown[page.number]:
            yield f"page {page.number}: glyphs without a letter in clauses: {unknown[page.number]}"
