"""Which checks catch which planted fault: they pass on the reference engine and fail on the faulty one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import faulty_engines
from rulehound.checker.given import Vocabulary, load_vocabulary
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook import Rulebook, open_game, read_rulebook
from rulehound.checker.scenarios import run_scenarios
from rulehound.checker.traces import Hunt
from rulehound.checker.vectors import grouped, vector_scenarios
from rulehound.engine.adapter import create
from rulehound.spec.formats import Adapter, Ruleset, Scenario

Open = Callable[[], Adapter]


@cache
def rulebook() -> Rulebook:
    """The spec of the Digimon Card Game and its bundled rulebook."""
    return read_rulebook(open_game("dcg"))


@cache
def words() -> Vocabulary:
    """The words that the game's scenarios are written in."""
    return load_vocabulary(rulebook().game.directory / "scenarios/defaults.toml")


def law(edition: str, **changed: int) -> Ruleset:
    """The switches of an edition and the facts of the bundled rulebook, some of them changed."""
    return {**rulebook().values, **rulebook().game.rulesets[edition], **changed}


def run(
    opened: Open, scenarios: Sequence[Scenario], edition: str, values: Ruleset | None = None
) -> list[CheckRecord]:
    """The records of the scenarios that hold in an edition, on one engine."""
    book = rulebook()
    hunt = Hunt(book.game, edition, law(edition) if values is None else values, "")
    return run_scenarios(hunt, opened, scenarios, words())


@cache
def scenarios_by_edition() -> dict[str, tuple[Scenario, ...]]:
    """Every scenario once, under the default edition where it holds there, else under the first where it does."""
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


def broken(opened: Open) -> Iterator[str]:
    """The ids of the checks of engines that are violated on one, each once for each violation."""
    records = [record for edition, own in scenarios_by_edition().items() for record in run(opened, own, edition)]
    records += grouped(run(opened, vectors(), rulebook().game.default_edition))
    return (record.check for record in records if record.verdict is Verdict.VIOLATION)


@cache
def broken_by_the_reference() -> frozenset[str]:
    """What fails on a sound engine too has caught nothing."""
    return frozenset(broken(create))


def checks_that_catch(fault: str) -> frozenset[str]:
    """The ids of the checks that catch a planted fault. Raises LookupError for a fault that does not exist."""
    return frozenset(broken(lambda: faulty_engines.create(fault))) - broken_by_the_reference()
