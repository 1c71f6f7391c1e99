"""`rulehound check`: every check of a game run, and the report of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_EFFORT,
    DEFAULT_ENGINE,
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    EditionOption,
    EffortOption,
    EngineMemoryOption,
    EngineOption,
    EngineSecondsOption,
    GameOption,
    JsonOption,
    RulesOption,
    SeedOption,
    SpecOption,
)


def check(
    *,
    rules: RulesOption = None,
    engine: EngineOption = DEFAULT_ENGINE,
    edition: EditionOption = None,
    seed: SeedOption = 0,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the report.")] = Path("report"),
    effort: EffortOption = DEFAULT_EFFORT,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
    strict: Annotated[bool, typer.Option("--strict", help="Count rules not judged as inconclusive.")] = False,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Run every check of a game and write the report."""
    from rulehound.checker.cli.views.check import run
    from rulehound.checker.engines import engine_limits
    from rulehound.checker.pipeline.engine_run import Request

    limits = engine_limits(engine_seconds, engine_memory)
    request = Request(game, rules, edition, seed, effort, strict, spec, limits)
    return run(request, engine, out, json)
