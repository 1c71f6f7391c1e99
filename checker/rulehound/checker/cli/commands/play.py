"""`rulehound play`: an engine played and judged step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    NOBODY,
    EngineMemoryOption,
    EngineOption,
    EngineSecondsOption,
    GameOption,
    JobsOption,
    JsonOption,
    PlayedEditionOption,
    RulesOption,
    SeedOption,
    compared_with,
)
from rulehound.checker.cli.password_option import takes_password


@takes_password
def play(
    *,
    engine: EngineOption = None,
    seed: SeedOption = 0,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            help="The number of random games, and of games by Hypothesis.",
        ),
    ] = 100,
    steps: Annotated[
        int | None,
        typer.Option(
            "--steps",
            metavar="N",
            min=1,
            help="Play random games until they have N steps in all, instead of --games.",
        ),
    ] = None,
    cards: Annotated[
        str | None,
        typer.Option(
            "--cards",
            metavar="KIND|FILE",
            help="The cards to play with: a kind that the game has, or a file with the engine's own. "
            "Default: plain, cards without effects.",
        ),
    ] = None,
    offers_every: Annotated[
        int,
        typer.Option(
            "--offers-every",
            metavar="N",
            min=1,
            help="Judge the actions that the engine offers only at every Nth step.",
        ),
    ] = 1,
    beside: Annotated[
        str,
        typer.Option(
            "--beside",
            metavar="NAME",
            help="An installed engine to compare with, step by step; none: compare with the rules alone.",
        ),
    ] = NOBODY,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FILE", help="Keep results in this file, and continue from them."),
    ] = None,
    jobs: JobsOption = None,
    rules: RulesOption = None,
    edition: PlayedEditionOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Play random games on an engine and judge every step.

    Prints the violations with their shortest traces, how often each check was judged, and what was not
    judged and why. The exit status is 1 if anything is violated or the engine breaks, 3 if a check is
    inconclusive, else 0.
    """
    from functools import partial

    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console, print_edition, progress
    from rulehound.checker.cli.views.play import print_play
    from rulehound.checker.efforts import Scope
    from rulehound.checker.engines import engine_limits, engine_of
    from rulehound.checker.pipeline.play import play_engine
    from rulehound.checker.records import exit_status_of_records
    from rulehound.checker.rulebook.reading import open_game
    from rulehound.extract.processes.cores import usable_cores

    limits = engine_limits(engine_seconds, engine_memory)
    examples = games if steps is None else Scope.examples
    scope = Scope(games=games, examples=examples, enough_steps=steps, offers_every=offers_every, guided=True)
    with progress() as report:
        opened_game = open_game(game)
        result = play_engine(
            opened_game,
            engine_of(opened_game, engine),
            scope,
            limits=limits,
            rules=rules,
            edition=edition,
            cards=cards,
            seed=seed,
            jobs=jobs or usable_cores(),
            kept=keep,
            beside=compared_with(beside, opened_game),
            report=report,
            tell=None if json else partial(print_edition, console()),
        )
    if json:
        print_json(result.played)
    else:
        print_play(result, console())
    return exit_status_of_records(result.played.records)
