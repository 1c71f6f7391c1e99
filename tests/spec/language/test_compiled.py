"""Compiled models say what the interpreter says, on actions made up by Hypothesis and on the game's own."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.spec.dcg.model import model as dcg
from rulehound.spec.dcg.model.configurations import configurations
from rulehound.spec.language import (
    Configuration,
    Interpreter,
    Member,
    MissingValue,
    Model,
    State,
    TracedAction,
)
from rulehound.spec.language.compiled import ByField, Compiled
from rulehound_testing.dcg.values import VALUES, values_of
from rulehound_testing.random_models import CONFIGURATION, PROGRAMS, STATES, Program, everything, model_of
from rulehound_testing.toy import game as toy


def at_most(size: int, element: tuple[Any, ...]) -> bool:
    """Whether an element is no larger."""
    return bool(element[0] <= size)


Steps = list[tuple[tuple[Any, ...], State]]


def interpreted(interpreter: Interpreter, state: State, action: TracedAction) -> Steps:
    """The legal steps of an action, as the interpreter has them."""
    return [
        (tuple(parameters.values()), interpreter.apply(state, action, parameters))
        for parameters in interpreter.choices(state, action)
        if not interpreter.failed_guards(state, action, parameters)
    ]


def same_everywhere(
    model: Model, values: Any, configuration: Configuration, states: list[State]
) -> dict[str, int]:
    """Assert that compiled and interpreted agree in these states on all that is asked; how many steps each
    action took."""
    compiled, interpreter = Compiled(model, values), Interpreter(model, values, configuration)
    by_field = ByField(compiled, list(model.actions.values()))
    taken: dict[str, int] = {}
    for state in states:
        left = [action.name for action in by_field.of(state)]
        assert compiled.failed_invariants(state) == interpreter.failed_invariants(state)
        for name, action in model.actions.items():
            if name in configuration.without:
                continue
            steps = interpreted(interpreter, state, action)
            assert compiled.steps(state, action, everything(action, configuration)) == steps, name
            assert compiled.may_be_legal(state, action) == interpreter.may_be_legal(state, action), name
            assert not steps or name in left
            for chosen, _ in steps[:3]:
                parameters = dict(zip(action.parameters, chosen, strict=True))
                rules = interpreter.active_rules(state, action, parameters)
                assert compiled.active_rules(state, action, parameters) == rules, name
            taken[name] = taken.get(name, 0) + len(steps)
    return taken


@given(PROGRAMS, STATES)
@settings(max_examples=150, deadline=None)
def test_random_actions(program: Program, state: State) -> None:
    same_everywhere(model_of(program), {}, CONFIGURATION, [state])


@pytest.mark.parametrize("name", ["everything", "keywords", "materials", "options"])
@pytest.mark.parametrize("edition", ["manual-2.3", "comprehensive-4.0"])
def test_random_walks_in_the_game(name: str, edition: str) -> None:
    values = values_of(edition)
    configuration = configurations(values)[name]
    chance = random.Random(f"{name} {edition}")
    # the settings of a configuration are not those of a real game: its facts are
    values |= configuration.settings
    interpreter = Interpreter(dcg, values, configuration)
    state, walked = interpreter.initial(), []
    for _ in range(40):
        walked.append(state)
        steps = [
            after
            for action in dcg.actions.values()
            if action.name not in configuration.without
            for _, after in interpreted(interpreter, state, action)
        ]
        state = chance.choice(steps) if steps else interpreter.initial()
    taken = same_everywhere(dcg, values, configuration, walked)
    assert sum(1 for steps in taken.values() if steps) > 10


def test_the_invariants_that_a_state_breaks() -> None:
    compiled, interpreter = Compiled(dcg, VALUES), Interpreter(dcg, VALUES)
    for values in ({"memory": 99}, {"winner": 2}, {"me.hand": -1}, {"memory": -99, "opponent.security": -2}):
        state = dcg.from_dict(values)
        broken = interpreter.failed_invariants(state)
        assert 0 < len(broken) < len(dcg.invariants)
        assert compiled.failed_invariants(state) == broken


@given(PROGRAMS, STATES, st.integers(0, 3), st.integers(0, 3))
@settings(max_examples=100, deadline=None)
def test_a_member_is_one_that_is_wanted(program: Program, state: State, first: int, second: int) -> None:
    """A condition on a member leaves the steps whose member meets it, two members of one bag being two."""
    model = model_of(program)
    interpreter = Interpreter(model, {}, CONFIGURATION)
    for action in model.actions.values():
        wanted = everything(action, CONFIGURATION)
        members = [place for place, kind in enumerate(action.parameters.values()) if isinstance(kind, Member)]
        conditions = dict(zip(members, (first, second), strict=False))
        for place, size in conditions.items():
            wanted[place] = partial(at_most, size)
        expected = [
            step
            for step in interpreted(interpreter, state, action)
            if all(step[0][place][0] <= size for place, size in conditions.items())
        ]
        assert Compiled(model, {}).steps(state, action, wanted) == expected


def test_the_field_that_most_actions_ask_about_sorts_them() -> None:
    compiled = Compiled(dcg, VALUES)
    actions = list(dcg.actions.values())
    by_field = ByField(compiled, actions)
    assert by_field.path == "stage"
    state = Interpreter(dcg, VALUES, configurations(VALUES)["everything"]).initial()
    left = list(by_field.of(state))
    assert left == [action for action in actions if action in left]
    assert 0 < len(left) < len(actions) / 2


def test_actions_of_which_none_asks_about_the_state_are_all_left() -> None:
    by_field = ByField(Compiled(toy.model, {}), [])
    assert (by_field.path, list(by_field.of(()))) == ("", [])


def test_a_fact_or_switch_without_a_value_is_missing() -> None:
    compiled = Compiled(dcg, {})
    state = Interpreter(dcg, VALUES, configurations(VALUES)["everything"]).initial()
    with pytest.raises(MissingValue):
        compiled.steps(state, dcg.actions["draw"], [])
