"""Making a document of the pages of a PDF, or of a text file: its clauses and the text around them.

This runs in a process of its own, since the time that it takes depends on the file; see `reader`.
"""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from rulehound.extract.document import DEMANDING, Clause, Document, DocumentError
from rulehound.extract.front_matter import read_front_matter
from rulehound.extract.layout.flow import usage_of
from rulehound.extract.layout.furniture import without_furniture
from rulehound.extract.layout.line_numbers import without_line_numbers
from rulehound.extract.layout.lines import Line, read_lines
from rulehound.extract.layout.paragraphs import Blocks, read_blocks
from rulehound.extract.layout.tables import lift_tables
from rulehound.extract.numbered.clauses import numbered_clauses, outline_warnings
from rulehound.extract.numbered.numbering import FLAT
from rulehound.extract.numbered.outline import Outline, read_outline
from rulehound.extract.numbered.skipped import skipped_lines, with_skipped_furniture
from rulehound.extract.numbered.surroundings import parts_of, revisions_in, surroundings_of
from rulehound.extract.pdf.pages import NO_TEXT, Page, Pages
from rulehound.extract.pdf.word_gaps import are_successive
from rulehound.extract.references import cross_referenced
from rulehound.extract.text.markdown import text_blocks
from rulehound.extract.text.plain_text import read_text_file, text_lines
from rulehound.extract.unnumbered.structure import read_structure

# Not even German has words of so many letters. Only scripts that set spaces between words count.
_SPACED_SCRIPTS = r"[A-Za-z\u00c0-\u058f\u1e00-\u1fff\uac00-\ud7a3]"
_IMPROBABLE_WORD = re.compile(rf"{_SPACED_SCRIPTS}{{36,}}")
# A row of nothing but such letters may be a word whose letters are set wide.
_SINGLE_LETTERS = re.compile(rf"(?:{_SPACED_SCRIPTS} ){{3,}}{_SPACED_SCRIPTS}")
_SAMPLE = 30


def text_document(name: str, numbering: str | None) -> Document:
    """The document in a text file. Raises DocumentError for one that is no text or holds no clause."""
    text = read_text_file(name)
    return _document(
        name,
        Pages(text.sha256, "", (), total=1),
        text_lines(text),
        lambda: Blocks(tuple(text_blocks(text)), ()),
        numbering,
    )


def pages_document(name: str, source: Pages, numbering: str | None) -> Document:
    """The document of these pages. Raises DocumentError if they hold no clause."""
    unnumbered, warning = without_line_numbers(source.pages)
    pages = without_furniture(unnumbered)
    if warning:
        source = source._replace(warnings=(*source.warnings, warning))
    document = _document(name, source, read_lines(pages), lambda: read_blocks(pages), numbering)
    recognised = frozenset(page.number for page in pages if page.recognised)
    if recognised:
        document = msgspec.structs.replace(
            document,
            clauses=_marked(document.clauses, recognised),
            surroundings=_marked(document.surroundings, recognised),
        )
    return with_skipped_furniture(document, unnumbered, pages)


def _marked(clauses: Iterable[Clause], recognised: Container[int]) -> tuple[Clause, ...]:
    """The clauses, their lines on these pages marked as recognised in pictures."""
    return tuple(
        msgspec.structs.replace(
            clause, recognised=tuple(i for i, box in enumerate(clause.boxes) if box.page in recognised)
        )
        for clause in clauses
    )


def _document(
    name: str, source: Pages, lines: Sequence[Line], blocks: Callable[[], Blocks], numbering: str | None
) -> Document:
    """A document read by its numbers if it is numbered, else by its blocks."""
    outline = None if numbering == "none" else read_outline(lines, numbering)
    if outline is not None and numbering is None and _numbers_rows(outline, source.pages):
        outline = None
    if outline is None and numbering in (None, "none"):
        return _without_numbers(name, source, blocks())
    if outline is None:
        raise DocumentError(
            name, "no numbered clauses found", "use a document numbered throughout, like 1-1. or 1.1."
        )
    usage = usage_of(lines)
    parts = parts_of(outline)
    preface = [line for part in parts if part.name == "preface" for line in part.lines]
    front = read_front_matter(preface, source.title)
    clauses = cross_referenced(numbered_clauses(outline, usage))
    return Document(
        path=name,
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
        skipped=skipped_lines(outline, parts),
    )


def _numbers_rows(outline: Outline, pages: Sequence[Page]) -> bool:
    """True if the plain numbers are those of rows of tables, for example of questions."""
    if outline.scheme is not FLAT or not pages:
        return False
    outside = {line.box for line in read_lines(lift_tables(pages).pages)}
    return 2 * sum(piece.lines[0].box in outside for piece in outline.pieces) < len(outline.pieces)


def _without_numbers(name: str, source: Pages, blocks: Blocks) -> Document:
    """A document read by its headings, paragraphs, lists and tables."""
    structure = read_structure(blocks.blocks)
    if not any(clause.kind in DEMANDING for clause in structure.clauses):
        raise DocumentError(name, "no clauses found", "name a document that holds rules")
    front = read_front_matter(structure.front, source.title)
    title = read_front_matter(structure.titles, "").title  # large print beside it may be no title
    return Document(
        path=name,
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
        if not page.runs and page.drawn:
            yield f"page {page.number}: no text on it; where it shows some, {NO_TEXT}"
        elif not page.runs:
            yield f"page {page.number}: no text on it"
        elif unknown[page.number]:
            yield f"page {page.number}: glyphs without a letter in clauses: {unknown[page.number]}"
        if long_words := [word for run in page.runs for word in _IMPROBABLE_WORD.findall(run.text)]:
            what = f"words improbably long, as if spaces were missing: {len(long_words)}"
            yield f"page {page.number}: {what}, such as {long_words[0][:_SAMPLE]}…"
        if spaced := [row for row in _rows(page) if _may_be_set_wide(row)]:
            what = f"single letters, read as words of one letter each: {len(spaced)}"
            yield f'page {page.number}: {what}, such as "{spaced[0][:_SAMPLE]}"'


def _rows(page: Page) -> Iterator[str]:
    """The texts of runs that follow each other on one baseline."""
    for _, runs in groupby(page.runs, key=lambda run: round(run.baseline)):
        yield " ".join(run.text for run in runs)


def _may_be_set_wide(row: str) -> bool:
    """Whether it is made of single letters that may be those of one word: "R U L E S", not "A B C D"."""
    return _SINGLE_LETTERS.fullmatch(row) is not None and not are_successive(row.split())
