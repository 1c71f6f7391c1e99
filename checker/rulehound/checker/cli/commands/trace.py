"""`rulehound trace`: what every clause, rule and fact is traced to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from rulehound.checker.cli.options import (
    DEFAULT_ENGINE,
    DEFAULT_GAME,
    GameOption,
    JsonOption,
    RulesOption,
    SourceOption,
    SpecOption,
)


def trace(
    *,
    gate: Annotated[bool, typer.Option("--gate", help="Fail where anything is not traced.")] = False,
    by: Annotated[
        Literal["document", "chapter", "kind"], typer.Option("--by", help="What clauses are counted by.")
    ] = "document",
    engine: SourceOption = DEFAULT_ENGINE,
    run: Annotated[
        list[Path] | None,
        typer.Option("--run", metavar="FILE", help="A report.json, looked at in the place of the record."),
    ] = None,
    record: Annotated[
        list[Path] | None,
        typer.Option("--record", metavar="FILE", help="A report.json or tried mutants, put on record."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Write the page of every clause, and exports.")
    ] = None,
    rules: RulesOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Print what every clause is traced to, and what stands behind it."""
    from rulehound.checker.cli.views import trace
    from rulehound.checker.rulebook.reading import open_game

    wanted = trace.Wanted(gate, by, engine, tuple(run or ()), tuple(record or ()), out)
    return trace.run(open_game(game, spec), rules, wanted, json)
