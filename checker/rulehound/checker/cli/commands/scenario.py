"""`rulehound scenario`: scenarios run on an engine, checked, shown and written."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    EditionOption,
    EngineMemoryOption,
    EngineOption,
    EngineSecondsOption,
    GameOption,
    JsonOption,
    OwnCardsOption,
    PagesOption,
    PlayedEditionOption,
    RulesOption,
    SpecOption,
)
from rulehound.checker.cli.password_option import takes_password

app = typer.Typer(help="Run, check, show or write scenarios.", no_args_is_help=True)

TEMPLATE = "scenario.template.toml"
"""A scenario with its parts explained, in the directory of a game."""

TEMPLATES = "scenario_templates"
"""The folder beside it with scenarios of several kinds, each in a file that is named for what it is about."""

TEMPLATE_ID = "SCENARIO-ID"
"""The id in the template, which a new scenario replaces by its own."""

NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE|ID...",
        help="Files of scenarios, or ids or beginnings of ids. Default: all scenarios of the game.",
    ),
]


@app.command()
@takes_password
def run(
    *,
    names: NamesArgument = None,
    engine: EngineOption = None,
    cards: OwnCardsOption = None,
    rules: RulesOption = None,
    edition: PlayedEditionOption = None,
    json: JsonOption = False,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose",
            "-v",
            help="Print a line for every case, not only for cases that are named or do not pass.",
        ),
    ] = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Run scenarios on an engine.

    The exit status is 1 if an expectation is not met or the engine breaks, 3 if an expectation cannot be
    decided or no scenario could be run, else 0.
    """
    import msgspec

    from rulehound.checker.cli.standard_output import print_bytes
    from rulehound.checker.cli.terminal import console, print_edition, print_records, progress
    from rulehound.checker.cli.views.scenario import case_outcome
    from rulehound.checker.engines import engine_limits, engine_of, open_engine
    from rulehound.checker.pipeline.edition import judged_by
    from rulehound.checker.records import Verdict, exit_status_of_records
    from rulehound.checker.rulebook.reading import open_game
    from rulehound.checker.suite.engine_checks import words_of
    from rulehound.checker.suite.play.own_cards import with_own_cards
    from rulehound.checker.suite.scenarios import run_scenarios
    from rulehound.checker.suite.scenarios.choosing import chosen_scenarios, why_not_run
    from rulehound.checker.wording import counted

    limits = engine_limits(engine_seconds, engine_memory)
    with progress() as report:
        opened_game = open_game(game, spec)
        if cards is not None:
            opened_game = with_own_cards(opened_game, cards)
        command = engine_of(opened_game, engine)
        opener = partial(open_engine, command, opened_game.name, limits)
        book, target, choice = judged_by(opened_game, command, opener, rules, edition, report)
        scenarios = chosen_scenarios(book, names or [])
        if not json:
            print_edition(console(), choice)
        asked = [scenario for scenario in scenarios if not why_not_run(scenario, book.edition)]
        report("running scenarios", 0, 1)
        run_records = run_scenarios(target, asked, words_of(book))
        report("running scenarios", 1, 1)
    records = dict(zip((id(scenario) for scenario in asked), run_records, strict=True))
    if json:
        for scenario in scenarios:
            outcome = case_outcome(scenario, records.get(id(scenario)), target)
            print_bytes(msgspec.json.encode(outcome) + b"\n")
        return exit_status_of_records(run_records)
    to = console()
    shown = [one for one in run_records if names or verbose or one.verdict is not Verdict.PASS]
    if shown:
        print_records(shown, to)
    for scenario in scenarios:
        if id(scenario) not in records and (names or verbose):
            reason = why_not_run(scenario, book.edition)
            to.print(f"{scenario.name}: unsupported: {reason}", soft_wrap=True)
    verdicts = [records[id(s)].verdict if id(s) in records else Verdict.UNSUPPORTED for s in scenarios]
    counts = ", ".join(f"{verdicts.count(one)} {one.value}" for one in Verdict if one in verdicts)
    to.print(f"\n{counted(len(scenarios), 'case')}: {counts}; edition {book.edition}", soft_wrap=True)
    return exit_status_of_records(run_records)


