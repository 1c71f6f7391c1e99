"""Serving the pages of one PDF, in a process of its own: `rulehound.extract.pdf.pages` runs `serve` there.

The usual parser reads them. Where it cannot open the file or read a page, PDFium does, if it finds text.
"""

import hashlib
from collections.abc import Generator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rulehound.extract.document import DocumentError
from rulehound.extract.pdf.characters import ParsedFile, parsed_file
from rulehound.extract.pdf.pages import DAMAGED, END_MARK, TAIL, Opening, Page, UnreadPage
from rulehound.extract.processes.isolation import Limits

if TYPE_CHECKING:
    from rulehound.extract.pdf.pdfium_pages import PdfiumFile

_ALONE = "read by PDFium alone, without the lines of tables, since "


def serve(
    path: str, limits: Limits, sha256: str | None = None, password: str | None = None
) -> Generator[Opening | Page | UnreadPage, int, None]:
    """Yield an Opening of the file, then a Page or an UnreadPage for each page number that is sent (1-based).

    Raises DocumentError for a file that cannot be opened, with this password, or has another hash, and
    MemoryError.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise DocumentError(path, f"cannot be read ({error.strerror})", "try again") from None
    file_hash = hashlib.sha256(data).hexdigest()
    if file_hash != (sha256 or file_hash):
        raise DocumentError(path, "the file changed while it was read", "try again")
    second = _SecondReader(data, password)
    file: ParsedFile | None = None
    why = "pdfplumber finds no pages in the file"
    try:
        file = parsed_file(path, data, limits, password)
    except DocumentError as error:
        if not (error.reason.startswith(DAMAGED) and second.file is not None):
            raise
        why = f"pdfplumber cannot open the file: {error.reason}"
    if (file is None or not file.pages) and second.file is not None:
        number = yield Opening(
            file_hash, second.file.title, min(second.file.pages, limits.pages), (_ALONE + why,)
        )
        while True:
            number = yield second.file.read(number, limits)
    assert file is not None
    number = yield Opening(file_hash, file.title, len(file.pages), tuple(file.warnings))
    while True:
        page = file.read(number, limits)
        number = yield second.instead_of(page, limits) or page


class _SecondReader:
    """PDFium, which opens the file only where it is needed."""

    def __init__(self, data: bytes, password: str | None) -> None:
        self._data, self._password = data, password

    @cached_property
    def file(self) -> "PdfiumFile | None":
        """The file; None where PDFium cannot open it either, or its end is missing and maybe more."""
        import pypdfium2

        from rulehound.extract.pdf.pdfium_pages import PdfiumFile

        if END_MARK not in self._data[-TAIL:]:
            return None
        try:
            return PdfiumFile(self._data, self._password)
        except pypdfium2.PdfiumError:
            return None

    def instead_of(self, page: Page | UnreadPage, limits: Limits) -> Page | None:
        """The page that PDFium reads where the usual parser finds no text on it, or cannot read it."""
        if isinstance(page, UnreadPage):
            if not page.damaged:
                return None
            warning = f"{_ALONE}it {page.reason}"
        elif page.runs or page.warnings:
            return None
        else:
            warning = f"{_ALONE}pdfplumber finds no text on it"
        if self.file is None or page.number > self.file.pages:
            return None
        instead = self.file.read(page.number, limits)
        if isinstance(instead, UnreadPage) or not instead.runs:
            return None
        return instead._replace(warnings=(warning,))
