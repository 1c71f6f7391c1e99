"""The conformance suite on one engine: every check of engines there is, and few violations out of many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import msgspec

from rulehound.checker.assembly import assemble, engine_met, not_run
from rulehound.checker.conform.edition import found_by_witnesses, said
from rulehound.checker.conform.exploring import Bounds, explore, lost
from rulehound.checker.conform.grouping import attributed, grouped
from rulehound.checker.conform.leaving_open import own_choices, ways_led
from rulehound.checker.conform.other_editions import Judges, OtherEditions
from rulehound.checker.conform.result import EngineResult, Violation
from rulehound.checker.conform.violations import violations
from rulehound.checker.conform.witnesses import begun_witnesses, telling
from rulehound.checker.crew import Crew, CrewError
from rulehound.checker.declared import declared_checks, scenario_check
from rulehound.checker.effort import EFFORTS
from rulehound.checker.engine_checks import STARTS_AGAIN, engine_checks, words_of
from rulehound.checker.engines import EngineStartError
from rulehound.checker.leading import with_positions
from rulehound.checker.play import Scope
from rulehound.checker.progress import Progress
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook import Rulebook
from rulehound.checker.scenarios import run_scenarios
from rulehound.checker.scenarios.arranging import arrange
from rulehound.checker.scenarios.given import BadScenario, UnknownFact, Vocabulary
from rulehound.checker.shown import Shown
from rulehound.checker.traces import Hunt, Start
from rulehound.checker.vectors import begun_vectors
from rulehound.spec.formats import Adapter, Handshake, Scenario
from rulehound.spec.records import CheckDeclaration

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
class Met:
    """One engine that is put through the suite."""

    hunt: Hunt
    greeting: Handshake
    opened: Callable[[], Adapter]
    led: Callable[[], Adapter]
    """Opens it led to positions, where it cannot set them up."""

    def judges(self) -> Judges:
        """The judges of its games."""
        return Judges(self.hunt, self.greeting.unsupported.get(self.hunt.edition, ()), self.greeting.chooses)


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
        with Crew(self.jobs) as crew:
            return self._run(command, opened, crew)

    def _run(self, command: str, opened: Callable[[], Adapter], crew: Crew) -> EngineResult:
        greeting = _greeting(opened)
        book, words = self.book, words_of(self.book)
        game = book.game
        asks_solver = BUDGETS[self.effort].solver and not book.needed_unread
        between: Solved = list
        if asks_solver:
            between = begun_witnesses(crew, game, book.store, book.values, self.report)
        found = said(game, self.asked, greeting) or found_by_witnesses(
            game, opened, book.values, [*telling(game, book.store), *between()], words, command
        )
        book = replace(book, edition=found.edition)
        hunt = Hunt(game, book.edition, book.values, command)
        met = Met(hunt, greeting, opened, with_positions(opened, game, hunt.values))
        vectors = begun_vectors(crew, game, book.values) if asks_solver else lambda: ([], [])
        shown = self._shown(met, book, lambda: vectors()[0], between, words, crew)
        inputs, left_out = vectors()
        shown += Shown(limits=[*(f"no vector for {what}" for what in left_out), *own_choices(game, greeting)])
        if not asks_solver:
            shown += Shown(limits=["no boundary inputs and no witnesses between editions: z3 was not asked"])
        judges = met.judges()
        asked = [*book.store.scenarios, *inputs, *between()]
        by_edition = grouped(shown.records, judges, OtherEditions(judges, asked, words), met.led)
        shown = replace(shown, records=attributed(shown.records, by_edition))
        shown += Shown(limits=ways_led(shown.records))
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
            told += violations(judges, met.led, own, follows)
        return EngineResult(command, run, found, told, shown.own_cards)

    def _shown(
        self,
        met: Met,
        book: Rulebook,
        vectors: Solved,
        between: Solved,
        words: Vocabulary,
        crew: Crew,
    ) -> Shown:
        """The records of all checks, and what they do not show."""
        hunt, budget = met.hunt, BUDGETS[self.effort]
        effort = replace(EFFORTS[self.effort], play=budget.play, with_effects=budget.with_effects)
        explored = self._begun_exploration(met, book, words, crew)
        shown = engine_checks(
            book,
            met.opened,
            vectors,
            engine=hunt.engine,
            greeting=met.greeting,
            seed=self.seed,
            effort=effort,
            report=self.report,
            crew=crew,
            cards=self.cards,
        )
        try:
            shown += Shown(run_scenarios(hunt, met.led, between(), words))
            shown += explored()
        except EngineStartError as error:
            again = CheckDeclaration(STARTS_AGAIN, (), kind="engine")
            shown += Shown(not_run([again], hunt.edition, Verdict.ERROR, str(error), hunt.engine))
        return shown

    def _begun_exploration(
        self, met: Met, book: Rulebook, words: Vocabulary, crew: Crew
    ) -> Callable[[], Shown]:
        """Exploring the engine, under way from now on; what is given back waits for what it shows, and raises
        EngineStartError."""
        if book.needed_unread:
            return Shown
        hunt, bounds = met.hunt, BUDGETS[self.effort].exploration
        given = hunt, met.opened, met.greeting, book.store.scenarios, words, bounds, self.seed
        task = crew.begin(_explored, *given)

        def shown() -> Shown:
            self.report("exploring the engine", 0, 1)
            try:
                records = task.result()
            except CrewError as error:
                records = lost(hunt, bounds, str(error))
            self.report("exploring the engine", 1, 1)
            return Shown(records, bounds=[f"exploration: {bounds}"])

        return shown


def _explored(
    hunt: Hunt,
    opened: Callable[[], Adapter],
    greeting: Handshake,
    scenarios: Sequence[Scenario],
    words: Vocabulary,
    bounds: Bounds,
    seed: int,
) -> list[CheckRecord]:
    """What exploring an engine shows. Raises EngineStartError."""
    met = Met(hunt, greeting, opened, with_positions(opened, hunt.game, hunt.values))
    starts = list(_starts(hunt, scenarios, words, _greeting(met.led), bounds.starts, seed))
    return explore(hunt, met.led, starts, met.judges().under(hunt.edition), bounds)


def _greeting(opened: Callable[[], Adapter]) -> Handshake:
    adapter = opened()
    try:
        return adapter.handshake()
    finally:
        adapter.close()


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
    hunt: Hunt, scenarios: Sequence[Scenario], words: Vocabulary, greeting: Handshake, most: int, seed: int
) -> Iterator[Start]:
    """A new game, then positions of scenarios of cards that the model knows whole, spread evenly over them;
    which ones, the seed tells."""
    if {"new-game", *hunt.game.cards_need} <= set(greeting.capabilities):
        setup = msgspec.structs.replace(hunt.game.reader.setup(seed, hunt.values), edition=hunt.edition)
        yield Start(setup=setup, edition=hunt.edition)
    if "position" not in greeting.capabilities:
        return
    able = list(_positions(hunt, scenarios, words, greeting))
    every = max(1, len(able) // max(1, most - 1))
    yield from able[seed % every :: every][: most - 1]


def _positions(
    hunt: Hunt, scenarios: Sequence[Scenario], words: Vocabulary, greeting: Handshake
) -> Iterator[Start]:
    """Those in which whatever goes on from there can be judged."""
    for scenario in scenarios:
        holds = hunt.edition in (scenario.editions or hunt.game.rulesets)
        if "position" in scenario.given and holds and set(scenario.needs) <= set(greeting.capabilities):
            try:
                arranged = arrange(scenario, hunt, words, greeting)
            except (BadScenario, UnknownFact):
                continue
            start = arranged.start
            followed = hunt.game.reader.followed(start.cards, start.position or {})
            if followed and not arranged.cards.unresolved:
                yield start
