"""Whether a scenario is well written, as far as that can be told without an engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from rulehound.checker.judging.observations.json_paths import parse
from rulehound.checker.judging.traces import ACTION, EFFECT
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.scenarios.arranging import arrange
from rulehound.checker.suite.scenarios.given import (
    BadScenario,
    UnknownFact,
    Vocabulary,
    worked_out,
)
from rulehound.checker.suite.scenarios.places import is_place
from rulehound.checker.suite.scenarios.steps import wish_of
from rulehound.spec.formats import Expectation, Scenario, Step


def faults(scenario: Scenario, rules: BoundModel, words: Vocabulary) -> Iterator[str]:
    """Everything that is wrong with a scenario, a line each. What engines make of it is another matter."""
    if scenario.not_executable:
        if scenario.steps:
            yield "it has steps, and a reason why it cannot be executed"
        return
    if not any(expects_something(step.expect) for step in scenario.steps) and not tries(scenario):
        yield "it expects nothing"
    yield from _trouble(lambda: arrange(scenario, rules, words))
    for number, step in enumerate(scenario.steps, 1):
        for fault in _faults_of_step(step, rules, words):
            yield f"step {number}: {fault}"


def expects_something(expect: Expectation) -> bool:
    """Whether an expectation says anything."""
    return expect != Expectation()


def tries(scenario: Scenario) -> bool:
    """Whether a step has to be legal, which is an expectation too."""
    return any(step.do is not None for step in scenario.steps)


def _faults_of_step(step: Step, rules: BoundModel, words: Vocabulary) -> Iterator[str]:
    yield from _trouble(lambda: wish_of(step))
    for wish in (step.do, step.attempt, step.effect):
        if wish is not None:
            named = EFFECT if wish is step.effect else ACTION
            if named not in wish:
                yield f"it does not name its {named}"
            arguments = (value for value in wish.values() if isinstance(value, str))
            for place in (value for value in arguments if is_place(value, words)):
                yield from _trouble(partial(_parsed, place))
    for path in step.expect.state:
        yield from _trouble(partial(_parsed, path))
    for sight in (step.expect.sees, step.expect.unseen):
        for player, places in sight.items():
            if player not in words.sides:
                yield f"{player!r} is no player; there are {' and '.join(words.sides)}"
            for path in places:
                yield from _trouble(partial(_parsed, path))
    yield from _trouble(lambda: worked_out(_sums(step), rules.values))


def _sums(step: Step) -> Mapping[str, Any]:
    """All values of a step in which sums of facts may stand."""
    return {"do": step.do, "try": step.attempt, "effect": step.effect, "state": step.expect.state}


def _parsed(path: str) -> None:
    try:
        parse(path)
    except ValueError as error:
        raise BadScenario(str(error)) from None


def _trouble(attempt: Callable[[], object]) -> Iterator[str]:
    """What an attempt says is wrong."""
    try:
        attempt()
    except (BadScenario, UnknownFact) as error:
        yield str(error)
