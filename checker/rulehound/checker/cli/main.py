"""The command `rulehound`: its commands gathered.

Everything heavy is imported inside the commands, so that `--help` answers at once. Results go to standard
output, progress to standard error.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer

from rulehound.checker.cli.commands.adapter import app as adapter_app
from rulehound.checker.cli.commands.diff import diff
from rulehound.checker.cli.commands.explore import explore
from rulehound.checker.cli.commands.extract import extract
from rulehound.checker.cli.commands.impact import impact
from rulehound.checker.cli.commands.lint import lint
from rulehound.checker.cli.commands.mutate import mutate
from rulehound.checker.cli.commands.prove import prove
from rulehound.checker.cli.commands.review import review
from rulehound.checker.cli.commands.scenario import app as scenario_app
from rulehound.checker.cli.commands.show import show
from rulehound.checker.cli.conform_cli import conform
from rulehound.checker.cli.exit_status import exit_status_of, prepare_process
from rulehound.checker.cli.options import (
    DEFAULT_EFFORT,
    DEFAULT_ENGINE,
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    CardsOption,
    EditionOption,
    EffortOption,
    EngineMemoryOption,
    EngineOption,
    EngineSecondsOption,
    GameOption,
    JobsOption,
    JsonOption,
    PlayedEditionOption,
    RulesOption,
    SeedOption,
    SourceOption,
    SpecOption,
)

app = typer.Typer(
    name="rulehound",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"rulehound {version('rulehound')}")
        raise typer.Exit


@app.callback()
def rulehound(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Reads a card game's rulebook, traces every clause to its checks, and hunts violations in engines."""


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
    from rulehound.checker.cli.commands.check import run
    from rulehound.checker.engines import engine_limits
    from rulehound.checker.pipeline.engine_run import Request

    limits = engine_limits(engine_seconds, engine_memory)
    request = Request(game, rules, edition, seed, effort, strict, spec, limits)
    return run(request, engine, out, json)


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
    from rulehound.checker.cli.commands import play
    from rulehound.checker.engines import engine_limits
    from rulehound.checker.rulebook.reading import BookOptions

    limits = engine_limits(engine_seconds, engine_memory)
    amount = play.Games(games, cards, steps, offers_every, keep, jobs)
    return play.run(BookOptions(game, rules, edition), engine, seed, amount, json, limits)


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
    from rulehound.checker.cli.commands import trace
    from rulehound.checker.rulebook.reading import BookOptions

    wanted = trace.Wanted(gate, by, engine, tuple(run or ()), tuple(record or ()), out)
    return trace.run(BookOptions(game, rules, spec=spec), wanted, json)


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
    from rulehound.checker.cli.commands import replay
    from rulehound.checker.engines import engine_limits

    return replay.run(trace, engine, json, engine_limits(engine_seconds, engine_memory))


for command in (
    conform,
    check,
    extract,
    mutate,
    explore,
    prove,
    play,
    trace,
    show,
    diff,
    impact,
    review,
    lint,
    replay,
):
    app.command()(command)
app.add_typer(scenario_app, name="scenario")
app.add_typer(adapter_app, name="adapter")


def main() -> NoReturn:
    """The entry point of the command."""
    prepare_process()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command with these arguments; returns its exit status."""
    return exit_status_of(lambda: app(arguments or ["--help"], prog_name="rulehound", standalone_mode=False))
