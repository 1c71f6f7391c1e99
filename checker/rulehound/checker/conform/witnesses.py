"""Scenarios that tell editions apart: those of the spec that do not hold in all, and those that z3 finds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from rulehound.checker.keeping import kept
from rulehound.checker.progress import Progress, silent
from rulehound.checker.prove.witness import readers, witnesses
from rulehound.checker.witness_scenarios import witness_scenarios
from rulehound.spec.differences import Difference, load_differences
from rulehound.spec.formats import Ruleset, Scenario
from rulehound.spec.game import Game
from rulehound.spec.store import Store


def telling(game: Game, store: Store) -> list[Scenario]:
    """The scenarios of the spec that can be run and hold in some editions only."""
    return [
        scenario
        for scenario in store.scenarios
        if set(game.rulesets) - set(scenario.editions or game.rulesets) and not scenario.not_executable
    ]


def solved(game: Game, store: Store, values: Ruleset, report: Progress = silent) -> list[Scenario]:
    """What z3 finds that two neighbouring editions judge differently, each edition with its own scenario.

    `values` are the facts. Only what a player can try or an engine shows becomes a scenario; what was found
    before is kept. None where the game does not say how a situation is put to an engine.
    """
    if game.witnesses is None or game.vectors is None:
        return []
    differences = load_differences(game.directory, game.rulesets, store.clauses)
    pairs = list(pairwise(game.rulesets))
    found: list[Scenario] = []
    for done, (one, other) in enumerate(pairs):
        report("looking for witnesses between editions", done, len(pairs))
        between = [each for each in differences.between(one, other) if each.switch]
        question = ["witnesses", game.name, (one, other), values, [each.switch for each in between]]
        found += kept(
            list[Scenario], question, game.model, partial(_between, game, between, (one, other), values)
        )
    report("looking for witnesses between editions", len(pairs), len(pairs))
    return list({scenario.id: scenario for scenario in found}.values())


def _between(
    game: Game, differences: Sequence[Difference], editions: tuple[str, str], values: Ruleset
) -> list[Scenario]:
    assert game.witnesses is not None
    one, other = ({**values, **game.rulesets[edition]} for edition in editions)
    found = []
    for difference in differences:
        if readers(game.model(), difference.switch):
            for witness in witnesses(game.model(), one, other, difference.switch, game.witnesses.wishes):
                found += witness_scenarios(game, witness, editions, (one, other))[0]
    return found
