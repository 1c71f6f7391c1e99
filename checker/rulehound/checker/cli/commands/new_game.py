"""`rulehound new-game`: a package for a game that Rulehound does not know yet, from its rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import NoCacheOption
from rulehound.checker.cli.password_option import takes_password


@takes_password
def new_game(
    *,
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The name of the game and of its package, such as my_game."),
    ],
    rules: Annotated[
        Path,
        typer.Option("--rules", metavar="PDF", help="The rulebook to copy: a PDF, text or Markdown file."),
    ],
    title: Annotated[
        str | None,
        typer.Option("--title", metavar="TEXT", help="What people call the game. Default: its name."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="The folder to make. Default: NAME, in the current folder."
        ),
    ] = None,
    language: Annotated[
        str, typer.Option("--language", metavar="CODE", help="The language of the rulebook.")
    ] = "en",
    no_cache: NoCacheOption = False,
) -> int:
    """Begin the package of a new game from its rulebook.

    The package has the recorded rulebook, a small model, an engine and tests that run. Install it with `pip
    install -e DIR`; then every command takes `--game NAME`. docs/new-game.md builds a whole game from one.
    """
    from rulehound.checker.cli.terminal import progress
    from rulehound.checker.rulebook.documents import read_document_file
    from rulehound.checker.skeleton.package import GamePackage, require_free, write_package
    from rulehound.checker.wording import counted

    folder = Path(name) if out is None else out
    require_free(name, folder)
    with progress() as report:
        document = read_document_file(rules, report, cached=not no_cache)
    game = GamePackage(name, title or name.replace("_", " ").capitalize(), document, language)
    files = write_package(game, folder)
    demanding = f"{len(game.demanding):,} of which may demand something"
    print(f"{folder}: {counted(len(files), 'file')}; {counted(len(document.clauses), 'clause')}, {demanding}")
    print(f"next: pip install -e {folder}, then rulehound check --game {name}")
    return 0
