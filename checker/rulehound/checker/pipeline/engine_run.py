"""The run of one engine: the suite, the diagnosis of its failures, and the record.

`rulehound check` and `rulehound conform` both judge engines by this alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from rulehound.checker.diagnosis.naming_causes import diagnose, diagnose_model
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.diagnosis.walks import with_expected_boards
from rulehound.checker.efforts import EFFORTS
from rulehound.checker.engines import open_engine
from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.pipeline.assembly import assemble, engine_of_run
from rulehound.checker.pipeline.counting_watch import CountingWatch
from rulehound.checker.pipeline.other_numbers import (
    explains_more,
    filed_under_facts,
    followed_otherwise,
    labelled,
    numbers_followed,
    of_numbers_alone,
    with_other_numbers,
)
from rulehound.checker.pipeline.selecting import RequestedChecks, selection
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.progress import Progress
from rulehound.checker.records import CheckRecord
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.run_record import Run
from rulehound.checker.stage_results import Results
from rulehound.checker.suite.catalogue import declared_checks, scenario_check
from rulehound.checker.suite.edition import found_by_witnesses, said
from rulehound.checker.suite.engine_checks import engine_checks, words_of
from rulehound.checker.suite.engine_limits import answered_unasked, own_choices, positions_led_to
from rulehound.checker.suite.leading import with_positions
from rulehound.checker.suite.vectors import vectors_in_background
from rulehound.checker.suite.watching import Selection, Watch
from rulehound.checker.suite.witnesses.edition_scenarios import (
    scenarios_of_some_editions,
    witnesses_in_background,
)
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.formats import Scenario


@dataclass(frozen=True)
class RunSettings:
    """How engines are put through the suite, whatever the game and whichever the engines."""

    effort: str
    """How much work each check is worth: a name in `EFFORTS`."""
    rules: Path | None = None
    """The document to go by; None: the one that comes with the game."""
    edition: str | None = None
    """The edition to judge by; None: that of the document or of the engine."""
    seed: int = 0
    """Where all randomness starts."""
    strict: bool = False
    """Whether rules that nothing judged make a run inconclusive."""
    cards: str | None = None
    """The kind of cards to play with, or a file of the engine's own; None: every kind that the game has."""
    jobs: int = 1
    """How many processes play an engine; the result does not depend on it."""
    selection: Selection = field(default_factory=Selection)
    """The checks that are run."""
    fail_fast: bool = False
    """Whether a run ends at the first failure."""
    tell: Callable[[CheckRecord], None] | None = None
    """Told of each failure as soon as it is seen."""
    beside: str | None = None
    """An installed engine that others are compared with; None: they are not."""
    asked: RequestedChecks = field(default_factory=RequestedChecks)
    """What a user asks the run to be of, in place of a selection."""

    def by(self, book: Rulebook) -> RunSettings:
        """The settings with the checks that are asked for. Raises UserError where there are none such."""
        return (
            self if self.asked == RequestedChecks() else replace(self, selection=selection(book, self.asked))
        )

    def watch(self, edition: str, report: Progress) -> Watch:
        """What watches the run of one engine, and reports how many scenarios it has answered."""
        return CountingWatch(self.selection, self.tell, self.fail_fast, edition=edition, report=report)


def run_engine(
    book: Rulebook,
    target: Target,
    settings: RunSettings,
    report: Progress,
    *,
    asked: str | None = None,
    model: Callable[[], Results] | None = None,
) -> Run:
    """Put the engine of a target through the suite, and name the causes of what fails.

    `book` has the document at hand; its edition gives way to the one that is `asked` for, else to the
    engine's. `model` waits for the checks of the model, which are part of the run then. Raises
    EngineStartError where the engine does not start, and UserError or SpecError for what is wrong with the
    spec.
    """
    with WorkerPool(settings.jobs) as workers:
        return _run_engine(book, target, settings, report, workers, asked, model)


