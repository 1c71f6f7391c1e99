"""`rulehound show`: a rule, a clause, a check or code of the engine, with everything linked to it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    GameOption,
    JsonOption,
    RulesOption,
    SourceOption,
    SpecOption,
    source_engine,
)
from rulehound.checker.cli.password_option import takes_password

if TYPE_CHECKING:
    from collections.abc import Callable


@takes_password
def show(
    *,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="The id of a rule or check, the number of a clause, or a file of the engine, with or "
            "without :LINE.",
        ),
    ],
    rules: RulesOption = None,
    engine: SourceOption = None,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE", help="Write a picture of its clauses on the page, as PNG."),
    ] = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Show a rule, clause, check or file of code with its links."""
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console, progress
    from rulehound.checker.cli.views.linked import outline
    from rulehound.checker.errors import printable
    from rulehound.checker.files import require_place, write_whole
    from rulehound.checker.pipeline.linked import clause_alone, linked_to, picture_of
    from rulehound.checker.rulebook.documents import read_document_file
    from rulehound.checker.rulebook.reading import open_game, read_rulebook
    from rulehound.spec.documents.spec_records import SpecError

    if picture is not None:
        require_place(picture, "--picture")
    links: Callable[[], dict[str, Any]]
    with progress() as report:
        try:
            book = read_rulebook(open_game(game, spec), rules, report=report)
        except SpecError:  # of a document that the spec does not know, clauses have no links
            if rules is None:
                raise
            document = read_document_file(rules, report)
            clauses = [clause for clause in document.clauses if clause.key == name]
            if not clauses:
                raise
            links = partial(clause_alone, clauses[0], document.clauses)
        else:
            document = book.hand.document
            clauses, links = linked_to(book, name, source_engine(engine, book.game))
    image = b"" if picture is None else picture_of(document, name, clauses)  # before anything is traced
    content = links()
    if picture is not None:
        write_whole(picture, image)
    if json:
        print_json(content)
    else:
        console().print(printable("\n".join(outline(content))), soft_wrap=True)
    return 0
