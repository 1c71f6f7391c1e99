"""Which checks of the model catch which fault planted into it: they pass on the sound one and fail there."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rulehound.checker.model.graph import build_graph, check_graph, check_sometimes
from rulehound.checker.model.proof_checks import records_of
from rulehound.checker.model.prove.consistency import consistency
from rulehound.checker.mutation.comparison import Comparison
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.language import Model, TracedAction
from rulehound.spec.language.nodes import constant
from rulehound_testing.model_mutants import EARLY_MUTANTS, GRAPH_MUTANTS, MUTANTS, Mutant, never

Ask = Callable[[], frozenset[str]]
"""Comes to the ids of the checks that catch one fault."""

EARLY = "fan-2020"
"""An edition that has what faults of early editions are about."""


def faults_of_model(bound: BoundModel) -> dict[str, Ask]:
    """Every planted fault of the model, with what asks which of its checks fail under this law."""
    early = BoundModel(bound.game, EARLY, {**bound.values, **bound.game.rulesets[EARLY]})
    return {
        **{mutant.name: partial(invariants_left, bound, mutant) for mutant in MUTANTS},
        **{mutant.name: partial(invariants_left, early, mutant) for mutant in EARLY_MUTANTS},
        **{mutant.name: partial(properties_lost, bound, mutant) for mutant in GRAPH_MUTANTS},
        **{
            f"model: {name}": partial(inconsistent, bound, *pair)
            for name, pair in contradictions(bound).items()
        },
    }


def invariants_left(bound: BoundModel, mutant: Mutant) -> frozenset[str]:
    """The invariants that the faulty step leaves, from a state of all of them, and the sound one keeps."""
    model = bound.game.model()
    faulty = mutant.plant(model).actions[mutant.action]
    comparison = Comparison(model, bound.values, model.actions[mutant.action])
    return frozenset(f"invariant:{name}" for name in comparison.broken_invariants(faulty))


def properties_lost(bound: BoundModel, mutant: Mutant) -> frozenset[str]:
    """The properties of the state graph that the sound model has and the faulty one does not."""
    sound = bound.game.model()
    return properties(bound, sound) - properties(bound, mutant.plant(sound))


def properties(bound: BoundModel, model: Model) -> frozenset[str]:
    """The checks of the state graph that a model passes."""
    configuration = bound.game.configurations(bound.values)[bound.game.graphed]
    built = build_graph(model, bound.values, configuration)
    kinds = {
        "graph": check_graph(built, bound.values, configuration),
        "sometimes": check_sometimes(built, bound.values, configuration),
    }
    return frozenset(
        f"{kind}:{found.name}" for kind, findings in kinds.items() for found in findings if found.holds
    )


def contradictions(bound: BoundModel) -> dict[str, tuple[Model, Model]]:
    """What makes a model contradict itself or say nothing: a sound model, of little, and the faulty one."""
    model = bound.game.model()
    act, name = model.actions["pass"], "memory.limit"
    only = with_action(model, act)
    silent = copy.copy(only)
    says_nothing = replace(model.invariants[name], condition=constant(True))
    silent.__dict__["invariants"] = {**model.invariants, name: says_nothing}
    return {
        "pass: no state allows it": (only, with_action(model, never(act))),
        "pass: what it does never happens": (only, with_action(model, without_happening(act))),
        f"{name}: it holds of everything": (only, silent),
    }


def with_action(model: Model, action: TracedAction) -> Model:
    """The model with this action alone."""
    alone = copy.copy(model)
    alone.__dict__["actions"] = {action.name: action}
    return alone


def without_happening(action: TracedAction) -> TracedAction:
    """The action with its writes under a condition that never holds."""
    return replace(
        action,
        effects=tuple(
            replace(
                effect, writes=tuple(replace(write, condition=constant(False)) for write in effect.writes)
            )
            for effect in action.effects
        ),
    )


def inconsistent(bound: BoundModel, sound: Model, faulty: Model) -> frozenset[str]:
    """The checks of consistency that the sound model passes and the faulty one does not."""

    def passed(model: Model) -> frozenset[str]:
        records = records_of(bound, consistency(model, bound.values))
        return frozenset(record.check for record in records if record.verdict is Verdict.PASS)

    return passed(sound) - passed(faulty)
