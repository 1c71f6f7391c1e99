"""Reading the pages of a PDF file: the runs of characters and the rulings on each.

This process never parses the file. `serving` does that in other processes, under limits.
"""

import math
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, TypeAlias
from unicodedata import category

from rulehound.extract.document import DocumentError, Style
from rulehound.extract.pdf.other_formats import other_format
from rulehound.extract.processes.child_pool import ChildPool
from rulehound.extract.processes.cores import usable_cores
from rulehound.extract.processes.isolation import DEFAULT, Child, ChildFailed, Limits, Replies

NOT_READ = "not read"
"""Words in every warning about missing pages."""
RECOGNISED = "recognised in a picture of the page, and may be wrong anywhere; read it beside the print"
"""The warning about pages whose text was recognised."""
NO_TEXT = "pip install 'rulehound[ocr]' has its pages recognised, or do that (OCR) with another program"
"""What to do with pages that are pictures of text, where they were not recognised."""
DAMAGED = "the PDF is damaged"

_ANEW = "save it anew with another program, or fetch it again"
_SHARPER = "scan it again, upright and with 200 dots an inch or more"
_SMALLER = "split it, or leave out its pictures"

# Readers look for the header in the first, for the end mark in the last kilobyte (ISO 32000-1, annex H.3).
_HEAD = TAIL = 1024
END_MARK = b"%%EOF"
# A further process opens the file and reads its fonts once more, which costs as much as a few pages.
_PAGES_A_WORKER = 8
_CODE = re.compile(r"\(cid:\d+\)")  # the parser's word for a glyph without a letter
_READER = "rulehound.extract.pdf.serving:serve"  # by name, as importing it would import the parser


