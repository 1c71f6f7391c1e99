"""The program does what the interpreter does: states, bounds, guards and invariants, for actions of any kind."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from checker.search.expected_steps import expected_steps
from checker.search.run_program import Steps, holds, run_action
from kernel import SMALL, S, kernel
from random_models import CONFIGURATION, PROGRAMS, STATES, Program, model_of
from rulehound.checker.search.arithmetic import MOST
from rulehound.checker.search.packing import Packing
from rulehound.checker.search.program import Choice
from rulehound.checker.search.translation import translated
from rulehound.spec.language import (
    Configuration,
    Interpreter,
    Member,
    MissingValue,
    Model,
    Record,
    State,
    TracedInvariant,
    bag_field,
    fact,
    number_field,
    require,
    setting,
    switch,
)
from rulehound.spec.language.nodes import Sort, walk


def with_invariants(model: Model) -> Model:
    """The model, with conditions over states out of its action's effects as its invariants."""
    conditions = [
        node
        for effect in model.actions["act"].effects
        for node in walk([effect.value])
        if node.sort is Sort.BOOLEAN
        and not node.free
        and not any(inner.op in ("param", "field") for inner in walk([node]))
    ]
    found = {f"{n}": TracedInvariant(f"{n}", (), node) for n, node in enumerate(dict.fromkeys(conditions))}
    model.__dict__["invariants"] = found
    return model


def check(model: Model, configuration: Configuration, state: State) -> list[Steps]:
    """The program's steps out of a state, after they were held against the interpreter."""
    packing = Packing(model, configuration)
    program = translated(model, {}, configuration, packing)
    ran = [run_action(program, packing, action, state) for action in program.actions]
    expected = expected_steps(model, {}, configuration, packing, state)
    within, outside, cut, held, failed = Counter(), Counter(), Counter(), set(), set()
    broken: set[str] = set()
    for action, steps in zip(program.actions, ran, strict=True):
        within.update((action.name, packing.pack(after)) for after in steps.within)
        outside.update((action.name, after) for _, after in steps.outside)
        cut.update(bound for bound, _ in steps.outside)
        held |= {program.guards[number] for number in steps.held}
        failed |= {program.guards[number] for number in steps.failed}
        broken |= steps.broken_outside
    assert within == expected.within
    assert outside == expected.outside
    assert cut == expected.cut
    assert (held, failed) == (expected.held, expected.failed)
    assert broken == expected.broken_outside
    interpreter = Interpreter(model, {}, configuration)
    failing = {invariant.name for invariant in interpreter.failed_invariants(state)}
    assert failing == {c.name for c in program.invariants if not holds(program, packing, c, state)}
    return ran


@given(PROGRAMS, STATES)
@settings(max_examples=150, deadline=None)
def test_random_actions(program: Program, state: State) -> None:
    check(with_invariants(model_of(program)), CONFIGURATION, state)
