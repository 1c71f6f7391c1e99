"""`rulehound check` from end to end: the rules are read, then the model and an engine are checked by them.

The model is checked in a second process while this one checks the engine. Records have a fixed order, the
model's first, whichever process ends first.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import msgspec

from rulehound.checker.judging.target import target_of
from rulehound.checker.model.checks import model_checks
from rulehound.checker.pipeline.engine_run import RunSettings, run_engine
from rulehound.checker.pipeline.selecting import PART_EFFORT
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.progress import Progress, silent
from rulehound.checker.records import Verdict
from rulehound.checker.report.breakdowns import with_breakdowns
from rulehound.checker.report.trace_files import with_files
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.pictures import pictures_of
from rulehound.checker.rulebook.reading import Rulebook, open_game, read_rulebook
from rulehound.checker.run_record import Run
from rulehound.checker.stage_results import Results
from rulehound.checker.suite.catalogue import checks_of_model, declared_checks, not_run
from rulehound.checker.suite.watching import Selection
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.formats import Adapter, Ruleset
from rulehound.spec.game import Game


@dataclass
class _Clock:
    """Seconds by stage."""

    stages: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.stages[name] = round(time.perf_counter() - begun, 3)


class CheckedGame(NamedTuple):
    """A run with what is needed to show it."""

    run: Run
    pictures: dict[str, bytes]
    """PNG pictures of its clauses, by key in the document at hand."""
    book: Rulebook
    """The rules that it was checked by."""
    asked: frozenset[str] = frozenset()
    """The rules that a user asked for by name or clause; none: all."""


def check_game(
    game: Game,
    engine: str,
    opener: Callable[[], Adapter],
    settings: RunSettings,
    report: Progress = silent,
    background: bool = True,
) -> CheckedGame:
    """Run every check on the model of a game and on an engine; records call it `engine`, `opener` opens it.

    `background`: the model is checked in a second process, which finds the game by its name; without, all is
    done in this one, with the same result. Raises UserError, SpecError or DocumentError for what is wrong
    with the user's input, before anything is checked.
    """
    clock = _Clock()
    with clock.stage("total"):
        with clock.stage("reading the rules"):
            book = read_rulebook(game, settings.rules, settings.edition, report)
            settings = settings.by(book)
            book.store.require_known(declared_checks(game, book.store))
        with clock.stage("opening the engine"):
            target = target_of(book.bound, engine, opener)
        with clock.stage("checking"), _model_checks(book, settings, report, background) as model:
            run = run_engine(book, target, settings, report, asked=book.edition, model=model)
        with clock.stage("drawing the clauses"):
            report("drawing the clauses", 0, 1)
            shown = {rule for record in run.records for rule in record.rules}
            whole = settings.selection.everything
            drawn = [r for r in book.store.rules.values() if book.holds(r) and (whole or r.id in shown)]
            pictures = pictures_of(book, drawn)
            report("drawing the clauses", 1, 1)
    (run,) = with_breakdowns(with_files([run]))
    if settings.edition is None:
        run = msgspec.structs.replace(run, edition_reason="as the document has it")
    run = msgspec.structs.replace(run, timing=clock.stages)
    return CheckedGame(run, pictures, book, settings.selection.rules)


@contextmanager
def _model_checks(
    book: Rulebook, settings: RunSettings, report: Progress, background: bool
) -> Iterator[Callable[[], Results]]:
    """Begin to check the model, and give what waits for the end of it; a process that breaks is an error.

    Of a run of some checks, those of the model are done in this process: they are few.
    """
    effort, chosen = settings.effort, settings.selection
    if not chosen.everything:
        yield lambda: selected_model_checks(book.bound, chosen, effort, report)
        return
    if not background:
        yield lambda: check_model(book.bound, effort, report)
        return
    with WorkerPool(2) as workers:
        given = book.game.name, book.edition, book.values, effort
        task = workers.begin_apart(check_model_of, *given, report=report)

        def results() -> Results:
            try:
                return task.result()
            except Exception as error:  # of any kind: the engine is judged all the same
                what = f"the checks of the model broke: {type(error).__name__}: {error}"
                return Results(
                    not_run(_of_the_model(book.game), book.edition, Verdict.ERROR, what), limits=[what]
                )

        yield results


def check_model(bound: BoundModel, effort: str, report: Progress) -> Results:
    """The checks of the model; all inconclusive where it needs a fact that could not be read."""
    unread = sorted(bound.game.model().all_facts - bound.values.keys())
    if unread:
        why = f"the model needs {', '.join(unread)}, which could not be read"
        return Results(not_run(_of_the_model(bound.game), bound.edition, Verdict.INCONCLUSIVE, why))
    if effort == PART_EFFORT:
        return Results(limits=["the model was neither searched nor proved: --effort quick does both"])
    return model_checks(bound, effort, report)


def selected_model_checks(bound: BoundModel, chosen: Selection, effort: str, report: Progress) -> Results:
    """The checks of the model that are chosen: nothing where there are none."""
    of_model = {check.id: check.rules for check in _of_the_model(bound.game)}
    of_graph = {f"graph:{name}": rules for name, rules in bound.game.graph_rules.items()}
    if not any(chosen.takes(check, rules) for check, rules in {**of_model, **of_graph}.items()):
        return Results()
    results = check_model(bound, effort, report)
    meant = [record for record in results.records if chosen.takes(record.check, record.rules)]
    return replace(results, records=meant, never_taken=[])


def check_model_of(game: str, edition: str, values: Ruleset, effort: str, report: Progress) -> Results:
    """The checks of the model of an installed game, in a process that is told names and not objects."""
    return check_model(BoundModel(open_game(game), edition, values), effort, report)


OF_MODEL = ("invariant", "sometimes")
"""Kinds of checks that are judged on the model itself."""


def _of_the_model(game: Game) -> list[CheckDeclaration]:
    return [check for check in checks_of_model(game.model()) if check.kind in OF_MODEL]
