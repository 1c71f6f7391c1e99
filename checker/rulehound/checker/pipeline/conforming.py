"""`rulehound conform` from end to end: the rules are read once, then every engine goes through the suite."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

from rulehound.checker.diagnosis.baseline import Baseline, with_baseline
from rulehound.checker.diagnosis.result import Conformance, EngineResult, exit_status
from rulehound.checker.engines import EngineLimits, EngineStartError, open_engine
from rulehound.checker.pipeline.suite import Suite
from rulehound.checker.progress import Progress, silent
from rulehound.checker.report.conformance.naming import with_files
from rulehound.checker.rulebook.reading import edition_of, open_game, read_rulebook
from rulehound.checker.suite.play.own_cards import asked_for
from rulehound.spec.formats import Adapter
from rulehound.spec.game import Game

Open = Callable[[], Adapter]


@dataclass(frozen=True)
class Request:
    """What a user asks `rulehound conform` for."""

    engines: Sequence[str]
    game: str = "dcg"
    rules: Path | None = None
    edition: str | None = None
    seed: int = 0
    effort: str = "normal"
    strict: bool = False
    spec: Path | None = None
    baseline: Baseline | None = None
    limits: EngineLimits | None = None
    """What each engine may use; None: what engines usually may."""
    jobs: int = 1
    """How many processes play an engine; it comes to the same."""
    cards: str | None = None
    """The kind of cards to play with, or a file of the engines' own; None: every kind that the game has."""


def conform(request: Request, report: Progress = silent) -> Conformance:
    """Put every engine through the suite.

    An engine that does not start is told in the result, where there are others. Raises UserError, SpecError
    or DocumentError for what is wrong with the user's input: also where the one engine does not start.
    """
    game = open_game(request.game, request.spec)
    opened: list[tuple[str, Open]] = [
        (command, partial(open_engine, command, game.name, request.limits)) for command in request.engines
    ]
    return conform_engines(game, request, opened, report)


def conform_engines(
    game: Game, request: Request, engines: Sequence[tuple[str, Open]], report: Progress = silent
) -> Conformance:
    """The same for a game and engines at hand, each with the command that stands for it."""
    if request.edition is not None:
        edition_of(game, request.edition)
    game, cards = asked_for(game, request.cards)
    book = read_rulebook(game, request.rules, request.edition, report)
    if game.pool is not None and not book.needed_unread:
        game.setup(request.seed, book.values)  # before anything is run: there may be too few cards
    asked = request.edition or (book.edition if request.rules is not None else None)
    suite = Suite(book, asked, request.seed, request.effort, report, request.strict, cards, request.jobs)
    results = []
    for number, (command, opened) in enumerate(engines):
        report("engines", number, len(engines))
        try:
            results.append(suite.run(command, opened))
        except EngineStartError as error:
            if len(engines) == 1:
                raise
            results.append(EngineResult(command, trouble=str(error)))
    report("engines", len(engines), len(engines))
    return concluded(game, request, results)


def concluded(game: Game, request: Request, results: Sequence[EngineResult]) -> Conformance:
    """The whole: names of files, what the baseline knows, and how it ends."""
    engines, gone = with_baseline(with_files(results), request.baseline)
    return Conformance(
        rulehound=version("rulehound"),
        game=game.name,
        game_title=game.title,
        seed=request.seed,
        effort=request.effort,
        engines=engines,
        gone=gone,
        exit_status=exit_status(engines, request.strict),
    )
