"""`rulehound replay`: a saved trace run again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulehound.checker.cli.options import (
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    EngineMemoryOption,
    EngineSecondsOption,
    JsonOption,
)

if TYPE_CHECKING:
    from rulehound.checker.records import Trace
    from rulehound.checker.suite.replay import Replayed
    from rulehound.spec.formats import Adapter

STILL_WRONG, MENDED, UNDECIDED = 1, 0, 3
"""Exit status: it goes wrong as before, or the engine breaks; the last step goes otherwise; the way there
already does, or there is nothing in the trace that could be taken again."""


def replay(
    *,
    trace: Annotated[
        Path, typer.Argument(metavar="TRACE", help="A file from the folder traces of a report.")
    ],
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            metavar="CMD",
            help="The engine to run it on: the name of an installed one, or a command that starts an "
            "adapter. Default: the engine that the trace names.",
        ),
    ] = None,
    json: JsonOption = False,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Run a saved trace again, on an engine or on the model.

    A trace of the model is run on the model, all others on an engine. The exit status is 1 if the trace
    goes wrong as before or the engine breaks, 0 if its last step now has another result, and 3 if the result
    is open: an earlier step differs, or the trace has no step to take.
    """
    import msgspec

    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console
    from rulehound.checker.cli.views.replay import replay_lines
    from rulehound.checker.engines import EngineError, engine_limits, open_engine
    from rulehound.checker.errors import printable
    from rulehound.checker.pipeline.replay import replay_trace
    from rulehound.checker.rulebook.reading import open_game
    from rulehound.checker.suite.replay import Replayed, read_trace

    limits = engine_limits(engine_seconds, engine_memory)
    saved = read_trace(trace)
    opened_game = open_game(saved.game)

    def opener(command: str) -> Adapter:
        return open_engine(command, opened_game.name, limits)

    try:
        result, trouble = replay_trace(saved, opened_game, opener, engine), ""
    except EngineError as error:
        result, trouble = Replayed(False, 0), f"the engine broke: {error}"
    if json:
        outcome = {**msgspec.to_builtins(result), "violated": saved.rule if result.reproduced else ""}
        print_json({"trace": saved, "result": outcome, "trouble": trouble})
    else:
        console().print(printable("\n".join(replay_lines(saved, result, trouble))), soft_wrap=True)
    return STILL_WRONG if trouble else _status(saved, result)


def _status(trace: Trace, result: Replayed) -> int:
    if result.reproduced:
        return STILL_WRONG
    return MENDED if result.compared and result.steps >= len(trace.steps) - 1 else UNDECIDED
