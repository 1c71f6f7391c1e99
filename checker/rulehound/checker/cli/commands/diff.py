"""`rulehound diff`: what became of every clause of one edition in another."""

from __future__ import annotations

import sys
from pathlib import Path

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, progress
from rulehound.checker.files import require_place, write_whole
from rulehound.checker.report.difference.html import page
from rulehound.checker.report.difference.pictures import draw
from rulehound.checker.report.difference.terminal import print_difference
from rulehound.checker.rulebook.difference import HARDLY_ALIKE, compare
from rulehound.checker.rulebook.documents import ReadingOptions, open_edition
from rulehound.checker.rulebook.reading import BookOptions
from rulehound.spec.documents.alignment import align


def run(
    options: BookOptions,
    asked: tuple[str, str],
    reading: ReadingOptions,
    html: Path | None,
    everything: bool,
    as_json: bool,
) -> int:
    """Print the difference of two editions; with `html` write its page.

    `asked`: the old and the new one, each a file or `DOCUMENT@VERSION`.

    Raises UserError, DocumentError or SpecError for what is wrong with the user's input.
    """
    if html is not None:
        require_place(html, "--html")
    remarks: list[str] = []
    with progress() as report:
        before = open_edition(asked[0], options.open, reading, report)
        after = open_edition(asked[1], options.open, reading, report)
        difference = compare(before, after, align(before.side, after.side))
        if html is not None:
            old, new = draw(difference, before, after, report)
            missing = [drawn.missing for drawn in (old, new) if drawn.missing]
            shown = page(difference, old.pictures, new.pictures, missing)
            write_whole(html, shown.encode(errors="backslashreplace"))
            remarks += missing
    if difference.resemblance < HARDLY_ALIKE:
        remarks.append(f"{' and '.join(asked)} hardly resemble each other; are they one document?")
    for remark in remarks:
        print(remark, file=sys.stderr)
    if as_json:
        print_json(difference)
    else:
        print_difference(difference, console(), everything)
    return 0
