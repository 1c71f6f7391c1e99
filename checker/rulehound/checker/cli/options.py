"""The options that several commands share, and their default values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

DEFAULT_GAME = "dcg"
DEFAULT_ENGINE = "reference"
DEFAULT_EFFORT: Literal["normal"] = "normal"
ENGINE_SECONDS = 10.0
ENGINE_MEMORY = 4096


def installed(name: str) -> str:
    """The name of an installed engine. Raises UserError where there is no such engine."""
    from rulehound.checker.engines.opening import require_installed

    require_installed(name)
    return name


GameOption = Annotated[str, typer.Option("--game", metavar="NAME", help="The game whose spec is used.")]
SpecOption = Annotated[
    Path | None,
    typer.Option("--spec", metavar="DIR", help="The game's spec directory, if not the installed one."),
]
RulesOption = Annotated[
    Path | None, typer.Option("--rules", metavar="PDF", help="Take facts and clauses from this document.")
]
EditionOption = Annotated[
    str | None,
    typer.Option("--edition", metavar="NAME", help="Edition of the rules; else that of the document."),
]
PlayedEditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition", metavar="NAME", help="Edition of the rules; else the document's, or the engine's own."
    ),
]
EngineOption = Annotated[
    str, typer.Option("--engine", metavar="CMD", help="The engine: an installed one by name, or a command.")
]
SourceOption = Annotated[
    str,
    typer.Option(
        "--engine", metavar="NAME", callback=installed, help="The installed engine whose code is looked at."
    ),
]
EngineSecondsOption = Annotated[
    float,
    typer.Option(
        "--engine-seconds",
        metavar="S",
        min=0.01,
        max=86_400,
        help="Time that an engine has for one message.",
    ),
]
EngineMemoryOption = Annotated[
    int,
    typer.Option(
        "--engine-memory", metavar="MB", min=16, max=1 << 30, help="Memory for each process of an engine."
    ),
]
CardsOption = Annotated[
    str | None,
    typer.Option("--cards", metavar="KIND|FILE", help="Cards: plain, another kind of the game, or a file."),
]
OwnCardsOption = Annotated[
    Path | None,
    typer.Option(
        "--cards", metavar="FILE", help="The engine's own cards, which take the place of made-up ones."
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Where all randomness starts.")]
EffortOption = Annotated[
    Literal["quick", "normal", "deep"],
    typer.Option("--effort", help="How much work to put into the checks."),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="N", min=1, help="How many processes work; else one a core. The result is the same."
    ),
]
NumberingOption = Annotated[
    str | None,
    typer.Option("--numbering", metavar="NAME", help="How clauses are numbered; else as the document shows."),
]
NoCacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Read files again, even if they were read before.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
