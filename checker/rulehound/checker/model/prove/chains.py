"""Chains of one action: which sequences legal play can build, and where a longer one first goes wrong.

A chain repeats an action, each time after the steps that the rules themselves take to carry it out. All but
the last are legal; the last is at a boundary of one guard. What a chain builds up (a stack of cards, say) is
a constraint that z3 solves over all steps at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import z3

from rulehound.checker.model.prove.answers import parameter_terms, read_parameters, read_state
from rulehound.checker.model.prove.boundary import EFFORT, cases, settings
from rulehound.checker.model.prove.solving import Counted
from rulehound.checker.model.prove.symbolic import Frame, SymbolicModel
from rulehound.spec.language import Model

Links = Callable[[Mapping[str, Any], Sequence[Mapping[str, Any]]], Sequence[Any]]
"""Conditions on a whole chain, from the terms of its start and of the parameters of each step."""


@dataclass(frozen=True)
class Chain:
    """A sequence of one action, from a start, with the parameters of each step; `legal` is about the last."""

    action: str
    guard: str
    rule: str
    case: str
    legal: bool
    start: Mapping[str, Any]
    parameters: tuple[Mapping[str, Any], ...]


def chains(
    model: Model,
    values: Mapping[str, Any],
    action: str,
    guard: str,
    longest: int,
    links: Links,
    then: Sequence[str] = (),
) -> tuple[list[Chain], list[str]]:
    """Chains of every length up to the longest, for every boundary of a guard; and the cases without a
    solution.

    `then`: the actions of the rules that follow each time, in order. Raises MissingValue.
    """
    traced = model.actions[action]
    asked = next(each for each in traced.guards if each.name == guard)
    symbolic = SymbolicModel(model, values, 1)
    start = state = symbolic.state("s")
    frame = Frame(start)
    premises = symbolic.well_formed(start)
    premises += [symbolic.term(frame, invariant.condition) for invariant in model.invariants.values()]
    steps: list[Frame] = []
    legal_so_far: list[Any] = []
    inputs, none = [], []
    for length in range(1, longest + 1):
        step, conditions, after = symbolic.step(state, traced, f"{action}.{length}")
        steps.append(step)
        others = [symbolic.term(step, other.condition) for other in traced.guards if other is not asked]
        limits = links(start, [parameter_terms(traced, each) for each in steps])
        for case, legal, condition in cases(symbolic, step, asked.condition):
            solver = Counted(EFFORT)
            solver.add(
                *premises, *settings(symbolic), *legal_so_far, *step.choices, *others, *limits, condition
            )
            if solver.check() != z3.sat:
                none.append(f"{action} {length} times, {guard}, {case}")
                continue
            answer = solver.model()
            parameters = tuple(read_parameters(symbolic, answer, traced, each) for each in steps)
            inputs.append(
                Chain(
                    action,
                    guard,
                    asked.rule,
                    f"{length} times, {case}",
                    legal,
                    read_state(symbolic, answer, start),
                    parameters,
                )
            )
        legal_so_far += conditions
        state = after
        for name in then:
            _, conditions, state = symbolic.step(state, model.actions[name], f"{name}.{length}")
            legal_so_far += conditions
    return inputs, none
