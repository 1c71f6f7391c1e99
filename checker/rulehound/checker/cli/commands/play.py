"""`rulehound play`: an engine played and judged step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_ENGINE,
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    CardsOption,
    EngineMemoryOption,
    EngineOption,
    EngineSecondsOption,
    GameOption,
    JobsOption,
    JsonOption,
    PlayedEditionOption,
    RulesOption,
    SeedOption,
)


def play(
    *,
    engine: EngineOption = DEFAULT_ENGINE,
    seed: SeedOption = 0,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games to play.")] = 100,
    steps: Annotated[
        int | None,
        typer.Option("--steps", metavar="N", min=1, help="Play random games of so many steps in all."),
    ] = None,
    cards: CardsOption = None,
    offers_every: Annotated[
        int, typer.Option("--offers-every", metavar="N", min=1, help="Judge offers at every Nth step.")
    ] = 1,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FILE", help="Keep what was played here, and go on from there."),
    ] = None,
    jobs: JobsOption = None,
    rules: RulesOption = None,
    edition: PlayedEditionOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Play an engine and judge every step."""
    from rulehound.checker.cli.views import play
    from rulehound.checker.engines import engine_limits
    from rulehound.checker.rulebook.reading import open_game

    limits = engine_limits(engine_seconds, engine_memory)
    amount = play.Games(games, cards, steps, offers_every, keep, jobs)
    return play.run(open_game(game), rules, edition, engine, seed, amount, json, limits)
