"""The options that several commands have, and the choices that some leave."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Effort(StrEnum):
    """How much work a run puts into its checks."""

    QUICK = "quick"
    NORMAL = "normal"
    DEEP = "deep"


class Group(StrEnum):
    """What clauses can be counted by."""

    DOCUMENT = "document"
    CHAPTER = "chapter"
    KIND = "kind"


class Backend(StrEnum):
    """What searches."""

    AUTO = "auto"
    C = "c"
    PYTHON = "python"


class Format(StrEnum):
    """Formats that clauses are written in."""

    JSONL = "jsonl"


GameOption = Annotated[str, typer.Option("--game", metavar="NAME", help="The game whose spec is used.")]
RulesOption = Annotated[
    Path | None, typer.Option("--rules", metavar="PDF", help="Take facts and clauses from this document.")
]
EngineOption = Annotated[
    str, typer.Option("--engine", metavar="CMD", help="The engine: an installed one by name, or a command.")
]


def installed(name: str) -> str:
    """The name of an installed engine. Raises UserError where there is no such engine."""
    from rulehound.checker.engines.opening import require_installed

    require_installed(name)
    return name


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
ENGINE_SECONDS = 10.0
ENGINE_MEMORY = 4096
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
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Where all randomness starts.")]
EffortOption = Annotated[Effort, typer.Option("--effort", help="How much work to put into the checks.")]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs", metavar="N", min=1, help="How many processes work, else one a core; it comes to the same."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
SpecOption = Annotated[
    Path | None,
    typer.Option("--spec", metavar="DIR", help="The game's spec directory, where not the installed one."),
]
CardsOption = Annotated[
    str | None,
    typer.Option("--cards", metavar="KIND|FILE", help="Cards: plain, another kind of the game, or a file."),
]
OwnCardsOption = Annotated[
    Path | None,
    typer.Option("--cards", metavar="FILE", help="Cards that the engine has, for those that are made up."),
]
NumberingOption = Annotated[
    str | None,
    typer.Option("--numbering", metavar="NAME", help="How clauses are numbered; else the document shows it."),
]
NoCacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Read files anew, also those that were read before.")
]
OutOption = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write to this file, not to standard output.")
]
