"""`rulehound mutate`: small faults planted into the model or an engine, and what catches them."""

from __future__ import annotations

from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    EditionOption,
    GameOption,
    JobsOption,
    JsonOption,
    RulesOption,
    SeedOption,
)
from rulehound.checker.cli.password_option import takes_password

if TYPE_CHECKING:
    from rulehound.checker.mutation.source.trial import Trial

NOT_ALL_CAUGHT = 3
"""Exit status where a mutant that may matter was caught by nothing."""


@takes_password
def mutate(
    *,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine", metavar="NAME", help="Plant faults into the source of this installed engine."
        ),
    ] = None,
    rule: Annotated[
        str | None,
        typer.Option("--rule", metavar="ID", help="With --engine: only into code that cites this rule."),
    ] = None,
    module: Annotated[
        str | None, typer.Option("--module", metavar="NAME", help="With --engine: only into this module.")
    ] = None,
    cited: Annotated[
        bool,
        typer.Option(
            "--cited",
            help="With --engine: only into code that cites a rule, not into all of the rules' code.",
        ),
    ] = False,
    every: Annotated[
        bool,
        typer.Option(
            "--all-checks", help="With --engine: run every check on each fault, not only until one fails."
        ),
    ] = False,
    action: Annotated[
        str | None, typer.Option("--action", metavar="NAME", help="In the model: only into this action.")
    ] = None,
    guards: Annotated[
        bool, typer.Option("--guards", help="In the model: only into guards, not into effects.")
    ] = False,
    configuration: Annotated[
        list[str] | None,
        typer.Option(
            "--configuration",
            metavar="NAME",
            help="In the model: search this configuration. May be given several times. Default: all "
            "configurations of the game for faults.",
        ),
    ] = None,
    sample: Annotated[
        int | None, typer.Option("--sample", metavar="N", min=1, help="Try only N faults, drawn at random.")
    ] = None,
    seed: SeedOption = 0,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FILE", help="Keep results in this file, and continue from them."),
    ] = None,
    beside: Annotated[
        Path | None,
        typer.Option(
            "--beside",
            metavar="FOLDER",
            help="With --engine: take uncaught faults through games beside the unchanged engine, and "
            "draft scenarios that tell both apart in this folder. Files in it are kept.",
        ),
    ] = None,
    jobs: JobsOption = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
) -> int:
    """Plant small faults, one at a time, and show what catches each.

    Faults go into the model of the game, or with --engine into the source of an installed engine in Python.
    The exit status is 3 if no check catches a fault that may matter, else 0.
    """
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import progress
    from rulehound.checker.cli.views.mutants import print_model_mutants
    from rulehound.checker.errors import UserError
    from rulehound.checker.mutation import ModelOutcome
    from rulehound.checker.mutation.source.trial import Trial
    from rulehound.checker.mutation.trial import chosen_model_mutants, on_record, try_model_mutants
    from rulehound.checker.mutation.tried_mutants import TriedMutants
    from rulehound.checker.rulebook.reading import open_game, read_rulebook

    if engine is None and (rule or module or cited or every or beside):
        what = "--rule, --module, --cited, --all-checks and --beside are for mutants of an engine"
        raise UserError(what, "give --engine")
    if engine is not None and (action or guards or configuration):
        what = "--action, --guards and --configuration are for mutants of the model"
        raise UserError(what, "leave out --engine")
    if engine is not None:
        trial = Trial(game, rules, edition, engine, every)
        return _mutate_engine(trial, rule, module, cited, sample, seed, keep, beside, jobs, json)
    with progress() as report:
        bound = read_rulebook(open_game(game), rules, edition, report).complete_model()
    model = bound.game.model()
    chosen = chosen_model_mutants(model, action, guards, sample, seed)
    with progress() as report:
        catches = try_model_mutants(bound, chosen, configuration or (), keep, report)
    if json:
        tried = tuple(map(on_record, chosen, catches, repeat(model)))
        print_json(TriedMutants(edition=bound.edition, seed=seed, mutants=tried))
    else:
        print_model_mutants(catches)
    return NOT_ALL_CAUGHT if any(catch.outcome is ModelOutcome.OPEN for catch in catches) else 0


def _mutate_engine(
    trial: Trial,
    rule: str | None,
    module: str | None,
    cited: bool,
    sample: int | None,
    seed: int,
    keep: Path | None,
    beside: Path | None,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Try mutants of an engine's source, and print what became of them."""
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import progress
    from rulehound.checker.cli.views.mutants import NOT_CAUGHT, print_engine_mutants
    from rulehound.checker.engines.source.cited_code import cited_functions
    from rulehound.checker.engines.source.modules import read_engine
    from rulehound.checker.mutation.beside.trial import compare_mutants, with_comparisons
    from rulehound.checker.mutation.source.equivalents import equivalents, out_of_order
    from rulehound.checker.mutation.source.game_operators import exchanges
    from rulehound.checker.mutation.source.mutants import chosen_engine_mutants, source_mutants
    from rulehound.checker.mutation.source.trial import try_engine_mutants, without_mutants
    from rulehound.checker.mutation.tried_mutants import TriedMutants
    from rulehound.checker.rulebook.reading import open_game, read_rulebook
    from rulehound.checker.suite.catalogue import declared_checks
    from rulehound.checker.suite.vectors import vector_scenarios
    from rulehound.extract.processes.cores import usable_cores

    with progress() as report:
        book = read_rulebook(open_game(trial.game), trial.rules, trial.edition, report)
        source = read_engine(trial.engine, trial.game)
        exchanged = None if cited else exchanges(book.game.directory, trial.engine)
        every = source_mutants(source, book.store.rules, exchanged)
        chosen = chosen_engine_mutants(every, rule, module, sample, seed)
        checks = declared_checks(book.game, book.store, vector_scenarios(book.game, book.values)[0])
        tried = try_engine_mutants(trial, book, checks, source, chosen, keep, jobs or usable_cores(), report)
        if beside is not None:
            open_ones = {each.mutant for each in tried if each.outcome in NOT_CAUGHT}
            left = [each for each in chosen if each.name in open_ones]
            compared = compare_mutants(
                trial, book, source, left, seed, beside, jobs or usable_cores(), report
            )
            tried = with_comparisons(tried, compared)
    doubts = []
    if len(chosen) == len(every):
        doubts = out_of_order(equivalents(book.game.directory, trial.engine), tried)
        tried += without_mutants(cited_functions(source, book.store.rules), tried)
    if as_json:
        print_json(TriedMutants(edition=book.edition, seed=seed, mutants=tuple(tried)))
    else:
        print_engine_mutants(tried, checks, doubts)
    return NOT_ALL_CAUGHT if doubts or any(mutant.outcome in NOT_CAUGHT for mutant in tried) else 0
