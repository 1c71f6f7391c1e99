"""Recognising the text of pages that are pictures, such as scans, where the extra `ocr` is installed.

This process neither draws a page nor loads the library. `recogniser` does that in other processes, under
limits of their own: recognition takes seconds a page, and more memory than reading.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from queue import SimpleQueue

import msgspec

from rulehound.extract.document import DocumentError
from rulehound.extract.pdf.pages import Page, UnreadPage
from rulehound.extract.processes.child_pool import ChildPool
from rulehound.extract.processes.cores import usable_cores
from rulehound.extract.processes.isolation import Child, ChildFailed, Limits, Replies

_RECOGNISER = "rulehound.extract.pdf.recogniser:serve"  # by name, as importing it would load the library
_MEMORY = 4 << 30
_LOAD_SECONDS, _PAGE_SECONDS = 120.0, 180.0


def can_recognise() -> bool:
    """Whether the extra `ocr` is installed."""
    return find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None


def recognise(
    name: str,
    progress: Callable[[int, int], None] | None,
    limits: Limits,
    password: str | None,
    sha256: str,
    numbers: Sequence[int],
) -> dict[int, Page | UnreadPage]:
    """Recognise these pages of the PDF at `name`, which has this hash; the results by page number.

    As many processes as there are cores share the pages, each with its limits of memory and time, if larger,
    in place of those of reading. `progress` is called with pages done and pages in all.
    """
    own = msgspec.structs.replace(
        limits,
        memory=max(limits.memory, _MEMORY),
        open_seconds=max(limits.open_seconds, _LOAD_SECONDS),
        page_seconds=max(limits.page_seconds, _PAGE_SECONDS),
        document_seconds=max(limits.document_seconds, _PAGE_SECONDS * len(numbers)),
    )
    replies: Replies = SimpleQueue()
    start = partial(Child, _RECOGNISER, name, sha256, password, limits=own, replies=replies)
    results: dict[int, Page | UnreadPage] = {}
    try:
        with start() as first:
            first.wait(own.open_seconds)
            pool = ChildPool(start, replies, own)
            with closing(pool.outcomes(first, numbers, min(usable_cores(), len(numbers)))) as outcomes:
                for number, outcome in outcomes:
                    failed = isinstance(outcome, ChildFailed)
                    results[number] = UnreadPage(number, f"{outcome}") if failed else outcome
                    if progress is not None:
                        progress(len(results), len(numbers))
    except (ChildFailed, DocumentError) as error:
        missing = [number for number in numbers if number not in results]
        results |= {number: UnreadPage(number, f"cannot be recognised ({error})") for number in missing}
    return results
