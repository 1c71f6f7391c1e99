"""`rulehound conform`: the conformance suite against one or several engines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    BesideOption,
    CardsOption,
    ClauseChoiceOption,
    EffortOption,
    EngineMemoryOption,
    EngineSecondsOption,
    FailFastOption,
    GameOption,
    JobsOption,
    JsonOption,
    LastFailedOption,
    QuietOption,
    RuleChoiceOption,
    RulesOption,
    SeedOption,
    SpecOption,
    WatchOption,
    compared_with,
)
from rulehound.checker.cli.password_option import takes_password


@takes_password
def conform(
    *,
    context: typer.Context,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            "-e",
            metavar="CMD",
            help="An engine to check: the name of an installed one, or a command that starts an adapter. "
            "May be given several times. Default: the installed one of the game.",
        ),
    ] = None,
    edition: Annotated[
        str | None,
        typer.Option(
            "--edition",
            metavar="NAME",
            help="The edition of the rules to judge by. Default: that of the file given with --rules; "
            "without one, the edition that the engine follows.",
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder for the report.")] = Path(
        "conformance"
    ),
    junit: Annotated[
        Path | None,
        typer.Option("--junit", metavar="FILE", help="Also write the results as JUnit XML to this file."),
    ] = None,
    sarif: Annotated[
        Path | None,
        typer.Option(
            "--sarif", metavar="FILE", help="Also write the violations as SARIF 2.1.0 to this file."
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(
            "--baseline",
            metavar="FILE",
            help="A file of known violations, which do not make the command fail.",
        ),
    ] = None,
    write_baseline: Annotated[
        Path | None,
        typer.Option(
            "--write-baseline",
            metavar="FILE",
            help="Write the violations of this run to a file for --baseline.",
        ),
    ] = None,
    seed: SeedOption = 0,
    effort: EffortOption = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Exit with 3, not 0, if a rule could not be judged or an engine follows another "
            "edition somewhere.",
        ),
    ] = False,
    rule: RuleChoiceOption = None,
    clause: ClauseChoiceOption = None,
    last_failed: LastFailedOption = False,
    fail_fast: FailFastOption = False,
    watch: WatchOption = False,
    cards: CardsOption = None,
    beside: BesideOption = None,
    jobs: JobsOption = None,
    rules: RulesOption = None,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
    json: JsonOption = False,
    quiet: QuietOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Run every check of an engine on one or several engines.

    The terminal and the report show violations, and the verdicts of all engines on each rule side by side.
    The exit status is 1 if an engine violates a rule or breaks, 3 if a check is inconclusive, else 0.
    """
    from functools import partial

    from rulehound.checker.cli.standard_output import print_bytes
    from rulehound.checker.cli.terminal import console, failure_lines, progress
    from rulehound.checker.cli.views.conform import print_conformance
    from rulehound.checker.cli.watching import is_under_watch, places_of, watched
    from rulehound.checker.diagnosis.baseline import read_baseline
    from rulehound.checker.diagnosis.baseline import write_baseline as write_known
    from rulehound.checker.engines import engine_limits, engine_of, open_engine
    from rulehound.checker.files import require_place, write_whole
    from rulehound.checker.pipeline.conform import conform_engines
    from rulehound.checker.pipeline.engine_run import RunSettings
    from rulehound.checker.pipeline.selecting import RequestedChecks
    from rulehound.checker.report import directory
    from rulehound.checker.report.sarif import sarif as sarif_of
    from rulehound.checker.rulebook.reading import open_game
    from rulehound.extract.processes.cores import usable_cores

    if watch and not is_under_watch():
        opened = open_game(game, spec)
        commands = engine or [engine_of(opened)]
        return watched(context.obj, places_of(commands, opened.name, rules, spec), out)
    limits = engine_limits(engine_seconds, engine_memory)
    directory.require_output(out, directory.CONFORMANCE)
    files = {"--junit": junit, "--sarif": sarif, "--write-baseline": write_baseline}
    for option, file in files.items():
        if file is not None:
            require_place(file, option)
    known = None if baseline is None else read_baseline(baseline)
    asked = RequestedChecks(
        rule or [], clause or [], out / directory.CONFORMANCE.main if last_failed else None
    )
    with progress(quiet) as report:
        opened_game = open_game(game, spec)
        settings = RunSettings(
            effort or asked.effort(),
            rules,
            edition,
            seed,
            strict,
            cards,
            jobs or usable_cores(),
            fail_fast=fail_fast,
            tell=failure_lines(),
            beside=compared_with(beside, opened_game),
            asked=asked,
        )
        engines = [
            (command, partial(open_engine, command, opened_game.name, limits))
            for command in engine or [engine_of(opened_game)]
        ]
        conformance, pictures = conform_engines(opened_game, engines, settings, known, report)
    directory.write_conformance(out, conformance, pictures, str(out))
    if junit is not None:
        write_whole(
            junit, directory.conformance_junit(conformance, str(out)).encode("utf-8", "backslashreplace")
        )
    if sarif is not None:
        write_whole(sarif, sarif_of(conformance, str(out)))
    if write_baseline is not None:
        write_known(write_baseline, conformance.runs)
    if json:
        print_bytes(directory.report_json(conformance))
    else:
        print_conformance(conformance, out, console(), quiet)
    return conformance.exit_status
