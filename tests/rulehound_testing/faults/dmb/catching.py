"""Which checks catch which planted fault: they pass on the reference engine and fail on the faulty one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord
from rulehound.checker.rulebook.reading import Rulebook, open_game, read_rulebook
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.play import play
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.trials import trials
from rulehound.checker.suite.trials.going_first import going_first
from rulehound.checker.suite.trials.secrecy import secrecy
from rulehound.checker.suite.trials.shuffling import shuffling
from rulehound.checker.suite.vectors import grouped, vector_scenarios
from rulehound.spec.formats import Adapter, Scenario
from rulehound_testing.faults.catching import FEW, violated
from rulehound_testing.faults.dmb.catalogue import FAULTS
from rulehound_testing.faults.dmb.engines import create as faulty_engine
from rulehound_testing.faults.dmb.engines import sound_engine

Open = Callable[[], Adapter]


@cache
def rulebook() -> Rulebook:
    """The spec of Digimon Battles and its bundled rulebook."""
    return read_rulebook(open_game("dmb"))


@cache
def vectors() -> tuple[Scenario, ...]:
    """The boundary inputs that a solver finds under the facts of the bundled rulebook."""
    found, _left_out = vector_scenarios(rulebook().game, rulebook().values)
    return tuple(found)


def scenario_records(opened: Open) -> list[CheckRecord]:
    """The records of every scenario."""
    return run(opened, rulebook().store.scenarios)


def run(opened: Open, scenarios: Sequence[Scenario]) -> list[CheckRecord]:
    """The records of these scenarios on one engine."""
    book = rulebook()
    return run_scenarios(target_of(book.bound, "", opened), scenarios, words_of(book))


def engine_records(opened: Open) -> Iterator[CheckRecord]:
    """The records of scenarios, and of all else but scenarios."""
    yield from scenario_records(opened)
    yield from said_records(opened)


def said_records(opened: Open) -> Iterator[CheckRecord]:
    """The records of boundary inputs, of what chance decides, of what is secret, of trials and of play."""
    target = target_of(rulebook().bound, "", opened)
    yield from grouped(run(opened, vectors()))
    yield from shuffling(target)
    yield from going_first(target)
    yield from secrecy(target)
    yield from trials(target)
    yield from play(target, seed=0, scope=FEW).records
    yield from play(target, seed=0, scope=replace(FEW, cards="effects")).records


Asked = Callable[[Open], Iterator[CheckRecord] | list[CheckRecord]]


@cache
def violated_by_the_reference(ask: Asked) -> frozenset[str]:
    """What fails on a sound engine too has caught nothing."""
    return violated(ask(sound_engine))


def checks_that_catch(fault: str, ask: Asked = engine_records) -> frozenset[str]:
    """The ids of the checks that catch a planted fault. Raises LookupError for one that does not exist."""
    return violated(ask(partial(faulty_engine, fault))) - violated_by_the_reference(ask)


def broken_rules() -> Mapping[str, tuple[str, ...]]:
    """Fault to the rule that it breaks."""
    return {name: (fault.rule,) for name, fault in sorted(FAULTS.items())}
