"""The commands `rulehound scenario ...` and their options."""

from __future__ import annotations

from typing import Annotated

import typer

from rulehound.checker.options import (
    EditionOption,
    EngineOption,
    GameOption,
    JsonOption,
    RulesOption,
    SpecOption,
)

app = typer.Typer(help="Scenarios: situations of a game with what has to come of them.", no_args_is_help=True)

NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="FILE|ID...", help="Files, or ids and beginnings of ids; else all of the game."),
]


@app.command()
def run(
    *,
    names: NamesArgument = None,
    engine: EngineOption = "reference",
    rules: RulesOption = None,
    edition: EditionOption = None,
    json: JsonOption = False,
    game: GameOption = "dcg",
    spec: SpecOption = None,
) -> int:
    """Run scenarios on an engine."""
    from rulehound.checker.commands import scenario
    from rulehound.checker.rulebook import BookOptions

    return scenario.run(BookOptions(game, rules, edition, spec), names or [], engine, json)


@app.command()
def check(
    *,
    names: NamesArgument = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    json: JsonOption = False,
    game: GameOption = "dcg",
    spec: SpecOption = None,
) -> int:
    """Tell whether scenarios are well written, without an engine. Ends with 1 if any is not."""
    from rulehound.checker.commands import scenario
    from rulehound.checker.rulebook import BookOptions

    return scenario.check(BookOptions(game, rules, edition, spec), names or [], json)
