"""Scenarios that tell editions apart: those of the spec that hold in some alone, and those of z3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

from rulehound.checker.model.prove.solver_cache import solve_in_background, source_of
from rulehound.checker.model.prove.witness import readers, witnesses
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.progress import Progress, silent
from rulehound.checker.suite.witnesses.scenarios import witness_scenarios
from rulehound.spec.documents.differences import RuleDifference, load_differences
from rulehound.spec.documents.store import Store
from rulehound.spec.formats import Ruleset, Scenario
from rulehound.spec.game import Game


def scenarios_of_some_editions(game: Game, store: Store) -> list[Scenario]:
    """The scenarios of the spec that can be run and hold in some editions only."""
    return [
        scenario
        for scenario in store.scenarios
        if set(game.rulesets) - set(scenario.editions or game.rulesets) and not scenario.not_executable
    ]


def witnesses_in_background(
    workers: WorkerPool, game: Game, store: Store, values: Ruleset, report: Progress = silent
) -> Callable[[], list[Scenario]]:
    """Begin to look for situations that two neighbouring editions judge differently, in processes of the
    pool.

    The function returned waits for the scenarios, each of which holds in one edition. `values` are the facts.
    A situation becomes a scenario only where a player can try it or an engine shows it. Kept answers are
    used. There are none where the game does not say how a situation is put to an engine.
    """
    if game.witnesses is None or game.vectors is None:
        return list
    differences = load_differences(game.directory, game.rulesets, store.clauses)
    answers = []
    source = source_of(_between, witness_scenarios)
    for editions in pairwise(game.rulesets):
        between = [each for each in differences.between(*editions) if each.switch]
        question = ["witnesses", game.name, editions, values, [each.switch for each in between], source]
        arguments = game, between, editions, values
        answers.append(
            solve_in_background(workers, list[Scenario], question, game.model, _between, *arguments)
        )

    def found() -> list[Scenario]:
        by_id: dict[str, Scenario] = {}
        for done, answer in enumerate(answers):
            report("looking for witnesses between editions", done, len(answers))
            by_id.update({scenario.id: scenario for scenario in answer()})
        report("looking for witnesses between editions", len(answers), len(answers))
        return list(by_id.values())

    return cache(found)


def _between(
    game: Game, differences: Sequence[RuleDifference], editions: tuple[str, str], values: Ruleset
) -> list[Scenario]:
    assert game.witnesses is not None
    one, other = ({**values, **game.rulesets[edition]} for edition in editions)
    scenarios = []
    for difference in differences:
        if readers(game.model(), difference.switch):
            for witness in witnesses(game.model(), one, other, difference.switch, game.witnesses.wishes):
                scenarios += witness_scenarios(game, witness, editions, (one, other))[0]
    return scenarios
