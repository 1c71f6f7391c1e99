"""`rulehound trace`: the evidence behind every clause, rule and fact."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    GameOption,
    JsonOption,
    RulesOption,
    SourceOption,
    SpecOption,
    source_engine,
)
from rulehound.checker.cli.password_option import takes_password


@takes_password
def trace(
    *,
    gate: Annotated[
        bool, typer.Option("--gate", help="Exit with 1 if there is any problem, for CI.")
    ] = False,
    by: Annotated[
        Literal["document", "chapter", "kind"], typer.Option("--by", help="Count clauses by this unit.")
    ] = "document",
    engine: SourceOption = None,
    run: Annotated[
        list[Path] | None,
        typer.Option(
            "--run",
            metavar="FILE",
            help="A report.json to use instead of the recorded evidence of its edition. May be given "
            "several times.",
        ),
    ] = None,
    record: Annotated[
        list[Path] | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="A report.json, or the JSON of rulehound mutate, to record as evidence. May be "
            "given several times.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Folder for a page of every clause and its exports: CSV, ReqIF, JUnit and JSON.",
        ),
    ] = None,
    rules: RulesOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Show which clauses, rules and facts are covered by checks.

    Counts the clauses by status: covered and by which evidence, or not checked and why. Lists every problem:
    links that nobody has reviewed since their clause changed, rules without a check, evidence that is out of
    date.
    """
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console, progress
    from rulehound.checker.cli.views.trace import print_traceability, traceability_json
    from rulehound.checker.evidence.current_tree import current_tree
    from rulehound.checker.pipeline.clause_pages import write_clause_pages
    from rulehound.checker.pipeline.traceability import put_on_record, raise_floors_to, traceability
    from rulehound.checker.report.clauses.folder import LAYOUT
    from rulehound.checker.report.directory import require_output
    from rulehound.checker.rulebook.reading import open_game, read_rulebook
    from rulehound.checker.wording import counted

    opened_game = open_game(game, spec)
    if out is not None:
        require_output(out, LAYOUT)
    with progress() as report:
        book = read_rulebook(opened_game, rules, report=report)
    source = source_engine(engine, book.game)
    tree = current_tree(book, source)
    if record and (gone := put_on_record(book, record, tree, source)):
        what = f"{counted(gone, 'mutant')} taken off the record: the code that they change is gone"
        print(what, file=sys.stderr)
    result = traceability(book, tree, run or (), source)
    if record:
        raise_floors_to(book, result.account)
    if out is not None:
        write_clause_pages(out, book, result, source, run or ())
    if json:
        print_json(traceability_json(result, by))
    else:
        print_traceability(result, console(), by, gate)
    return 1 if gate and result.problems else 0
