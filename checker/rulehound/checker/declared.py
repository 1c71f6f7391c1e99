"""The checks that a game has, with the rules and facts that each stands on, before any of them is run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rulehound.checker.judge import STACKING
from rulehound.checker.shuffling import SHUFFLES
from rulehound.checker.vectors import vector_check
from rulehound.spec.formats import Scenario
from rulehound.spec.game import Game
from rulehound.spec.language import By, Model
from rulehound.spec.records import CheckDeclaration
from rulehound.spec.store import Store


def declared_checks(game: Game, store: Store, vectors: Sequence[Scenario] = ()) -> list[CheckDeclaration]:
    """Every check of a game, each id once, in order.

    Those of the model come from what its actions and invariants cite, scenarios from their files. Vectors are
    found by a solver under the facts, and are there only where they are given, those of a guard as one check.
    """
    declared = [
        *checks_of_model(game.model()),
        *(
            CheckDeclaration(f"graph:{name}", tuple(rules), kind="graph")
            for name, rules in game.graph_rules.items()
        ),
        *([CheckDeclaration(SHUFFLES, (game.shuffled,), kind="setup")] if game.shuffled else []),
        *(
            CheckDeclaration(f"observation:{rule}", (rule,), kind="observation")
            for rule in game.reader.watched
        ),
        *([CheckDeclaration(STACKING, (game.stacks.rule,), kind="stacking")] if game.stacks else []),
        *(
            CheckDeclaration(f"cost:{name}", tuple(rules), kind="cost")
            for name, rules in (game.prices.rules if game.prices else {}).items()
        ),
        *(_of_scenario(store, scenario) for scenario in store.scenarios),
        *(CheckDeclaration(vector_check(v.id), tuple(v.rules), kind="vector") for v in vectors),
    ]
    return list({check.id: check for check in declared}.values())


def scenario_check(scenario: Scenario) -> str:
    """The id of the check that a scenario or vector is."""
    return scenario.name if ":" in scenario.id else f"scenario:{scenario.name}"


def checks_of_model(model: Model) -> Iterator[CheckDeclaration]:
    """What a model declares: its invariants, what stays within reach, and its actions' guards and effects.

    Only what players try can be tried against a guard. Of what the rules do by themselves an engine shows the
    outcome, and effects of cards are asked for only where they may resolve.
    """
    for invariant in model.invariants.values():
        facts = tuple(sorted(model.facts([invariant.condition])))
        yield CheckDeclaration(f"invariant:{invariant.name}", invariant.rules, facts, "invariant")
    for wanted in model.sometimes_properties.values():
        facts = tuple(sorted(model.facts([wanted.condition])))
        yield CheckDeclaration(f"sometimes:{wanted.name}", wanted.rules, facts, "sometimes")
    for action in model.actions.values():
        for guard in action.guards if action.by is By.PLAYER else ():
            facts = tuple(sorted(model.facts([guard.condition])))
            yield CheckDeclaration(f"guard:{action.name}:{guard.name}", (guard.rule,), facts, "guard")
    effects = [effect for action in model.actions.values() for effect in action.effects]
    for rule in dict.fromkeys(rule for effect in effects for rule in effect.rules):
        written = [write.after for effect in effects for write in effect.writes if rule in write.rules]
        yield CheckDeclaration(f"effect:{rule}", (rule,), tuple(sorted(model.facts(written))), "effect")


def _of_scenario(store: Store, scenario: Scenario) -> CheckDeclaration:
    check = scenario_check(scenario)
    origin = store.origins.get(f"scenario:{scenario.id}")
    return CheckDeclaration(
        check,
        tuple(scenario.rules),
        facts=tuple(sorted(_named(msgspec.to_builtins(scenario)) & set(store.facts()))),
        kind=check.partition(":")[0],
        origin=f"{origin.file}:{origin.line}" if origin else "",
    )


def _named(value: Any) -> set[str]:
    """The words of every sum of facts ("=memory.max + 1") within a scenario."""
    if isinstance(value, str):
        return set(value[1:].split()) if value.startswith("=") else set()
    if isinstance(value, dict):
        return {word for inner in value.values() for word in _named(inner)}
    return {word for inner in value for word in _named(inner)} if isinstance(value, list | tuple) else set()
