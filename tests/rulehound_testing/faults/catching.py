"""Which checks catch which planted fault: they pass on the reference engine and fail on the faulty one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from rulehound.checker.efforts import Scope
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import Rulebook, open_game, read_rulebook
from rulehound.checker.suite.costs import price_checks
from rulehound.checker.suite.play import play
from rulehound.checker.suite.play.playing import AT_WORK
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import Vocabulary, load_vocabulary
from rulehound.checker.suite.scenarios.restored import restored_scenarios
from rulehound.checker.suite.trials import trials
from rulehound.checker.suite.trials.going_first import going_first
from rulehound.checker.suite.trials.hiding import hiding
from rulehound.checker.suite.trials.redrawing import redrawing
from rulehound.checker.suite.trials.reshuffling import reshuffling
from rulehound.checker.suite.trials.shuffling import shuffling
from rulehound.checker.suite.vectors import grouped, vector_scenarios
from rulehound.engine.adapter import create
from rulehound.spec.formats import Adapter, Ruleset, Scenario
from rulehound_testing.dcg.contrary_engines import CONTRARY, HIDING, RESTORING
from rulehound_testing.faults.engines import create as faulty_engine
from rulehound_testing.faults.sets import RECORDED

Open = Callable[[], Adapter]
Asked = Callable[[Open], Iterable[CheckRecord]]
"""Checks, as records of an engine."""

FEW, MANY = (
    Scope(games=games, steps=200, examples=0, findings=30, runs=0, search_steps=0) for games in (2, 20)
)
"""Random games alone: what is wanted is which checks fail, and no short way there."""

CHOOSING = tuple(
    (seed, replace(FEW, games=games, steps=150, cards="probe")) for seed, games in ((0, 5), (1, 20), (5, 20))
)
"""Such games of cards that have effects, with their seeds; the rarest choice comes in the last alone."""


@cache
def rulebook() -> Rulebook:
    """The spec of the Digimon Card Game and its bundled rulebook."""
    return read_rulebook(open_game("dcg"))


@cache
def words() -> Vocabulary:
    """The words that the game's scenarios are written in."""
    return load_vocabulary(rulebook().game.directory / "scenarios/defaults.toml")


def bound(edition: str, **changed: int) -> Ruleset:
    """The switches of an edition and the facts of the bundled rulebook, some of them changed."""
    return {**rulebook().values, **rulebook().game.rulesets[edition], **changed}


REDRAWN = "comprehensive-4.0"
"""An edition in which opening hands are exchanged."""


def run(
    opened: Open,
    scenarios: Sequence[Scenario],
    edition: str,
    values: Ruleset | None = None,
    *,
    both_sides: bool = False,
) -> list[CheckRecord]:
    """The records of the scenarios that hold in an edition, on one engine, from one side or from both."""
    book = rulebook()
    rules = BoundModel(book.game, edition, bound(edition) if values is None else values)
    return run_scenarios(target_of(rules, "", opened), scenarios, words(), both_sides=both_sides)


@cache
def scenarios_by_edition() -> dict[str, tuple[Scenario, ...]]:
    """Every scenario once: under the default edition, or the first in which it holds."""
    book = rulebook()
    default = book.game.default_edition
    chosen: dict[str, list[Scenario]] = {default: [], **{edition: [] for edition in book.game.rulesets}}
    for scenario in book.store.scenarios:
        holds = next(name for name in chosen if not scenario.editions or name in scenario.editions)
        chosen[holds].append(scenario)
    return {edition: tuple(own) for edition, own in chosen.items()}


@cache
def vectors() -> tuple[Scenario, ...]:
    """The boundary inputs that a solver finds under the facts of the bundled rulebook."""
    found, _left_out = vector_scenarios(rulebook().game, rulebook().values)
    return tuple(found)


def scenario_records(opened: Open) -> Iterator[CheckRecord]:
    """The records of every scenario, each under one edition."""
    for edition, own in scenarios_by_edition().items():
        yield from run(opened, own, edition)


def engine_records(opened: Open) -> Iterator[CheckRecord]:
    """The records of every check of engines: scenarios, and whatever fewer games than many would show too."""
    yield from scenario_records(opened)
    yield from said_records(opened, (MANY,))


def said_records(opened: Open, scopes: Sequence[Scope] = (FEW, MANY)) -> Iterator[CheckRecord]:
    """The records of vectors, costs, shuffling, trials, and play under the model till something is found."""
    book = rulebook()
    target = target_of(
        BoundModel(book.game, book.game.default_edition, bound(book.game.default_edition)), "", opened
    )
    yield from grouped(run(opened, vectors(), book.game.default_edition))
    yield from price_checks(target, words())
    yield from shuffling(target)
    yield from going_first(target)
    yield from redrawing(target.under(REDRAWN))
    yield from reshuffling(target)
    yield from hiding(target)
    yield from trials(target)
    for scope in scopes:
        played = play(target, seed=0, scope=scope).records
        yield from played
        if violated(played):
            break


def choice_records(opened: Open) -> Iterator[CheckRecord]:
    """The records of play with cards that have effects till something is found: of choices inside of them."""
    book = rulebook()
    target = target_of(
        BoundModel(book.game, book.game.default_edition, bound(book.game.default_edition)), "", opened
    )
    for seed, scope in CHOOSING:
        played = play(target, seed=seed, scope=scope).records
        yield from played
        if violated(played):
            break


def restored_records(opened: Open) -> Iterator[CheckRecord]:
    """The record of scenarios in which something is left to do, with the game restored at each step."""
    left = [one for one in scenarios_by_edition()[REDRAWN] if "at-turn-end" in str(one.given)]
    target = target_of(BoundModel(rulebook().game, REDRAWN, bound(REDRAWN)), "", opened)
    records = run_scenarios(target, left, words())
    yield restored_scenarios(target, left, words(), records, everything=True)


ASKED_APART: Mapping[str, Asked] = {
    **dict.fromkeys(HIDING, choice_records),
    **dict.fromkeys(RESTORING, restored_records),
}
"""Engine that shows by some checks alone, to these."""


def violated(records: Iterable[CheckRecord]) -> frozenset[str]:
    """The ids of the checks that found a violation, and of effects that were at work in one.

    Where play was not finished, by a broken engine say, what it judged is inconclusive too: that is no catch.
    """
    return frozenset(
        record.check
        for record in records
        if record.verdict is Verdict.VIOLATION
        or (record.verdict is Verdict.INCONCLUSIVE and record.explanation.startswith(AT_WORK))
    )


@cache
def violated_by_the_reference(ask: Asked) -> frozenset[str]:
    """What fails on a sound engine too has caught nothing."""
    return violated(ask(create))


def faults() -> list[str]:
    """The names of all planted faults, sorted."""
    return sorted(RECORDED)


def checks_that_catch(fault: str, ask: Asked = engine_records) -> frozenset[str]:
    """The ids of the checks that catch a planted fault, among those that are asked.

    Raises LookupError for a fault that does not exist.
    """
    return violated(ask(lambda: faulty_engine(fault))) - violated_by_the_reference(ask)


def checks_that_catch_contrary(name: str) -> frozenset[str]:
    """The ids of the checks that catch an engine of `contrary_engines`, scenarios aside."""
    ask = ASKED_APART.get(name, said_records)
    return violated(ask(CONTRARY[name])) - violated_by_the_reference(ask)
