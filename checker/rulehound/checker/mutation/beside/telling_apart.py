"""Whether an engine with a fault behaves differently from the engine without it, by games of both."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from random import Random

import msgspec

from rulehound.checker.efforts import Walks
from rulehound.checker.engines import EngineError, EngineStartError, RestartedEngine, open_engine
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.engines.opening import installed_engines
from rulehound.checker.engines.source.lines_run import LinesRun, path_within
from rulehound.checker.judging.target import Target
from rulehound.checker.mutation.beside.crossing import crossed
from rulehound.checker.mutation.beside.drafting import Bench, drafted
from rulehound.checker.mutation.beside.forked_engine import ForkedEngine
from rulehound.checker.mutation.beside.smaller import smaller
from rulehound.checker.mutation.source.catching import STARTING
from rulehound.checker.mutation.source.changed_module import ModuleText, plant
from rulehound.checker.processes.fork import ForkEnd, Send, in_fork, limit
from rulehound.checker.records import Trace
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.catalogue import scenario_check
from rulehound.checker.suite.lockstep.checks import record_of_parting
from rulehound.checker.suite.lockstep.other_engine import OtherEngine
from rulehound.checker.suite.lockstep.routes import games, of_scenarios, prolonged
from rulehound.checker.suite.lockstep.shortening import shortened
from rulehound.checker.suite.lockstep.walking import Route, Walk, walk
from rulehound.checker.suite.scenarios.given import Vocabulary
from rulehound.checker.wording import counted
from rulehound.spec.formats import Adapter, Scenario

WALKS = Walks(scenarios=60, steps=8, games=1, game_steps=150)
"""Of the scenarios that run the changed lines so many are gone, and games of each kind of cards."""

WALKING = 6.0
"""Seconds of processor time that one walk may take."""

DRAFTING = 60.0
"""The same of making one draft."""

CROSSED = 3
"""Other scenarios with each of which every chosen one is crossed."""

DRAFTED = 3
"""Walks on which the engines part, after which no more are gone: each may make a draft."""


class BesideOutcome(StrEnum):
    """The outcome of taking an engine with a fault through games beside the same engine without it."""

    APART = "apart"
    """They do not do the same."""
    NO_DIFFERENCE = "no difference seen"
    """They did the same on all walks that were declared. There may be others on which they do not."""
    INCONCLUSIVE = "inconclusive"
    """Not all walks were gone. It counts as nothing seen, and as nothing shown."""


class ComparedMutant(msgspec.Struct, frozen=True, omit_defaults=True):
    """The outcome for one fault, with the shortest way on which the engines part."""

    outcome: BesideOutcome
    shown: str
    """How far the walks went; what differs, or why they ended."""
    trace: Trace | None = None
    draft: Scenario | None = None


@dataclass(frozen=True)
class Fault:
    """A fault as it is planted, and what stands for it in drafts."""

    name: str
    changed: ModuleText
    lines: range | None
    rules: tuple[str, ...]

    @property
    def draft(self) -> str:
        """The id of a draft that is made of it: the last module, the function and the change."""
        return "distilled/" + re.sub(r"[^a-z0-9]+", "-", self.name.rpartition(".")[2].lower()).strip("-")


@dataclass(frozen=True)
class Gone:
    """The message that a walk was gone, so far without a difference."""

    steps: int


@dataclass(frozen=True)
class NotGone:
    """The message that no more walks are gone, and why."""

    why: str


class Comparer:
    """Compares engines with a fault with the same engine without it; nothing of it may be loaded here.

    `runs`: the lines that the check of each scenario runs; a scenario that is not there may run any line.
    `seconds`: processor time for the walks of one fault, after which it is inconclusive.
    """

    def __init__(
        self,
        engine: str,
        book: Rulebook,
        words: Vocabulary,
        folder: Path,
        runs: Mapping[str, LinesRun],
        seconds: float,
        seed: int = 0,
    ) -> None:
        self._engine, self._book, self._words, self._folder = engine, book, words, folder
        self._runs, self._seconds, self._seed = runs, seconds, seed

    def compared(self, fault: Fault) -> ComparedMutant:
        """The outcome for a fault. It is the same for the same seed, unless time runs out."""
        scenarios = self._running(fault)

        def work(send: Send) -> None:
            try:
                self._compare(fault, scenarios, send)
            except Exception as error:  # whatever an engine does must not stop the others from being compared
                send(NotGone(f"not understood: {type(error).__name__}: {error}"))

        return outcome_of(in_fork(work))

    def catching(self, fault: Fault, scenarios: Sequence[Scenario]) -> list[str]:
        """The ids of those of some scenarios that catch a fault."""

        def work(send: Send) -> None:
            bench = self._bench(fault)
            for scenario in scenarios:
                limit(WALKING)
                edition = next(iter(scenario.editions), self._book.edition)
                if bench(edition).catches(scenario):
                    send(scenario.id)

        return list(in_fork(work).messages)

    def _running(self, fault: Fault) -> list[tuple[str, list[Scenario]]]:
        """The scenarios that run the changed lines, by edition: the one at hand first, where it has any."""
        game, file = self._book.game, path_within(self._folder, fault.changed.file)
        by_edition: dict[str, list[Scenario]] = {
            edition: [] for edition in dict.fromkeys((self._book.edition, *game.rulesets))
        }
        for scenario in self._book.store.scenarios:
            run = self._runs.get(scenario_check(scenario))
            if fault.lines is None or run is None or run.holds(file, fault.lines):
                edition = next(
                    (one for one in by_edition if not scenario.editions or one in scenario.editions), None
                )
                if edition is not None:
                    by_edition[edition].append(scenario)
        return [(edition, scenarios) for edition, scenarios in by_edition.items() if scenarios] or [
            (self._book.edition, [])
        ]

    def _bench(self, fault: Fault) -> _Benches:
        """Start both engines: the one without the fault in a fork, before the fault is planted here."""
        limit(STARTING)
        game = self._book.game.name
        sound = ForkedEngine(lambda: open_engine(self._engine, game))
        plant(fault.changed)
        first = open_engine(self._engine, game)
        first.close()
        make = installed_engines()[self._engine].load()

        def faulty() -> Adapter:
            return EngineClient(LocalChannel(make(game)), first.handshake())

        return _Benches(self._engine, self._book, self._words, faulty, sound)

    def _compare(
        self, fault: Fault, by_edition: Sequence[tuple[str, Sequence[Scenario]]], send: Send
    ) -> None:
        try:
            benches = self._bench(fault)
        except EngineStartError as error:
            send(NotGone(f"it does not start: {error}"))
            return
        parted = list[tuple[Bench, Walk]]()
        for edition, scenarios in by_edition:
            bench = benches(edition)
            for gone in self._walks(bench, scenarios, send):
                if gone.parting is not None:
                    parted.append((bench, gone))
                if len(parted) >= DRAFTED:
                    break
            if len(parted) >= DRAFTED:
                break
        for bench, gone in sorted(parted, key=lambda pair: len(pair[1].taken)):
            limit(DRAFTING)
            send(_told(bench, gone, fault))
        send(NotGone(""))

    def _walks(self, bench: Bench, scenarios: Sequence[Scenario], send: Send) -> Iterator[Walk]:
        """The walks of both engines, as long as there is time."""
        with RestartedEngine(bench.faulty.open) as engine:
            beside = _beside(bench)
            for route, steps in _routes(bench, beside, scenarios, self._book.store.scenarios, self._seed):
                if time.process_time() > self._seconds:
                    send(NotGone(f"it has had its {self._seconds:g} seconds"))
                    return
                limit(WALKING)
                try:
                    gone = walk(
                        bench.faulty, engine.adapter, beside, route, steps, f"{self._seed}/{route.name}"
                    )
                except EngineError as error:
                    send(NotGone(f"an engine breaks on {route.name}: {error}"))
                    if not engine.restart():
                        return
                    continue
                if not gone.refused:
                    send(Gone(len(gone.taken)))
                    yield gone


@dataclass(frozen=True)
class _Benches:
    """Both engines, to be asked by one edition or another."""

    engine: str
    book: Rulebook
    words: Vocabulary
    faulty: Callable[[], Adapter]
    sound: ForkedEngine

    def __call__(self, edition: str) -> Bench:
        game = self.book.game
        assert game.side_by_side is not None
        rules = BoundModel(game, edition, {**self.book.values, **game.rulesets[edition]})
        greeting = self.sound.handshake()
        faulty = Target(game, edition, rules.values, f"{self.engine} with the fault", self.faulty, greeting)
        sound = replace(faulty, engine=self.engine, open=lambda: self.sound)
        return Bench(faulty, sound, self.words, game.side_by_side)


def _beside(bench: Bench) -> OtherEngine:
    greeting = bench.faulty.greeting
    decides = frozenset((*greeting.chooses, *greeting.unasked))
    return OtherEngine(bench.sound.open(), bench.by, bench.faulty.game.reader.identity, decides)


def _routes(
    bench: Bench, beside: OtherEngine, scenarios: Sequence[Scenario], every: Sequence[Scenario], seed: int
) -> Iterator[tuple[Route, int]]:
    """The routes with how many steps are taken by chance: scenarios, these crossed with others out
    of `every` one, then games."""
    chance = Random(seed)
    chosen = chance.sample(scenarios, min(len(scenarios), WALKS.scenarios))
    for route in of_scenarios(bench.faulty, bench.sound, beside.adapter, chosen, bench.words):
        yield route, WALKS.steps
        yield prolonged(route, beside.by), WALKS.steps
        partners = chance.sample(every, min(len(every), CROSSED))
        for other in of_scenarios(bench.faulty, bench.sound, beside.adapter, partners, bench.words):
            turned = chance.random() < 0.5
            both = crossed(beside.adapter, route, other, bench.words, turned=turned)
            if both is not None:
                yield both, WALKS.steps
    for route in games(bench.faulty, WALKS.games, seed):
        yield route, WALKS.game_steps


def _told(bench: Bench, gone: Walk, fault: Fault) -> ComparedMutant:
    """A walk on which the engines part, as short as can be found, with a draft where one can be made."""
    beside = _beside(bench)
    with RestartedEngine(bench.faulty.open) as engine:
        gone = shortened(bench.faulty, engine, beside, gone)
    record = record_of_parting(bench.faulty, bench.sound, gone, list(fault.rules), "", "")
    draft = drafted(bench, gone, fault.draft, f"DRAFT. {fault.name}: {record.explanation}", fault.rules)
    if draft is not None:
        draft = smaller(draft, bench.tells_apart)
    where = f"{counted(len(gone.taken), 'step')} after the start of {gone.route.name}"
    return ComparedMutant(BesideOutcome.APART, f"{where}: {record.explanation}", record.trace, draft)


def outcome_of(end: ForkEnd) -> ComparedMutant:
    """The outcome by the messages and the end of a process."""
    told = [each for each in end.messages if isinstance(each, ComparedMutant)]
    if told:
        return next((each for each in told if each.draft is not None), told[0])
    gone = [each for each in end.messages if isinstance(each, Gone)]
    ends = [each.why for each in end.messages if isinstance(each, NotGone)]
    shown = f"{counted(len(gone), 'walk')}, {counted(sum(each.steps for each in gone), 'step')}"
    why = next((each for each in ends if each), "")
    if not ends or "" not in ends:
        why = why or ("it took too long" if end.took_too_long else "its process ended")
    if why or not any(each.steps for each in gone):
        return ComparedMutant(BesideOutcome.INCONCLUSIVE, f"{shown}; {why or 'no walk took a step'}")
    return ComparedMutant(BesideOutcome.NO_DIFFERENCE, shown)