def _run_engine(
    book: Rulebook,
    target: Target,
    settings: RunSettings,
    report: Progress,
    workers: WorkerPool,
    asked: str | None,
    model: Callable[[], Results] | None,
) -> Run:
    game, effort = book.game, EFFORTS[settings.effort]
    words = words_of(book) if book.store.scenarios or game.vectors else None
    readable = not book.needed_unread
    witnesses: Callable[[], Sequence[Scenario]] = list
    if readable and effort.solver:
        witnesses = witnesses_in_background(workers, game, book.store, book.values, report)
    choice = said(game, asked, target.greeting)
    if choice is None:
        choice = found_by_witnesses(
            target, [*scenarios_of_some_editions(game, book.store), *witnesses()], words_of(book)
        )
    book = replace(book, edition=choice.edition)
    target = replace(target, edition=book.edition, values=book.values)
    beside = _beside(book, target, settings.beside)
    # the model's part asks the solver in any case
    asks_vectors = readable and (effort.solver or model is not None)

    def judged(by: Rulebook, watch: Watch) -> _Judged:
        """The results by the numbers of a rulebook."""
        judged_target = replace(target, values=by.values)
        vectors = vectors_in_background(workers, game, by.values) if asks_vectors else lambda: ([], [])
        results = engine_checks(
            judged_target,
            by,
            words,
            lambda: vectors()[0],
            witnesses,
            seed=settings.seed,
            effort=effort,
            report=report,
            workers=workers,
            cards=settings.cards,
            watch=watch,
            beside=beside and replace(beside, values=by.values),
        )
        inputs, left_out = vectors()
        scenarios = [*book.store.scenarios, *inputs, *witnesses()]
        others = OtherEditions(
            with_positions(judged_target), scenarios, words, estimated=bool(choice.answers)
        )
        return _Judged(results, scenarios, others, inputs, left_out)

    first = last = judged(book, settings.watch(book.edition, report))
    failed = [] if settings.fail_fast else first.results.records
    followed = numbers_followed(book, failed, first.others.target, first.scenarios, words)
    of_numbers: list[CheckRecord] = []
    if followed:
        by_followed = judged(with_other_numbers(book, followed), Watch(settings.selection))
        if explains_more(first.results.records, by_followed.results.records):
            of_numbers = of_numbers_alone(first.results.records, by_followed.results.records)
        last, followed = (by_followed, followed) if of_numbers else (first, [])
    results, inputs = last.results, last.inputs
    declared = _declared(book, inputs, witnesses(), of_model=model is not None)
    report("naming the causes", 0, 1)
    diagnosis = diagnose(results.records, last.others.target, last.others)
    if followed:
        by_facts = diagnose(of_numbers, first.others.target, first.others)
        diagnosis = replace(diagnosis, records=labelled(diagnosis.records, followed))
        diagnosis = filed_under_facts(by_facts, followed, game.name) + diagnosis
    shown = with_expected_boards(
        diagnosis.violations, beside and replace(beside, values=last.others.target.values)
    )
    diagnosis = replace(diagnosis, violations=shown)
    report("naming the causes", 1, 1)
    unasked = [
        *([] if asks_vectors else ["no boundary inputs: z3 was not asked"]),
        *([] if effort.solver else ["no witnesses between editions: z3 was not asked"]),
    ]
    results += Results(
        limits=[
            *(f"no vector for {what}" for what in last.left_out),
            *followed_otherwise(followed),
            *own_choices(game, target.greeting),
            *unasked,
            *answered_unasked(diagnosis.records),
            *positions_led_to(diagnosis.records),
        ]
    )
    if model is not None:
        of_model = model()
        diagnosis = diagnose_model(of_model.records, game.name) + diagnosis
        results = of_model + results
    return assemble(
        book,
        engine_of_run(target.engine, target.greeting, book.edition),
        choice,
        results,
        diagnosis,
        declared,
        seed=settings.seed,
        effort=settings.effort,
        strict=settings.strict,
    )


def _beside(book: Rulebook, target: Target, engine: str | None) -> Target | None:
    """The installed engine that a target is compared with; None where that is the engine itself.

    Raises EngineStartError where it does not start.
    """
    if engine is None or engine == target.engine:
        return None
    return target_of(book.bound, engine, partial(open_engine, engine, book.game.name))


@dataclass(frozen=True)
class _Judged:
    """The results of an engine by some numbers, and what diagnosing them takes."""

    results: Results
    scenarios: Sequence[Scenario]
    others: OtherEditions
    inputs: Sequence[Scenario]
    """The boundary inputs that were solved for."""
    left_out: Sequence[str]


OF_MODEL_ALONE = ("graph", "sometimes")
"""Kinds of checks that are of the model alone."""


def _declared(
    book: Rulebook, vectors: Sequence[Scenario], witnesses: Sequence[Scenario], *, of_model: bool
) -> list[CheckDeclaration]:
    """The checks that a run declares: all of them, or those of engines. Raises SpecError where one cites a
    rule that there is not."""
    of_witnesses = [
        CheckDeclaration(scenario_check(each), tuple(each.rules), kind="between")
        for each in witnesses
        if book.edition in each.editions
    ]
    declared = [*declared_checks(book.game, book.store, vectors), *of_witnesses]
    book.store.require_known(declared)
    return [check for check in declared if of_model or check.kind not in OF_MODEL_ALONE]