class TextRun(NamedTuple):
    """Characters printed one after another on one baseline. Points, origin top left."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    baseline: float
    size: float
    red: bool
    styles: tuple[tuple[int, Style], ...] = ()
    """The start of each style in the text. The first is at 0, and neighbours differ."""


class Ruling(NamedTuple):
    """A straight line or the outline of a rectangle, as tables are drawn with. Points, origin top left."""

    x0: float
    top: float
    x1: float
    bottom: float


class Page(NamedTuple):
    """One page: its runs in the order in which the file prints them, and the lines drawn on it."""

    number: int
    width: float
    height: float
    runs: tuple[TextRun, ...]
    rulings: tuple[Ruling, ...] = ()
    warnings: tuple[str, ...] = ()
    """Errors of the page, although it was read."""
    turned: int = 0
    """By how much the page was turned to have its text upright, clockwise, in degrees: 0, 90, 180 or 270."""
    drawn: bool = False
    """Whether something is drawn on it besides text, so that a page without text may be a picture of some."""
    recognised: bool = False
    """Whether its text was recognised in a picture of the page; it may be wrong anywhere."""


class Pages(NamedTuple):
    """The pages of a file that could be read, with its own title (empty where it has none) and hash."""

    sha256: str
    title: str
    pages: tuple[Page, ...]
    warnings: tuple[str, ...] = ()
    """Warnings about damaged and missing parts. Those about missing pages hold NOT_READ."""
    total: int = 0
    """How many pages the file has, read or not."""


class Opening(NamedTuple):
    """The data of a file that are known before a page is read."""

    sha256: str
    title: str
    pages: int
    warnings: tuple[str, ...]


class UnreadPage(NamedTuple):
    """A page that was not read, with a `reason` such as "is damaged"."""

    number: int
    reason: str
    damaged: bool = False
    """Whether another reader may fare better."""


PictureReader: TypeAlias = Callable[[str, Sequence[int]], Mapping[int, Page | UnreadPage]]
"""Reads the text in pictures of pages: given the hash of the file and page numbers, the pages by number."""


def read_pages(
    path: str | Path,
    progress: Callable[[int, int], None] | None = None,
    *,
    workers: int | None = None,
    limits: Limits = DEFAULT,
    password: str | None = None,
    pictures: PictureReader | None = None,
) -> Pages:
    """Read every page of the PDF at `path`. `progress` is called with pages done and pages in all.

    At most `workers` processes share the work, or one for each core if None. The result is the same for any
    number. Pages that are damaged or exceed the limits are missing from it, with a warning. `password` opens
    an encrypted file. `pictures` reads the pages on which something is drawn and no text is printed, such as
    scans, or whose fonts do not name their letters; None leaves them so. Raises DocumentError for a file that
    is missing, no PDF, empty, locked, without text, or not readable.
    """
    name = str(path)
    ended = _check_file(Path(path), name, limits)
    try:
        opening, results = _read(name, progress, workers or usable_cores(), limits, password)
    except ChildFailed as error:
        raise DocumentError(name, f"the PDF cannot be read: it {error}", _ANEW) from error
    except DocumentError as error:
        if ended or not error.reason.startswith(DAMAGED):
            raise
        raise DocumentError(name, "the PDF is cut short (its end is missing)", "fetch it again") from error
    scanned = [page.number for page in results if isinstance(page, Page) and _is_picture(page)]
    if scanned and pictures is not None:
        recognised = pictures(opening.sha256, scanned)
        results = [_better(page, recognised.get(page.number, page)) for page in results]
    pages = tuple(page for page in results if isinstance(page, Page))
    unread = [page for page in results if isinstance(page, UnreadPage)]
    if not results:
        why = f" ({opening.warnings[0]})" if opening.warnings else ""
        raise DocumentError(name, f"the PDF has no pages{why}", "fetch it again")
    with_runs = [page for page in pages if page.runs]
    if with_runs and all(map(_lacks_letters, with_runs)):
        raise DocumentError(name, "the fonts of the PDF do not name their letters", NO_TEXT)
    if not with_runs:
        if unread:
            first = f"page {unread[0].number}: {unread[0].reason}"
            raise DocumentError(name, f"no text of the PDF can be read ({first})", _ANEW)
        if aslant := [page for page in pages if page.warnings]:
            first = f"page {aslant[0].number}: {aslant[0].warnings[0]}"
            raise DocumentError(name, f"no text of the PDF can be read ({first})", _ANEW)
        if scanned and pictures is not None:
            none = "the PDF has no text layer, and none is recognised in the pictures of its pages"
            raise DocumentError(name, none, _SHARPER)
        raise DocumentError(name, "the PDF has no text layer", NO_TEXT)
    warnings = (
        *([] if ended else ["the end mark of the file is missing; it may be cut short"]),
        *opening.warnings,
        *_by_ranges((page.number, f"{NOT_READ}: {page.reason}") for page in unread),
        *_by_ranges((page.number, RECOGNISED) for page in pages if page.recognised),
        *_by_ranges((page.number, warning) for page in pages for warning in page.warnings),
    )
    return Pages(opening.sha256, opening.title, pages, warnings, opening.pages)


def _read(
    name: str,
    progress: Callable[[int, int], None] | None,
    workers: int,
    limits: Limits,
    password: str | None,
) -> tuple[Opening, list[Page | UnreadPage]]:
    """Open the file and read its pages with at most `workers` processes.

    Raises DocumentError and ChildFailed.
    """
    replies: Replies = SimpleQueue()
    results: dict[int, Page | UnreadPage] = {}
    with Child(_READER, name, limits, None, password, limits=limits, replies=replies) as first:
        opening: Opening = first.wait(limits.open_seconds)
        arguments = name, limits, opening.sha256, password
        start = partial(Child, _READER, *arguments, limits=limits, replies=replies)
        pool = ChildPool(start, replies, limits)
        useful = min(workers, math.ceil(opening.pages / _PAGES_A_WORKER))
        with closing(pool.outcomes(first, range(1, opening.pages + 1), useful)) as outcomes:
            for number, outcome in outcomes:
                failed = isinstance(outcome, ChildFailed)
                results[number] = UnreadPage(number, str(outcome)) if failed else outcome
                if progress is not None:
                    progress(len(results), opening.pages)
    return opening, [results[number] for number in sorted(results)]


def _is_picture(page: Page) -> bool:
    """Whether text has to be recognised: none is printed where something is drawn, or none has letters."""
    return _lacks_letters(page) if page.runs else page.drawn and not page.warnings


def _lacks_letters(page: Page) -> bool:
    """Whether the fonts of a page do not say which letters most of its glyphs are."""
    text = _CODE.sub("\N{REPLACEMENT CHARACTER}", "".join(run.text for run in page.runs)).replace(" ", "")
    unnamed = sum(letter in "\0\N{REPLACEMENT CHARACTER}" or category(letter) == "Co" for letter in text)
    return 2 * unnamed > len(text)


def _better(page: Page | UnreadPage, recognised: Page | UnreadPage) -> Page | UnreadPage:
    """The page as recognised, unless it has glyphs and nothing was recognised."""
    unread = isinstance(recognised, UnreadPage) or not recognised.runs
    return page if unread and isinstance(page, Page) and page.runs else recognised


def _check_file(path: Path, name: str, limits: Limits) -> bool:
    """Whether the file has the end of a PDF. Raises DocumentError for one without the header of a PDF."""
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise DocumentError(name, "this is no regular file", "save it to one")
            head = file.read(_HEAD)
            file.seek(-min(TAIL, status.st_size), os.SEEK_END)
            tail = file.read(TAIL)
    except FileNotFoundError as error:
        raise DocumentError(name, "no such file", "check the path") from error
    except IsADirectoryError as error:
        raise DocumentError(name, "this is a directory", "name a PDF file") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DocumentError(
            name, f"cannot be read ({reason})", "check the file and its permissions"
        ) from error
    if not head:
        raise DocumentError(name, "the file is empty", "fetch it again")
    if b"%PDF-" not in head:
        if stranger := other_format(head, tail):
            raise DocumentError(name, f"this is not a PDF but {stranger.name}", stranger.remedy)
        raise DocumentError(name, "this is not a PDF", "name a PDF file, or text as .txt or .md")
    if status.st_size > limits.file_bytes:
        raise DocumentError(name, f"the file is larger than {limits.file_bytes >> 20} MB", _SMALLER)
    return END_MARK in tail


def _without_waiting(path: str, flags: int) -> int:
    """Open a file without waiting, so that a pipe is opened and refused even where nobody writes to it."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _by_ranges(warnings: Iterable[tuple[int, str]]) -> Iterator[str]:
    """A line for each warning about a page of that number, or for each range of pages with the same one."""
    ranges: dict[str, list[list[int]]] = {}
    for number, warning in warnings:
        of_warning = ranges.setdefault(warning, [])
        if of_warning and of_warning[-1][-1] == number - 1:
            of_warning[-1].append(number)
        else:
            of_warning.append([number])
    lines = [(numbers, warning) for warning, each in ranges.items() for numbers in each]
    for numbers, warning in sorted(lines, key=lambda line: line[0][0]):
        where = f"page {numbers[0]}" if len(numbers) == 1 else f"pages {numbers[0]} to {numbers[-1]}"
        yield f"{where}: {warning}"
