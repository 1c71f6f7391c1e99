"""`rulehound check`: runs every check of a game, and writes the report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    BesideOption,
    ClauseChoiceOption,
    EditionOption,
    EffortOption,
    EngineMemoryOption,
    EngineOption,
    EngineSecondsOption,
    FailFastOption,
    GameOption,
    JsonOption,
    LastFailedOption,
    QuietOption,
    RuleChoiceOption,
    RulesOption,
    SeedOption,
    SpecOption,
    VerboseOption,
    WatchOption,
    compared_with,
)
from rulehound.checker.cli.password_option import takes_password


@takes_password
def check(
    *,
    context: typer.Context,
    rules: RulesOption = None,
    engine: EngineOption = None,
    beside: BesideOption = None,
    edition: EditionOption = None,
    rule: RuleChoiceOption = None,
    clause: ClauseChoiceOption = None,
    last_failed: LastFailedOption = False,
    fail_fast: FailFastOption = False,
    watch: WatchOption = False,
    seed: SeedOption = 0,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Folder for the report.")] = Path(
        "report"
    ),
    effort: EffortOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Exit with 3 if a rule was not judged or not exercised."),
    ] = False,
    verbose: VerboseOption = False,
    quiet: QuietOption = False,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Run every check on the model of a game and on one engine.

    The terminal shows how far the checks went and what they found; the report has a page with every clause,
    violation and trace. The exit status is 1 if anything is violated or broke, 3 if a check is inconclusive,
    else 0.
    """
    from functools import partial

    from rulehound.checker.cli.standard_output import print_bytes
    from rulehound.checker.cli.terminal import console, failure_lines, print_run, progress
    from rulehound.checker.cli.watching import is_under_watch, places_of, watched
    from rulehound.checker.engines import engine_limits, engine_of, open_engine
    from rulehound.checker.pipeline.check import check_game
    from rulehound.checker.pipeline.clause_pages import clauses_of_run
    from rulehound.checker.pipeline.engine_run import RunSettings
    from rulehound.checker.pipeline.selecting import PART_EFFORT, RequestedChecks
    from rulehound.checker.report.directory import REPORT, report_json, require_output, write_report
    from rulehound.checker.rulebook.reading import open_game

    if watch and not is_under_watch():
        opened = open_game(game, spec)
        engines = [engine_of(opened, engine)]
        return watched(context.obj, places_of(engines, opened.name, rules, spec), out)
    limits = engine_limits(engine_seconds, engine_memory)
    require_output(out)
    asked = RequestedChecks(rule or [], clause or [], out / REPORT.main if last_failed else None)
    with progress(quiet) as report:
        opened_game = open_game(game, spec)
        settings = RunSettings(
            effort or asked.effort(),
            rules,
            edition,
            seed,
            strict,
            asked=asked,
            fail_fast=fail_fast,
            tell=failure_lines(),
            beside=compared_with(beside, opened_game),
        )
        command = engine_of(opened_game, engine)
        opener = partial(open_engine, command, opened_game.name, limits)
        checked = check_game(opened_game, command, opener, settings, report)
        report("writing the report", 0, 0)
        clauses = None if settings.effort == PART_EFFORT else clauses_of_run(checked)
        write_report(out, checked.run, checked.pictures, clauses, str(out))
    if json:
        print_bytes(report_json(checked.run))
    else:
        print_run(checked.run, out, console(), verbose, quiet, checked.asked)
    return checked.run.exit_status
