"""The options that several commands share, and their default values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from rulehound.spec.game import Game

DEFAULT_GAME = "dcg"
ENGINE_SECONDS = 10.0
ENGINE_MEMORY = 4096


NOBODY = "none"
"""What is given where no engine is to be compared with."""


def compared_with(name: str | None, game: Game) -> str | None:
    """The installed engine to compare with, by its name or that of the game; None for nobody.

    Raises UserError where there is no such engine.
    """
    return None if name == NOBODY else source_engine(name, game) or None


def source_engine(name: str | None, game: Game) -> str:
    """The installed engine of this name, else that of the game, else "".

    Raises UserError where no engine of the name is installed.
    """
    from rulehound.checker.engines.opening import installed_engine, require_installed

    if name is None:
        return installed_engine(game)
    require_installed(name)
    return name


GameOption = Annotated[
    str, typer.Option("--game", "-g", metavar="NAME", help="The game, by its installed name.")
]
SpecOption = Annotated[
    Path | None,
    typer.Option(
        "--spec",
        metavar="DIR",
        help="Folder with the rules and scenarios of the game. Default: the installed one.",
    ),
]
RulesOption = Annotated[
    Path | None,
    typer.Option(
        "--rules",
        metavar="PDF",
        help="The rulebook: a PDF, text or Markdown file. Default: the one that comes with the game.",
    ),
]
EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        metavar="NAME",
        help="The edition of the rules to judge by. Default: the edition that the rulebook states.",
    ),
]
PlayedEditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        metavar="NAME",
        help="The edition of the rules to judge by. Default: that of the rulebook; without --rules, one "
        "that the engine follows.",
    ),
]
EngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine",
        "-e",
        metavar="CMD",
        help="The engine: the name of an installed one, or a command that starts an adapter. Default: the "
        "installed one of the game.",
    ),
]
SourceOption = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="The installed engine whose source is searched for citations of rules. Default: that of the "
        "game.",
    ),
]
EngineSecondsOption = Annotated[
    float,
    typer.Option(
        "--engine-seconds",
        metavar="S",
        min=0.01,
        max=86_400,
        help="Seconds that an engine may take to answer one message.",
    ),
]
EngineMemoryOption = Annotated[
    int,
    typer.Option(
        "--engine-memory",
        metavar="MB",
        min=16,
        max=1 << 30,
        help="Megabytes of memory that each process of an engine may use.",
    ),
]
BesideOption = Annotated[
    str | None,
    typer.Option(
        "--beside",
        metavar="NAME",
        help="An installed engine to compare with, step by step; none: compare with the rules alone. "
        "Default: that of the game.",
    ),
]
CardsOption = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="KIND|FILE",
        help="The cards to play with: plain, another kind that the game has, or a file with the engine's "
        "own. Default: every kind in turn.",
    ),
]
OwnCardsOption = Annotated[
    Path | None,
    typer.Option(
        "--cards", metavar="FILE", help="A file with the engine's own cards. Default: made-up cards."
    ),
]
SeedOption = Annotated[
    int,
    typer.Option(
        "--seed",
        metavar="N",
        min=0,
        help="The seed of every random choice; the same seed gives the same result.",
    ),
]
EffortOption = Annotated[
    Literal["brief", "quick", "normal", "deep"] | None,
    typer.Option(
        "--effort",
        help="How much is searched, proved and played. Default: normal; brief with --rule or --clause; with "
        "--last-failed, that of the report.",
    ),
]
RuleChoiceOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="ID",
        help="Run only the checks of this rule. May be given several times. Default: every rule.",
    ),
]
ClauseChoiceOption = Annotated[
    list[str] | None,
    typer.Option(
        "--clause",
        metavar="NUMBER",
        help="Run only the checks of the rules that cite this clause of the rulebook. May be given several "
        "times.",
    ),
]
LastFailedOption = Annotated[
    bool,
    typer.Option(
        "--last-failed",
        help="Run only the checks that failed in the report in --out; all checks, if none did.",
    ),
]
FailFastOption = Annotated[bool, typer.Option("--fail-fast", help="End the run at the first failure.")]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        min=1,
        help="The number of processes; the result does not depend on it. Default: one per core.",
    ),
]
NumberingOption = Annotated[
    str | None,
    typer.Option(
        "--numbering",
        metavar="NAME",
        help="The scheme of the clause numbers, one of dashed, dotted, lettered, flat, bracketed, "
        "none. Default: detected from the document.",
    ),
]
NoCacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Read the document anew, even if its clauses are in the cache.")
]
ForceOption = Annotated[
    list[str] | None,
    typer.Option(
        "--force",
        metavar="OLD=NEW",
        help="Pair these two clauses, whatever their words; OLD= for removed, =NEW for added. May be "
        "given several times: one clause with several makes a split or a merge.",
    ),
]
WatchOption = Annotated[
    bool,
    typer.Option(
        "--watch",
        "-w",
        help="Run again whenever a file of the engine, the rulebook or the spec changes, until interrupted.",
    ),
]
QuietOption = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print only findings and the last line, and no progress.")
]
VerboseOption = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="Print a line for every rule, and lists of what was not shown."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON, not as text.")]
PagesOption = Annotated[
    Path | None,
    typer.Option(
        "--html", metavar="DIR", help="Also write the result as pages to step through, into this folder."
    ),
]
