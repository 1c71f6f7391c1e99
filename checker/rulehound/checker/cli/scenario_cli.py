"""The commands `rulehound scenario ...` and their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_ENGINE,
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    EditionOption,
    EngineMemoryOption,
    EngineOption,
    EngineSecondsOption,
    GameOption,
    JsonOption,
    OwnCardsOption,
    PlayedEditionOption,
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
    engine: EngineOption = DEFAULT_ENGINE,
    cards: OwnCardsOption = None,
    rules: RulesOption = None,
    edition: PlayedEditionOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Run scenarios on an engine."""
    from rulehound.checker.cli.commands import scenario
    from rulehound.checker.engines import engine_limits
    from rulehound.checker.rulebook.reading import BookOptions

    limits = engine_limits(engine_seconds, engine_memory)
    options = BookOptions(game, rules, edition, spec)
    return scenario.run(options, names or [], engine, json, limits, cards)


@app.command()
def check(
    *,
    names: NamesArgument = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Tell whether scenarios are well written, without an engine. Ends with 1 if any is not."""
    from rulehound.checker.cli.commands import scenario
    from rulehound.checker.rulebook.reading import BookOptions

    return scenario.check(BookOptions(game, rules, edition, spec), names or [], json)


@app.command()
def show(
    *,
    name: Annotated[str, typer.Argument(metavar="FILE|ID", help="The scenario.")],
    engine: EngineOption = DEFAULT_ENGINE,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the boards of a case as a picture.")
    ] = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Show a scenario step by step, with the board after each."""
    from rulehound.checker.cli.commands import scenario
    from rulehound.checker.rulebook.reading import BookOptions

    return scenario.show(BookOptions(game, rules, edition, spec), name, engine, svg)


@app.command()
def new(
    *,
    name: Annotated[str, typer.Argument(metavar="ID", help="What the scenario will be called.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write to this new file.")] = None,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Write a scenario to begin with, its parts explained."""
    from rulehound.checker.cli.commands import scenario
    from rulehound.checker.rulebook.reading import BookOptions

    return scenario.new(BookOptions(game, spec=spec), name, out)
