"""The conformance suite on one engine: every check of engines there is, and few violations out of many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import msgspec

from rulehound.checker.diagnosis.grouping import attributed, grouped
from rulehound.checker.diagnosis.leaving_open import own_choices, ways_led
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.diagnosis.result import EngineResult, Violation
from rulehound.checker.diagnosis.violations import violations
from rulehound.checker.efforts import EFFORTS
from rulehound.checker.engines import EngineStartError
from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.judging.traces import Start
from rulehound.checker.processes.worker_pool import WorkerError, WorkerPool
from rulehound.checker.progress import Progress
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.report.assembly import assemble, engine_met, not_run
from rulehound.checker.results import Results
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.catalogue import declared_checks, scenario_check
from rulehound.checker.suite.edition import found_by_witnesses, said
from rulehound.checker.suite.engine_checks import STARTS_AGAIN, engine_checks, words_of
from rulehound.checker.suite.exploration import Bounds, explore, lost
from rulehound.checker.suite.leading import with_positions
from rulehound.checker.suite.play import Scope
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.arranging import arrange
from rulehound.checker.suite.scenarios.given import BadScenario, UnknownFact, Vocabulary
from rulehound.checker.suite.vectors import begun_vectors
from rulehound.checker.suite.witnesses.telling import begun_witnesses, telling
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.formats import Adapter, Scenario

Solved: TypeAlias = Callable[[], Sequence[Scenario]]
"""Waits for scenarios that z3 looks for."""

OF_ENGINES_NOT = ("graph", "sometimes")
"""Kinds of checks that are of the model alone."""


@dataclass(frozen=True)
class Budget:
    """How much play and exploration one engine gets."""

    play: Scope
    with_effects: Scope
    """Play with each kind of cards that have effects."""
    exploration: Bounds
    solver: bool = True
    """Whether z3 looks for boundary inputs and for witnesses between editions."""


BUDGETS: Mapping[str, Budget] = {
    "quick": Budget(
        Scope(games=4, steps=120, examples=5, example_steps=25, runs=60, searched=0, seconds=120),
        Scope(games=3, steps=100, examples=0, runs=60, searched=0, seconds=120, guided=True),
        Bounds(states=120, starts=10, seconds=60),
        solver=False,
    ),
    "normal": Budget(
        Scope(games=10, steps=200, examples=10, example_steps=30, runs=100, searched=0, seconds=240),
        Scope(
            games=12,
            steps=150,
            examples=5,
            example_steps=30,
            runs=100,
            searched=0,
            seconds=240,
            guided=True,
        ),
        Bounds(states=600, starts=40, seconds=120),
    ),
    "deep": Budget(
        EFFORTS["deep"].play,
        replace(EFFORTS["deep"].play, guided=True),
        Bounds(20_000, depth=12, starts=100, seconds=3600),
    ),
}


@dataclass(frozen=True)
class Suite:
    """What one engine is put through."""

    book: Rulebook
    """The spec and the document; its edition gives way to that of the engine."""
    asked: str | None
    """The edition that the user asks for, by name or by the document."""
    seed: int
    effort: str
    report: Progress
    strict: bool = False
    cards: str | None = None
    """The kind of cards that is played with alone; None: every kind."""
    jobs: int = 1
    """How many processes play."""

    def run(self, command: str, opened: Callable[[], Adapter]) -> EngineResult:
        """Put an engine through it. Raises EngineStartError where it cannot be started at all."""
        with WorkerPool(self.jobs) as workers:
            return self._run(command, opened, workers)

    def _run(self, command: str, opened: Callable[[], Adapter], workers: WorkerPool) -> EngineResult:
        target = target_of(self.book.bound, command, opened)
        book, words, greeting = self.book, words_of(self.book), target.greeting
        game = book.game
        asks_solver = BUDGETS[self.effort].solver and not book.needed_unread
        between: Solved = list
        if asks_solver:
            between = begun_witnesses(workers, game, book.store, book.values, self.report)
        found = said(game, self.asked, greeting) or found_by_witnesses(
            target, [*telling(game, book.store), *between()], words
        )
        book = replace(book, edition=found.edition)
        target = replace(target, edition=book.edition, values=book.values)
        vectors = begun_vectors(workers, game, book.values) if asks_solver else lambda: ([], [])
        shown = self._shown(target, book, lambda: vectors()[0], between, words, workers)
        inputs, left_out = vectors()
        shown += Results(
            limits=[*(f"no vector for {what}" for what in left_out), *own_choices(game, greeting)]
        )
        if not asks_solver:
            shown += Results(
                limits=["no boundary inputs and no witnesses between editions: z3 was not asked"]
            )
        placed = with_positions(target)
        asked = [*book.store.scenarios, *inputs, *between()]
        by_edition = grouped(shown.records, placed, OtherEditions(placed, asked, words))
        shown = replace(shown, records=attributed(shown.records, by_edition))
        shown += Results(limits=ways_led(shown.records))
        run = assemble(
            book,
            engine_met(command, greeting, book.edition),
            shown,
            _declared(book, inputs, between()),
            seed=self.seed,
            effort=self.effort,
            strict=self.strict,
        )
        told: list[Violation] = []
        for follows, own in by_edition.items():
            told += violations(placed, own, follows)
        return EngineResult(command, run, found, told, shown.own_cards)

    def _shown(
        self,
        target: Target,
        book: Rulebook,
        vectors: Solved,
        between: Solved,
        words: Vocabulary,
        workers: WorkerPool,
    ) -> Results:
        """The records of all checks, and what they do not show."""
        budget = BUDGETS[self.effort]
        effort = replace(EFFORTS[self.effort], play=budget.play, with_effects=budget.with_effects)
        explored = self._begun_exploration(target, book, words, workers)
        shown = engine_checks(
            target,
            book,
            vectors,
            seed=self.seed,
            effort=effort,
            report=self.report,
            workers=workers,
            cards=self.cards,
        )
        try:
            shown += Results(run_scenarios(target, between(), words))
            shown += explored()
        except EngineStartError as error:
            again = CheckDeclaration(STARTS_AGAIN, (), kind="engine")
            shown += Results(not_run([again], target.edition, Verdict.ERROR, str(error), target.engine))
        return shown

    def _begun_exploration(
        self, target: Target, book: Rulebook, words: Vocabulary, workers: WorkerPool
    ) -> Callable[[], Results]:
        """Exploring the engine, under way from now on; what is given back waits for what it shows, and raises
        EngineStartError."""
        if book.needed_unread:
            return Results
        bounds = BUDGETS[self.effort].exploration
        given = target, book.store.scenarios, words, bounds, self.seed
        task = workers.begin(_explored, *given)

        def shown() -> Results:
            self.report("exploring the engine", 0, 1)
            try:
                records = task.result()
            except WorkerError as error:
                records = lost(target, bounds, str(error))
            self.report("exploring the engine", 1, 1)
            return Results(records, bounds=[f"exploration: {bounds}"])

        return shown


def _explored(
    target: Target,
    scenarios: Sequence[Scenario],
    words: Vocabulary,
    bounds: Bounds,
    seed: int,
) -> list[CheckRecord]:
    """What exploring an engine shows. Raises EngineStartError."""
    placed = with_positions(target)
    starts = list(_starts(placed, scenarios, words, bounds.starts, seed))
    return explore(placed, starts, bounds)


def _declared(
    book: Rulebook, vectors: Sequence[Scenario], between: Sequence[Scenario]
) -> list[CheckDeclaration]:
    """The checks that are of engines."""
    own = [
        CheckDeclaration(scenario_check(each), tuple(each.rules), kind="between")
        for each in between
        if book.edition in each.editions
    ]
    declared = [*declared_checks(book.game, book.store, vectors), *own]
    book.store.require_known(declared)
    return [check for check in declared if check.kind not in OF_ENGINES_NOT]


def _starts(
    target: Target,
    scenarios: Sequence[Scenario],
    words: Vocabulary,
    most: int,
    seed: int,
) -> Iterator[Start]:
    """A new game, then positions of scenarios of cards that the model knows whole, spread evenly over them;
    which ones, the seed tells."""
    if {"new-game", *target.game.cards_need} <= set(target.greeting.capabilities):
        setup = msgspec.structs.replace(target.game.setup(seed, target.values), edition=target.edition)
        yield Start(setup=setup, edition=target.edition)
    if "position" not in target.greeting.capabilities:
        return
    able = list(_positions(target, scenarios, words))
    every = max(1, len(able) // max(1, most - 1))
    yield from able[seed % every :: every][: most - 1]


def _positions(target: Target, scenarios: Sequence[Scenario], words: Vocabulary) -> Iterator[Start]:
    """Those in which whatever goes on from there can be judged."""
    able = set(target.greeting.capabilities)
    for scenario in scenarios:
        holds = target.edition in (scenario.editions or target.game.rulesets)
        if "position" in scenario.given and holds and set(scenario.needs) <= able:
            try:
                arranged = arrange(scenario, target, words, target.greeting)
            except (BadScenario, UnknownFact):
                continue
            start = arranged.start
            followed = target.game.reader.models_whole(start.cards, start.position or {})
            if followed and not arranged.cards.unresolved:
                yield start
