"""`rulehound impact`: the rules, facts, checks and code that a new edition touches, the most urgent first."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    GameOption,
    JsonOption,
    NoCacheOption,
    NumberingOption,
    RulesOption,
    SpecOption,
    source_engine,
)
from rulehound.checker.cli.password_option import takes_password


@takes_password
def impact(
    *,
    old: Annotated[
        str,
        typer.Argument(
            metavar="OLD", help="The older edition, to which the rules are linked: DOCUMENT@VERSION."
        ),
    ],
    new: Annotated[
        str,
        typer.Argument(
            metavar="NEW", help="The newer edition: a file, or DOCUMENT@VERSION of a recorded edition."
        ),
    ],
    code: Annotated[
        list[Path] | None,
        typer.Option(
            "--code",
            metavar="DIR",
            help="A folder of code that cites rules. May be given several times. Default: the source of "
            "--engine.",
        ),
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            metavar="NAME",
            help="Without --code: the installed engine whose source is searched for citations of rules. "
            "Default: that of the game.",
        ),
    ] = None,
    numbering: NumberingOption = None,
    no_cache: NoCacheOption = False,
    rules: RulesOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Show what a new edition touches: rules, facts, checks, code."""
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import progress
    from rulehound.checker.cli.views.impact import print_impact
    from rulehound.checker.engines.source.citations import find_citations_in
    from rulehound.checker.engines.source.files import engine_code
    from rulehound.checker.pipeline.traceability import all_checks
    from rulehound.checker.rulebook.difference import compare
    from rulehound.checker.rulebook.documents import (
        forced_pairings,
        open_edition,
        read_document_file,
        recorded_name,
        require_recorded,
    )
    from rulehound.checker.rulebook.reading import open_game, read_rulebook
    from rulehound.spec.documents.alignment import align
    from rulehound.spec.documents.impact import impact
    from rulehound.spec.documents.suggestions import suggestions

    read = partial(read_document_file, numbering=numbering, cached=not no_cache)
    with progress() as report:
        book = read_rulebook(open_game(game, spec), rules, report=report)
        found = None if code else engine_code(source_engine(engine, book.game), book.game.name)
        folders = code or ([found.folder] if found else [])
        citations = find_citations_in(folders, book.store.rules, found.left_out if found else ())
        before, after = (open_edition(name, lambda: book.game, read, report) for name in (old, new))
        alignment = align(before.side, after.side, forced_pairings(book.store, before, after))
        result = impact(
            book.store,
            require_recorded(book.store, before, old),
            alignment,
            all_checks(book),
            citations,
            recorded_name(book.store, after),
        )
        name = recorded_name(book.store, after)
        version = name[1] if name else after.version
        near = suggestions(book.store, result, alignment, require_recorded(book.store, before, old), version)
    if json:
        print_json({"impact": result, "suspect": result.suspect, "suggestions": near})
    else:
        print_impact(result, compare(before, after, alignment), near, str(spec or ""))
    return 0
