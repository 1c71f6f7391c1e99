"""`rulehound conform`: the conformance suite against one or several engines."""

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
    CardsOption,
    EffortOption,
    EngineMemoryOption,
    EngineSecondsOption,
    GameOption,
    JobsOption,
    JsonOption,
    RulesOption,
    SeedOption,
    SpecOption,
)


def conform(
    *,
    engine: Annotated[
        list[str] | None,
        typer.Option("--engine", metavar="CMD", help="An engine, by name or command; may be given again."),
    ] = None,
    edition: Annotated[
        str | None,
        typer.Option("--edition", metavar="NAME", help="Edition of the rules; else what the engine follows."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the report.")] = Path(
        "conformance"
    ),
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML here as well.")
    ] = None,
    sarif: Annotated[
        Path | None, typer.Option("--sarif", metavar="FILE", help="Write SARIF 2.1.0 here as well.")
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option("--baseline", metavar="FILE", help="Known violations: only new ones fail.")
    ] = None,
    write_baseline: Annotated[
        Path | None,
        typer.Option("--write-baseline", metavar="FILE", help="Write what is found as what is known."),
    ] = None,
    seed: SeedOption = 0,
    effort: EffortOption = DEFAULT_EFFORT,
    strict: Annotated[
        bool, typer.Option("--strict", help="Count rules not judged, and other editions, as inconclusive.")
    ] = False,
    cards: CardsOption = None,
    jobs: JobsOption = None,
    rules: RulesOption = None,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Run the conformance suite against one or several engines."""
    from rulehound.checker.cli.views import conform
    from rulehound.checker.engines import engine_limits
    from rulehound.checker.pipeline.engine_run import Request
    from rulehound.extract.processes.cores import usable_cores

    outputs = conform.Outputs(out, json, junit, sarif, baseline, write_baseline)
    limits = engine_limits(engine_seconds, engine_memory)
    processes = jobs or usable_cores()
    request = Request(game, rules, edition, seed, effort, strict, spec, limits, cards, processes)
    return conform.run(engine or [DEFAULT_ENGINE], request, outputs)
