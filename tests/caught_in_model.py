"""Which checks of the model catch which fault planted into it: they pass on the sound one and fail there."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from model_mutants import EARLY_MUTANTS, GRAPH_MUTANTS, MUTANTS, Mutant, never
from rulehound.checker.graph import build_graph, check_graph, check_sometimes
from rulehound.checker.law import Law
from rulehound.checker.mutation.comparison import Comparison
from rulehound.checker.proof_checks import records_of
from rulehound.checker.prove.consistency import consistency
from rulehound.checker.records import Verdict
from rulehound.spec.language import Model, TracedAction
from rulehound.spec.language.nodes import constant

Ask = Callable[[], frozenset[str]]
"""Comes to the ids of the checks that catch one fault."""

EARLY = "fan-2020"
"""An edition that has what faults of early editions are about."""


def faults_of_model(law: Law) -> dict[str, Ask]:
    """Every planted fault of the model, with what asks which of its checks fail under this law."""
    early = Law(law.game, EARLY, {**law.values, **law.game.rulesets[EARLY]})
    return {
        **{mutant.name: partial(invariants_left, law, mutant) for mutant in MUTANTS},
        **{mutant.name: partial(invariants_left, early, mutant) for mutant in EARLY_MUTANTS},
        **{mutant.name: partial(properties_lost, law, mutant) for mutant in GRAPH_MUTANTS},
        **{f"model: {name}": partial(inconsistent, law, *pair) for name, pair in contradictions(law).items()},
    }


def invariants_left(law: Law, mutant: Mutant) -> frozenset[str]:
    """The invariants that the faulty step leaves, from a state of all of them, and the sound one keeps."""
    model = law.game.model()
    faulty = mutant.plant(model).actions[mutant.action]
    comparison = Comparison(model, law.values, model.actions[mutant.action])
    return frozenset(f"invariant:{name}" for name in comparison.left(faulty))


def properties_lost(law: Law, mutant: Mutant) -> frozenset[str]:
    """The properties of the state graph that the sound model has and the faulty one does not."""
    sound = law.game.model()
    return properties(law, sound) - properties(law, mutant.plant(sound))


def properties(law: Law, model: Model) -> frozenset[str]:
    """The checks of the state graph that a model passes."""
    configuration = law.game.configurations(law.values)[law.game.graphed]
    built = build_graph(model, law.values, configuration)
    kinds = {
        "graph": check_graph(built, law.values, configuration),
        "sometimes": check_sometimes(built, law.values, configuration),
    }
    return frozenset(
        f"{kind}:{found.name}" for kind, findings in kinds.items() for found in findings if found.holds
    )


def contradictions(law: Law) -> dict[str, tuple[Model, Model]]:
    """What makes a model contradict itself or say nothing: a sound model, of little, and the faulty one."""
    model = law.game.model()
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


def inconsistent(law: Law, sound: Model, faulty: Model) -> frozenset[str]:
    """The checks of consistency that the sound model passes and the faulty one does not."""

    def passed(model: Model) -> frozenset[str]:
        records = records_of(law, consistency(model, law.values))
        return frozenset(record.check for record in records if record.verdict is Verdict.PASS)

    return passed(sound) - passed(faulty)
