"""`rulehound ask`: a position and a question, answered with the rules and clauses that say so."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    EditionOption,
    EngineOption,
    GameOption,
    JsonOption,
    RulesOption,
    SpecOption,
)
from rulehound.checker.cli.password_option import takes_password

ANSWERED, CANNOT_TELL = 0, 3
"""Exit status: yes or no; the model cannot tell."""


@takes_password
def ask(
    *,
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="QUESTION",
            help='"may I ...", "what may I do", "what happens if I ...", "why may I not ...".',
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="TEXT", help="The position, written as in docs/asking.md."),
    ] = None,
    place: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="FILE|-|SCENARIO|TRACE",
            help="The position: a file with its text, - for standard input, a scenario, a trace, or a saved "
            "position. NAME:N is a scenario or trace after N of its steps.",
        ),
    ] = None,
    list_words: Annotated[
        bool, typer.Option("--list", help="List the words for positions and actions, and stop.")
    ] = False,
    all_editions: Annotated[
        bool,
        typer.Option("--all-editions", help="Print the whole answer of each edition that differs."),
    ] = False,
    board: Annotated[bool, typer.Option("--board", help="Print the position first.")] = False,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE", help="Write a picture of the clauses on the page, as PNG."),
    ] = None,
    engine: EngineOption = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    json: JsonOption = False,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose", "-v", help="Print every ruling with its rules, and the rules of every step."
        ),
    ] = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Ask what is legal in a position, why not, and what happens.

    The model answers; an engine only takes the steps of a scenario or trace. The exit status is 0 for yes
    and no, and 3 if the model cannot tell.
    """
    from rulehound.checker.asking.questions import read_question
    from rulehound.checker.asking.sources import named, typed
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console
    from rulehound.checker.cli.views.ask import answer_lines, listed_words, word_lines
    from rulehound.checker.engines import engine_of, open_engine
    from rulehound.checker.errors import UserError, printable
    from rulehound.checker.files import require_place, write_whole
    from rulehound.checker.judging.target import Target, target_of
    from rulehound.checker.pipeline.ask import answer, asking_of, picture_of_answer
    from rulehound.checker.rulebook.reading import open_game, read_rulebook

    if picture is not None:
        require_place(picture, "--picture")
    wanted = None
    if not list_words:
        if question is None:
            raise UserError("no question is asked", 'ask "what may I do", or see rulehound ask --list')
        if (at is None) == (place is None):
            raise UserError("a question needs one position", "give it with --at or with --position")
        wanted = read_question(question)
    book = read_rulebook(open_game(game, spec), rules, edition)
    asking, to = asking_of(book), console()
    if wanted is None:
        words = listed_words(asking)
        if json:
            print_json(words)
        else:
            to.print(printable("\n".join(word_lines(words))), soft_wrap=True)
        return ANSWERED

    def target() -> Target:
        taking = engine_of(book.game, engine)
        return target_of(book.bound, taking, partial(open_engine, taking, book.game.name))

    position = typed(book, asking, at or "", "--at") if place is None else named(book, asking, place, target)
    if edition is None and rules is None and position.edition in book.game.rulesets:
        book = replace(book, edition=position.edition)
    result = answer(book, wanted, position)
    if picture is not None:
        write_whole(picture, picture_of_answer(book, result))
    if json:
        print_json(result)
    else:
        lines = answer_lines(result, whole=verbose, all_editions=all_editions, board=board)
        to.print(printable("\n".join(lines)), soft_wrap=True)
    return CANNOT_TELL if result.ruling == "unknown" else ANSWERED
