"""Generated Python takes exactly the steps of the interpreter."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings

from rulehound.checker.model.search import search
from rulehound.checker.model.search.plain.generate import Generator
from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import Configuration, Interpreter, MissingValue, Model, State
from rulehound.spec.language.nodes import Sort, walk
from rulehound_testing.dcg.values import VALUES, values_of
from rulehound_testing.kernel import SMALL, kernel
from rulehound_testing.random_models import CONFIGURATION, PROGRAMS, STATES, Program, model_of

Step = tuple[str, tuple[Any, ...], State]


def generated_steps(
    model: Model, values: Any, configuration: Configuration, states: list[State]
) -> list[list[Step]]:
    """For each state, the steps of the generated functions."""
    generator = Generator(model, values, configuration)
    functions = [
        (name, generator.action(action))
        for name, action in model.actions.items()
        if name not in configuration.without
    ]
    return [
        [(name, chosen, after) for name, function in functions for chosen, after in function(state)]
        for state in states
    ]


def interpreted_steps(interpreter: Interpreter, state: State) -> list[Step]:
    """The steps of the interpreter."""
    return [
        (action.name, tuple(parameters.values()), after)
        for action, parameters, after in interpreter.successors(state)
    ]


@pytest.mark.parametrize("name", configurations(VALUES))
@pytest.mark.parametrize("edition", ["manual-2.3", "detailed-1.0", "comprehensive-4.0"])
def test_steps_on_random_walks(name: str, edition: str) -> None:
    """Walks of the interpreter in every configuration of the game, under every reading of the switches."""
    values = values_of(edition)
    configuration = configurations(values)[name]
    interpreter = Interpreter(dcg, values, configuration)
    chance = random.Random(f"{name} {edition}")
    walked, expected = [], []
    state = interpreter.initial()
    for _ in range(70):
        steps = interpreted_steps(interpreter, state)
        walked.append(state)
        expected.append(sorted(steps))
        state = chance.choice(steps)[2] if steps else interpreter.initial()
    assert [sorted(steps) for steps in generated_steps(dcg, values, configuration, walked)] == expected


@given(PROGRAMS, STATES)
@settings(max_examples=150, deadline=None)
def test_steps_of_random_actions(program: Program, state: State) -> None:
    model = model_of(program)
    expected = interpreted_steps(Interpreter(model, {}, CONFIGURATION), state)
    assert generated_steps(model, {}, CONFIGURATION, [state]) == [expected]


@given(PROGRAMS, STATES)
@settings(max_examples=50, deadline=None)
def test_predicates_of_random_conditions(program: Program, state: State) -> None:
    """An invariant that compares what a random action computes is judged alike."""
    model = model_of(program)
    generator = Generator(model, {}, CONFIGURATION)
    interpreter = Interpreter(model, {}, CONFIGURATION)
    for name, shown in conditions_of(model):
        assert generator.predicate(shown)(state) == interpreter.holds(shown, state), name


def conditions_of(model: Model) -> list[tuple[str, Any]]:
    """Conditions over states alone, out of the action's effects."""
    return [
        (effect.path, node)
        for effect in model.actions["act"].effects
        for node in walk([effect.value])
        if node.sort is Sort.BOOLEAN
        and not node.free
        and not any(inner.op in ("param", "field") for inner in walk([node]))
    ]


def whole_search(interpreter: Interpreter) -> tuple[int, int, int]:
    """States, transitions and depth by the interpreter alone."""
    seen = {interpreter.initial()}
    level, transitions, depth = list(seen), 0, -1
    while level:
        depth += 1
        following = []
        for state in level:
            for _, _, after in interpreter.successors(state):
                transitions += 1
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        level = following
    return len(seen), transitions, depth


def test_a_whole_search_by_the_interpreter_has_the_same_counts() -> None:
    result = search(kernel, {}, SMALL)
    assert not result.cut
    assert (result.states, result.transitions, result.depth) == whole_search(Interpreter(kernel, {}, SMALL))
    assert (result.states, result.transitions, result.depth) == (228, 354, 12)


@pytest.mark.parametrize("missing", ["memory.max", "battle.level-2"])
def test_a_missing_value_has_no_default(missing: str) -> None:
    configuration = configurations(VALUES)["attacks"]
    values = {name: value for name, value in VALUES.items() if name != missing}
    with pytest.raises(MissingValue, match=missing):
        search(dcg, values, configuration)


def test_a_missing_setting_has_no_default() -> None:
    with pytest.raises(MissingValue, match="setting slots"):
        Generator(kernel, {}, Configuration("bare", "", {})).action(kernel.actions["move"])
