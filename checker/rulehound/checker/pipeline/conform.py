"""`rulehound conform` from end to end: the rules are read once, then every engine goes through the suite."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import NamedTuple

from rulehound.checker.diagnosis.baseline import Baseline, with_baseline
from rulehound.checker.engines import EngineStartError
from rulehound.checker.judging.target import target_of
from rulehound.checker.pipeline.assembly import not_started
from rulehound.checker.pipeline.engine_run import RunSettings, run_engine
from rulehound.checker.progress import Progress, silent
from rulehound.checker.report.breakdowns import with_breakdowns
from rulehound.checker.report.trace_files import with_files
from rulehound.checker.rulebook.pictures import pictures_of
from rulehound.checker.rulebook.reading import Rulebook, edition_of, read_rulebook
from rulehound.checker.run_record import Conformance, Run, exit_status_of_runs
from rulehound.checker.suite.play.own_cards import asked_for
from rulehound.spec.formats import Adapter
from rulehound.spec.game import Game

Opener = Callable[[], Adapter]


class Conformed(NamedTuple):
    """The runs of engines with what is needed to show them."""

    conformance: Conformance
    pictures: dict[str, bytes]
    """PNG pictures of the clauses that are violated, by key in the document at hand."""


def conform_engines(
    game: Game,
    engines: Sequence[tuple[str, Opener]],
    settings: RunSettings,
    baseline: Baseline | None = None,
    report: Progress = silent,
) -> Conformed:
    """Put engines through the suite of a game; each is given as what records call it, and how it is opened.

    An engine that does not start has a run that says so, where there are others. Raises UserError, SpecError
    or DocumentError for what is wrong with the user's input: also where the one engine does not start.
    """
    if settings.edition is not None:
        edition_of(game, settings.edition)
    game, cards = asked_for(game, settings.cards)
    settings = replace(settings, cards=cards)
    book = read_rulebook(game, settings.rules, settings.edition, report)
    settings = settings.by(book)
    if game.pool is not None and not book.needed_unread:
        game.setup(settings.seed, book.values)  # before anything is run: there may be too few cards
    runs = []
    for number, (command, opener) in enumerate(engines):
        report("engines", number, len(engines))
        try:
            target = target_of(book.bound, command, opener)
            runs.append(run_engine(book, target, settings, report, asked=_asked(book, settings)))
        except EngineStartError as error:
            if len(engines) == 1:
                raise
            runs.append(not_started(book, command, str(error), seed=settings.seed, effort=settings.effort))
    report("engines", len(engines), len(engines))
    return Conformed(_concluded(game, settings, runs, baseline), _pictures(book, runs))


def _asked(book: Rulebook, settings: RunSettings) -> str | None:
    """The edition that is asked for, by name or by the document; None where the engine is to say."""
    return settings.edition or (book.edition if settings.rules is not None else None)


def _concluded(
    game: Game, settings: RunSettings, runs: Sequence[Run], baseline: Baseline | None
) -> Conformance:
    """The runs with names of files and with what the baseline knows, and the exit status of all."""
    named, gone = with_baseline(with_breakdowns(with_files(runs)), baseline, settings.strict)
    return Conformance(
        rulehound=version("rulehound"),
        game=game.name,
        game_title=game.title,
        seed=settings.seed,
        effort=settings.effort,
        runs=named,
        gone=gone,
        exit_status=exit_status_of_runs(named, settings.strict),
    )


def _pictures(book: Rulebook, runs: Sequence[Run]) -> dict[str, bytes]:
    """Pictures of the clauses of the rules that some engine violates."""
    violated = dict.fromkeys(violation.rule for run in runs for violation in run.violations)
    rules = [book.store.rules[rule] for rule in violated if rule in book.store.rules]
    return pictures_of(book, rules) if rules else {}
