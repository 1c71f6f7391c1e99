"""Which checks catch which planted fault: they pass on the reference engine and fail on the faulty one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

import faulty_engines
import finer_faults
from model_mutants import GRAPH_MUTANTS, MUTANTS
from rulehound.checker.graph import build_graph, check_graph, check_sometimes
from rulehound.checker.play import Scope, play
from rulehound.checker.prove import NOT_INDUCTIVE, prove_invariants
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook import Rulebook, open_game, read_rulebook
from rulehound.checker.scenarios import run_scenarios
from rulehound.checker.scenarios.given import Vocabulary, load_vocabulary
from rulehound.checker.traces import Hunt
from rulehound.checker.vectors import grouped, vector_scenarios
from rulehound.engine.adapter import create
from rulehound.spec.formats import Adapter, Ruleset, Scenario

Open = Callable[[], Adapter]
Asked = Callable[[Open], Iterable[CheckRecord]]
"""Checks, as records of an engine."""

PLAY = Scope(games=5, steps=200, examples=0, findings=30, runs=0, searched=0)
"""Random games alone: what is wanted is which checks fail, and no short way there."""


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
    """The records of every check of engines: scenarios, boundary vectors, and play under the model."""
    book = rulebook()
    yield from scenario_records(opened)
    yield from grouped(run(opened, vectors(), book.game.default_edition))
    hunt = Hunt(book.game, book.game.default_edition, law(book.game.default_edition), "")
    yield from play(hunt, opened, seed=0, scope=PLAY).records


def violated(records: Iterable[CheckRecord]) -> frozenset[str]:
    """The ids of the checks that found a violation, and of effects that were at work in one."""
    return frozenset(
        record.check
        for record in records
        if record.verdict is Verdict.VIOLATION
        or (record.verdict is Verdict.INCONCLUSIVE and record.check.startswith("effect:"))
    )


@cache
def violated_by_the_reference(ask: Asked) -> frozenset[str]:
    """What fails on a sound engine too has caught nothing."""
    return violated(ask(create))


def checks_that_catch_in_the_model() -> dict[str, frozenset[str]]:
    """Planted faults of the model to the checks of it that fail: invariants by proof, and the state graph."""
    book = rulebook()
    model, values = book.game.model(), book.values
    caught = {}
    for mutant in MUTANTS:
        # no other step is faulty
        others = [name for name in model.actions if name != mutant.action]
        proofs = prove_invariants(mutant.plant(model), values, 2, without=others).proofs
        caught[mutant.name] = frozenset(
            f"invariant:{p.invariant}" for p in proofs if p.verdict == NOT_INDUCTIVE
        )
    configuration = book.game.configurations(values)[book.game.graphed]
    for mutant in GRAPH_MUTANTS:
        built = build_graph(mutant.plant(model), values, configuration)
        properties = check_graph(built, values, configuration)
        good = check_sometimes(built, values, configuration)
        caught[mutant.name] = frozenset(
            f"{kind}:{found.name}"
            for kind, findings in (("graph", properties), ("sometimes", good))
            for found in findings
            if found.judged and not found.holds
        )
    return caught


def faults() -> list[str]:
    """The names of all planted faults, sorted."""
    return sorted({*faulty_engines.FAULTS, *finer_faults.FINER})


def checks_that_catch(fault: str, ask: Asked = engine_records) -> frozenset[str]:
    """The ids of the checks that catch a planted fault, among those that are asked.

    Raises LookupError for a fault that does not exist.
    """
    with finer_faults.planted():
        return violated(ask(lambda: faulty_engines.create(fault))) - violated_by_the_reference(ask)
