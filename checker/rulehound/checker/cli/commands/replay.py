"""`rulehound replay`: a saved trace run again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    EngineMemoryOption,
    EngineSecondsOption,
    JsonOption,
)


def replay(
    *,
    trace: Annotated[Path, typer.Argument(metavar="TRACE", help="A trace that a report saved.")],
    engine: Annotated[
        str | None, typer.Option("--engine", metavar="CMD", help="The engine; that of the trace otherwise.")
    ] = None,
    json: JsonOption = False,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Run a saved trace again."""
    from rulehound.checker.cli.views import replay
    from rulehound.checker.engines import engine_limits

    return replay.run(trace, engine, json, engine_limits(engine_seconds, engine_memory))
