"""The commands `rulehound adapter ...` and their options."""

from __future__ import annotations

from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    EngineMemoryOption,
    EngineSecondsOption,
    GameOption,
    JsonOption,
    OwnCardsOption,
    PlayedEditionOption,
    RulesOption,
    SpecOption,
)

app = typer.Typer(help="Adapters: how engines are asked, and whether one answers.", no_args_is_help=True)


@app.command()
def check(
    *,
    engine: Annotated[str, typer.Argument(metavar="CMD", help="A command, or an installed engine's name.")],
    rules: RulesOption = None,
    edition: PlayedEditionOption = None,
    cards: OwnCardsOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Try an adapter message by message, and say what to mend. Ends with 1 if there is anything."""
    from rulehound.checker.cli.commands import adapter
    from rulehound.checker.engines import engine_limits
    from rulehound.checker.rulebook.reading import BookOptions

    limits = engine_limits(engine_seconds, engine_memory)
    return adapter.check(BookOptions(game, rules, edition, spec), engine, limits, json, cards)


@app.command()
def schema(*, game: GameOption = DEFAULT_GAME) -> int:
    """Print the JSON Schema of every message of the adapter protocol."""
    from rulehound.checker.cli.commands import adapter

    return adapter.schema(game)
