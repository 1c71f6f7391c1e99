"""Reading a document from end to end, each step in a process of its own."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue

import msgspec

from rulehound.extract.document import Document, DocumentError
from rulehound.extract.pdf.pages import NOT_READ, Page, read_pages
from rulehound.extract.pdf.recognition import can_recognise, recognise
from rulehound.extract.processes.cores import usable_cores
from rulehound.extract.processes.isolation import DEFAULT, Child, ChildFailed, Limits, call_in_child
from rulehound.extract.text.recognition import is_text_file

# By name, as this process imports nothing of what they need.
_TEXT_DOCUMENT = "rulehound.extract.assembly:text_document"
_PAGES_DOCUMENT = "rulehound.extract.assembly:pages_document"
_SECOND_READER = "rulehound.extract.pdf.second_reader:warnings_of"
# A further process has to open the file and to load PDFium, which costs as much as some pages.
_FEWEST_PAGES = 8


def read_document(
    path: str | Path,
    progress: Callable[[int, int], None] | None = None,
    numbering: str | None = None,
    *,
    second_reader: bool = False,
    limits: Limits = DEFAULT,
    password: str | None = None,
) -> Document:
    """Read the clauses of the document at `path`, in reading order.

    `progress` is called with the pages read and the pages in all. `numbering`, one of NUMBERINGS, says how
    the document is numbered; None infers it. With `second_reader`, the warnings name the places where another
    reader sees other characters. Contents, page numbers, running heads and the update history are no clauses.
    What is not numbered throughout is read by its headings, paragraphs, lists and tables; its clauses have no
    number, and contents and preface are among them. `password` opens an encrypted PDF. All steps that depend
    on the content of the file run in other processes, under the limits. Raises DocumentError if the file
    cannot be read or holds no clause. Pages that are pictures of text are recognised where the extra `ocr`
    is installed; the clauses on them say so.
    """
    name = str(path)
    try:
        if is_text_file(path):
            return _document(_TEXT_DOCUMENT, name, numbering, limits=limits)
        pictures = partial(recognise, name, progress, limits, password) if can_recognise() else None
        source = read_pages(path, progress, limits=limits, password=password, pictures=pictures)
        document = _document(_PAGES_DOCUMENT, name, source, numbering, limits=limits)
    except ChildFailed as error:
        raise DocumentError(
            name, f"its clauses cannot be found: that {error}", "give a part of it"
        ) from error
    if not second_reader:
        return document
    printed = [page for page in source.pages if not page.recognised]
    doubts = _doubts(name, printed, limits, password) if printed else ()
    return msgspec.structs.replace(document, warnings=(*document.warnings, *doubts))


def _document(target: str, *arguments: object, limits: Limits) -> Document:
    document: Document = call_in_child(target, *arguments, limits=limits)
    return document


def _doubts(name: str, pages: Sequence[Page], limits: Limits, password: str | None) -> Iterator[str]:
    """The places where the second reader sees other characters, a line for each kind and page.

    Processes share the pages, as many as there are cores.
    """
    count = max(1, min(usable_cores(), len(pages) // _FEWEST_PAGES))
    bounds = [len(pages) * index // count for index in range(count + 1)]
    shares = [pages[start:end] for start, end in pairwise(bounds)]
    with ExitStack() as running:
        start = partial(Child, _SECOND_READER, name, limits=limits, once=True)
        try:
            readers = [
                running.enter_context(start(share, password, replies=SimpleQueue())) for share in shares
            ]
        except ChildFailed as error:
            yield f"{NOT_READ} by the second reader: that {error}"
            return
        for share, reader in zip(shares, readers, strict=True):
            try:
                yield from reader.wait(limits.document_seconds)
            except ChildFailed as error:
                where = f"pages {share[0].number} to {share[-1].number}"
                yield f"{where}: {NOT_READ} by the second reader: that {error}"
            except DocumentError as error:
                yield f"no second reader has checked the characters: {error.reason}"
                return