@app.command()
@takes_password
def check(
    *,
    names: NamesArgument = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Find mistakes in how scenarios are written; needs no engine.

    The exit status is 1 if there is any, else 0.
    """
    import msgspec

    from rulehound.checker.cli.standard_output import print_bytes
    from rulehound.checker.cli.terminal import console
    from rulehound.checker.rulebook.reading import open_game, read_rulebook
    from rulehound.checker.suite.engine_checks import words_of
    from rulehound.checker.suite.scenarios.choosing import chosen_scenarios
    from rulehound.checker.suite.scenarios.writing import faults
    from rulehound.checker.wording import counted

    book = read_rulebook(open_game(game, spec), rules, edition)
    words, scenarios = words_of(book), chosen_scenarios(book, names or [])
    results = [(scenario, list(faults(scenario, book.bound, words))) for scenario in scenarios]
    if json:
        for scenario, mistakes in results:
            case = {"id": scenario.id, "case": max(scenario.number, 1), "faults": mistakes}
            print_bytes(msgspec.json.encode(case) + b"\n")
    else:
        to = console()
        for scenario, mistakes in results:
            for mistake in mistakes:
                to.print(f"{scenario.name}: {mistake}", soft_wrap=True)
        total = sum(len(mistakes) for _, mistakes in results)
        to.print(f"{counted(total, 'fault')} in {counted(len(scenarios), 'case')}", soft_wrap=True)
    return 1 if any(mistakes for _, mistakes in results) else 0


@app.command()
@takes_password
def show(
    *,
    name: Annotated[str, typer.Argument(metavar="FILE|ID", help="A file of scenarios, or an id.")],
    engine: EngineOption = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the boards of one case as a picture.")
    ] = None,
    html: PagesOption = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Show a scenario step by step, with the board after each."""
    from rulehound.checker.cli.terminal import console
    from rulehound.checker.cli.views.scenario import scenario_lines
    from rulehound.checker.engines import engine_of, open_engine
    from rulehound.checker.errors import UserError, printable
    from rulehound.checker.files import require_place, write_whole
    from rulehound.checker.judging.target import target_of
    from rulehound.checker.pipeline.walk_pages import scenario_walks, write_walk_pages
    from rulehound.checker.report.directory import require_output
    from rulehound.checker.report.walk_site import LAYOUT
    from rulehound.checker.rulebook.reading import open_game, read_rulebook
    from rulehound.checker.suite.engine_checks import words_of
    from rulehound.checker.suite.scenarios.choosing import chosen_scenarios
    from rulehound.checker.suite.scenarios.showing import followed, picture

    if svg is not None:
        require_place(svg, "--svg")
    if html is not None:
        require_output(html, LAYOUT)
    book = read_rulebook(open_game(game, spec), rules, edition)
    words, to = words_of(book), console()
    scenarios = chosen_scenarios(book, [name])
    if svg is not None and len(scenarios) > 1:
        cases = ", ".join(scenario.name for scenario in scenarios)
        raise UserError(f"{name} stands for several cases: {cases}", "give --svg for one of them")
    command = engine_of(book.game, engine)
    target = target_of(book.bound, command, partial(open_engine, command, book.game.name))
    adapter = target.open()
    sequels = []
    try:
        for scenario in scenarios:
            sequel = followed(target, adapter, scenario, words)
            sequels.append(sequel)
            to.print(printable("\n".join(scenario_lines(book, sequel))), soft_wrap=True)
            if svg is not None:
                write_whole(svg, picture(sequel).encode())
    finally:
        adapter.close()
    if html is not None:
        write_walk_pages(html, book, scenario_walks(book, sequels, target.engine))
    return 0


@app.command()
def new(
    *,
    name: Annotated[str, typer.Argument(metavar="ID", help="The id of the new scenario.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write to this file, which must not exist. Default: standard output.",
        ),
    ] = None,
    about: Annotated[
        str | None,
        typer.Option(
            "--about",
            metavar="TOPIC",
            help="The topic of the scenario; an unknown topic prints the known ones. Default: an attack.",
        ),
    ] = None,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Write a template of a scenario, with each part explained."""
    from rulehound.checker.cli.standard_output import print_bytes
    from rulehound.checker.errors import UserError
    from rulehound.checker.files import read_file, write_whole
    from rulehound.checker.rulebook.reading import open_game
    from rulehound.spec.documents.scenarios import ID_REMEDY, SCENARIO_ID

    if not SCENARIO_ID.fullmatch(name):
        raise UserError(f"{name!r} is no id of a scenario", ID_REMEDY)
    folder = open_game(game, spec).directory
    template = folder / TEMPLATE
    if about is not None:
        topics = {path.stem: path for path in sorted((folder / TEMPLATES).glob("*.toml"))}
        topic = about.strip().lower().replace(" ", "-")
        if topic not in topics:
            remedy = f"there are {', '.join(topics)}" if topics else "leave --about out"
            raise UserError(f"there is no template about {about!r}", remedy)
        template = topics[topic]
    content = read_file(template, "docs/scenarios.md says how scenarios are written")
    text = content.decode("utf-8").replace(TEMPLATE_ID, name)
    if out is None:
        print_bytes(text.encode())
        return 0
    if out.exists():
        raise UserError(f"{out} is there already", "choose another name, or remove it")
    write_whole(out, text.encode())
    return 0
