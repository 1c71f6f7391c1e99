"""`rulehound diff`: the changes of every clause from one edition to another."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    ForceOption,
    GameOption,
    JsonOption,
    NoCacheOption,
    NumberingOption,
    SpecOption,
)
from rulehound.checker.cli.password_option import takes_password


@takes_password
def diff(
    *,
    old: Annotated[
        str,
        typer.Argument(
            metavar="OLD", help="The older edition: a file, or DOCUMENT@VERSION of a recorded edition."
        ),
    ],
    new: Annotated[
        str,
        typer.Argument(
            metavar="NEW", help="The newer edition: a file, or DOCUMENT@VERSION of a recorded edition."
        ),
    ],
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a page that shows both editions side by side."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also list clauses that did not change.")] = False,
    force: ForceOption = None,
    numbering: NumberingOption = None,
    no_cache: NoCacheOption = False,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Compare two editions of a document, clause by clause."""
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console, progress
    from rulehound.checker.cli.views.difference import print_difference
    from rulehound.checker.files import require_place, write_whole
    from rulehound.checker.report.difference.html import page
    from rulehound.checker.report.difference.pictures import draw
    from rulehound.checker.rulebook.difference import HARDLY_ALIKE, compare
    from rulehound.checker.rulebook.documents import forced_pairings, open_edition, read_document_file
    from rulehound.checker.rulebook.reading import load_spec, open_game
    from rulehound.spec.documents.alignment import align

    if html is not None:
        require_place(html, "--html")
    read = partial(read_document_file, numbering=numbering, cached=not no_cache)
    opened_game = partial(open_game, game, spec)
    remarks: list[str] = []
    with progress() as report:
        before = open_edition(old, opened_game, read, report)
        after = open_edition(new, opened_game, read, report)
        forced = tuple(force or ())
        if before.recorded or after.recorded:
            forced = (*forced_pairings(load_spec(opened_game()), before, after), *forced)
        difference = compare(before, after, align(before.side, after.side, tuple(dict.fromkeys(forced))))
        if html is not None:
            left, right = draw(difference, before, after, report)
            missing = [side.missing for side in (left, right) if side.missing]
            text = page(difference, left.pictures, right.pictures, missing)
            write_whole(html, text.encode(errors="backslashreplace"))
            remarks += missing
    if difference.resemblance < HARDLY_ALIKE:
        remarks.append(f"{old} and {new} hardly resemble each other; are they one document?")
    for remark in remarks:
        print(remark, file=sys.stderr)
    if json:
        print_json(difference)
    else:
        print_difference(difference, console(), everything)
    return 0
