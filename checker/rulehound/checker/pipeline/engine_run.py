"""The run of one engine: it goes through the suite, what fails is diagnosed, and the record is put together.

`rulehound check` and `rulehound conform` both judge engines by this, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulehound.checker.diagnosis.naming_causes import diagnose, diagnose_model
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.efforts import EFFORTS
from rulehound.checker.engines import EngineLimits
from rulehound.checker.judging.target import Target
from rulehound.checker.pipeline.assembly import assemble, engine_met
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.progress import Progress
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.run_record import Run
from rulehound.checker.stage_results import Results
from rulehound.checker.suite.catalogue import declared_checks, scenario_check
from rulehound.checker.suite.edition import found_by_witnesses, said
from rulehound.checker.suite.engine_checks import engine_checks, words_of
from rulehound.checker.suite.engine_limits import own_choices, positions_led_to
from rulehound.checker.suite.leading import with_positions
from rulehound.checker.suite.vectors import vectors_in_background
from rulehound.checker.suite.witnesses.edition_scenarios import (
    scenarios_of_some_editions,
    witnesses_in_background,
)
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.formats import Scenario


@dataclass(frozen=True)
class Request:
    """What a user asks of a run, whatever the engine."""

    game: str = "dcg"
    rules: Path | None = None
    edition: str | None = None
    seed: int = 0
    effort: str = "normal"
    strict: bool = False
    spec: Path | None = None
    """The game's spec directory, where it is not the installed one."""
    limits: EngineLimits = field(default_factory=EngineLimits)
    """What each engine may use."""
    cards: str | None = None
    """The kind of cards to play with, or a file of the engine's own; None: every kind that the game has."""
    jobs: int = 1
    """How many processes play an engine; it comes to the same."""


def run_engine(
    book: Rulebook,
    target: Target,
    request: Request,
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
    with WorkerPool(request.jobs) as workers:
        return _run_engine(book, target, request, report, workers, asked, model)


def _run_engine(
    book: Rulebook,
    target: Target,
    request: Request,
    report: Progress,
    workers: WorkerPool,
    asked: str | None,
    model: Callable[[], Results] | None,
) -> Run:
    game, effort = book.game, EFFORTS[request.effort]
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
    # the model's part asks the solver in any case
    asks_vectors = readable and (effort.solver or model is not None)
    vectors = vectors_in_background(workers, game, book.values) if asks_vectors else lambda: ([], [])
    results = engine_checks(
        target,
        book,
        words,
        lambda: vectors()[0],
        witnesses,
        seed=request.seed,
        effort=effort,
        report=report,
        workers=workers,
        cards=request.cards,
    )
    inputs, left_out = vectors()
    declared = _declared(book, inputs, witnesses(), of_model=model is not None)
    others = OtherEditions(with_positions(target), [*book.store.scenarios, *inputs, *witnesses()], words)
    diagnosis = diagnose(results.records, others.target, others)
    unasked = [
        *([] if asks_vectors else ["no boundary inputs: z3 was not asked"]),
        *([] if effort.solver else ["no witnesses between editions: z3 was not asked"]),
    ]
    results += Results(
        limits=[
            *(f"no vector for {what}" for what in left_out),
            *own_choices(game, target.greeting),
            *unasked,
            *positions_led_to(diagnosis.records),
        ]
    )
    if model is not None:
        of_model = model()
        diagnosis = diagnose_model(of_model.records, game.name) + diagnosis
        results = of_model + results
    return assemble(
        book,
        engine_met(target.engine, target.greeting, book.edition),
        choice,
        results,
        diagnosis,
        declared,
        seed=request.seed,
        effort=request.effort,
        strict=request.strict,
    )


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
